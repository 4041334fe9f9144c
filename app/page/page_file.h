#pragma once

#include "engine/exercise/exercise.h"
#include "engine/lesson/lesson.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace warploom::app {

/// Files of the engine compiled to WebAssembly by tools/make-page-engine: engine.js and engine.wasm.gz.
struct EngineFiles {
    std::string glue, packed;
};

/// Returns the WebAssembly files of the engine. Searches the folder specified by the environment variable
/// WARPLOOM_PAGE_ENGINE, the folder page-engine next to this program's libraries, and build/page-engine in the source
/// tree that contains this program. Errors: "page.engine", with the command that builds the files.
EngineFiles find_engine_files();

/// The initial source code in a page's editor and, if it was derived from a built-in kernel, the name of that kernel,
/// such as "spmv/csr-scalar".
struct BeginText {
    std::string text, from;
};
/// Returns the default source code for a page's editor, which is csr-scalar.
BeginText usual_begin();

// These functions create pages. Each page is a self-contained HTML file that makes no network requests
// (docs/pages-that-run.md).

std::string write_page(const EngineFiles& engine, const BeginText& begin = usual_begin());

struct ExercisePage {
    std::vector<exercise::Exercise> exercises; ///< exercises in the page; at least one, without duplicates
    std::int64_t seed = 1;                     ///< seed for the random inputs of the exercises
    bool is_for_platform = false;              ///< whether to report points to a learning platform through SCORM 1.2
};
/// Returns a page with exercises. Each exercise has a task, criteria, hints, and the starter code in an editor. The
/// page grades answers and seals submissions. The page contains no built-in kernels except the starter code, because
/// they could reveal solutions. Errors: "page.exercises".
std::string exercise_page(const EngineFiles& engine, const ExercisePage& page);

/// Returns a page with a lesson whose questions are answered in the page. Answers that require the host are computed in
/// advance. Errors: any error from answer_of.
std::string lesson_page(const EngineFiles& engine, const lesson::Lesson& lesson);

/// Returns a page that analyzes a matrix selected by the reader. It shows a spy plot, row lengths, formats and a warp.
std::string explore_page(const EngineFiles& engine);

/// Components of a page. `parts` lists the names of scripts in app/page; `data` contains JSON text by element ID.
struct PageParts {
    std::string title, body;
    std::vector<const char*> parts;
    std::vector<std::pair<std::string, std::string>> data;
    /// Attributes data-NAME of the html element, as pairs of name and value.
    std::vector<std::pair<std::string, std::string>> marks;
    bool has_kernels = false;
};
std::string page_of(const EngineFiles& engine, const PageParts& page);
/// Returns the contents of an embedded file from app/page.
const std::string& page_part(const char* name);

} // namespace warploom::app
