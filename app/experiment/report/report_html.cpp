#include "app/experiment/report/report_html.h"

#include "app/experiment/report/report_parts.h"
#include "engine/embedded_file.h"
#include "engine/html.h"
#include "engine/measure/environment.h"
#include "engine/sentence.h"

namespace warploom {
const std::vector<EmbeddedFile>& report_files(); // the contents of report.css, which is embedded in the program
} // namespace warploom

namespace warploom::app {

using experiment::Result;

namespace {

/// Makes the element IDs in an SVG image unique within the page.
std::string with_own_names(std::string svg, std::size_t number) {
    const std::string own_prefix = "picture-" + std::to_string(number) + "-";
    for (const std::string before : {" id=\"", "\"url(#", "href=\"#"})
        for (std::size_t at = svg.find(before); at != std::string::npos; at = svg.find(before, at + before.size()))
            svg.insert(at + before.size(), own_prefix);
    return svg;
}

std::string remark(const std::string& text) { return "<p class=\"remark\">" + html_escaped(text) + "</p>\n"; }

std::string heading(const std::string& text) { return "<h2>" + html_escaped(text) + "</h2>\n"; }

std::string pictures_of(const Result& result, const std::vector<ReportPicture>& pictures) {
    if (pictures.empty()) {
        if (result.experiment.charts.empty() && result.experiment.profiles.empty()) return {};
        return remark(sentence("This page has no images because the program that draws them was not available."));
    }
    std::string html = heading(sentence("Charts"));
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
    std::string html = "<dl>\n" + line(sentence("Source"), e.source + (e.place.empty() ? "" : ", " + e.place));
    html += line(sentence("Modeled for"), result.modelled_on.empty() ? sentence("nothing") : result.modelled_on);
    html += line(sentence("Measured on"), result.measured_on.empty() ? sentence("nothing") : result.measured_on);
    html += line(sentence("Form"),
                 result.is_quick ? sentence("quick: fewer cells, shorter measurements") : sentence("full"));
    html += line(sentence("Date"), result.date);
    html += line(sentence("Author"), result.author) + line(sentence("Comments"), result.words);
    html += "</dl>\n";
    if (!result.is_complete)
        html += remark(sentence("The run was stopped before it finished. Some values are missing."));
    if (!e.conclusion.empty())
        html += heading(sentence("Conclusion of the paper")) + "<p>" + html_escaped(e.conclusion) + "</p>\n";
    if (!e.remarks.empty())
        html += heading(sentence("Differences from the paper")) + "<p>" + html_escaped(e.remarks) + "</p>\n";
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
    std::string html =
        heading(sentence("Machine and settings")) + "<div class=\"wide\"><table class=\"facts\"><tbody>\n";
    for (const auto& [key, value] : result.facts)
        html += "<tr><th scope=\"row\">" + html_escaped(key) + "</th><td>" + html_escaped(value) + "</td></tr>\n";
    return html + "</tbody></table></div>\n";
}

} // namespace

std::string report_html(const Result& result, const std::vector<ReportPicture>& pictures) {
    const auto& e = result.experiment;
    std::string html = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
                       html_escaped(e.title) + "</title>\n<style>\n" + report_files().front().text +
                       "</style>\n</head>\n<body>\n<main>\n";
    html += "<h1>" + html_escaped(e.title) + "</h1>\n" + summary(result) + report_claims(result) +
            pictures_of(result, pictures) + profile_notes(result) + report_tables(result) + environment_of(result);
    html += "<p class=\"notes\">" +
            html_escaped(sentence("Written by Warploom {version}. To check whether values in this page were edited, "
                                  "open it in Warploom.",
                                  {{"version", measure::version()}})) +
            "</p>\n</main>\n";
    return html + experiment::result_script(result) + "\n</body>\n</html>\n";
}

} // namespace warploom::app
