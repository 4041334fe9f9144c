#pragma once

#include "app/exercise/grade.h"
#include "engine/enum_words.h"
#include "engine/exercise/exercise.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warploom::app {

/// The quantity that determines the ranks in a leaderboard. Lower values are better.
enum class RankedBy { transactions, bytes, time };
constexpr auto words_of(RankedBy) { return std::array{"transactions", "bytes", "time"}; }
using warploom::to_string;

/// A submission in a leaderboard.
struct LeaderboardRow {
    Graded graded;
    std::int64_t rank = 0; ///< starts at 1; equal values have the same rank; 0 if there is no correct result
    bool is_tied = false;
    std::optional<std::int64_t> previous_rank; ///< rank in the earlier leaderboard, if the submission had one
    bool is_new = false;                       ///< whether the earlier leaderboard does not list the submission
    std::string finding;                       ///< why the submission has no rank; empty if it has one

    bool is_ranked() const { return rank > 0; }
};

/// A ranking of submissions by counts on random inputs.
struct Leaderboard {
    std::string exercise, title; ///< ID and title of the exercise
    std::string card;
    RankedBy ranked_by = RankedBy::transactions;
    std::int64_t inputs = 0;          ///< number of random inputs that the counts refer to
    bool has_history = false;         ///< whether there was an earlier leaderboard
    std::vector<LeaderboardRow> rows; ///< sorted by rank and then by name; submissions without a rank are last
};

/// Ranks submissions that grade_class() graded for a contest (GradeSettings::is_contest).
Leaderboard make_leaderboard(const exercise::Exercise& exercise, RankedBy ranked_by, std::vector<Graded> graded);

/// Adds the ranks of an earlier leaderboard, which is the text of a CSV file written for leaderboard_table(). A
/// submission is identified by its file name or, failing that, by the name of its author if that name is unique in both
/// leaderboards. Errors: "contest.history" if the text is not a leaderboard for this exercise. `where` is the file name
/// in the error message.
void add_history(Leaderboard& leaderboard, const std::string& csv, const std::string& where);

/// Returns whether a submission is so similar to another one that a teacher should compare both sources.
bool is_suspicious(const Graded& graded);

/// Returns the leaderboard as a table with one row per submission, for CSV files.
Table leaderboard_table(const Leaderboard& leaderboard);

} // namespace warploom::app
