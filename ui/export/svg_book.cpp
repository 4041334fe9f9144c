#include "ui/export/svg_book.h"

#include "ui/charts/chart_export.h"

#include <QFont>
#include <QFontMetricsF>
#include <QRegularExpression>
#include <QXmlStreamReader>

#include <algorithm>
#include <cmath>

namespace warploom::ui {
namespace {

/// Two digits behind the point are a hundredth of a pixel.
QByteArray rounded(double value) {
    QByteArray text = QByteArray::number(value, 'f', 2);
    while (text.endsWith('0')) text.chop(1);
    if (text.endsWith('.')) text.chop(1);
    return text == "-0" ? QByteArrayLiteral("0") : text;
}

/// Every number of a path, of points, of a matrix.
QByteArray roundedNumbers(QStringView text) {
    static const QRegularExpression number(QStringLiteral("-?[0-9]*\\.?[0-9]+(?:e[-+]?[0-9]+)?"));
    QByteArray out;
    qsizetype end = 0;
    for (auto all = number.globalMatch(text.toString()); all.hasNext();) {
        const QRegularExpressionMatch match = all.next();
        out += text.mid(end, match.capturedStart() - end).toUtf8() + rounded(match.capturedView().toDouble());
        end = match.capturedEnd();
    }
    return out + text.mid(end).toUtf8();
}

/// "M0,0 L10,0 L10,5" as "M0,0H10V5": half as long, and most lines of our pictures are level or upright.
QByteArray shortPath(QStringView path) {
    static const QRegularExpression point(QStringLiteral("([ML])\\s*(\\S+?),(\\S+)"));
    if (path.contains(QLatin1Char('C'))) return roundedNumbers(path).simplified();
    QByteArray out;
    double x = 0, y = 0, from_x = 0, from_y = 0;
    for (auto all = point.globalMatch(path.toString()); all.hasNext();) {
        const QRegularExpressionMatch match = all.next();
        const double to_x = match.capturedView(2).toDouble(), to_y = match.capturedView(3).toDouble();
        if (match.capturedView(1) == QLatin1String("M")) {
            out += 'M' + rounded(to_x) + ',' + rounded(to_y);
            from_x = to_x;
            from_y = to_y;
        } else if (to_x == from_x && to_y == from_y) out += 'z';
        else if (to_y == y) out += 'H' + rounded(to_x);
        else if (to_x == x) out += 'V' + rounded(to_y);
        else out += 'L' + rounded(to_x) + ',' + rounded(to_y);
        x = to_x;
        y = to_y;
    }
    return out;
}

QByteArray attribute(const char* name, const QByteArray& value) {
    return QByteArray(" ") + name + "=\"" + QString::fromUtf8(value).toHtmlEscaped().toUtf8() + '"';
}

/// The same on every machine, so that the same picture makes the same page.
unsigned fingerprint(const QByteArray& bytes) {
    unsigned sum = 2166136261U;
    for (const char c : bytes) sum = (sum ^ static_cast<unsigned char>(c)) * 16777619U;
    return sum;
}

bool isLook(QStringView name) {
    return name.startsWith(QLatin1String("fill")) || name.startsWith(QLatin1String("stroke")) ||
           name == QLatin1String("opacity");
}

/// Fonts that are as wide as ours come first: letters were laid out for it.
QByteArray fontFamilies(QStringView family) {
    return family.contains(QLatin1String("mono"), Qt::CaseInsensitive)
               ? QByteArrayLiteral("'DejaVu Sans Mono',ui-monospace,Menlo,Consolas,monospace")
               : QByteArrayLiteral("'DejaVu Sans',Verdana,system-ui,sans-serif");
}

/// The declarations of an element's look, without those that say nothing.
QByteArray lookOf(const QXmlStreamAttributes& all, bool is_text) {
    QByteArray css;
    const bool has_stroke = all.value(QLatin1String("stroke")) != QLatin1String("none");
    for (const QXmlStreamAttribute& each : all) {
        const auto name = each.name();
        if (!isLook(name) || (!has_stroke && name.startsWith(QLatin1String("stroke-")))) continue;
        // A text would have that of its group.
        if (!is_text && name.endsWith(QLatin1String("opacity")) && each.value().toDouble() == 1) continue;
        if (is_text && name.startsWith(QLatin1String("stroke"))) continue;
        if (name == QLatin1String("fill-rule") && each.value() == QLatin1String("evenodd")) continue; // as in the page
        css += name.toUtf8() + ':' + each.value().toUtf8() + ';';
    }
    if (is_text) {
        css += "font:";
        if (all.value(QLatin1String("font-style")) == QLatin1String("italic")) css += "italic ";
        if (all.value(QLatin1String("font-weight")).toInt() >= 600) css += "bold ";
        css += rounded(all.value(QLatin1String("font-size")).toDouble()) + "px " +
               fontFamilies(all.value(QLatin1String("font-family"))) + ";stroke:none;";
    }
    return css;
}

/// How wide a text was when it was laid out: on a machine with other fonts it is pressed or stretched to that.
double widthOf(const QXmlStreamAttributes& all, const QString& text) {
    QFont font(all.value(QLatin1String("font-family")).toString());
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(all.value(QLatin1String("font-size")).toDouble()))));
    font.setBold(all.value(QLatin1String("font-weight")).toInt() >= 600);
    font.setItalic(all.value(QLatin1String("font-style")) == QLatin1String("italic"));
    return QFontMetricsF(font).horizontalAdvance(text);
}

} // namespace

