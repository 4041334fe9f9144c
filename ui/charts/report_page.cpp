#include "ui/charts/report_page.h"

#include "ui/charts/chart_export.h"
#include "ui/style/qt_text.h"

#include <sstream>

namespace warploom::ui {
namespace {

const char* const style = R"(
body { font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.8rem; margin-bottom: 0; } h2 { margin-top: 2.5rem; border-bottom: 1px solid #ccc; }
figure { margin: 1.5rem 0; } figure img { width: 100%; height: auto; border: 1px solid #ddd; }
details { margin: .25rem 0 1.5rem; overflow-x: auto; } summary { cursor: pointer; color: #0072B2; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; margin: .5rem 0; }
caption { text-align: left; font-weight: bold; padding: .25rem 0; }
th, td { border: 1px solid #ddd; padding: .2rem .6rem; text-align: left; } th { background: #f4f4f4; }
)";

constexpr std::size_t rows_at_most = 400; // maximum number of table rows that keeps the page readable

QByteArray htmlOf(Table table) {
    const std::size_t rows = table.rows.size();
    if (rows > rows_at_most) table.rows.resize(rows_at_most);
    std::ostringstream text;
    write_html(text, table);
    if (rows > rows_at_most)
        text << "<p>The first " << rows_at_most << " of " << rows << " rows. The CSV file contains all rows.</p>\n";
    return QByteArray::fromStdString(text.str());
}

QByteArray escaped(const QString& text) { return text.toHtmlEscaped().toUtf8(); }

} // namespace

QByteArray reportPage(const QString& title, const QString& summary, const QList<ReportSection>& sections) {
    QByteArray page = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>" +
                      escaped(title) + "</title>\n<style>" + style + "</style></head><body>\n<h1>" + escaped(title) +
                      "</h1>\n<p>" + escaped(summary) + "</p>\n";
    for (const ReportSection& section : sections) {
        page += "<h2>" + escaped(section.title) + "</h2>\n<p>" + escaped(section.text) + "</p>\n";
        for (const Chart* chart : section.charts) {
            // Embed each SVG as a separate image, so that IDs in different images do not conflict.
            const QByteArray name = escaped(chart->chartTitle());
            const auto drawn = section.drawings.constFind(chart);
            const QByteArray picture = drawn == section.drawings.cend() ? svgText(*chart) : *drawn;
            page += "<figure><img alt=\"" + name + "\" src=\"data:image/svg+xml;base64," + picture.toBase64() +
                    "\"></figure>\n<details><summary>Data for this chart</summary>\n" + htmlOf(chart->chartTable()) +
                    "</details>\n";
        }
        for (const Table& table : section.tables)
            page += "<details><summary>" + escaped(toQString(table.title)) + "</summary>\n" + htmlOf(table) +
                    "</details>\n";
    }
    return page + "</body></html>\n";
}

} // namespace warploom::ui
