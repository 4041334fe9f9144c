#pragma once

#include "app/inputs/inputs.h"
#include "app/trace_documents/warp_document.h"
#include "engine/protocol/messages/words.h"
#include "engine/protocol/serialization/fields.h"

#include <cstdint>
#include <string>
#include <vector>

// The requests that a page sends to the engine, and the responses that are not protocol documents. Include this file
// only in page_engine.cpp.

namespace warploom::app {

/// Name of the edited source file in findings and counters.
constexpr const char* text_name = "kernel.cu";

/// A kernel source file in a request.
struct PageText {
    std::string name, text;
    static const protocol::Fields<PageText>& fields();
};

/// The fields of every request: its name and, if it is about a kernel, the edited source or the ID of a built-in
/// kernel.
struct PageSource {
    std::string what, text, kernel, card = "h200";
    static const protocol::Fields<PageSource>& fields();
};

struct PageRequest : PageSource {
    std::string matrix, from, exercise, starter, name, question, said;
    std::vector<PageText> files;
    bool is_drawn = true, in_parts = false;
    std::int64_t seed = 1, block_index = 0;
    int block = 128, launch = 0, warp = 0, step = 0, first = 0;
    Operation operation = Operation::spmv;
    Precision precision = Precision::float64;
    static const protocol::Fields<PageRequest>& fields();

    /// Returns the settings for tracing the edited source or, if there is none, the built-in kernel. Errors:
    /// "card.unknown".
    KernelSettings settings() const {
        return {text.empty() ? kernel : text_name, simulated::find_card(card), precision, block};
    }
};

/// Draws a warp for a page. The most recent warp is cached, so that moving between steps is fast.
class PageWarp {
public:
    /// Returns the images and descriptions of the requested steps of a warp. Errors: any error from tracing.
    Json answer(Inputs& inputs, const PageRequest& request);

private:
    std::string key_;
    protocol::WarpDocument warp_;
};

/// Answers a question of a lesson. Returns {"answer", "facts", "fits", "because"}. Errors: "lesson.question", also if
/// the question requires the host.
Json answer_question(Inputs& inputs, const PageRequest& request);

/// Returns the properties of a matrix as {"info", "footprints", "spy", "rows"}: the document of `info`, the memory
/// footprint of each format, and the spy plot and row lengths as SVG. Errors: any error from reading the matrix.
Json explore(Inputs& inputs, const PageRequest& request);

/// Returns the document of `advise --quick` for the selected card. The recommendation is based only on row lengths.
/// Errors: "card.unknown"; any error from reading the matrix.
Json quick_advice(Inputs& inputs, const PageRequest& request);

} // namespace warploom::app
