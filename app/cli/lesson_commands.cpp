#include "app/cli/commands.h"

#include "app/lesson/answer.h"
#include "engine/lesson/lesson.h"
#include "kernels/cpu/cpu_machine.h"

namespace warploom::app {

using lesson::Lesson;
using lesson::Step;

namespace {

std::string facts_of(const lesson::Answer& answer) {
    std::string text;
    for (const std::string& fact : answer.facts) text += "  " + fact + "\n";
    return text;
}

} // namespace

/// `lesson list | show | check`: the lessons of the program, and those that a teacher writes (docs/lessons.md).
class LessonCommands final : public Command {
public:
    LessonCommands(CLI::App& app, bool& json) {
        lesson_ = app.add_subcommand("lesson", "Texts with steps and questions, which the window leads through.");
        lesson_->require_subcommand(0, 1);
        list_ = lesson_->add_subcommand("list", "Lists the lessons.");
        show_ = lesson_->add_subcommand("show", "Writes out a lesson: a pattern for your own.");
        check_ = lesson_->add_subcommand("check", "Reads a lesson and answers all of its questions.");
        for (CLI::App* command : {list_, check_})
            command->add_flag("--json", json, "One JSON document on standard output, nothing else.");
        for (CLI::App* command : {show_, check_})
            command->add_option("lesson", name_, "The id of a lesson (`lesson list`), or the path of a text.")
                ->required();
    }

    bool is_asked() const override { return lesson_->parsed(); }
    void require_all() const override {
        if (*lesson_ && lesson_->get_subcommands().empty())
            throw CLI::RequiredError("What to do with lessons (list, show, check)");
    }

    ExitStatus run(const CommandCall& call) const override {
        const auto& [words, machines, answer, cancelled] = call;
        if (*list_) return list(answer);
        return *show_ ? show(answer) : check(answer, cancelled);
    }

private:
    ExitStatus list(const Answer& answer) const {
        Json documents = Json::array();
        std::string text;
        for (const Lesson& each : lesson::own_lessons()) {
            documents.push_back({{"id", each.id}, {"title", each.title}, {"minutes", each.minutes}});
            text += each.id + std::string(each.id.size() < 18 ? 18 - each.id.size() : 1, ' ') + each.title + "\n";
        }
        answer.give({{"lessons", documents}}, text);
        return exit_fine;
    }

    ExitStatus show(const Answer& answer) const {
        answer.text(lesson::find_lesson(name_).text);
        return exit_fine;
    }

    ExitStatus check(const Answer& answer, const std::atomic<bool>& cancelled) const {
        const Lesson lesson = lesson::find_lesson(name_);
        MachineList machines;
        machines.push_back(kernels::cpu_machine());
        const Progress progress{{}, &cancelled};
        Inputs inputs;
        Json documents = Json::array();
        std::string text = lesson.title + "\n";
        for (const Step& step : lesson.steps) {
            if (!step.question) continue;
            const lesson::Answer found = answer_of(*step.question, inputs, machines, progress);
            documents.push_back({{"question", step.question->text}, {"answer", wire::write(found)}});
            text += "\n" + step.question->text + "\n  " + found.text() + "\n" + facts_of(found);
        }
        answer.give({{"lesson", lesson.id}, {"answers", documents}}, text);
        return exit_fine;
    }

    CLI::App *lesson_ = nullptr, *list_ = nullptr, *show_ = nullptr, *check_ = nullptr;
    std::string name_;
};

std::unique_ptr<Command> lesson_commands(CLI::App& app, bool& json) {
    return std::make_unique<LessonCommands>(app, json);
}

} // namespace warploom::app
