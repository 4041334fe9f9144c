#pragma once

#include "engine/exercise/exercise.h"
#include "engine/lesson/lesson.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace warploom::app {

/// The engine as WebAssembly, as tools/make-page-engine made it: engine.js, and engine.wasm.gz.
struct EngineFiles {
    std::string glue, packed;
};

/// Returns the files in the folder WARPLOOM_PAGE_ENGINE, else in page-engine next to this program's libraries, or in
/// build/page-engine of the source tree that contains this program. Errors: "page.engine" with the command that builds
/// them.
EngineFiles find_engine_files();

/// The text that a page begins with, and the built-in kernel that it was made of: "spmv/csr-scalar", or nothing.
struct BeginText {
    std::string text, from;
};
/// That of csr-scalar.
BeginText usual_begin();

// Each page is a self-contained HTML file that makes no network requests (docs/pages-that-run.md).

/// The page Write.
std::string write_page(const EngineFiles& engine, const BeginText& begin = usual_begin());

struct ExercisePage {
    std::vector<exercise::Exercise> exercises; ///< at least one, each once
    std::int64_t seed = 1;                     ///< draws the inputs that the exercises do not name
    bool is_for_platform = false;              ///< reports points by SCORM 1.2
};
/// Exercises: task, gates, hints, the starter in an editor, judged in the page; a hand-in is sealed. Carries no kernel
/// of the program but the starters, so no solution. Errors: "page.exercises".
std::string exercise_page(const EngineFiles& engine, const ExercisePage& page);

/// Returns a lesson whose questions are answered in the page. Answers that need the host are computed now. Errors:
/// those of answer_of.
std::string lesson_page(const EngineFiles& engine, const lesson::Lesson& lesson);

/// A matrix of one's own: its picture, nonzeros in a row, formats, and a warp.
std::string explore_page(const EngineFiles& engine);

/// The contents that the functions above assemble into a page. `parts`: names of scripts in app/page; `data`: JSON by
/// element id.
struct PageParts {
    std::string title, body;
    std::vector<const char*> parts;
    std::vector<std::pair<std::string, std::string>> data;
    std::vector<std::pair<std::string, std::string>> marks; ///< data-NAME of the document
    /// Whether the page contains the sources of the built-in kernels
    bool has_kernels = false;
};
std::string page_of(const EngineFiles& engine, const PageParts& page);
/// A file of app/page by its name.
const std::string& page_part(const char* name);

} // namespace warploom::app