/// What Qt's generator writes, as a tree.
struct SvgReader {
    using Element = SvgBook::Element;
    QXmlStreamReader xml;
    QByteArray prefix; ///< of names inside this picture: they must not meet those of another
    QHash<QString, int> names;

    /// Qt names a pattern by its colour; here it has a number, so that it is called the same in both themes.
    QByteArray ownName(const QString& name) {
        const auto at = names.constFind(name);
        const int number = at == names.cend() ? static_cast<int>(names.size()) : *at;
        if (at == names.cend()) names.insert(name, number);
        return prefix + QByteArray::number(number);
    }
    QByteArray ownNames(QStringView value) {
        static const QRegularExpression pointer(QStringLiteral("url\\(#([^)]+)\\)"));
        QString text = value.toString();
        for (QRegularExpressionMatch match = pointer.match(text); match.hasMatch();) {
            text.replace(match.capturedStart(1), match.capturedLength(1),
                         QString::fromUtf8(ownName(match.captured(1))));
            match = pointer.match(text, match.capturedEnd(1));
        }
        return text.toUtf8();
    }

    Element element() {
        Element made;
        made.name = xml.name().toUtf8();
        const QXmlStreamAttributes all = xml.attributes();
        const bool is_text = made.name == "text";
        if (made.name != "svg") made.look = ownNames(QString::fromUtf8(lookOf(all, is_text)));
        for (const QXmlStreamAttribute& each : all) {
            const auto name = each.name();
            if (isLook(name) || name.startsWith(QLatin1String("font")) || name == QLatin1String("vector-effect") ||
                name == QLatin1String("space"))
                continue;
            const QByteArray key = name.toUtf8();
            if (name == QLatin1String("transform")) {
                if (each.value() != QLatin1String("matrix(1,0,0,1,0,0)"))
                    made.place += attribute("transform", roundedNumbers(each.value()));
            } else if (name == QLatin1String("id")) made.place += attribute("id", ownName(each.value().toString()));
            else if (name == QLatin1String("d")) made.place += attribute("d", shortPath(each.value()));
            else if (name == QLatin1String("points"))
                made.place += attribute("points", roundedNumbers(each.value()).trimmed());
            else if (name == QLatin1String("href")) made.place += attribute("href", each.value().toUtf8());
            else {
                bool is_number = false;
                const double number = each.value().toDouble(&is_number);
                made.place += attribute(key.constData(), is_number ? rounded(number) : ownNames(each.value()));
            }
        }
        while (!xml.atEnd()) {
            xml.readNext();
            if (xml.isEndElement()) break;
            if (xml.isStartElement()) {
                Element child = element();
                const bool says_nothing = child.name == "title" || child.name == "desc" ||
                                          ((child.name == "g" || child.name == "defs") && child.children.empty());
                if (!says_nothing) made.children.push_back(std::move(child));
            } else if (xml.isCharacters()) made.text += xml.text().toUtf8();
        }
        if (is_text) {
            const QString text = QString::fromUtf8(made.text);
            if (text.trimmed().size() > 1) made.place += attribute("textLength", rounded(widthOf(all, text)));
        } else made.text.clear();
        // Texts say themselves how they look.
        if (made.name == "g" && std::all_of(made.children.begin(), made.children.end(),
                                            [](const Element& child) { return child.name == "text"; }))
            made.look.clear();
        return made;
    }
};

QByteArray SvgBook::classOf(const QByteArray& light, const QByteArray& dark) {
    const QByteArray both = light + '|' + dark;
    const auto at = classes_.constFind(both);
    const int number = at == classes_.cend() ? static_cast<int>(rules_.size()) : *at;
    if (at == classes_.cend()) {
        classes_.insert(both, number);
        rules_.push_back(both);
    }
    return 'p' + QByteArray::number(number, 36);
}

QByteArray SvgBook::colourClass(const QString& light, const QString& dark) {
    return classOf("color:" + light.toUtf8() + ';', "color:" + dark.toUtf8() + ';');
}

