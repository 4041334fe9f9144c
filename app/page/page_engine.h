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
/// {"do": "texts", "files": [{"name", "text"}]}: comes first, and gives the engine of a page the texts of built-in
/// kernels.
/// {"do": "check", "text", "matrix", "card", "precision", "block", "from", "drawn"}: the document of `check`
/// (docs/protocol.md); without drawn matrices where "drawn" is false.
/// {"do": "count", "operation", "kernel" or "text", "matrix", "card", "precision", "block"}: the document of `trace`,
/// and the numbers of the result as `values`, to the last bit.
/// {"do": "record", as count}: one call whose steps are made and thrown away: `lane_accesses`, and the `ns` that it
/// took.
/// {"do": "judge", "exercise", "starter", "text", "seed"}: the judgement of an answer; "exercise" is the text of its
/// file. With "parts": true a first word on a small input, and how many inputs are `left`; each {"do": "judge-on"}
/// looks at one more, up to the judgement that has 0 left. Both answer {"judgement", "left"}.
/// {"do": "warp", as count, and "launch", "block_index", "warp", "step", "first"}: every step of one warp, drawn:
/// `lanes` and `addresses` as SVG, `sentence`, `line`, and what else there is to choose.
/// {"do": "answer", "question", "said"}: what a question of a lesson comes to, and whether that was said. "question" is
/// JSON.
/// {"do": "explore", "matrix"}: what a matrix is like, what each format would take, and where its nonzeros are.
/// {"do": "seal", "exercise", "text", "name"}: the text as it is handed in, as `text`.
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
