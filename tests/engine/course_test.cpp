// The course: all of its items exist, nothing that is shipped is missing, and docs/course.md is current.

#include "engine/course/course.h"
#include "engine/declared/shipped_problems.h"
#include "engine/error.h"
#include "engine/exercise/exercise.h"
#include "engine/lesson/lesson.h"
#include "support/runner.h"

#include <QFile>
#include <QTest>

#include <map>
#include <set>
#include <string>
#include <utility>

using namespace warploom;
using course::Course;
using course::CourseItem;
using course::CourseWeek;
using course::ItemKind;

namespace {

/// Returns a course file with one item.
std::string course_text(const std::string& item, int version = 1) {
    return R"({"warploom_course": )" + std::to_string(version) +
           R"(, "title": "Any", "weeks": [{"title": "One", "goal": "Done.", "items": [)" + item + "]}]}";
}

std::string code_of(const std::string& text) {
    try {
        course::course_from_json(text, "any");
    } catch (const Error& error) { return error.code(); }
    return "none";
}

} // namespace

class CourseTest : public QObject {
    Q_OBJECT
private slots:
    void everything_that_is_shipped_occurs_once() {
        std::map<std::pair<ItemKind, std::string>, int> times;
        for (const CourseWeek& week : course::own_course().weeks)
            for (const CourseItem& item : week.items) ++times[{item.kind, item.name}];
        std::size_t all = 0;
        const auto is_once = [&](ItemKind kind, const std::string& name) {
            ++all;
            QVERIFY2(times[std::pair(kind, name)] == 1, name.c_str());
        };
        for (const auto& each : lesson::own_lessons()) is_once(ItemKind::lesson, each.id);
        for (const auto& each : exercise::own_exercises()) is_once(ItemKind::exercise, each.id);
        for (const auto& each : declared::shipped_problems()) is_once(ItemKind::problem, each.name);
        QCOMPARE(times.size(), all);
    }

    void twelve_weeks_have_a_goal_and_a_few_hours() {
        QCOMPARE(course::own_course().weeks.size(), std::size_t{12});
        std::set<int> difficulties;
        for (const CourseWeek& week : course::own_course().weeks) {
            QVERIFY2(week.goal.starts_with("After this week, you can ") && week.goal.ends_with("."),
                     week.title.c_str());
            QVERIFY2(week.minutes() >= 60 && week.minutes() <= 400, week.title.c_str());
            for (const CourseItem& item : week.items) {
                QVERIFY2(!item.title.empty() && item.minutes > 0, item.name.c_str());
                difficulties.insert(item.difficulty);
            }
        }
        QCOMPARE(difficulties, (std::set<int>{1, 2, 3}));
    }

    void an_exercise_follows_the_lesson_that_introduces_it() {
        std::set<std::string> seen;
        for (const CourseWeek& week : course::own_course().weeks)
            for (const CourseItem& item : week.items) {
                if (item.kind == ItemKind::lesson) seen.insert(item.name);
                if (item.kind != ItemKind::exercise) continue;
                QVERIFY2(seen.count(exercise::find_exercise(item.name).lesson) == 1, item.name.c_str());
            }
    }

    void a_lesson_states_its_own_minutes() {
        const Course read = course::course_from_json(course_text(R"({"kind": "lesson", "name": "warp"})"), "any");
        const CourseItem& item = read.weeks.at(0).items.at(0);
        QCOMPARE(item.minutes, lesson::find_lesson("warp").minutes);
        QCOMPARE(item.title, lesson::find_lesson("warp").title);
        QCOMPARE(item.difficulty, 1);
    }

    void a_course_with_an_error_is_not_read() {
        QCOMPARE(code_of(course_text(R"({"kind": "exercise", "name": "warp-a-row", "minutes": 9})")), "none");
        QCOMPARE(code_of(course_text(R"({"kind": "exercise", "name": "warp-a-row", "minutes": 9})", 2)),
                 "course.format");
        QCOMPARE(code_of(course_text(R"({"kind": "exercise", "name": "warp-a-row"})")), "course.format");
        QCOMPARE(code_of(course_text(R"({"kind": "lesson", "name": "warp", "minutes": 6})")), "course.format");
        QCOMPARE(code_of(course_text(R"({"kind": "lesson", "name": "warp", "difficulty": 4})")), "course.format");
        QCOMPARE(code_of(course_text(R"({"kind": "film", "name": "warp"})")), "course.format");
        QCOMPARE(code_of(course_text(R"({"kind": "lesson", "name": "warps"})")), "lesson.unknown");
        QCOMPARE(code_of(course_text(R"({"kind": "exercise", "name": "warp", "minutes": 9})")), "exercise.unknown");
        QCOMPARE(code_of(course_text(R"({"kind": "problem", "name": "warp", "minutes": 9})")), "problem.unknown");
    }

    void durations_are_hours_and_minutes() {
        QCOMPARE(course::duration_text(45), "45 min");
        QCOMPARE(course::duration_text(60), "1 h");
        QCOMPARE(course::duration_text(125), "2 h 5 min");
    }

    void the_page_of_the_documentation_is_current() {
        QFile file(QStringLiteral(WARPLOOM_SOURCE_DIR "/docs/course.md"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY2(file.readAll().toStdString() == course::markdown_of(course::own_course()),
                 "Run `warploom-engine course --markdown > docs/course.md`.");
    }

    void the_text_for_a_terminal_lists_every_item() {
        const std::string text = course::text_of(course::own_course());
        for (const CourseWeek& week : course::own_course().weeks) {
            QVERIFY(text.find(week.goal) != std::string::npos);
            for (const CourseItem& item : week.items) {
                QVERIFY2(text.find(item.name) != std::string::npos, item.name.c_str());
                QVERIFY2(text.find(item.title) != std::string::npos, item.title.c_str());
            }
        }
    }
};

WARPLOOM_TEST(CourseTest);
#include "course_test.moc"
