#include "app/cli/commands.h"

#include "app/cli/text_output.h"
#include "app/exercise/grade_formats.h"
#include "app/exercise/gradebook.h"
#include "app/exercise/grader_kit.h"
#include "app/exercise/judge.h"
#include "app/exercise/unpacked_class.h"
#include "app/page/gradebook_page.h"
#include "engine/atomic_file.h"
#include "engine/error.h"
#include "engine/exercise/exercise.h"
#include "engine/exercise/hand_in.h"
#include "engine/format_number.h"
#include "engine/join.h"
#include "engine/regular_file.h"
#include "engine/sentence.h"
#include "engine/table.h"
#include "engine/terminal_text.h"
#include "engine/text_encoding.h"

#include <cstdio>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace warploom::app {

using exercise::Exercise;
using exercise::GateResult;
using exercise::GateState;
using exercise::Grading;

namespace {

std::string points_text(double points, double out_of) {
    return sentence("{points} of {most}", {{"points", format_number(points)}, {"most", format_number(out_of)}});
}

std::string padded(std::string text, std::size_t width) {
    text.resize(std::max(width, text.size() + 1), ' ');
    return text;
}

std::string word_of(GateState state) {
    switch (state) {
    case GateState::met: return sentence("passed");
    case GateState::not_looked_at: return sentence("not checked");
    case GateState::not_understood: return sentence("cannot run");
    case GateState::missed: break;
    }
    return sentence("not passed");
}

std::string task_text(const Exercise& exercise, int hints) {
    std::string text = exercise.title + "\n";
    for (const std::string& paragraph : exercise.task) text += "\n" + paragraph + "\n";
    text += "\n" + sentence("Gates, on {card}:", {{"card", exercise.card}}) + "\n";
    for (const exercise::Gate& gate : exercise.gates)
        text += "  " + gate.id + " (" + format_number(gate.points) + "): " + gate.title + "; " + gate.words() + ": " +
                gate.bound() + "\n";
    const int all = static_cast<int>(exercise.hints.size());
    for (int h = 0; h < std::min(hints, all); ++h)
        text += "\n" +
                sentence("Hint {number}: {hint}",
                         {{"number", h + 1}, {"hint", exercise.hints[static_cast<std::size_t>(h)]}}) +
                "\n";
    if (hints < all)
        text += "\n" + sentence("{n} more {n:hint is|hints are} available (--hints).", {{"n", all - hints}}) + "\n";
    return text;
}

std::string judgement_text(const Grading& judgement) {
    std::string text = sentence("On {card}, {block} threads per block: {input} and {n} more {n:input|inputs}.",
                                {{"card", judgement.card},
                                 {"block", judgement.block},
                                 {"input", judgement.inputs.front()},
                                 {"n", judgement.inputs.size() - 1}}) +
                       "\n";
    for (const GateResult& gate : judgement.gates) {
        text += padded(word_of(gate.state), 16) + gate.title + " (" + gate.points_text() + ")\n";
        if (!gate.sentence.empty()) text += std::string(16, ' ') + gate.sentence + "\n";
    }
    if (!judgement.sentence.empty()) text += judgement.sentence + "\n";
    if (judgement.counts)
        return text +
               sentence("On {n} random {n:input|inputs}: {transactions} transactions, {bytes} bytes, modeled time "
                        "{time}.",
                        {{"n", judgement.counts->inputs},
                         {"transactions", judgement.counts->transactions},
                         {"bytes", judgement.counts->bytes},
                         {"time", modelled_text(judgement.counts->modelled_ns)}}) +
               "\n";
    return text + sentence("Points: {points}", {{"points", points_text(judgement.points, judgement.out_of)}}) + "\n";
}

} // namespace

