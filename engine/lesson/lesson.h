#pragma once

#include "engine/lesson/question.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warploom::lesson {

/// The state of the window in a step. Empty members leave the window unchanged.
struct State {
    std::string page, matrix, card;
    int step = -1; ///< of the page, counted from 1 as it says; 0: the picture before the first; -1: not said
    int launch = -1, block_index = -1, warp = -1;                 ///< of the page Warp; -1: not said
    std::optional<std::pair<std::int64_t, std::int64_t>> nonzero; ///< row and column, from 0
    std::vector<std::pair<std::string, std::string>> choices;     ///< other choices of the window, each a JSON value
    std::string layout;                                           ///< of docks and bars, in base64
    std::vector<std::string> runs; ///< results that the window shows, each a document (protocol::KeptRun) in one line
};

struct LessonStep {
    std::string title, words; ///< paragraphs are separated by an empty line
    std::string look;         ///< where to look in the window
    State state;
    std::optional<Question> question;
};

struct Lesson {
    std::string id, title;
    std::string page;     ///< that it is about: F1 there offers it
    std::string exercise; ///< that it leads to
    int minutes = 0;
    std::string words; ///< before the first step
    std::vector<LessonStep> steps;
    std::string text; ///< the whole, as it was read
};

/// Refuses a setting that no page has, and a value that is not valid for it; `json` is the value. The caller appends
/// the position. Errors: "lesson.choice".
void require_choice(const std::string& name, const std::string& json);
/// Of the machine that opens it, and so in no link.
bool says_where_it_runs(const std::string& choice);

constexpr std::size_t largest_lesson = std::size_t{16} << 20; ///< bytes; results take most of the space

/// A lesson as a text (docs/lessons.md). `where` names it in sentences.
/// Errors: "lesson.format" with the line.
Lesson lesson_from_text(const std::string& text, const std::string& where);
/// One step in the same form.
std::string text_of(const LessonStep& step);
std::string text_of(const Lesson& lesson);

// A link is a state in one line: `warploom:state?page=Warp&matrix=laplace2d%3An%3D8&set=kernel%20%3D%20ell`. It has the
// keys of a step, but no layout and no results.

constexpr const char* link_scheme = "warploom:";
constexpr std::size_t longest_link = 4096; ///< bytes
bool is_link(const std::string& text);
/// Whether a value of a choice can be a file of this computer, which no link names.
bool may_name_file(const std::string& value);
/// Errors: "link.too-long" where the state does not fit into a link.
std::string link_of(const State& state);
/// A lesson of one step. A link comes from anywhere, so it names no file of this computer: matrices are generators and
/// samples, kernels are those of the program. Errors: "link.format".
Lesson lesson_from_link(const std::string& link);

/// Those of the program, in the order of a course. Read once.
const std::vector<Lesson>& own_lessons();
/// One of the program by its id, a link, or a file by its path. Errors: "lesson.unknown", "lesson.format",
/// "link.format", "file.*".
Lesson find_lesson(const std::string& id_or_path);

} // namespace warploom::lesson
