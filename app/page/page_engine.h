#pragma once

#include "app/check/check.h"
#include "app/inputs/inputs.h"
#include "engine/embedded_file.h"

#include <memory>
#include <string>
#include <vector>

namespace warploom::app {

/// The engine of a page that runs in a web browser. Requests and responses are lines of JSON. The same class is
/// compiled into this program, so that a test can compare both builds. Not thread-safe.
///
/// - {"do": "lists"} returns the cards, the available matrices, and the built-in kernels with their sources.
/// - {"do": "texts", "files": [{"name", "text"}]} must be the first request. It provides the sources of the built-in
///   kernels.
/// - {"do": "check", "text", "matrix", "card", "precision", "block", "from", "drawn"} returns the document of `check`
///   (docs/protocol.md). If "drawn" is false, no random matrices are tested.
/// - {"do": "count", "operation", "kernel" or "text", "matrix", "card", "precision", "block"} returns the document of
///   `trace`, and the exact elements of the result as `values`.
/// - "record" has the same fields as "count". It generates and discards the steps of one call, and returns
///   `lane_accesses` and the time in nanoseconds as `ns`.
/// - {"do": "judge", "exercise", "starter", "text", "seed"} returns the grading result of an answer. "exercise" holds
///   the contents of its file. With "parts": true, it returns a preliminary result for a small input and the number of
///   inputs that are `left`. Each {"do": "judge-on"} then tests one more input, until the result is final.
/// - "warp" has the same fields as "count" and also "launch", "block_index", "warp", "step" and "first". It returns
///   images of the steps of one warp (`lanes` and `addresses` as SVG), `sentence`, `line`, the launches, and the number
///   of steps.
/// - {"do": "answer", "question", "said"} returns the answer to a question of a lesson, and whether `said` is correct.
///   "question" is JSON.
/// - {"do": "explore", "matrix"} returns the properties of a matrix, the memory footprint of each format, and the
///   positions of its nonzeros.
/// - {"do": "seal", "exercise", "text", "name"} returns the sealed source for submission as `text`.
class PageEngine {
public:
    PageEngine();
    ~PageEngine();
    PageEngine(const PageEngine&) = delete;
    PageEngine& operator=(const PageEngine&) = delete;

    /// Handles a request and returns the response as a line of JSON. Throws only std::bad_alloc; returns all other
    /// errors as {"error": {"code", "sentence", "hint"}}.
    std::string answer(const std::string& line);

private:
    Checker checker_;
    Inputs inputs_;
    std::unique_ptr<class PageWarp> warp_;
    std::unique_ptr<class PageJudge> judge_;
};

/// Sets the sources of the built-in kernels. The engine of a page needs this call because it has no embedded sources.
/// In this program, the sources are embedded, and the call has no effect.
void take_kernel_texts(std::vector<EmbeddedFile> files);

} // namespace warploom::app
