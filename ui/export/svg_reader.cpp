#include "ui/export/svg_reader.h"

#include <QFont>
#include <QFontMetricsF>
#include <QRegularExpression>
#include <QXmlStreamReader>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace warploom::ui {
namespace {

bool isDigit(QChar c) { return c >= u'0' && c <= u'9'; }

/// A picture is mostly numbers, so a short one is read without Qt. A whole number below 2^53 and a power
/// of ten below 10^22 are exact, and so their quotient is the nearest double.
double numberIn(QStringView text) {
    constexpr int most_digits = 15;
    static constexpr double powers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                        1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    const bool is_negative = text.startsWith(u'-');
    std::int64_t whole = 0;
    int digits = 0, behind = -1; // the point
    for (const QChar c : is_negative ? text.mid(1) : text) {
        if (c == u'.' && behind < 0) {
            behind = 0;
            continue;
        }
        if (!isDigit(c) || ++digits > most_digits) return text.toDouble();
        whole = 10 * whole + (c.unicode() - u'0');
        if (behind >= 0) ++behind;
    }
    if (digits == 0) return text.toDouble();
    const double value = static_cast<double>(whole) / powers[std::max(behind, 0)];
    return is_negative ? -value : value;
}

/// Two digits behind the point are a hundredth of a pixel.
void addRounded(QByteArray& out, double value) {
    const double hundredths = std::abs(value) * 100, below = std::floor(hundredths), rest = hundredths - below;
    if (!(hundredths < 1e9) || std::abs(rest - 0.5) < 1e-3) { // the product was rounded, too
        QByteArray text = QByteArray::number(value, 'f', 2);
        while (text.endsWith('0')) text.chop(1);
        if (text.endsWith('.')) text.chop(1);
        out += text == "-0" ? QByteArrayLiteral("0") : text;
        return;
    }
    const auto number = static_cast<std::int64_t>(below) + (rest > 0.5 ? 1 : 0);
    char text[24];
    char* const end = text + sizeof text;
    char* begin = end;
    const int cents = static_cast<int>(number % 100);
    if (cents % 10 != 0) *--begin = static_cast<char>('0' + cents % 10);
    if (cents != 0) {
        *--begin = static_cast<char>('0' + cents / 10);
        *--begin = '.';
    }
    std::int64_t left = number / 100;
    do {
        *--begin = static_cast<char>('0' + left % 10);
        left /= 10;
    } while (left > 0);
    if (value < 0 && number > 0) *--begin = '-';
    out.append(begin, end - begin);
}

QByteArray rounded(double value) {
    QByteArray text;
    addRounded(text, value);
    return text;
}

/// Where the number that begins at `at` ends; `at` where there is none.
qsizetype endOfNumber(QStringView text, qsizetype at) {
    const auto digitsFrom = [text](qsizetype from) {
        while (from < text.size() && isDigit(text[from])) ++from;
        return from;
    };
    const qsizetype begin = at + (text[at] == u'-' ? 1 : 0);
    qsizetype end = digitsFrom(begin);
    if (end + 1 < text.size() && text[end] == u'.' && isDigit(text[end + 1])) end = digitsFrom(end + 1);
    if (end == begin) return at;
    if (end < text.size() && text[end] == u'e') {
        const bool has_sign = end + 1 < text.size() && (text[end + 1] == u'-' || text[end + 1] == u'+');
        const qsizetype power = end + (has_sign ? 2 : 1), power_end = digitsFrom(power);
        if (power_end > power) end = power_end;
    }
    return end;
}

/// Every number of a path, of points, of a matrix.
QByteArray roundedNumbers(QStringView text) {
    QByteArray out;
    out.reserve(text.size());
    qsizetype copied = 0;
    for (qsizetype at = 0; at < text.size();) {
        const QChar c = text[at];
        const bool may_begin = isDigit(c) || c == u'-' || c == u'.';
        const qsizetype end = may_begin ? endOfNumber(text, at) : at;
        if (end == at) {
            ++at;
            continue;
        }
        if (at > copied) out += text.mid(copied, at - copied).toUtf8();
        addRounded(out, numberIn(text.mid(at, end - at)));
        at = copied = end;
    }
    return out + text.mid(copied).toUtf8();
}

/// "M0,0 L10,0 L10,5" as "M0,0H10V5": half as long, and most lines of our pictures are level or upright.
QByteArray shortPath(QStringView path) {
    if (path.contains(u'C')) return roundedNumbers(path).simplified();
    QByteArray out;
    out.reserve(path.size());
    double x = 0, y = 0, from_x = 0, from_y = 0;
    const auto wordEnd = [path](qsizetype at) {
        while (at < path.size() && !path[at].isSpace()) ++at;
        return at;
    };
    for (qsizetype at = 0; at < path.size(); ++at) {
        if (path[at] != u'M' && path[at] != u'L') continue;
        const bool is_move = path[at] == u'M';
        qsizetype begin = at + 1;
        while (begin < path.size() && path[begin].isSpace()) ++begin;
        const qsizetype end = wordEnd(begin), comma = path.indexOf(u',', begin);
        if (comma < 0 || comma <= begin || comma + 1 >= end) continue;
        const double to_x = numberIn(path.mid(begin, comma - begin));
        const double to_y = numberIn(path.mid(comma + 1, end - comma - 1));
        const auto add = [&out](char letter, double number) {
            out += letter;
            addRounded(out, number);
        };
        if (is_move) {
            add('M', to_x);
            add(',', to_y);
            from_x = to_x;
            from_y = to_y;
        } else if (to_x == from_x && to_y == from_y) out += 'z';
        else if (to_y == y) add('H', to_x);
        else if (to_x == x) add('V', to_y);
        else {
            add('L', to_x);
            add(',', to_y);
        }
        x = to_x;
        y = to_y;
        at = end - 1;
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
    /// Qt names a pattern by its colour; here it has a number, so that it is called the same in both themes.
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
            if (value != QLatin1String("matrix(1,0,0,1,0,0)")) place += attribute("transform", roundedNumbers(value));
        } else if (name == QLatin1String("id")) place += attribute("id", ownName(value.toString()));
        else if (name == QLatin1String("d")) place += attribute("d", shortPath(value));
        else if (name == QLatin1String("points")) place += attribute("points", roundedNumbers(value).trimmed());
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
        // Texts say themselves how they look.
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
