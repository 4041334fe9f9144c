#include "app/exercise/leaderboard.h"

#include "engine/error.h"
#include "engine/join.h"
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

/// Minimum similarity at which a submission is highlighted. In short exercises, independent solutions reach a
/// similarity of about 0.9.
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

/// The rank of each submission in an earlier leaderboard, by file name. Also contains the ranks by author name, for
/// names that occur only once.
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
    // Also write and parse the current table, so that names that look like numbers or formulas have the same form in
    // both tables.
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

} // namespace warploom::app
