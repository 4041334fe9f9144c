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
    int step = -1; ///< step to show on the page, counted from 1; 0 for the state before the first step; -1 if not set
    int launch = -1, block_index = -1, warp = -1; ///< selection on the Warp page; -1 if not set
    /// Row and column of the selected nonzero, counted from 0.
    std::optional<std::pair<std::int64_t, std::int64_t>> nonzero;
    /// Other settings of the window: pairs of a name and a value in JSON.
    std::vector<std::pair<std::string, std::string>> choices;
    std::string layout;            ///< base64-encoded state of dock widgets and toolbars
    std::vector<std::string> runs; ///< displayed results, each as a JSON document (protocol::KeptRun) on one line
};

struct LessonStep {
    std::string title, words; ///< title and text of the step; paragraphs are separated by an empty line
    std::string look;         ///< what to look at in the window
    std::string point;        ///< object name of the widget to highlight, or empty
    State state;
    std::optional<Question> question;
};

struct Lesson {
    std::string id, title;
    std::string page;     ///< page that the lesson is about; F1 on that page suggests this lesson
    std::string exercise; ///< ID of the exercise that follows the lesson
    int minutes = 0;
    std::string words; ///< introduction, shown before the first step
    std::vector<LessonStep> steps;
    std::string text; ///< complete source text of the lesson
};

/// Validates a setting. `json` is its value. Throws Error("lesson.choice") if no page has this setting, or if the value
/// is invalid. The caller adds the location to the error.
void require_choice(const std::string& name, const std::string& json);
/// Returns whether a setting depends on the user's machine and therefore must not be part of a link.
bool says_where_it_runs(const std::string& choice);

/// Maximum size of a lesson in bytes. Results account for most of this size.
constexpr std::size_t largest_lesson = std::size_t{16} << 20;

/// Parses a lesson (docs/lessons.md). `where` is the file name in error messages. Throws Error("lesson.format") with
/// the line number.
Lesson lesson_from_text(const std::string& text, const std::string& where);
/// Serializes one step in the format of a lesson file.
std::string text_of(const LessonStep& step);
std::string text_of(const Lesson& lesson);

// A link represents a state on a single line:
// `warploom:state?page=Warp&matrix=laplace2d%3An%3D8&set=kernel%20%3D%20ell`. It has the same keys as a step, but
// cannot contain a layout or results.

constexpr const char* link_scheme = "warploom:";
constexpr std::size_t longest_link = 4096; ///< maximum length in bytes
bool is_link(const std::string& text);
/// Returns whether the value of a setting could be the name of a local file, which a link must not contain.
bool may_name_file(const std::string& value);
/// Returns the link for a state. Throws Error("link.too-long") if it has more than longest_link bytes.
std::string link_of(const State& state);
/// Converts a link to a lesson with a single step. Links are untrusted, so they must not refer to local files: matrices
/// must be generators or samples, and kernels must be built in. Throws Error("link.format").
Lesson lesson_from_link(const std::string& link);

/// Returns the built-in lessons in course order. The files are parsed only once.
const std::vector<Lesson>& own_lessons();
/// Returns a built-in lesson by its ID, or reads a lesson from a link or a file. Throws Error("lesson.unknown"),
/// Error("lesson.format"), Error("link.format"), and "file.*" errors.
Lesson find_lesson(const std::string& id_or_path);

} // namespace warploom::lesson
