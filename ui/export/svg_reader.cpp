#include "ui/export/svg_reader.h"

#include <QFont>
#include <QFontMetricsF>
#include <QRegularExpression>
#include <QXmlStreamReader>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace warploom::ui {
namespace {

/// Rounds a coordinate to two decimals, that is, to 1/100 of a pixel. Ties are rounded away from zero.
QByteArray rounded(double value) {
    char text[400]; // large enough, because the longest number has 309 digits
    if (value * 8 == std::rint(value * 8)) value = std::nextafter(value, std::copysign(HUGE_VAL, value));
    char* end = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, 2).ptr;
    while (end[-1] == '0') --end;
    if (end[-1] == '.') --end;
    const QByteArray made(text, end - text);
    return made == "-0" ? QByteArrayLiteral("0") : made;
}

/// Rounds all numbers in an SVG path, point list or matrix.
QByteArray roundedNumbers(const QByteArray& text) {
    QByteArray out;
    out.reserve(text.size());
    const char* const end = text.constEnd();
    for (const char* at = text.constBegin(); at != end;) {
        double number = 0;
        const bool may_begin = *at == '-' || (*at >= '0' && *at <= '9');
        const char* const behind = may_begin ? std::from_chars(at, end, number).ptr : at;
        if (behind == at) out += *at++;
        else out += rounded(number);
        at = std::max(at, behind);
    }
    return out;
}

