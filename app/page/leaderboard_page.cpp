#include "app/page/leaderboard_page.h"

#include "app/page/page_file.h"
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

std::string html_cell(const std::string& heading, const std::string& text, const std::string& kind = {}) {
    return "<td role=\"cell\"" + (kind.empty() ? "" : " class=\"" + kind + "\"") + " data-heading=\"" +
           html_escaped(heading) + "\">" + html_escaped(text) + "</td>";
}

constexpr const char* board_style = R"(
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
    std::string html = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
                       "'unsafe-inline'\">\n<meta name=\"viewport\" content=\"width=device-width, "
                       "initial-scale=1\">\n<title>" +
                       html_escaped(title) + "</title>\n<style>\n" + page_part("page.css") + board_style +
                       "</style>\n</head>\n<body>\n<main>\n<h1>" + html_escaped(title) + "</h1>\n<p>";
    if (board.inputs > 0)
        html += html_escaped(sentence("The counts are sums over {n} random {n:input|inputs}, which are new in every "
                                      "contest. The card is {card}.",
                                      {{"n", board.inputs}, {"card", board.card}}));
    else html += html_escaped(sentence("No submission is correct. The card is {card}.", {{"card", board.card}}));
    html += "</p>\n<table class=\"board\" role=\"table\">\n<thead role=\"rowgroup\"><tr role=\"row\">";
    for (std::size_t i = 0; i < headings.size(); ++i)
        if (i != 5 || board.has_history)
            html += "<th role=\"columnheader\" scope=\"col\">" + html_escaped(headings[i]) + "</th>";
    html += "</tr></thead>\n<tbody role=\"rowgroup\">\n";
    for (const LeaderboardRow& row : board.rows) {
        const auto& counts = row.graded.judgement.counts;
        const std::string rank = !row.is_ranked() ? std::string()
                                 : row.is_tied    ? sentence("{rank} (tie)", {{"rank", row.rank}})
                                                  : std::to_string(row.rank);
        html += "<tr role=\"row\">" + html_cell(headings[0], rank, "word") +
                "<th role=\"rowheader\" scope=\"row\" class=\"name\">" + html_escaped(row.graded.name) + "</th>";
        html += html_cell(headings[2], counts ? format_number(static_cast<double>(counts->transactions), "%.0f") : "") +
                html_cell(headings[3], counts ? format_number(static_cast<double>(counts->bytes), "%.0f") : "") +
                html_cell(headings[4],
                          counts ? sentence("{time} µs", {{"time", format_number(counts->modelled_ns / 1000, "%.4g")}})
                                 : std::string());
        if (board.has_history) html += html_cell(headings[5], change_text(row), "word");
        std::vector<std::string> remarks = row.graded.remarks;
        if (!row.finding.empty()) remarks.insert(remarks.begin(), row.finding);
        html += html_cell(headings[6], row.graded.likeness, is_suspicious(row.graded) ? "word flagged" : "word") +
                html_cell(headings[7], join(remarks, "; "), "word") + "</tr>\n";
    }
    html += "</tbody>\n</table>\n<p class=\"hint\">" +
            html_escaped(sentence("Written by Warploom {version}. The counts are exact. The modeled time is an "
                                  "estimate.",
                                  {{"version", measure::version()}})) +
            "</p>\n</main>\n</body>\n</html>\n";
    return html;
}

} // namespace warploom::app
