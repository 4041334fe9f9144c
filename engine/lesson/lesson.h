#pragma once

#include "engine/lesson/question.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warploom::lesson {

/// The state of the main window in a lesson step. Members that are not set leave the window unchanged.
struct State {
    std::string page, matrix, card;
    /// Algorithm step to show on the page, counted from 1. 0 is the state before the first step; -1 means that it is
    /// not set.
    int step = -1;
    /// Kernel launch, block and warp selected on the Warp page; -1 if not set.
    int launch = -1, block_index = -1, warp = -1;
    /// Row and column of the selected nonzero, both counted from 0.
    std::optional<std::pair<std::int64_t, std::int64_t>> nonzero;
    /// Settings of the main window that have no member of their own, as pairs of a name and a JSON value.
    std::vector<std::pair<std::string, std::string>> choices;
    std::string source;            ///< built-in source to open on the Write page, such as "wrong/coo_race.cu"
    std::string layout;            ///< base64-encoded state of dock widgets and toolbars
    std::vector<std::string> runs; ///< results to display, each as a JSON document (protocol::KeptRun) on one line
};

struct LessonStep {
    std::string title, words; ///< title and text of the lesson step; paragraphs are separated by an empty line
    std::string look;         ///< hint that tells the student which part of the window to look at
    std::string point;        ///< object name of the widget to highlight; may be empty
    State state;
    std::optional<Question> question;
};

struct Lesson {
    std::string id, title;
    std::string page;     ///< page that the lesson explains; F1 on this page suggests the lesson
    std::string exercise; ///< ID of the exercise that follows the lesson; may be empty
    int minutes = 0;
    std::string words; ///< introduction of the lesson, shown before the first step
    std::vector<LessonStep> steps;
    std::string text;
};

/// Returns the names of all pages of the window. They are the values of the key `page`.
const std::vector<std::string>& page_names();
/// Validates a window setting. `json` is its value. Throws Error("lesson.choice") if no page has this setting, or if
/// the value is invalid. The caller adds the location to the error.
void require_choice(const std::string& name, const std::string& json);
/// Returns whether a window setting depends on the user's machine and must not be part of a link.
bool says_where_it_runs(const std::string& choice);

/// Maximum size of a lesson file in bytes. Stored results account for most of this size.
constexpr std::size_t largest_lesson = std::size_t{16} << 20;

/// Parses a lesson file (docs/lessons.md). `where` is the file name in error messages. Throws Error("lesson.format")
/// with the line number.
Lesson lesson_from_text(const std::string& text, const std::string& where);
/// Serializes one lesson step in the format of a lesson file.
std::string text_of(const LessonStep& step);
std::string text_of(const Lesson& lesson);

// A link stores a window state on a single line:
// `warploom:state?page=Warp&matrix=laplace2d%3An%3D8&set=kernel%20%3D%20ell`. It has the same keys as a lesson step,
// but cannot contain a layout or results.

constexpr const char* link_scheme = "warploom:";
constexpr std::size_t longest_link = 4096; ///< maximum length of a link in bytes
bool is_link(const std::string& text);
/// Returns whether the value of a window setting could be the name of a local file, which a link must not contain.
bool may_name_file(const std::string& value);
/// Returns the link for a window state. Throws Error("link.too-long") if the link has more than longest_link bytes.
std::string link_of(const State& state);
/// Converts a link to a lesson with a single step. Links are untrusted, so they must not refer to local files. They can
/// refer only to generated matrices, sample matrices and built-in kernels. Throws Error("link.format").
Lesson lesson_from_link(const std::string& link);

/// Returns the built-in lessons in course order. The files are parsed only on the first call.
const std::vector<Lesson>& own_lessons();
/// Returns a built-in lesson by its ID, or reads a lesson from a link or a file. Throws Error("lesson.unknown"),
/// Error("lesson.format"), Error("link.format"), and "file.*" errors.
Lesson find_lesson(const std::string& id_or_path);

} // namespace warploom::lesson
