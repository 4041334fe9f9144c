#include "app/experiment/report/report_html.h"

#include "app/experiment/report/report_parts.h"
#include "engine/html.h"
#include "engine/measure/environment.h"

namespace warploom::app {

using experiment::Result;

namespace {

/// Names inside one drawing must not meet those of another on the same page.
std::string with_own_names(std::string svg, std::size_t number) {
    const std::string own_prefix = "picture-" + std::to_string(number) + "-";
    for (const std::string before : {" id=\"", "\"url(#", "href=\"#"})
        for (std::size_t at = svg.find(before); at != std::string::npos; at = svg.find(before, at + before.size()))
            svg.insert(at + before.size(), own_prefix);
    return svg;
}

std::string pictures_of(const Result& result, const std::vector<ReportPicture>& pictures) {
    if (pictures.empty()) {
        if (result.experiment.charts.empty() && result.experiment.profiles.empty()) return {};
        return "<p class=\"remark\">This page was written without pictures: the program that draws them was not "
               "there.</p>\n";
    }
    std::string html = "<h2>Pictures</h2>\n";
    for (std::size_t i = 0; i < pictures.size(); ++i)
        html += "<figure role=\"img\" aria-label=\"" + html_escaped(pictures[i].title) + "\">\n" +
                with_own_names(pictures[i].svg, i + 1) + "\n<figcaption>" + html_escaped(pictures[i].title) +
                "</figcaption>\n</figure>\n";
    return html;
}

std::string line(const std::string& what, const std::string& text) {
    return text.empty() ? "" : "<dt>" + html_escaped(what) + "</dt><dd>" + html_escaped(text) + "</dd>\n";
}

std::string summary(const Result& result) {
    const auto& e = result.experiment;
    std::string html = "<dl>\n" + line("Source", e.source + (e.place.empty() ? "" : ", " + e.place));
    html += line("Modelled for", result.modelled_on.empty() ? "nothing" : result.modelled_on);
    html += line("Measured on", result.measured_on.empty() ? "nothing" : result.measured_on);
    html += line("Form", result.is_quick ? "quick: fewer cells, shorter measurements" : "full");
    html += line("Date", result.date);
    html += line("Handed in by", result.author) + line("Their words", result.words);
    html += "</dl>\n";
    if (!result.is_complete)
        html += "<p class=\"remark\">The run was stopped before its end: some figures are missing.</p>\n";
    if (!e.conclusion.empty()) html += "<h2>Conclusion of the source</h2>\n<p>" + html_escaped(e.conclusion) + "</p>\n";
    if (!e.remarks.empty()) html += "<h2>Differences here</h2>\n<p>" + html_escaped(e.remarks) + "</p>\n";
    return html;
}

std::string profile_notes(const Result& result) {
    std::string html;
    for (const auto& profile : result.profiles) {
        const std::string text = profile.why_not.empty() ? profile.note : profile.why_not;
        if (!text.empty()) html += "<li>" + html_escaped(profile.title) + ": " + html_escaped(text) + "</li>\n";
    }
    return html.empty() ? "" : "<ul class=\"notes\">\n" + html + "</ul>\n";
}

std::string environment_of(const Result& result) {
    if (result.facts.empty()) return {};
    std::string html = "<h2>Machine and settings</h2>\n<div class=\"wide\"><table class=\"facts\"><tbody>\n";
    for (const auto& [key, value] : result.facts)
        html += "<tr><th scope=\"row\">" + html_escaped(key) + "</th><td>" + html_escaped(value) + "</td></tr>\n";
    return html + "</tbody></table></div>\n";
}

} // namespace

std::string report_style() {
    return R"(
:root { color-scheme: light; }
body { font: 1rem/1.5 system-ui, sans-serif; color: #1a1d21; background: #fff; margin: 2rem auto; padding: 0 1rem; max-width: 70rem; }
h1 { font-size: 1.7rem; line-height: 1.25; margin-bottom: 0.2em; }
h2 { font-size: 1.25rem; margin-top: 2em; border-bottom: 1px solid #c8ccd2; }
h3 { font-size: 1rem; margin: 1.5em 0 0.3em; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.2em 1em; }
dt { color: #555c66; } dd { margin: 0; overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { border: 1px solid #d5d8dd; padding: 0.25em 0.6em; text-align: right; vertical-align: top; }
th { font-weight: 600; } tbody th { font-weight: 400; } thead th { background: #f2f4f6; }
table.claims th, table.claims td, table.facts th, table.facts td { text-align: left; overflow-wrap: anywhere; }
table.claims td { min-width: 9rem; }
small { color: #555c66; } .ratio { color: #33383f; }
.look { display: inline-block; width: 0.9em; height: 0.9em; margin-right: 0.35em; vertical-align: -0.1em; box-sizing: border-box;
  -webkit-print-color-adjust: exact; print-color-adjust: exact; }
.published .look { border: 2px solid #1a1d21; background: #fff; }
.modelled .look { border: 1px solid #1f5fa8; background: repeating-linear-gradient(45deg, #1f5fa8 0 2px, #fff 2px 5px); }
.measured .look { background: #b3541e; }
.holds { background: #e7f4ea; } .fails { background: #fbe9e7; } .open { background: #fff; }
.fitted { font-weight: 700; } .remark { border-left: 0.3rem solid #b3541e; padding-left: 0.8rem; }
.notes { font-size: 0.9rem; color: #33383f; }
figure { margin: 1.5rem 0; break-inside: avoid; } figure svg { max-width: 100%; height: auto; } figcaption { color: #555c66; }
@media print { body { margin: 0; max-width: none; font-size: 10pt; } thead { display: table-header-group; }
  tr, figure { break-inside: avoid; } h2, h3 { break-after: avoid; } .wide { overflow: visible; }
  td.holds, td.fails { -webkit-print-color-adjust: exact; print-color-adjust: exact; } }
)";
}

std::string report_html(const Result& result, const std::vector<ReportPicture>& pictures) {
    const auto& e = result.experiment;
    std::string html = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
                       html_escaped(e.title) + "</title>\n<style>" + report_style() +
                       "</style>\n</head>\n<body>\n<main>\n";
    html += "<h1>" + html_escaped(e.title) + "</h1>\n" + summary(result) + report_claims(result) +
            pictures_of(result, pictures) + profile_notes(result) + report_tables(result) + environment_of(result);
    html += "<p class=\"notes\">Written by Warploom " + html_escaped(measure::version()) +
            ". The window opens this page again and shows whether its figures are as the program wrote "
            "them.</p>\n</main>\n";
    return html + experiment::result_script(result) + "\n</body>\n</html>\n";
}

} // namespace warploom::app
