#include "app/cli/commands.h"

#include "engine/course/course.h"

namespace warploom::app {

/// Implements the command `course` (docs/course.md).
class CourseCommand {
public:
    explicit CourseCommand(CommandLine& line) {
        CLI::App* const course =
            line.add(line.app, "course", "Shows a course of twelve weeks: lessons, exercises and problems.", this,
                     &CourseCommand::show);
        line.add_json(*course);
        course->add_flag("--markdown", is_markdown_, "Prints the course as a Markdown page.");
    }

private:
    ExitStatus show(const CommandCall& call) const {
        const course::Course& course = course::own_course();
        call.answer.give(protocol::write(course), is_markdown_ ? course::markdown_of(course) : course::text_of(course));
        return exit_fine;
    }

    bool is_markdown_ = false;
};

void add_course_command(CommandLine& line) { line.keep<CourseCommand>(); }

} // namespace warploom::app
