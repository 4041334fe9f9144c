#include "app/exercise/leaderboard.h"

#include "app/page/page_file.h"
#include "engine/error.h"
#include "engine/format_number.h"
#include "engine/html.h"
#include "engine/join.h"
#include "engine/measure/environment.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <sstream>
#include <tuple>

namespace warploom::app {

using exercise::GateResult;
using exercise::GateState;
using exercise::GradingCounts;

namespace {

/// Likeness from which a submission is highlighted. In short exercises, independent solutions reach about 0.9.
constexpr double suspicious_likeness = 0.95;

double value_of(const GradingCounts& counts, RankedBy ranked_by) {
    switch (ranked_by) {
    case RankedBy::transactions: return static_cast<double>(counts.transactions);
    case RankedBy::bytes: return static_cast<double>(counts.bytes);
    case RankedBy::time: break;
    }
    return counts.modelled_ns;
}

/// Returns the reason that a submission has no rank: its first finding or wrong result.
std::string first_finding(const Graded& graded) {
    for (const GateResult& gate : graded.judgement.gates)
        if ((gate.state == GateState::missed || gate.state == GateState::not_understood) && !gate.sentence.empty())
            return gate.sentence;
    if (!graded.judgement.sentence.empty()) return graded.judgement.sentence;
    return sentence("The submission was not graded.");
}

/// The rank of each submission in an earlier leaderboard, by file and by the names that occur only once.
struct History {
    std::map<std::string, std::optional<std::int64_t>> by_file, by_name;
};

/// Returns the rows of a table by the text of a column. Omits texts that occur more than once.
std::map<std::string, std::size_t> unique_rows(const Table& table, const char* column) {
    std::map<std::string, std::size_t> rows, occurrences;
    const std::size_t at = table.column(column);
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        rows[table.text(row, at)] = row;
        ++occurrences[table.text(row, at)];
    }
    for (const auto& [text, count] : occurrences)
        if (count > 1) rows.erase(text);
    return rows;
}

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

Leaderboard make_leaderboard(const exercise::Exercise& exercise, RankedBy ranked_by, std::vector<Graded> graded) {
    Leaderboard board;
    board.exercise = exercise.id;
    board.title = exercise.title;
    board.card = exercise.card;
    board.ranked_by = ranked_by;
    for (Graded& each : graded) board.rows.emplace_back().graded = std::move(each);
    const auto key = [&](const LeaderboardRow& row) {
        const auto& counts = row.graded.judgement.counts;
        return std::tuple(!counts, !row.graded.is_hand_in, counts ? value_of(*counts, ranked_by) : 0.0,
                          std::cref(row.graded.name).get(), std::cref(row.graded.file).get());
    };
    std::sort(board.rows.begin(), board.rows.end(),
              [&](const LeaderboardRow& a, const LeaderboardRow& b) { return key(a) < key(b); });
    for (std::size_t i = 0; i < board.rows.size(); ++i) {
        LeaderboardRow& row = board.rows[i];
        const auto& counts = row.graded.judgement.counts;
        if (!counts) {
            row.finding = first_finding(row.graded);
            continue;
        }
        board.inputs = counts->inputs;
        row.rank = static_cast<std::int64_t>(i) + 1;
        if (i == 0) continue;
        LeaderboardRow& before = board.rows[i - 1];
        if (value_of(*before.graded.judgement.counts, ranked_by) != value_of(*counts, ranked_by)) continue;
        row.rank = before.rank;
        row.is_tied = before.is_tied = true;
    }
    return board;
}

bool is_suspicious(const Graded& graded) {
    return !graded.likeness.empty() && std::strtod(graded.likeness.c_str(), nullptr) >= suspicious_likeness;
}

Table leaderboard_table(const Leaderboard& board) {
    Table table{board.title,
                {{"exercise", ""},
                 {"rank", ""},
                 {"name", ""},
                 {"transactions", ""},
                 {"bytes", ""},
                 {"modeled_time", "ns"},
                 {"previous_rank", ""},
                 {"likeness", ""},
                 {"remarks", ""},
                 {"finding", ""},
                 {"file", ""}}};
    for (const LeaderboardRow& row : board.rows) {
        const auto& counts = row.graded.judgement.counts;
        table.add_row({board.exercise, row.is_ranked() ? Cell(row.rank) : Cell(), row.graded.name,
                       counts ? Cell(counts->transactions) : Cell(), counts ? Cell(counts->bytes) : Cell(),
                       counts ? Cell(counts->modelled_ns) : Cell(),
                       row.previous_rank ? Cell(*row.previous_rank) : Cell(), row.graded.likeness,
                       join(row.graded.remarks, "; "), row.finding, row.graded.file});
    }
    return table;
}

void add_history(Leaderboard& board, const std::string& csv, const std::string& where) {
    const Table before = table_from_csv(csv);
    const auto fail = [&](const std::string& message) {
        throw Error("contest.history", message, sentence("Specify a CSV file that an earlier contest wrote."));
    };
    for (const char* const column : {"exercise", "rank", "name", "file"})
        if (std::none_of(before.columns.begin(), before.columns.end(),
                         [&](const Column& each) { return each.name == column; }))
            fail(sentence("'{file}' is not a leaderboard: it has no column `{column}`.",
                          {{"file", where}, {"column", column}}));
    if (!before.rows.empty() && before.text(0, before.column("exercise")) != board.exercise)
        fail(sentence(
            "'{file}' is the leaderboard of the exercise {other}, not of {exercise}.",
            {{"file", where}, {"other", before.text(0, before.column("exercise"))}, {"exercise", board.exercise}}));
    // Write and parse the current table, too, so that names that look like numbers or formulas are equal in both.
    std::ostringstream text;
    write_csv(text, leaderboard_table(board));
    const Table now = table_from_csv(text.str());
    const auto old_files = unique_rows(before, "file"), old_names = unique_rows(before, "name"),
               new_names = unique_rows(now, "name");
    board.has_history = true;
    for (std::size_t i = 0; i < board.rows.size(); ++i) {
        const std::string name = now.text(i, now.column("name"));
        auto found = old_files.find(now.text(i, now.column("file")));
        if (found == old_files.end()) {
            found = old_names.find(name);
            board.rows[i].is_new = found == old_names.end() || new_names.count(name) == 0;
            if (board.rows[i].is_new) continue;
        }
        const double rank = before.number(found->second, before.column("rank"));
        if (rank >= 1) board.rows[i].previous_rank = static_cast<std::int64_t>(rank);
    }
}

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
