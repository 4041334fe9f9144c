#include "app/page/table_page.h"

#include "app/page/page_file.h"
#include "engine/html.h"

namespace warploom::app {

namespace {

constexpr const char* table_style = R"(
table.board { width: 100%; }
.board th, .board td { overflow-wrap: anywhere; vertical-align: top; }
.board td.word, .board th.name { text-align: left; }
.board th.name { font-weight: 600; }
.board .flagged { color: var(--wrong); font-weight: 600; }
@media (max-width: 48rem) {
  .board, .board tbody, .board tr, .board td, .board th { display: block; }
  .board thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .board tr { border: 1px solid var(--grid); margin: .6rem 0; }
  .board td, .board th { border: 0; text-align: left; }
  .board td:empty { display: none; }
  .board td::before { content: attr(data-heading) ": "; color: var(--muted); font-weight: 400; }
}
)";

} // namespace

std::string table_page(const std::string& title, const std::string& body) {
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
           html_escaped(title) + "</title>\n<style>\n" + page_part("page.css") + table_style +
           "</style>\n</head>\n<body>\n<main>\n<h1>" + html_escaped(title) + "</h1>\n" + body +
           "</main>\n</body>\n</html>\n";
}

std::string table_head(const std::vector<std::string>& headings) {
    std::string html = "<table class=\"board\" role=\"table\">\n<thead role=\"rowgroup\"><tr role=\"row\">";
    for (const std::string& heading : headings)
        html += "<th role=\"columnheader\" scope=\"col\">" + html_escaped(heading) + "</th>";
    return html + "</tr></thead>\n<tbody role=\"rowgroup\">\n";
}

std::string table_cell(const std::string& heading, const std::string& text, const std::string& kind) {
    return "<td role=\"cell\"" + (kind.empty() ? "" : " class=\"" + kind + "\"") + " data-heading=\"" +
           html_escaped(heading) + "\">" + html_escaped(text) + "</td>";
}

std::string table_row_heading(const std::string& name) {
    return "<th role=\"rowheader\" scope=\"row\" class=\"name\">" + html_escaped(name) + "</th>";
}

} // namespace warploom::app
