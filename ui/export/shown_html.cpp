#include "ui/export/shown_html.h"

#include <QRegularExpression>
#include <QStringList>

namespace warploom::ui {
namespace {

const QRegularExpression& tag() {
    static const QRegularExpression one(QStringLiteral("<(/?)([a-z][a-z0-9]*)((?:\\s+[^<>]*)?)>"));
    return one;
}

bool isKept(const QString& name) {
    static const QStringList kept{QStringLiteral("p"),     QStringLiteral("br"),   QStringLiteral("b"),
                                  QStringLiteral("i"),     QStringLiteral("sub"),  QStringLiteral("sup"),
                                  QStringLiteral("ul"),    QStringLiteral("li"),   QStringLiteral("code"),
                                  QStringLiteral("table"), QStringLiteral("tr"),   QStringLiteral("td"),
                                  QStringLiteral("th"),    QStringLiteral("span"), QStringLiteral("small")};
    return kept.contains(name);
}

/// Escapes text for HTML, but preserves character entities such as "&lt;".
QByteArray asText(const QString& text) {
    static const QRegularExpression bare(
        QStringLiteral("&(?!(?:amp|lt|gt|quot|nbsp|#[0-9]{1,7}|#x[0-9a-fA-F]{1,6});)"));
    QString made = text;
    // Remove characters that XML 1.0 does not allow.
    for (QChar& c : made)
        if ((c < QLatin1Char(' ') && !c.isSpace()) || c == QChar(0xFFFE) || c == QChar(0xFFFF))
            c = QChar::ReplacementCharacter;
    made.replace(bare, QStringLiteral("&amp;"));
    made.replace(QLatin1Char('<'), QStringLiteral("&lt;")).replace(QLatin1Char('>'), QStringLiteral("&gt;"));
    return made.toUtf8();
}

/// Converts a line color, which has a contrast of 3:1, to a similar color with the contrast required for text, 4.5:1.
QString readable(const QString& colour, const Colours& colours) {
    QColor made(colour);
    for (int i = 0; i < 20 && contrast(made, colours.canvas) < 4.6; ++i) made = mixed(colours.text, made, 0.1);
    return made.name();
}

/// Returns all colors that occur in the HTML, in order of appearance.
QStringList coloursOf(const QString& html) {
    static const QRegularExpression colour(QStringLiteral("color:\\s*(#[0-9a-fA-F]{6})"));
    QStringList all;
    for (auto each = colour.globalMatch(html); each.hasNext();) all << each.next().captured(1);
    return all;
}

} // namespace

QByteArray shownHtml(const QString& light, const QString& dark, SvgBook& book) {
    const QStringList dark_colours = coloursOf(dark);
    const bool has_both = coloursOf(light).size() == dark_colours.size();
    QByteArray out;
    QStringList open;
    qsizetype end = 0;
    int colours = 0;
    for (auto all = tag().globalMatch(light); all.hasNext();) {
        const QRegularExpressionMatch match = all.next();
        const QString name = match.captured(2);
        out += asText(light.mid(end, match.capturedStart() - end));
        end = match.capturedEnd();
        if (!isKept(name)) {
            out += asText(match.captured());
        } else if (name == QLatin1String("br")) {
            out += "<br>";
        } else if (match.capturedLength(1) == 0) {
            out += '<' + name.toUtf8();
            for (const QString& colour : coloursOf(match.captured(3)))
                out += " class=\"" +
                       book.colourClass(readable(colour, Theme::light()),
                                        readable(has_both ? dark_colours[colours++] : colour, Theme::darkColours())) +
                       '"';
            out += '>';
            open << name;
        } else if (const auto at = open.lastIndexOf(name); at >= 0) {
            for (; open.size() > at; open.removeLast()) out += "</" + open.constLast().toUtf8() + '>';
        }
    }
    out += asText(light.mid(end));
    for (; !open.isEmpty(); open.removeLast()) out += "</" + open.constLast().toUtf8() + '>';
    return out;
}

} // namespace warploom::ui
