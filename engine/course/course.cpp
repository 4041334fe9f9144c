#include "engine/course/course.h"

#include "engine/declared/shipped_problems.h"
#include "engine/embedded_file.h"
#include "engine/error.h"
#include "engine/exercise/exercise.h"
#include "engine/lesson/lesson.h"
#include "engine/protocol/serialization/json.h"
#include "engine/sentence.h"

namespace warploom {
const std::vector<EmbeddedFile>& built_in_courses(); // datasets/course/*.json
} // namespace warploom

namespace warploom::course {

using protocol::Reader;

namespace {

constexpr int course_version = 1;

/// Fills in the title of an item and, for a lesson, its duration.
void complete(CourseItem& item) {
    switch (item.kind) {
    case ItemKind::lesson: {
        const lesson::Lesson found = lesson::find_lesson(item.name);
        item.title = found.title;
        item.minutes = found.minutes;
        return;
    }
    case ItemKind::exercise: item.title = exercise::find_exercise(item.name).title; return;
    case ItemKind::problem: item.title = declared::find_problem(item.name).title; return;
    }
}

} // namespace

WARPLOOM_FIELDS(
    CourseItem,
    {"An item of a course",
     {{"kind", "", &Self::kind, "", protocol::needed},
      {"name", "", &Self::name, "ID of a lesson or exercise, or name of a problem", protocol::needed},
      {"title", "", &Self::title, "title of the item; not part of a course file"},
      {"minutes", "", &Self::minutes, "expected duration; absent for a lesson, which states its own duration",
       protocol::Rule{.least = 0, .greatest = 600}},
      {"difficulty", "", &Self::difficulty, "1 (easy) to 3 (difficult)", protocol::Rule{.least = 1, .greatest = 3}}}})

void CourseItem::settle(const Reader& in) {
    const bool is_lesson = kind == ItemKind::lesson;
    if (is_lesson == (minutes > 0))
        in.refuse_saying(is_lesson ? sentence("The lesson \"{name}\" states its own minutes.", {{"name", name}})
                                   : sentence("\"{name}\" has no minutes.", {{"name", name}}));
}

WARPLOOM_FIELDS(CourseWeek, {"A week of a course",
                             {{"title", "", &Self::title, "", protocol::needed},
                              {"goal", "", &Self::goal, "what students can do after this week", protocol::needed},
                              {"items", "", &Self::items, "", protocol::needed}}})

int CourseWeek::minutes() const {
    int sum = 0;
    for (const CourseItem& item : items) sum += item.minutes;
    return sum;
}

WARPLOOM_FIELDS(Course, {"A course",
                         {{"warploom_course", "", &Self::version, "version of the format, 1", protocol::needed},
                          {"title", "", &Self::title, "", protocol::needed},
                          {"weeks", "", &Self::weeks, "", protocol::needed}}})

void Course::settle(const Reader& in) {
    if (version != course_version)
        in.refuse_saying(sentence("Version {version} of the course format is not supported.", {{"version", version}}));
}

Course course_from_json(const std::string& text, const std::string& where) {
    constexpr protocol::JsonLimits limits{.bytes = std::size_t{1} << 18, .levels = 8, .one_text = 4096};
    const protocol::DocumentSource source{
        "course.format", sentence("The course {course} cannot be used", {{"course", where}}), "", text, limits};
    auto course = protocol::read<Course>(protocol::parse(source), source);
    for (CourseWeek& week : course.weeks)
        for (CourseItem& item : week.items) complete(item);
    return course;
}

const Course& own_course() {
    static const Course course = [] {
        const EmbeddedFile& file = built_in_courses().front();
        return course_from_json(file.text, file.name);
    }();
    return course;
}

} // namespace warploom::course
