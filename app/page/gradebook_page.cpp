#include "app/page/gradebook_page.h"

#include "app/page/table_page.h"
#include "engine/format_number.h"
#include "engine/html.h"
#include "engine/join.h"
#include "engine/measure/environment.h"
#include "engine/sentence.h"

#include <optional>
#include <vector>

namespace warploom::app {

std::string gradebook_html(const Gradebook& gradebook) {
    const bool is_single = gradebook.exercises.size() == 1;
    const std::string title = is_single
                                  ? sentence("Grades: {exercise}", {{"exercise", gradebook.exercises.front().title}})
                                  : sentence("Grades");
    std::vector<std::string> headings{sentence("Name")};
    for (const GradedExercise& exercise : gradebook.exercises)
        headings.push_back(sentence("{exercise} (of {points})", {{"exercise", exercise.title},
                                                                 {"points", format_number(exercise.out_of, "%.6g")}}));
    headings.push_back(sentence("Total (of {points})", {{"points", format_number(gradebook.out_of, "%.6g")}}));
    headings.push_back(sentence("Remarks"));
    std::string html = table_head(headings);
    for (const GradebookRow& row : gradebook.rows) {
        html += "<tr role=\"row\">" + table_row_heading(row.name);
        for (std::size_t e = 0; e < row.points.size(); ++e) {
            const std::optional<double>& points = row.points[e];
            html += table_cell(headings[e + 1], points ? format_number(*points, "%.6g") : sentence("not submitted"));
        }
        html += table_cell(headings[headings.size() - 2], format_number(row.total, "%.6g")) +
                table_cell(headings.back(), join(row.remarks, "; "), "word") + "</tr>\n";
    }
    html += "</tbody>\n</table>\n<p class=\"hint\">" +
            html_escaped(sentence("Written by Warploom {version}.", {{"version", measure::version()}})) + "</p>\n";
    return table_page(title, html);
}

} // namespace warploom::app
