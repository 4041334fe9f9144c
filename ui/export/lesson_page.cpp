#include "ui/export/lesson_page.h"

#include "engine/atomic_file.h"
#include "engine/embedded_file.h"
#include "engine/html.h"
#include "ui/export/shown_html.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"

#include <QCoreApplication>
#include <QCryptographicHash>

#include <algorithm>
#include <sstream>

namespace warploom {
// The files lesson_page.css and lesson_page.js, which are embedded in the program.
const std::vector<EmbeddedFile>& lesson_page_files();
} // namespace warploom

namespace warploom::ui {
namespace {

constexpr std::size_t rows_at_most = 400; // maximum number of table rows that keeps the page readable

QByteArray escaped(const QString& text) { return QByteArray::fromStdString(html_escaped(text.toStdString())); }

QByteArray builtIn(const char* name) {
    return QByteArray::fromStdString(find_embedded_file(lesson_page_files(), name)->text);
}

/// Returns a table as HTML in a collapsed section. The section can receive keyboard focus, so that wide tables can be
/// scrolled with the keyboard.
QByteArray folded(Table table) {
    const std::size_t rows = table.rows.size();
    if (rows == 0) return {};
    table.rows.resize(std::min(rows, rows_at_most));
    const QByteArray title = escaped(toQString(table.title));
    std::ostringstream text;
    write_html(text, table);
    QByteArray html = "<details><summary>" + title +
                      "</summary>\n<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"" + title + "\">" +
                      QByteArray::fromStdString(text.str()) + "</div>";
    if (rows > rows_at_most)
        html += "<p>" +
                escaped(Text::tr("Showing the first %1 of %n rows.", nullptr, pluralOf(static_cast<std::int64_t>(rows)))
                            .arg(rows_at_most)) +
                "</p>";
    return html + "</details>\n";
}

QByteArray asked(const PageQuestion& question, const QByteArray& id) {
    QByteArray field;
    if (question.choices.isEmpty()) {
        field =
            "<input name=\"answer\" id=\"" + id + "-answer\" inputmode=\"numeric\" autocomplete=\"off\" size=\"8\">";
    } else {
        field = "<select name=\"answer\" id=\"" + id + "-answer\"><option value=\"\"></option>";
        for (const QString& choice : question.choices) field += "<option>" + escaped(choice) + "</option>";
        field += "</select>";
    }
    return "<div class=\"ask\" data-answer=\"" + escaped(question.answer) + "\">\n<p class=\"question\">" +
           escaped(question.text) + "</p>\n<form class=\"answer\" hidden><label for=\"" + id + "-answer\">" +
           escaped(Text::tr("Your prediction")) + "</label>" + field + "<button type=\"submit\">" +
           escaped(Text::tr("Check")) + "</button><button type=\"button\">" + escaped(Text::tr("Show the answer")) +
           "</button></form>\n<details><summary>" + escaped(Text::tr("Answer")) + "</summary><p>" +
           escaped(question.answer) + "</p></details>\n</div>\n<p class=\"verdict\" hidden></p>\n";
}

QByteArray stepHtml(const LessonPage& page, int number, SvgBook& book) {
    const PageStep step = page.step(number);
    const QByteArray id = "step-" + QByteArray::number(number + 1);
    QString heading = Text::tr("Step %1 of %2").arg(number + 1).arg(page.steps);
    if (!step.name.isEmpty()) heading += QStringLiteral(" · ") + step.name;
    QByteArray html = "<section class=\"step\" id=\"" + id + "\" aria-labelledby=\"" + id + "-name\">\n<h2 id=\"" + id +
                      "-name\">" + escaped(heading) + "</h2>\n";
    if (step.question) html += asked(*step.question, id);
    html +=
        "<p class=\"sentence\" id=\"" + id + "-says\">" + escaped(step.sentence) + "</p>\n<div class=\"pictures\">\n";
    for (int i = 0; i < step.pictures.size(); ++i) {
        const PagePicture& picture = step.pictures[i];
        const QByteArray name = id + "-picture-" + QByteArray::number(i + 1);
        html += "<figure><figcaption id=\"" + name + (picture.has_title ? "\" class=\"drawn\">" : "\">") +
                escaped(picture.title) +
                "</figcaption><div class=\"wide\" role=\"group\" tabindex=\"0\" aria-labelledby=\"" + name + "\">" +
                book.add(picture.draw, picture.size,
                         "aria-labelledby=\"" + name + "\" aria-describedby=\"" + id + "-says\"") +
                "</div></figure>\n";
    }
    html += "</div>\n";
    if (!step.formula_light.isEmpty())
        html += "<div class=\"written\">" + shownHtml(step.formula_light, step.formula_dark, book) + "</div>\n";
    if (!step.code.isEmpty())
        html += "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"" + escaped(Text::tr("Kernel line")) +
                "\"><pre><code>" + escaped(step.code) + "</code></pre></div>\n";
    for (const Table& table : step.tables) html += folded(table);
    return html + "</section>\n";
}

/// Returns the declarations of CSS variables for the colors of the page.
QByteArray variables(const Colours& colours) {
    QByteArray css;
    const std::pair<const char*, QColor> all[] = {
        {"canvas", colours.canvas}, {"surface", colours.surface}, {"text", colours.text},    {"muted", colours.muted},
        {"grid", colours.grid},     {"outline", colours.outline}, {"accent", colours.accent}};
    for (const auto& [name, colour] : all) css += QByteArray("--") + name + ':' + colour.name().toUtf8() + ';';
    return css;
}

QByteArray styleOf(const SvgBook& book) {
    return ":root{color-scheme:light dark;" + variables(Theme::light()) +
           "}\n@media screen and (prefers-color-scheme:dark){:root{" + variables(Theme::darkColours()) + "}}\n" +
           builtIn("lesson_page.css") +
           "@media screen and (prefers-color-scheme:dark){svg .light,svg.light{display:none}svg "
           ".dark{display:inline}svg.dark{display:block}}\n" +
           book.styleSheet();
}

QByteArray hashOf(const QByteArray& text) {
    return "'sha256-" + QCryptographicHash::hash(text, QCryptographicHash::Sha256).toBase64() + '\'';
}

QByteArray player(int steps) {
    const auto button = [](const QString& sign, const QString& name) {
        return "<button type=\"button\" aria-label=\"" + escaped(name) + "\" title=\"" + escaped(name) + "\">" +
               escaped(sign) + "</button>";
    };
    return "<div class=\"player\" role=\"group\" aria-label=\"" + escaped(Text::tr("Steps")) + "\" hidden>" +
           button(QStringLiteral("|◀"), Text::tr("First step")) +
           button(QStringLiteral("◀"), Text::tr("One step back")) +
           button(QStringLiteral("▶"), Text::tr("One step forward")) +
           button(QStringLiteral("▶|"), Text::tr("Last step")) + "<input type=\"range\" min=\"1\" max=\"" +
           QByteArray::number(steps) + "\" value=\"1\" aria-label=\"" + escaped(Text::tr("Step")) +
           "\"><span class=\"place\"></span><label class=\"switch\"><input type=\"checkbox\" role=\"switch\">" +
           escaped(Text::tr("Predict first")) + "</label></div>\n";
}

} // namespace

QString MadeLessonPage::leftOut() const {
    const bool is_one = end + 1 == steps;
    if (first > 0 && end < steps)
        return is_one ? Text::tr("steps 1 to %1 and step %2").arg(first).arg(steps)
                      : Text::tr("steps 1 to %1 and steps %2 to %3").arg(first).arg(end + 1).arg(steps);
    if (first > 0) return Text::tr("steps 1 to %1").arg(first);
    if (end == steps) return {};
    return is_one ? Text::tr("step %1").arg(steps) : Text::tr("steps %1 to %2").arg(end + 1).arg(steps);
}

MadeLessonPage makeLessonPage(const LessonPage& page, int first, qsizetype most) {
    SvgBook book;
    QByteArray tables;
    for (const Table& table : page.tables) tables += folded(table);
    const QByteArray script = builtIn("lesson_page.js");
    const qsizetype around =
        8'000 + script.size() + tables.size() + page.summary.size() * 6 + page.title.size() * 12 + styleOf(book).size();
    QByteArray steps;
    int end = first;
    QByteArray style = styleOf(book);
    for (; end < page.steps; ++end) {
        const QByteArray step = stepHtml(page, end, book);
        // Style sheet including the rules of this step; used only if the step fits on the page.
        const QByteArray grown = styleOf(book);
        if (end > first && around + grown.size() + steps.size() + step.size() > most) break;
        style = grown;
        steps += step;
    }
    MadeLessonPage made{{}, first, end, page.steps};
    QByteArray note;
    if (const QString missing = made.leftOut(); !missing.isEmpty())
        note =
            "<p class=\"remark\">" +
            escaped(Text::tr("This page contains steps %1 to %2 of %3. Because a page is limited to %4 MB, it does not "
                             "contain %5. To include an omitted step, go to that step before you export the page.")
                        .arg(first + 1)
                        .arg(end)
                        .arg(page.steps)
                        .arg(static_cast<double>(most) / 1e6)
                        .arg(missing)) +
            "</p>\n";
    const QByteArray title = escaped(page.title);
    made.html =
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; base-uri 'none'; form-action "
        "'none'; img-src data:; style-src " +
        hashOf(style) + "; script-src " + hashOf(script) +
        "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"generator\" content=\"Warploom " +
        escaped(QCoreApplication::applicationVersion()) + "\">\n<title>" + title + "</title>\n<style>" + style +
        "</style>\n</head>\n<body>\n<main>\n<h1>" + title + "</h1>\n<p>" + escaped(page.summary) + "</p>\n" + note +
        "<p class=\"said\" role=\"status\"></p>\n" + player(end - first) + steps + tables + "<p class=\"hint\">" +
        escaped(Text::tr(
            "Press the Left or Right arrow key to go to the previous or next step, and Home or End to go to the first "
            "or last step. On a touch screen, swipe. Made with Warploom. This page works offline.")) +
        "</p>\n</main>\n<script>" + script + "</script>\n</body>\n</html>\n";
    return made;
}

MadeLessonPage writeLessonPage(const LessonPage& page, const QString& file, int shown) {
    MadeLessonPage made = makeLessonPage(page);
    if (shown >= made.end && shown < page.steps) made = makeLessonPage(page, shown);
    write_whole_file(file.toStdString(), {made.html.data(), static_cast<std::size_t>(made.html.size())});
    return made;
}

} // namespace warploom::ui
