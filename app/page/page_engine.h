#pragma once

#include "app/check/check.h"
#include "app/inputs/inputs.h"
#include "engine/embedded_file.h"

#include <memory>
#include <string>
#include <vector>

namespace warploom::app {

/// The engine of a page that runs in a browser. Requests and responses are lines of JSON. The same class is compiled
/// into this program, so that a test can compare both. Not thread-safe.
///
/// {"do": "lists"}: cards, matrices to choose, built-in kernels with their texts.
/// {"do": "texts", "files": [{"name", "text"}]}: the first request; provides the sources of the built-in kernels.
/// {"do": "check", "text", "matrix", "card", "precision", "block", "from", "drawn"}: the document of `check`
/// (docs/protocol.md); without random matrices if "drawn" is false.
/// {"do": "count", "operation", "kernel" or "text", "matrix", "card", "precision", "block"}: the document of `trace`,
/// and the numbers of the result as `values`, to the last bit.
/// {"do": "record", as count}: one call whose steps are generated and discarded: `lane_accesses`, and the `ns` that it
/// took.
/// {"do": "judge", "exercise", "starter", "text", "seed"}: the judgment of an answer; "exercise" is the contents of its
/// file. With "parts": true a first word on a small input, and how many inputs are `left`; each {"do": "judge-on"}
/// looks at one more, up to the judgment that has 0 left. Both answer {"judgement", "left"}.
/// {"do": "warp", as count, and "launch", "block_index", "warp", "step", "first"}: every step of one warp, drawn:
/// `lanes` and `addresses` as SVG, `sentence`, `line`, and what else there is to choose.
/// {"do": "answer", "question", "said"}: the answer to a question of a lesson, and whether `said` is right. "question"
/// is JSON.
/// {"do": "explore", "matrix"}: the properties of a matrix, the memory of each format, and the positions of its
/// nonzeros.
/// {"do": "seal", "exercise", "text", "name"}: the text in the form for submission, as `text`.
class PageEngine {
public:
    PageEngine();
    ~PageEngine();
    PageEngine(const PageEngine&) = delete;
    PageEngine& operator=(const PageEngine&) = delete;

    /// Throws nothing but std::bad_alloc of the answer itself: all else is {"error": {"code", "sentence", "hint"}}.
    std::string answer(const std::string& line);

private:
    Checker checker_;
    Inputs inputs_;
    std::unique_ptr<class PageWarp> warp_;
    std::unique_ptr<class PageJudge> judge_;
};

/// Texts of kernels for an engine that carries none, that of a page. The program has its own and takes no others.
void take_kernel_texts(std::vector<EmbeddedFile> files);

} // namespace warploom::app
