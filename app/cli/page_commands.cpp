#include "app/cli/commands.h"

#include "app/page/page_file.h"
#include "app/page/scorm.h"
#include "engine/atomic_file.h"
#include "engine/exercise/exercise.h"
#include "engine/format_number.h"
#include "engine/lesson/lesson.h"
#include "engine/regular_file.h"
#include "engine/sentence.h"

#include <cstdint>

namespace warploom::app {

/// Implements the commands `page write`, `page exercise`, `page lesson` and `page explore`. They write HTML pages that
/// run in a web browser without this program (docs/pages-that-run.md).
class PageCommands {
public:
    explicit PageCommands(CommandLine& line) {
        CLI::App& page =
            line.add_group("page", "Writes pages that run in a browser without Warploom.", "A type of page");
        const auto add = [&](const char* word, const char* about, std::string (PageCommands::*made)() const) {
            return &line.add(page, word, about, [this, made](const CommandCall& call) {
                const std::string content = (this->*made)();
                write_whole_file(out_, content);
                call.answer.text(
                    sentence(
                        "Wrote {file}, {size} MB.",
                        {{"file", out_}, {"size", format_number(static_cast<double>(content.size()) / 1e6, "%.2f")}}) +
                    "\n");
                return exit_fine;
            });
        };
        CLI::App* const write = add("write", "A page for writing CUDA C kernels, which are checked as you type.",
                                    &PageCommands::write_page);
        write->add_option("--text", text_, "A CUDA C file with the initial kernel. Default: csr-scalar.");
        CLI::App* const exercise =
            add("exercise", "A page with exercises that are graded in the browser and submitted as a sealed file.",
                &PageCommands::exercise_page);
        exercise
            ->add_option("--exercise", exercises_,
                         "IDs (`exercise list`) or paths of exercise.json files, separated by commas.")
            ->required()
            ->delimiter(',');
        exercise
            ->add_option("--seed", seed_,
                         "Seed of the random inputs that the exercises do not list explicitly. "
                         "Default: 1.")
            ->check(CLI::NonNegativeNumber);
        exercise->add_flag("--scorm", scorm_,
                           "Writes a SCORM 1.2 package (.zip), which reports points to the platform.");
        CLI::App* const lesson = add("lesson", "A page with a lesson and its questions.", &PageCommands::lesson_page);
        lesson->add_option("lesson", lesson_name_, "The ID of a lesson (`lesson list`) or the path of a lesson file.")
            ->required();
        CLI::App* const explore = add("explore",
                                      "A page that shows the spy plot, row lengths and format sizes of any "
                                      "matrix, and a warp.",
                                      &PageCommands::explore_page);
        for (CLI::App* const command : {write, exercise, lesson, explore})
            command->add_option("--out", out_, "The file to write.")->required();
    }

private:
    std::string write_page() const {
        const EngineFiles engine = find_engine_files();
        return app::write_page(
            engine, text_.empty() ? usual_begin() : BeginText{read_regular_file(text_, exercise::largest_answer), {}});
    }
    std::string lesson_page() const {
        const EngineFiles engine = find_engine_files();
        return app::lesson_page(engine, lesson::find_lesson(lesson_name_));
    }
    std::string explore_page() const { return app::explore_page(find_engine_files()); }
    std::string exercise_page() const {
        const EngineFiles engine = find_engine_files();
        ExercisePage page;
        for (const std::string& id : exercises_) page.exercises.push_back(exercise::find_exercise(id));
        page.seed = seed_;
        page.is_for_platform = scorm_;
        std::string html = app::exercise_page(engine, page);
        if (!scorm_) return html;
        const exercise::Exercise& first = page.exercises.front();
        const bool is_alone = page.exercises.size() == 1;
        return scorm_package(is_alone ? first.id : "exercises", is_alone ? first.title : "Exercises", html);
    }

    std::string out_, text_, lesson_name_;
    std::vector<std::string> exercises_;
    std::int64_t seed_ = 1;
    bool scorm_ = false;
};

void add_page_commands(CommandLine& line) { line.keep<PageCommands>(); }

} // namespace warploom::app
