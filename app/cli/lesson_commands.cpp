#include "app/cli/commands.h"

#include "app/lesson/answer.h"
#include "engine/lesson/lesson.h"
#include "kernels/cpu/cpu_machine.h"

namespace warploom::app {

using lesson::Lesson;
using lesson::LessonStep;

namespace {

std::string facts_of(const lesson::Answer& answer) {
    std::string text;
    for (const std::string& fact : answer.facts) text += "  " + fact + "\n";
    return text;
}

} // namespace

/// Implements the commands `lesson list | show | check` for built-in lessons and teachers' own lessons
/// (docs/lessons.md).
class LessonCommands {
public:
    explicit LessonCommands(CommandLine& line) {
        CLI::App& lesson = line.add_group("lesson",
                                          "Lessons with steps and questions, which the desktop application "
                                          "presents.",
                                          "A subcommand of lesson");
        CLI::App* const list = line.add(lesson, "list", "Lists the lessons.", this, &LessonCommands::list);
        CLI::App* const show = line.add(lesson, "show", "Prints the source of a lesson, as a template for your own.",
                                        this, &LessonCommands::show);
        CLI::App* const check = line.add(lesson, "check",
                                         "Checks a lesson and computes the answers to all of its "
                                         "questions.",
                                         this, &LessonCommands::check);
        for (CLI::App* const command : {list, check}) line.add_json(*command);
        for (CLI::App* const command : {show, check})
            command->add_option("lesson", name_, "The ID of a lesson (`lesson list`) or the path of a lesson file.")
                ->required();
    }

private:
    ExitStatus list(const CommandCall& call) const {
        Json documents = Json::array();
        std::string text;
        for (const Lesson& each : lesson::own_lessons()) {
            documents.push_back({{"id", each.id}, {"title", each.title}, {"minutes", each.minutes}});
            text += each.id + std::string(each.id.size() < 18 ? 18 - each.id.size() : 1, ' ') + each.title + "\n";
        }
        call.answer.give({{"lessons", documents}}, text);
        return exit_fine;
    }
    ExitStatus show(const CommandCall& call) const {
        call.answer.text(lesson::find_lesson(name_).text);
        return exit_fine;
    }
    ExitStatus check(const CommandCall& call) const {
        const Lesson lesson = lesson::find_lesson(name_);
        MachineList machines;
        machines.push_back(kernels::cpu_machine());
        Inputs inputs;
        Json documents = Json::array();
        std::string text = lesson.title + "\n";
        for (const LessonStep& step : lesson.steps) {
            if (!step.question) continue;
            const lesson::Answer found = answer_of(*step.question, inputs, machines, call.progress());
            documents.push_back({{"question", step.question->text}, {"answer", protocol::write(found)}});
            text += "\n" + step.question->text + "\n  " + found.text() + "\n" + facts_of(found);
        }
        call.answer.give({{"lesson", lesson.id}, {"answers", documents}}, text);
        return exit_fine;
    }

    std::string name_;
};

void add_lesson_commands(CommandLine& line) { line.keep<LessonCommands>(); }

} // namespace warploom::app
