#pragma once

#include "engine/exercise/exercise.h"
#include "engine/lesson/lesson.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace warploom::app {

/// The engine compiled to WebAssembly by tools/make-page-engine: engine.js and engine.wasm.gz.
struct EngineFiles {
    std::string glue, packed;
};

/// Returns the engine files. Searches the folder WARPLOOM_PAGE_ENGINE, the folder page-engine next to this program's
/// libraries, and build/page-engine in the source tree that contains this program. Errors: "page.engine", with the
/// command that builds the files.
EngineFiles find_engine_files();

/// Initial source in a page, and the built-in kernel that it was derived from, such as "spmv/csr-scalar", if any.
struct BeginText {
    std::string text, from;
};
/// Returns the default initial source: csr-scalar.
BeginText usual_begin();

// The functions below create pages. Each page is a self-contained HTML file that makes no network requests
// (docs/pages-that-run.md).

/// Returns the Write page.
std::string write_page(const EngineFiles& engine, const BeginText& begin = usual_begin());

struct ExercisePage {
    std::vector<exercise::Exercise> exercises; ///< at least one; no duplicates
    std::int64_t seed = 1;                     ///< seed for the random inputs of the exercises
    bool is_for_platform = false;              ///< whether to report points through SCORM 1.2
};
/// Returns a page with exercises. Each has a task, gates, hints, and the starter in an editor. The page grades answers
/// and seals submissions. It contains no built-in kernels except the starters, so it does not reveal solutions. Errors:
/// "page.exercises".
std::string exercise_page(const EngineFiles& engine, const ExercisePage& page);

/// Returns a lesson whose questions are answered in the page. Answers that require the host are computed in advance.
/// Errors: any error from answer_of.
std::string lesson_page(const EngineFiles& engine, const lesson::Lesson& lesson);

/// Returns a page that analyzes a matrix selected by the reader: spy plot, row lengths, formats and a warp.
std::string explore_page(const EngineFiles& engine);

/// Components from which the functions above assemble a page. `parts` are the names of scripts in app/page; `data` is
/// JSON by element ID.
struct PageParts {
    std::string title, body;
    std::vector<const char*> parts;
    std::vector<std::pair<std::string, std::string>> data;
    std::vector<std::pair<std::string, std::string>> marks; ///< data-NAME attributes of the html element
    /// Whether the page contains the sources of the built-in kernels.
    bool has_kernels = false;
};
std::string page_of(const EngineFiles& engine, const PageParts& page);
/// Returns the contents of a file in app/page.
const std::string& page_part(const char* name);

} // namespace warploom::app
