#include "app/cli/commands.h"

#include "app/page/page_file.h"
#include "app/page/scorm.h"
#include "engine/exercise/exercise.h"
#include "engine/figure.h"
#include "engine/lesson/lesson.h"
#include "engine/regular_file.h"
#include "engine/whole_file.h"

#include <cstdint>

namespace warploom::app {

/// `page write`, `page exercise`, `page lesson`, `page explore`: pages that run in a browser without the program (docs/pages-that-run.md).
class PageCommands final : public Command {
public:
    PageCommands(CLI::App& app, bool&) {
        page_ = app.add_subcommand("page", "Pages that run in a browser without this program.");
        page_->require_subcommand(0, 1);
        write_ = page_->add_subcommand("write", "Kernels in CUDA C, judged in the page while they are written.");
        write_->add_option("--text", text_, "A file in CUDA C that the page begins with; csr-scalar unless given.");
        exercise_ = page_->add_subcommand("exercise", "Exercises, judged in the page, and handed in as a sealed file.");
        exercise_
            ->add_option("--exercise", exercises_,
                         "Ids (`exercise list`) or paths of an exercise.json, with commas between them.")
            ->required()
            ->delimiter(',');
        exercise_->add_option("--seed", seed_, "Draws the inputs that the exercises do not name; 1 unless given.")
            ->check(CLI::NonNegativeNumber);
        exercise_->add_flag("--scorm", scorm_, "A package of SCORM 1.2 (.zip), which reports points to its platform.");
        lesson_ = page_->add_subcommand("lesson", "A lesson, whose questions are answered in the page.");
        lesson_->add_option("lesson", lesson_name_, "The id of a lesson (`lesson list`), or the path of a text.")
            ->required();
        explore_ =
            page_->add_subcommand("explore", "Any matrix: its picture, its rows, what formats take, and a warp.");
        for (CLI::App* command : {write_, exercise_, lesson_, explore_})
            command->add_option("--out", out_, "The file to write.")->required();
    }

    bool is_asked() const override { return page_->parsed(); }
    void require_all() const override {
        if (*page_ && page_->get_subcommands().empty())
            throw CLI::RequiredError("Which page to write (write, exercise, lesson, explore)");
    }

    ExitStatus run(const CommandCall& call) const override {
        const auto& [words, machines, answer, cancelled] = call;
        const EngineFiles engine = find_engine_files();
        if (*write_) {
            write_out(answer,
                      write_page(engine, text_.empty() ? usual_begin()
                                                       : BeginText{read_regular_file(text_, exercise::largest_answer),
                                                                   std::string()}));
            return exit_fine;
        }
        if (*lesson_) {
            write_out(answer, lesson_page(engine, lesson::find_lesson(lesson_name_)));
            return exit_fine;
        }
        if (*explore_) {
            write_out(answer, explore_page(engine));
            return exit_fine;
        }
        ExercisePage page;
        for (const std::string& id : exercises_) page.exercises.push_back(exercise::find_exercise(id));
        page.seed = seed_;
        page.is_for_platform = scorm_;
        const std::string html = exercise_page(engine, page);
        const exercise::Exercise& first = page.exercises.front();
        const bool is_alone = page.exercises.size() == 1;
        write_out(answer,
                  scorm_ ? scorm_package(is_alone ? first.id : "exercises", is_alone ? first.title : "Exercises", html)
                         : html);
        return exit_fine;
    }

private:
    void write_out(const Answer& answer, const std::string& content) const {
        write_whole_file(out_, content);
        answer.text("Wrote " + out_ + ", " + figure(static_cast<double>(content.size()) / 1e6, "%.2f") + " MB.\n");
    }

    CLI::App *page_ = nullptr, *write_ = nullptr, *exercise_ = nullptr, *lesson_ = nullptr, *explore_ = nullptr;
    std::string out_, text_, lesson_name_;
    std::vector<std::string> exercises_;
    std::int64_t seed_ = 1;
    bool scorm_ = false;
};

std::unique_ptr<Command> page_commands(CLI::App& app, bool& json) { return std::make_unique<PageCommands>(app, json); }

} // namespace warploom::app