QByteArray SvgBook::styleSheet() const {
    QByteArray light, dark;
    for (std::size_t i = 0; i < rules_.size(); ++i) {
        const QList<QByteArray> both = rules_[i].split('|');
        const QByteArray name = ".p" + QByteArray::number(static_cast<qulonglong>(i), 36) + '{';
        light += name + both[0] + "}\n";
        if (both[0] != both[1]) dark += name + both[1] + "}\n";
    }
    return light + "@media screen and (prefers-color-scheme:dark){\n" + dark + "}\n";
}

/// Nothing where the two are not the same picture.
std::optional<QByteArray> SvgBook::written(const Element& light, const Element& dark) {
    if (light.name == "image" && dark.name == "image" && light.place != dark.place)
        // A bitmap has no classes: one for each theme.
        return "<image class=\"light\"" + light.place + "/><image class=\"dark\"" + dark.place + "/>";
    if (light.name != dark.name || light.place != dark.place || light.text != dark.text ||
        light.children.size() != dark.children.size())
        return std::nullopt;
    const bool is_nothing = light.name == "g" && light.look.isEmpty() && dark.look.isEmpty() && light.place.isEmpty();
    QByteArray text = is_nothing ? QByteArray() : '<' + light.name;
    if (!light.look.isEmpty() || !dark.look.isEmpty()) text += " class=\"" + classOf(light.look, dark.look) + '"';
    text += light.place;
    if (light.children.empty() && light.text.isEmpty()) return text + "/>";
    if (!is_nothing) text += '>' + QString::fromUtf8(light.text).toHtmlEscaped().toUtf8();
    for (std::size_t i = 0; i < light.children.size(); ++i) {
        const std::optional<QByteArray> child = written(light.children[i], dark.children[i]);
        if (!child) return std::nullopt;
        text += *child;
    }
    return is_nothing ? text : text + "</" + light.name + '>';
}

/// Runs of elements that stood in an earlier picture are pointed at. Where a run ends depends on the elements alone, so that
/// the same ones make the same runs whatever stands before them.
QByteArray SvgBook::inPieces(const std::vector<QByteArray>& elements) {
    constexpr int least = 160; // bytes that are worth a name
    QByteArray all, piece;
    const auto close = [&] {
        if (piece.size() < least) {
            all += piece;
        } else if (const auto at = pieces_.constFind(piece); at != pieces_.cend()) {
            all += "<use href=\"#u" + QByteArray::number(*at, 36) + "\"/>";
        } else {
            const int number = static_cast<int>(pieces_.size());
            pieces_.insert(piece, number);
            all += "<g id=\"u" + QByteArray::number(number, 36) + "\">" + piece + "</g>";
        }
        piece.clear();
    };
    for (const QByteArray& element : elements) {
        piece += element;
        if (fingerprint(element) % 12 == 0) close();
    }
    close();
    return all;
}

QByteArray SvgBook::add(const Drawing& drawing, const QSize& size, const QByteArray& attributes) {
    const QByteArray prefix = 'n' + QByteArray::number(pictures_++, 36) + '-';
    const auto read = [&](const Colours& colours, const QByteArray& own_prefix) {
        const QByteArray svg = svgOf(size, [&](QCPPainter& painter) { drawing(painter, size, colours); });
        SvgReader reader{QXmlStreamReader(svg), own_prefix, {}};
        reader.xml.readNextStartElement();
        return reader.element();
    };
    // On a large screen a little larger than on the page Step, so that words and picture are seen together.
    const QByteArray open = " width=\"" + QByteArray::number(size.width() * 5 / 4) + "\" viewBox=\"0 0 " +
                            QByteArray::number(size.width()) + ' ' + QByteArray::number(size.height()) +
                            "\" role=\"img\" " + attributes + '>';
    // Below the root stands one group with what all pictures begin with.
    const auto parts = [](const Element& root) {
        std::vector<Element> all;
        for (const Element& child : root.children) {
            if (child.name == "g") all.insert(all.end(), child.children.begin(), child.children.end());
            else all.push_back(child);
        }
        return all;
    };
    const auto alone = [&](const std::vector<Element>& all) {
        std::vector<QByteArray> texts;
        for (const Element& each : all) texts.push_back(*written(each, each));
        return texts;
    };
    const std::vector<Element> light = parts(read(Theme::light(), prefix)),
                               dark = parts(read(Theme::darkColours(), prefix));
    std::vector<QByteArray> both;
    bool is_same = light.size() == dark.size();
    for (std::size_t i = 0; is_same && i < light.size(); ++i) {
        const std::optional<QByteArray> text = written(light[i], dark[i]);
        is_same = text.has_value();
        if (text) both.push_back(*text);
    }
    if (is_same) return "<svg" + open + inPieces(both) + "</svg>";
    // The two are drawn differently: one picture for each theme.
    return "<svg class=\"light\"" + open + inPieces(alone(light)) + "</svg><svg class=\"dark\"" + open +
           inPieces(alone(parts(read(Theme::darkColours(), 'd' + prefix)))) + "</svg>";
}

} // namespace warploom::ui
