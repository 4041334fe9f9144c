#pragma once

#include "engine/protocol/messages/words.h"
#include "engine/protocol/serialization/fields.h"

#include <array>
#include <string>
#include <vector>

// A course consists of weeks. Each week lists lessons, exercises and shipped problems in the order in which students
// should do them.

namespace warploom::course {

enum class ItemKind { lesson, exercise, problem };
constexpr auto words_of(ItemKind) { return std::array{"lesson", "exercise", "problem"}; }
using warploom::to_string;

struct CourseItem {
    ItemKind kind = ItemKind::lesson;
    std::string name;   ///< ID of a lesson or an exercise, or the name of a shipped problem
    std::string title;  ///< title of the lesson, exercise or problem; not part of the course file
    int minutes = 0;    ///< expected duration in minutes; for a lesson, specified in the lesson file
    int difficulty = 1; ///< difficulty from 1 (easy) to 3 (difficult)

    static const protocol::Fields<CourseItem>& fields();
    void settle(const protocol::Reader& in);
};

struct CourseWeek {
    std::string title, goal; ///< `goal` is a sentence that starts with "After this week, you can"
    std::vector<CourseItem> items;

    static const protocol::Fields<CourseWeek>& fields();
    int minutes() const; ///< total duration of all items
};

struct Course {
    int version = 0;
    std::string title;
    std::vector<CourseWeek> weeks;

    static const protocol::Fields<Course>& fields();
    void settle(const protocol::Reader& in);
};

/// Parses a course file. `where` is the file name in error messages. Throws Error("course.format"); "lesson.unknown",
/// "exercise.unknown" or "problem.unknown" for an item that does not exist.
Course course_from_json(const std::string& text, const std::string& where);

/// Returns the built-in course. The file is parsed only on the first call.
const Course& own_course();

/// Returns a duration such as "45 min" or "2 h 5 min".
std::string duration_text(int minutes);
/// Returns the course as text for a terminal.
std::string text_of(const Course& course);
/// Returns the course as the Markdown page docs/course.md.
std::string markdown_of(const Course& course);

} // namespace warploom::course
