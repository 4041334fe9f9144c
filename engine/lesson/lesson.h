#pragma once

#include "engine/lesson/question.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warploom::lesson {

/// What the window shows in a step. Empty: it stays as it is.
struct State {
    std::string page, matrix, card;
    int launch = -1, block_index = -1, warp = -1;                 ///< of the page Warp; -1: not said
    std::optional<std::pair<std::int64_t, std::int64_t>> nonzero; ///< row and column, from 0
    std::vector<std::pair<std::string, std::string>> choices;     ///< other choices of the window, each a JSON value
    std::string layout;                                           ///< of docks and bars, in base64
};

struct Step {
    std::string title, words; ///< paragraphs are separated by an empty line
    std::string look;         ///< what to look at
    State state;
    std::optional<Question> question;
};

struct Lesson {
    std::string id, title;
    std::string page;     ///< that it is about: F1 there offers it
    std::string exercise; ///< that it leads to
    int minutes = 0;
    std::string words; ///< before the first step
    std::vector<Step> steps;
    std::string text; ///< the whole, as it was read
};

constexpr std::size_t largest_lesson = std::size_t{1} << 20; ///< bytes

/// A lesson as a text (docs/lessons.md). `where` names it in sentences.
/// Errors: "lesson.format" with the line.
Lesson lesson_from_text(const std::string& text, const std::string& where);
/// One step in the same form.
std::string text_of(const Step& step);
std::string text_of(const Lesson& lesson);

/// Those of the program, in the order of a course. Read once.
const std::vector<Lesson>& own_lessons();
/// One of the program by its id, or a file by its path. Errors: "lesson.unknown", "lesson.format", "file.*".
Lesson find_lesson(const std::string& id_or_path);

} // namespace warploom::lesson