/// Shortens an SVG path. For example, "M0,0 L10,0 L10,5" becomes "M0,0H10V5". This halves the size, because most lines
/// are horizontal or vertical.
QByteArray shortPath(const QByteArray& path) {
    if (path.contains('C')) return roundedNumbers(path).simplified();
    QByteArray out;
    out.reserve(path.size());
    double x = 0, y = 0, from_x = 0, from_y = 0;
    const char *at = path.constBegin(), *const end = path.constEnd();
    const auto next = [&at, end] {
        while (at != end && (*at == ',' || *at == ' ' || *at == '\n')) ++at;
        double number = 0;
        at = std::from_chars(at, end, number).ptr;
        return number;
    };
    while (at != end) {
        const char letter = *at++;
        if (letter != 'M' && letter != 'L') continue;
        const double to_x = next(), to_y = next();
        if (letter == 'M') {
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

QByteArray attribute(const QByteArray& name, const QByteArray& value) {
    return ' ' + name + "=\"" + htmlOf(value) + '"';
}

bool isLook(QStringView name) {
    return name.startsWith(QLatin1String("fill")) || name.startsWith(QLatin1String("stroke")) ||
           name == QLatin1String("opacity");
}

/// Returns a CSS list of font families. It starts with fonts that have the same metrics as the font used for the
/// layout.
QByteArray fontFamilies(QStringView family) {
    return family.contains(QLatin1String("mono"), Qt::CaseInsensitive)
               ? QByteArrayLiteral("'DejaVu Sans Mono',ui-monospace,Menlo,Consolas,monospace")
               : QByteArrayLiteral("'DejaVu Sans',Verdana,system-ui,sans-serif");
}

/// Returns the CSS declarations for the style attributes of an SVG element. Default values are omitted.
QByteArray lookOf(const QXmlStreamAttributes& all, bool is_text) {
    QByteArray css;
    const bool has_stroke = all.value(QLatin1String("stroke")) != QLatin1String("none");
    for (const QXmlStreamAttribute& each : all) {
        const auto name = each.name();
        if (!isLook(name) || (!has_stroke && name.startsWith(QLatin1String("stroke-")))) continue;
        // Keep the opacity of text elements, because they would otherwise inherit the opacity of the group.
        if (!is_text && name.endsWith(QLatin1String("opacity")) && each.value().toDouble() == 1) continue;
        if (is_text && name.startsWith(QLatin1String("stroke"))) continue;
        // the page's style sheet sets this value by default
        if (name == QLatin1String("fill-rule") && each.value() == QLatin1String("evenodd")) continue;
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

/// Returns the width of a text element in the layout. On computers with other fonts, the text is scaled to this width.
double widthOf(const QXmlStreamAttributes& all, const QString& text, TextWidths& widths) {
    QString key;
    for (const char* const part : {"font-family", "font-size", "font-weight", "font-style"})
        key.append(all.value(QLatin1String(part))).append(u'\n');
    key += text;
    if (const auto known = widths.constFind(key); known != widths.cend()) return *known;
    QFont font(all.value(QLatin1String("font-family")).toString());
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(all.value(QLatin1String("font-size")).toDouble()))));
    font.setBold(all.value(QLatin1String("font-weight")).toInt() >= 600);
    font.setItalic(all.value(QLatin1String("font-style")) == QLatin1String("italic"));
    const double width = QFontMetricsF(font).horizontalAdvance(text);
    widths.insert(key, width);
    return width;
}

class SvgReader {
public:
    SvgReader(const QByteArray& svg, const QByteArray& prefix, TextWidths& widths)
        : xml_(svg), prefix_(prefix), widths_(widths) {}

    SvgElement root() {
        xml_.readNextStartElement();
        return element();
    }

private:
    /// Returns a number to use instead of Qt's name of a pattern. Qt's name contains the color, but the name must be
    /// the same in both themes.
    QByteArray ownName(const QString& name) {
        const auto at = names_.constFind(name);
        const int number = at == names_.cend() ? static_cast<int>(names_.size()) : *at;
        if (at == names_.cend()) names_.insert(name, number);
        return prefix_ + QByteArray::number(number);
    }
    QByteArray ownNames(const QByteArray& value) {
        if (!value.contains("url(#")) return value;
        static const QRegularExpression pointer(QStringLiteral("url\\(#([^)]+)\\)"));
        QString text = QString::fromUtf8(value);
        for (QRegularExpressionMatch match = pointer.match(text); match.hasMatch();) {
            text.replace(match.capturedStart(1), match.capturedLength(1),
                         QString::fromUtf8(ownName(match.captured(1))));
            match = pointer.match(text, match.capturedEnd(1));
        }
        return text.toUtf8();
    }

    void addPlace(QByteArray& place, const QXmlStreamAttribute& each) {
        const auto name = each.name(), value = each.value();
        if (name == QLatin1String("transform")) {
            if (value != QLatin1String("matrix(1,0,0,1,0,0)"))
                place += attribute("transform", roundedNumbers(value.toLatin1()));
        } else if (name == QLatin1String("id")) place += attribute("id", ownName(value.toString()));
        else if (name == QLatin1String("d")) place += attribute("d", shortPath(value.toLatin1()));
        else if (name == QLatin1String("points"))
            place += attribute("points", roundedNumbers(value.toLatin1()).trimmed());
        else if (name == QLatin1String("href")) place += attribute("href", value.toUtf8());
        else {
            bool is_number = false;
            const double number = value.toDouble(&is_number);
            place += attribute(name.toUtf8(), is_number ? rounded(number) : ownNames(value.toUtf8()));
        }
    }

    SvgElement element() {
        SvgElement made;
        made.name = xml_.name().toUtf8();
        const QXmlStreamAttributes all = xml_.attributes();
        const bool is_text = made.name == "text";
        if (made.name != "svg") made.look = ownNames(lookOf(all, is_text));
        for (const QXmlStreamAttribute& each : all) {
            const auto name = each.name();
            if (!isLook(name) && !name.startsWith(QLatin1String("font")) && name != QLatin1String("vector-effect") &&
                name != QLatin1String("space"))
                addPlace(made.place, each);
        }
        while (!xml_.atEnd()) {
            xml_.readNext();
            if (xml_.isEndElement()) break;
            if (xml_.isStartElement()) {
                SvgElement child = element();
                const bool says_nothing = child.name == "title" || child.name == "desc" ||
                                          ((child.name == "g" || child.name == "defs") && child.children.empty());
                if (!says_nothing) made.children.push_back(std::move(child));
            } else if (xml_.isCharacters()) made.text += xml_.text().toUtf8();
        }
        if (is_text) {
            const QString text = QString::fromUtf8(made.text);
            if (text.trimmed().size() > 1) made.place += attribute("textLength", rounded(widthOf(all, text, widths_)));
        } else made.text.clear();
        // A group of text elements needs no style, because text elements have their own style.
        if (made.name == "g" && std::all_of(made.children.begin(), made.children.end(),
                                            [](const SvgElement& child) { return child.name == "text"; }))
            made.look.clear();
        return made;
    }

    QXmlStreamReader xml_;
    QByteArray prefix_;
    QHash<QString, int> names_;
    TextWidths& widths_;
};

} // namespace

QByteArray htmlOf(const QByteArray& text) {
    const auto is_special = [](char c) { return c == '<' || c == '>' || c == '&' || c == '"'; };
    if (std::none_of(text.begin(), text.end(), is_special)) return text;
    return QString::fromUtf8(text).toHtmlEscaped().toUtf8();
}

SvgElement readSvg(const QByteArray& svg, const QByteArray& prefix, TextWidths& widths) {
    return SvgReader(svg, prefix, widths).root();
}

} // namespace warploom::ui
