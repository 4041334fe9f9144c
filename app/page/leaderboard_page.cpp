#include "app/page/leaderboard_page.h"

#include "app/page/table_page.h"
#include "engine/format_number.h"
#include "engine/html.h"
#include "engine/join.h"
#include "engine/measure/environment.h"
#include "engine/sentence.h"

#include <vector>

namespace warploom::app {

namespace {

std::string change_text(const LeaderboardRow& row) {
    if (row.is_new) return sentence("new");
    if (!row.previous_rank) return row.is_ranked() ? sentence("not ranked before") : std::string();
    if (!row.is_ranked()) return sentence("was {rank}", {{"rank", *row.previous_rank}});
    const std::int64_t up = *row.previous_rank - row.rank;
    if (up == 0) return sentence("unchanged");
    return up > 0 ? sentence("up {n}", {{"n", up}}) : sentence("down {n}", {{"n", -up}});
}

} // namespace

std::string leaderboard_html(const Leaderboard& board) {
    const std::string title = sentence("Leaderboard: {exercise}", {{"exercise", board.title}});
    const std::vector<std::string> headings{sentence("Rank"),
                                            sentence("Name"),
                                            sentence("Transactions"),
                                            sentence("Bytes"),
                                            sentence("Modeled time"),
                                            sentence("Change"),
                                            sentence("Most similar submission"),
                                            sentence("Remarks")};
    std::string html = "<p>";
    if (board.inputs > 0)
        html += html_escaped(sentence("The counts are sums over {n} random {n:input|inputs}, which are new in every "
                                      "contest. The card is {card}.",
                                      {{"n", board.inputs}, {"card", board.card}}));
    else html += html_escaped(sentence("No submission is correct. The card is {card}.", {{"card", board.card}}));
    html += "</p>\n";
    std::vector<std::string> shown = headings;
    if (!board.has_history) shown.erase(shown.begin() + 5);
    html += table_head(shown);
    for (const LeaderboardRow& row : board.rows) {
        const auto& counts = row.graded.judgement.counts;
        const std::string rank = !row.is_ranked() ? std::string()
                                 : row.is_tied    ? sentence("{rank} (tie)", {{"rank", row.rank}})
                                                  : std::to_string(row.rank);
        html += "<tr role=\"row\">" + table_cell(headings[0], rank, "word") + table_row_heading(row.graded.name);
        html +=
            table_cell(headings[2], counts ? format_number(static_cast<double>(counts->transactions), "%.0f") : "") +
            table_cell(headings[3], counts ? format_number(static_cast<double>(counts->bytes), "%.0f") : "") +
            table_cell(headings[4],
                       counts ? sentence("{time} µs", {{"time", format_number(counts->modelled_ns / 1000, "%.4g")}})
                              : std::string());
        if (board.has_history) html += table_cell(headings[5], change_text(row), "word");
        std::vector<std::string> remarks = row.graded.remarks;
        if (!row.finding.empty()) remarks.insert(remarks.begin(), row.finding);
        html += table_cell(headings[6], row.graded.likeness, is_suspicious(row.graded) ? "word flagged" : "word") +
                table_cell(headings[7], join(remarks, "; "), "word") + "</tr>\n";
    }
    html += "</tbody>\n</table>\n<p class=\"hint\">" +
            html_escaped(sentence("Written by Warploom {version}. The counts are exact. The modeled time is an "
                                  "estimate.",
                                  {{"version", measure::version()}})) +
            "</p>\n";
    return table_page(title, html);
}

} // namespace warploom::app
