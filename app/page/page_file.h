#pragma once

#include <string>

namespace warploom::app {

/// The engine as WebAssembly, as tools/make-page-engine made it: engine.js, and engine.wasm.gz.
struct EngineFiles {
    std::string glue, packed;
};

/// From the folder that WARPLOOM_PAGE_ENGINE names, else from page-engine beside this program's libraries, or from
/// build/page-engine of the tree that this program lies in. Errors: "page.engine" with what makes them.
EngineFiles find_engine_files();

/// The page Write as one HTML file that asks the network for nothing (docs/pages-that-run.md).
std::string write_page(const EngineFiles& engine);

} // namespace warploom::app
