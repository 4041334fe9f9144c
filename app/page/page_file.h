#pragma once

#include "engine/exercise/exercise.h"
#include "engine/lesson/lesson.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace warploom::app {

/// The engine as WebAssembly, built by tools/make-page-engine: engine.js and engine.wasm.gz.
struct EngineFiles {
    std::string glue, packed;
};

/// Returns the files from the folder WARPLOOM_PAGE_ENGINE, from the folder page-engine next to this program's
/// libraries, or from build/page-engine in the source tree that contains this program. Errors: "page.engine" with the
/// command that builds them.
EngineFiles find_engine_files();

/// The initial source in a page, and the built-in kernel from which it was derived ("spmv/csr-scalar"), if any.
struct BeginText {
    std::string text, from;
};
/// Returns the source of csr-scalar.
BeginText usual_begin();

// Functions that create pages. Each page is a self-contained HTML file that makes no network requests
// (docs/pages-that-run.md).

/// Returns the Write page.
std::string write_page(const EngineFiles& engine, const BeginText& begin = usual_begin());

struct ExercisePage {
    std::vector<exercise::Exercise> exercises; ///< at least one exercise, without duplicates
    std::int64_t seed = 1;                     ///< seed of the random inputs of the exercises
    bool is_for_platform = false;              ///< whether to report points through SCORM 1.2
};
/// Returns a page with exercises: task, gates, hints, and the starter in an editor. The page grades answers and seals
/// submissions. The only built-in kernels it contains are the starters, so it reveals no solutions. Errors:
/// "page.exercises".
std::string exercise_page(const EngineFiles& engine, const ExercisePage& page);

/// Returns a lesson with questions that are answered in the page. Computes answers that require the host in advance.
/// Errors: all errors of answer_of.
std::string lesson_page(const EngineFiles& engine, const lesson::Lesson& lesson);

/// Returns a page that analyzes a matrix chosen by the reader: spy plot, row lengths, formats and a warp.
std::string explore_page(const EngineFiles& engine);

/// The components that the functions above assemble into a page. `parts` are the names of scripts in app/page; `data`
/// is JSON by element ID.
struct PageParts {
    std::string title, body;
    std::vector<const char*> parts;
    std::vector<std::pair<std::string, std::string>> data;
    std::vector<std::pair<std::string, std::string>> marks; ///< data-NAME attributes of the HTML document
    /// Whether the page contains the sources of the built-in kernels.
    bool has_kernels = false;
};
std::string page_of(const EngineFiles& engine, const PageParts& page);
/// Returns a file of app/page by name.
const std::string& page_part(const char* name);

} // namespace warploom::app
