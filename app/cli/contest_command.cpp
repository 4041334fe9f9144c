#include "app/cli/commands.h"

#include "app/cli/text_output.h"
#include "app/exercise/leaderboard.h"
#include "app/exercise/unpacked_class.h"
#include "app/page/leaderboard_page.h"
#include "engine/atomic_file.h"
#include "engine/error.h"
#include "engine/exercise/exercise.h"
#include "engine/join.h"
#include "engine/regular_file.h"
#include "engine/sentence.h"
#include "engine/simulated/card.h"
#include "engine/terminal_text.h"

#include <cstdio>
#include <filesystem>
#include <random>
#include <sstream>

namespace warploom::app {

namespace fs = std::filesystem;

/// Implements the command `contest`, which ranks the submissions of a class by counts (docs/grading.md).
class ContestCommand {
public:
    explicit ContestCommand(CommandLine& line) {
        CLI::App* const contest = line.add(line.app, "contest", "Ranks the submissions of a class by counts.", this,
                                           &ContestCommand::contest);
        line.add_json(*contest);
        contest
            ->add_option("folder", folder_,
                         "A folder with submissions (.cu), or with one subfolder per student, or a ZIP archive of it.")
            ->required();
        contest
            ->add_option("--exercise", settings_.exercise,
                         "The ID of an exercise (`exercise list`) or the path of an exercise.json.")
            ->required();
        contest->add_option("--out", out_,
                            "The folder for leaderboard.html and leaderboard.csv. If it contains an earlier "
                            "leaderboard.csv, the new files show how the ranks changed.");
        contest->add_option("--history", history_,
                            "The CSV file of an earlier contest, to show how the ranks changed. Default: the file in "
                            "the folder --out.");
        contest->add_option("--by", by_, "The quantity to rank by: transactions, bytes or time. Default: transactions.")
            ->check(CLI::IsMember({"transactions", "bytes", "time"}));
        contest->add_option("--card", settings_.card,
                            "The ID of a card (`cards` lists them). Default: the card of the exercise.");
        contest
            ->add_option("--at-once", settings_.at_once,
                         "Number of submissions graded in parallel. Default: one per core.")
            ->check(CLI::Range(1, 1024));
        contest->add_option("--seconds", settings_.seconds, "CPU time limit in seconds per submission. Default: 10.")
            ->check(CLI::Range(1, 3600));
    }

private:
    ExitStatus contest(const CommandCall& call) const {
        exercise::Exercise exercise = exercise::find_exercise(settings_.exercise);
        if (!settings_.card.empty()) exercise.card = simulated::find_card(settings_.card).id;
        const std::string page = file_in_out("leaderboard.html"), csv = file_in_out("leaderboard.csv");
        std::string history = history_;
        if (!out_.empty()) {
            std::error_code failure; // the next line reports a folder that could not be created
            fs::create_directories(out_, failure);
            if (history.empty() && fs::exists(csv, failure)) history = csv;
            for (const std::string& file : {page, csv}) require_writable(file);
        }
        // Read the history before grading, so that an invalid history is reported without delay.
        const std::string earlier = history.empty() ? std::string() : read_regular_file(history, largest_history);
        GradeSettings settings = settings_;
        settings.is_contest = true;
        settings.seed = fresh_seed();
        const Progress progress = grading_progress(call);
        const UnpackedClass unpacked(folder_);
        Leaderboard board =
            make_leaderboard(exercise, *named<RankedBy>(by_), grade_class(unpacked.folder(), settings, progress));
        if (progress.report) std::fputs("\n", stderr);
        if (!history.empty()) add_history(board, earlier, history);
        bool is_written = false;
        if (!out_.empty())
            is_written = call.answer.write_files([&] {
                write_whole_file(page, leaderboard_html(board));
                write_csv_file(csv, leaderboard_table(board));
            });
        std::string text = text_of(board);
        if (is_written) text += sentence("Wrote {page} and {table}.", {{"page", page}, {"table", csv}}) + "\n";
        call.answer.give(document_of(board), text);
        return exit_fine;
    }

    std::string file_in_out(const char* name) const {
        return out_.empty() ? std::string() : (fs::path(out_) / name).string();
    }

    /// Returns a seed that nobody can predict, so that submissions cannot be written for its inputs.
    static std::uint64_t fresh_seed() {
        std::random_device device;
        return static_cast<std::uint64_t>(device()) << 32 | device();
    }

    static std::string text_of(const Leaderboard& board) {
        std::vector<std::vector<std::string>> lines;
        std::string others;
        for (const LeaderboardRow& row : board.rows) {
            const Graded& graded = row.graded;
            std::vector<std::string> remarks = graded.remarks;
            if (is_suspicious(graded)) remarks.push_back(graded.likeness);
            if (!row.is_ranked()) {
                remarks.insert(remarks.begin(), row.finding);
                others += in_one_line(graded.name + ": " + join(remarks, "; ")) + "\n";
                continue;
            }
            const auto& counts = *graded.judgement.counts;
            lines.push_back({std::to_string(row.rank) + (row.is_tied ? "=" : ""), in_one_line(graded.name),
                             std::to_string(counts.transactions), std::to_string(counts.bytes),
                             modelled_text(counts.modelled_ns),
                             row.previous_rank ? std::to_string(*row.previous_rank) : std::string("-"),
                             in_one_line(join(remarks, "; "))});
        }
        std::string text;
        if (!lines.empty())
            text = sentence("Ranked by {quantity} on {card}, summed over {n} random {n:input|inputs}:",
                            {{"quantity", to_string(board.ranked_by)}, {"card", board.card}, {"n", board.inputs}}) +
                   "\n" +
                   aligned({"rank", "name", "transactions", "bytes", "modeled time", "before", "remarks"}, lines);
        if (!others.empty()) text += sentence("Not ranked:") + "\n" + others;
        return text;
    }

    static Json document_of(const Leaderboard& board) {
        Json rows = Json::array();
        for (const LeaderboardRow& row : board.rows)
            rows.push_back(
                {{"rank", row.is_ranked() ? Json(row.rank) : Json()},
                 {"is_tied", row.is_tied},
                 {"name", row.graded.name},
                 {"file", row.graded.file},
                 {"counts", row.graded.judgement.counts ? protocol::write(*row.graded.judgement.counts) : Json()},
                 {"previous_rank", row.previous_rank ? Json(*row.previous_rank) : Json()},
                 {"likeness", row.graded.likeness},
                 {"remarks", row.graded.remarks},
                 {"finding", row.finding}});
        return {{"exercise", board.exercise},
                {"card", board.card},
                {"ranked_by", to_string(board.ranked_by)},
                {"inputs", board.inputs},
                {"rows", rows}};
    }

    static constexpr std::size_t largest_history = std::size_t{64} << 20; ///< in bytes
    GradeSettings settings_;
    std::string folder_, out_, history_, by_ = "transactions";
};

void add_contest_command(CommandLine& line) { line.keep<ContestCommand>(); }

} // namespace warploom::app