/// Implements the commands `exercise list | show | start | check | seal` for students and `grade` for teachers
/// (docs/exercises.md).
class ExerciseCommands {
public:
    explicit ExerciseCommands(CommandLine& line) {
        const auto add = [&](CLI::App& under, const char* word, const char* about, auto action) {
            return line.add(under, word, about, this, action);
        };
        CLI::App& exercise =
            line.add_group("exercise", "Programming exercises, graded by the counters of a simulated card.",
                           "A subcommand of exercise");
        CLI::App* const list = add(exercise, "list", "Lists the exercises.", &ExerciseCommands::list);
        CLI::App* const show = add(exercise, "show", "Shows the task of an exercise.", &ExerciseCommands::show);
        CLI::App* const start =
            add(exercise, "start", "Writes the starter kernel of an exercise.", &ExerciseCommands::start);
        CLI::App* const check = add(exercise, "check", "Grades an answer.", &ExerciseCommands::check);
        CLI::App* const seal =
            add(exercise, "seal", "Adds your name and a seal to an answer so that you can submit it.",
                &ExerciseCommands::seal);
        CLI::App* const grade = add(line.app, "grade", "Grades the submissions of a class.", &ExerciseCommands::grade);
        for (CLI::App* const command : {list, show, check, grade}) line.add_json(*command);
        const char* const which = "The ID of an exercise (`exercise list`) or the path of an exercise.json.";
        for (CLI::App* const command : {show, start})
            command->add_option("exercise", settings_.exercise, which)->required();
        for (CLI::App* const command : {check, seal})
            command->add_option("--exercise", settings_.exercise, which)->required();
        grade
            ->add_option("--exercise", exercises_,
                         "The ID of an exercise (`exercise list`) or the path of an exercise.json. If there are "
                         "several, separated by commas, each has a subfolder or a ZIP archive with its ID as the name.")
            ->required()
            ->allow_extra_args(false)
            ->delimiter(',');
        show->add_option("--hints", hints_, "Number of hints to show.")->check(CLI::NonNegativeNumber);
        start->add_option("--out", file_, "The file to write.")->required();
        for (CLI::App* const command : {check, seal})
            command->add_option("file", file_, "The answer to grade (.cu).")->required();
        for (CLI::App* const command : {check, grade})
            command->add_option("--seed", settings_.seed,
                                "Seed of the random inputs that the exercise does not list explicitly.");
        check->add_option("--seconds", seconds_, "CPU time limit in seconds, on one thread.")
            ->check(CLI::Range(1, 3600));
        check->add_option("--card", settings_.card,
                          "The ID of a card (`cards` lists them). Default: the card of the exercise.");
        check->add_flag("--contest", settings_.is_contest,
                        "Instead of assigning points, counts the costs on random inputs.");
        seal->add_option("--name", name_, "The name of the author.")->required();
        seal->add_option("--out", csv_, "The output file. Default: overwrites the answer.");
        grade
            ->add_option("folder", folder_,
                         "A folder with submissions (.cu), or with one subfolder per student, or a ZIP archive of it.")
            ->required();
        grade->add_option("--csv", csv_,
                          "The CSV file for the grades: name, points and each gate; for several exercises, the points "
                          "for each exercise and the total.");
        grade->add_option("--html", html_, "The HTML file for the points of all students in all exercises.");
        CLI::Option* const format = grade
                                        ->add_option("--format", format_,
                                                     "The format of --out: classroom50, coderunner, gradescope, junit, "
                                                     "moodle or prairielearn.")
                                        ->check(CLI::IsMember(grade_formats()));
        grade->add_option("--out", out_, "The output file for the grades in the format of --format.")->needs(format);
        format->needs("--out");
        grade->add_option("--export-for-jplag", jplag_,
                          "The output folder for a JPlag export of the submissions, with the starter as base code.");
        CLI::App* const grader = add(line.app, "grader",
                                     "Writes the files that a teaching platform needs to call "
                                     "`grade`.",
                                     &ExerciseCommands::grader);
        grader->add_option("kind", kind_, "classroom50, coderunner, github, gradescope, notebook or prairielearn.")
            ->required()
            ->check(CLI::IsMember(grader_kinds()));
        grader->add_option("--exercise", settings_.exercise, which)->required();
        grader->add_option("--seed", settings_.seed,
                           "Seed of the hidden inputs. It is stored in the output file, so keep that file private.");
        grader->add_option("--package", package_,
                           "The Warploom package (.deb, .whl, .tar.xz) to include in the ZIP file.");
        grader->add_option("--out", out_, "The file to write.")->required();
        grade
            ->add_option("--at-once", settings_.at_once,
                         "Number of submissions graded in parallel. Default: one per core.")
            ->check(CLI::Range(1, 1024));
        grade->add_option("--seconds", settings_.seconds, "CPU time limit in seconds per submission. Default: 10.")
            ->check(CLI::Range(1, 3600));
    }

private:
    ExitStatus list(const CommandCall& call) const {
        Json documents = Json::array();
        std::string text;
        for (const Exercise& each : exercise::own_exercises()) {
            documents.push_back({{"id", each.id}, {"title", each.title}, {"points", each.points()}});
            text += each.id + std::string(each.id.size() < 20 ? 20 - each.id.size() : 1, ' ') + each.title + "\n";
        }
        call.answer.give({{"exercises", documents}}, text);
        return exit_fine;
    }

