// Converts the course to text for a terminal, and to a page of the documentation.

#include "engine/course/course.h"
#include "engine/sentence.h"

#include <algorithm>

namespace warploom::course {

namespace {

std::string padded(std::string text, std::size_t width) {
    text.resize(std::max(width, text.size() + 1), ' ');
    return text;
}

std::string heading(const Course& course, std::size_t week) {
    return sentence("Week {week}: {title}", {{"week", week + 1}, {"title", course.weeks[week].title}});
}

/// Returns the title of an item as a link to the page that lists items of this type.
std::string linked(const CourseItem& item) {
    const char* const page = item.kind == ItemKind::lesson     ? "lessons.md#all-lessons"
                             : item.kind == ItemKind::exercise ? "exercises.md#all-exercises"
                                                               : "own-problems.md#shipped-problems";
    return "[" + item.title + "](" + page + ")";
}

constexpr const char* page_head =
    "# Course map\n\n"
    "This course takes twelve weeks, from the first kernel to cyclic reduction, sparse matrices and AᵀA. Each week "
    "consists of lessons, exercises\nand problems. A *lesson* explains a topic and asks questions. An *exercise* is "
    "graded by the counts of a simulated card. For a *problem*, you\nwrite a kernel from scratch, and Warploom checks "
    "its results. No GPU is required.\n\n"
    "To open the course in the window, choose *Help > Course*. Select an item to open it. Items that you have finished "
    "are marked.\nOn the command line, `warploom-engine course` prints the course, and `--json` prints it for other "
    "programs.\n\n"
    "The difficulty is 1 (easy), 2 (medium) or 3 (difficult). The minutes are the expected time, without reading.\n";

} // namespace

std::string duration_text(int minutes) {
    const int hours = minutes / 60, rest = minutes % 60;
    if (hours == 0) return sentence("{minutes} min", {{"minutes", rest}});
    if (rest == 0) return sentence("{hours} h", {{"hours", hours}});
    return sentence("{hours} h {minutes} min", {{"hours", hours}, {"minutes", rest}});
}

std::string text_of(const Course& course) {
    constexpr std::size_t kind_width = 10, name_width = 20, minutes_width = 9;
    std::string text = course.title + "\n";
    for (std::size_t w = 0; w < course.weeks.size(); ++w) {
        const CourseWeek& week = course.weeks[w];
        text += "\n" + heading(course, w) + " (" + duration_text(week.minutes()) + ")\n" + week.goal + "\n";
        for (const CourseItem& item : week.items)
            text += "  " + padded(to_string(item.kind), kind_width) + padded(item.name, name_width) +
                    padded(duration_text(item.minutes), minutes_width) +
                    padded(std::string(static_cast<std::size_t>(item.difficulty), '*'), 4) + item.title + "\n";
    }
    return text;
}

std::string markdown_of(const Course& course) {
    std::string text = page_head;
    for (std::size_t w = 0; w < course.weeks.size(); ++w) {
        const CourseWeek& week = course.weeks[w];
        text += "\n## " + heading(course, w) + "\n\n" + week.goal + " Expected time: " + duration_text(week.minutes()) +
                ".\n\n| item | type | name | minutes | difficulty |\n| --- | --- | --- | --- | --- |\n";
        for (const CourseItem& item : week.items)
            text += "| " + linked(item) + " | " + to_string(item.kind) + " | `" + item.name + "` | " +
                    std::to_string(item.minutes) + " | " + std::to_string(item.difficulty) + " |\n";
    }
    return text + "\n## How this page is made\n\nThe course is the file `datasets/course/course.json`. This page is "
                  "the output of "
                  "`warploom-engine course --markdown`.\n";
}

} // namespace warploom::course
