#include "ui/lesson/help_sheet.h"

#include "engine/embedded_file.h"
#include "engine/error.h"
#include "engine/lesson/lesson.h"
#include "ui/style/qt_text.h"
#include "ui/style/theme.h"
#include "ui/widgets/page_parts.h"

#include <QDialogButtonBox>
#include <QScreen>
#include <QTextBrowser>
#include <QUrl>

namespace warploom {
const std::vector<EmbeddedFile>& glossary_files(); // embedded file docs/glossary.md
} // namespace warploom

namespace warploom::ui {

namespace {

/// Glossary terms that appear on each page of the application.
struct ShownWords {
    const char* page;
    std::vector<const char*> words;
};
const ShownWords shown_words[]{
    {"Matrix", {"nonzeros", "row length", "bandwidth", "spy plot", "generator"}},
    {"Formats", {"format", "slot", "padding", "footprint", "owner"}},
    {"Run", {"kernel", "machine", "baseline", "sample", "verdict"}},
    {"Write", {"bind", "site"}},
    {"Warp", {"thread, lane, warp, block", "step", "active, waiting, done", "transaction", "bank conflict", "finding"}},
    {"Model", {"card", "modeled", "term", "traced share"}},
    {"Step", {"elementary step", "cyclic reduction (CR)", "parallel cyclic reduction (PCR)"}},
    {"Solve", {"true residual", "breakdown", "stagnation"}},
    {"Pitfalls", {"cold, warm", "noise"}},
    {"Reproduce", {"measured"}}};

QString table_row(const QString& key, const QString& what) {
    return QStringLiteral("<tr><td><b>%1</b>&nbsp;&nbsp;</td><td>%2</td></tr>").arg(key, what);
}

/// Returns the keyboard shortcuts of a page that are not listed in a menu, as rows of an HTML table.
QString keys_of(const QString& page) {
    const auto row = table_row;
    QString rows;
    if (page == QLatin1String("Step") || page == QLatin1String("Warp"))
        rows += row(HelpSheet::tr("Space"), HelpSheet::tr("play or pause")) +
                row(HelpSheet::tr("Left, Right"), HelpSheet::tr("go to the previous or next step")) +
                row(HelpSheet::tr("Home, End"), HelpSheet::tr("go to the first or last step"));
    if (page == QLatin1String("Step"))
        rows += row(HelpSheet::tr("Up, Down"), HelpSheet::tr("select the equation, thread or lane"));
    if (page == QLatin1String("Write"))
        rows += row(HelpSheet::tr("Ctrl+Space"), HelpSheet::tr("complete a name")) +
                row(QStringLiteral("F8"), HelpSheet::tr("go to the next problem")) +
                row(QStringLiteral("F6"), HelpSheet::tr("switch between the source and the verdict")) +
                row(QStringLiteral("F10"), HelpSheet::tr("step over a line while debugging (Alt+F10: step back)"));
    if (page == QLatin1String("Warp"))
        rows += row(QStringLiteral("W"), HelpSheet::tr("go to the worst step (most transactions per active lane)"));
    rows += row(QStringLiteral("F5"), HelpSheet::tr("run, start, measure or play, depending on the current page"));
    return rows + row(QStringLiteral("T"), HelpSheet::tr("switch between the chart and the table")) +
           row(QStringLiteral("L"), HelpSheet::tr("switch between a linear and a logarithmic axis"));
}

QString word_row(const QString& word, const QString& page, bool with_page) {
    return table_row(word, HelpSheet::meaningOf(word).toHtmlEscaped() +
                               (with_page ? QStringLiteral(" <a href='page:%1'>%1</a>").arg(page) : QString()));
}

QString lessons_about(const QString& page) {
    QString html;
    try {
        for (const lesson::Lesson& each : lesson::own_lessons())
            if (toQString(each.page) == page)
                html +=
                    QStringLiteral("<p><a href='lesson:%1'>%2</a></p>")
                        .arg(
                            toQString(each.id),
                            HelpSheet::tr("Lesson: %1 (%n minutes)", nullptr, each.minutes).arg(toQString(each.title)));
    } catch (const Error&) { // ignore the error here, because opening the lesson reports it
    }
    return html;
}

} // namespace

QString HelpSheet::meaningOf(const QString& word) {
    static const QStringList lines = toQString(glossary_files().front().text).split(QLatin1Char('\n'));
    const QString begin = QStringLiteral("| %1 | ").arg(word);
    for (const QString& line : lines)
        if (line.startsWith(begin))
            return line.mid(begin.size())
                .section(QStringLiteral(" | "), 0, 0)
                .remove(QLatin1Char('`'))
                .replace(QStringLiteral("\\|"), QStringLiteral("|"));
    return {};
}

HelpSheet::HelpSheet(const QString& page, const QString& title, const QString& keys, const QString& own,
                     QWidget* parent)
    : QDialog(parent) {
    setObjectName(QStringLiteral("helpSheet"));
    setWindowTitle(tr("Help: %1").arg(title));
    QString here, elsewhere;
    for (const auto& [its_page, its_words] : shown_words)
        for (const char* word : its_words) {
            const bool is_here = page == QLatin1String(its_page);
            (is_here ? here : elsewhere) += word_row(QLatin1String(word), QLatin1String(its_page), !is_here);
        }
    auto* text = named(new QTextBrowser, "helpText", tr("Help"), {});
    text->setOpenLinks(false);
    text->setFrameShape(QFrame::NoFrame);
    text->setHtml(
        QStringLiteral("%1<h3>%2</h3>%3<table>%4</table><h3>%5</h3><table>%6%7</table><h3>%8</h3><table>%9</table>")
            .arg(own, title.toHtmlEscaped(), lessons_about(page), here, tr("Keys"), keys_of(page), keys,
                 tr("Terms used on other pages"), elsewhere));
    connect(text, &QTextBrowser::anchorClicked, this, &HelpSheet::follow);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    inColumn(this, {text, buttons}, -1, {9, 9, 9, 9});
    const QSize wanted = own.isEmpty() ? QSize(560, 480) : QSize(1180, 640);
    resize(QSize(theme().px(wanted.width()), theme().px(wanted.height())).boundedTo(screen()->availableSize() * 0.95));
}

void HelpSheet::follow(const QUrl& link) {
    if (link.scheme() == QLatin1String("page")) emit pageRequested(link.path());
    if (link.scheme() == QLatin1String("lesson")) emit walkthroughRequested(link.path());
    accept();
}

} // namespace warploom::ui