    ExitStatus show(const CommandCall& call) const {
        const Exercise exercise = exercise::find_exercise(settings_.exercise);
        call.answer.give(protocol::write(exercise), task_text(exercise, hints_));
        return exit_fine;
    }

    ExitStatus start(const CommandCall& call) const {
        const Exercise exercise = exercise::find_exercise(settings_.exercise);
        if (std::filesystem::exists(file_))
            throw Error("file.write", sentence("The file '{file}' already exists.", {{"file", file_}}),
                        sentence("Choose another file name. Existing files are not overwritten."));
        write_whole_file(file_, exercise.starter);
        call.answer.text(sentence("Wrote {file}. To grade it, run `warploom-engine exercise check {file} --exercise "
                                  "{exercise}`.",
                                  {{"file", file_}, {"exercise", settings_.exercise}}) +
                         "\n");
        return exit_fine;
    }

    ExitStatus check(const CommandCall& call) const {
        if (seconds_ > 0) bind_to_limits(seconds_);
        Exercise exercise = exercise::find_exercise(settings_.exercise);
        if (!settings_.card.empty()) exercise.card = settings_.card;
        const Grading judgement =
            (settings_.is_contest ? judge_for_contest : judge)(exercise, file_, settings_.seed, &call.cancelled);
        call.answer.give(protocol::write(judgement), judgement_text(judgement));
        return exit_fine;
    }

    ExitStatus seal(const CommandCall& call) const {
        const Exercise exercise = exercise::find_exercise(settings_.exercise);
        const std::string& to = csv_.empty() ? file_ : csv_;
        write_whole_file(
            to, exercise::seal_text(to_utf8(read_regular_file(file_, exercise::largest_answer)), exercise.id, name_));
        call.answer.text(sentence("Wrote the sealed answer to {file}.", {{"file", to}}) + "\n");
        return exit_fine;
    }

    ExitStatus grade(const CommandCall& call) const {
        const CommandOutput& answer = call.answer;
        for (const std::string* const file : {&csv_, &out_, &html_})
            if (!file->empty()) require_writable(*file);
        const Progress progress = grading_progress(call);
        const UnpackedClass unpacked(folder_);
        if (exercises_.size() > 1) return grade_several(call, unpacked.folder(), progress);
        GradeSettings settings = settings_;
        settings.exercise = exercises_.front();
        const auto graded = grade_class(unpacked.folder(), settings, progress);
        if (progress.report) std::fputs("\n", stderr);
        const Table table = grade_table(settings.exercise, graded);
        const bool is_shown = !html_.empty() && answer.write_files([&] {
            const Exercise exercise = exercise::find_exercise(settings.exercise);
            write_whole_file(
                html_, gradebook_html(make_gradebook({{exercise.id, exercise.title, exercise.points(), graded}})));
        });
        const bool is_written = !csv_.empty() && answer.write_files([&] { write_csv_file(csv_, table); });
        const bool is_formed = !out_.empty() && answer.write_files([&] {
            write_whole_file(out_, grades_as(format_, settings.exercise, graded));
        });
        const bool is_exported = !jplag_.empty() && answer.write_files([&] {
            export_for_jplag(jplag_, graded, exercise::find_exercise(settings.exercise).starter);
        });
        std::ostringstream text;
        for (const Graded& each : graded) {
            text << points_text(each.judgement.points, each.judgement.out_of) << "  " << in_one_line(each.name);
            for (const std::string& remark : each.remarks) text << "; " << in_one_line(remark);
            text << "\n";
        }
        const std::int64_t hidden = hidden_files_in(unpacked.folder());
        if (hidden > 0) text << sentence("{n} hidden {n:file was|files were} skipped.", {{"n", hidden}}) << "\n";
        if (is_written) text << sentence("Wrote {file}.", {{"file", csv_}}) << "\n";
        if (is_shown) text << sentence("Wrote {file}.", {{"file", html_}}) << "\n";
        if (is_exported)
            text << sentence("Wrote {folder}. To compare the submissions, run `java -jar jplag.jar -l cpp -bc "
                             "{folder}/base {folder}/submissions`.",
                             {{"folder", jplag_}})
                 << "\n";
        if (is_formed)
            text << sentence("Wrote {file} for {platform}.", {{"file", out_}, {"platform", format_}}) << "\n";
        answer.give({{"exercise", settings.exercise}, {"hand_ins", documents_of(graded)}, {"hidden_files", hidden}},
                    text.str());
        return exit_fine;
    }

    static Json documents_of(const std::vector<Graded>& graded) {
        Json documents = Json::array();
        for (const Graded& each : graded)
            documents.push_back({{"name", each.name},
                                 {"file", each.file},
                                 {"remarks", each.remarks},
                                 {"likeness", each.likeness},
                                 {"judgement", protocol::write(each.judgement)}});
        return documents;
    }

    ExitStatus grade_several(const CommandCall& call, const std::string& folder, const Progress& progress) const {
        if (!format_.empty() || !jplag_.empty())
            throw Error("grade.several", sentence("--format and --export-for-jplag support only one exercise."),
                        sentence("Specify only one exercise, or use --csv or --html."));
        const Gradebook book = make_gradebook(grade_exercises(folder, exercises_, settings_, progress));
        if (progress.report) std::fputs("\n", stderr);
        const bool is_written =
            !csv_.empty() && call.answer.write_files([&] { write_csv_file(csv_, gradebook_table(book)); });
        const bool is_shown =
            !html_.empty() && call.answer.write_files([&] { write_whole_file(html_, gradebook_html(book)); });
        std::vector<std::string> header{sentence("name")};
        Json exercises = Json::array(), students = Json::array();
        for (const GradedExercise& exercise : book.exercises) {
            header.push_back(exercise.id);
            exercises.push_back({{"id", exercise.id},
                                 {"title", exercise.title},
                                 {"out_of", exercise.out_of},
                                 {"hand_ins", documents_of(exercise.graded)}});
        }
        header.insert(header.end(), {sentence("total"), sentence("remarks")});
        std::vector<std::vector<std::string>> lines;
        for (const GradebookRow& row : book.rows) {
            std::vector<std::string> line{in_one_line(row.name)};
            Json points = Json::array();
            for (const std::optional<double>& each : row.points) {
                line.push_back(each ? format_number(*each, "%.6g") : "-");
                points.push_back(each ? Json(*each) : Json());
            }
            line.insert(line.end(), {format_number(row.total, "%.6g"), in_one_line(join(row.remarks, "; "))});
            lines.push_back(std::move(line));
            students.push_back(
                {{"name", row.name}, {"points", points}, {"total", row.total}, {"remarks", row.remarks}});
        }
        std::string text = aligned(header, lines);
        for (const auto& [is_there, file] : {std::pair{is_written, csv_}, std::pair{is_shown, html_}})
            if (is_there) text += sentence("Wrote {file}.", {{"file", file}}) + "\n";
        call.answer.give({{"exercises", exercises}, {"students", students}, {"out_of", book.out_of}}, text);
        return exit_fine;
    }

    ExitStatus grader(const CommandCall& call) const {
        constexpr std::size_t largest_package = std::size_t{256} << 20;
        GraderKit kit;
        kit.exercise = exercise::find_exercise(settings_.exercise);
        kit.seed = settings_.seed;
        if (is_packed_kit(kind_) && !package_.empty()) {
            kit.package_name = std::filesystem::path(package_).filename().string();
            kit.package = read_regular_file(package_, largest_package);
        }
        write_whole_file(out_, grader_kit(kind_, kit));
        call.answer.text(sentence("Wrote {file} for {platform}. docs/grading.md explains how to use it.",
                                  {{"file", out_}, {"platform", kind_}}) +
                         "\n");
        return exit_fine;
    }

    GradeSettings settings_;
    std::vector<std::string> exercises_;
    std::string file_, name_, folder_, csv_, html_, format_, out_, kind_, package_, jplag_;
    int hints_ = 0, seconds_ = 0;
};

void add_exercise_commands(CommandLine& line) { line.keep<ExerciseCommands>(); }

} // namespace warploom::app
