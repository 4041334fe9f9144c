#pragma once

#include "tests/ui/warp_documents.h"
#include "ui/components/warp/warp_analysis.h"

#include <memory>

/// Shared by the tests of the Warp page: documents as the window receives them, and two hand-made GPU models.
namespace warp_support {

inline warploom::ui::WarpTraceHandle trace(const nlohmann::json& document) {
    return std::make_shared<const warploom::protocol::WarpDocument>(warploom::protocol::read_warp(document));
}

/// Returns a GPU model with only what the views need: the coalescing rule and the number of banks.
inline warploom::simulated::Card
card(warploom::simulated::Coalescing rule = warploom::simulated::Coalescing::sectors_32, int banks = 32) {
    warploom::simulated::Card made;
    made.id = "test";
    made.title = "Test card";
    made.coalescing = rule;
    made.shared_banks = banks;
    return made;
}

inline std::shared_ptr<const warploom::ui::WarpAnalysis> analysis(const nlohmann::json& document,
                                                                  const warploom::simulated::Card& of = card()) {
    return std::make_shared<const warploom::ui::WarpAnalysis>(trace(document), of);
}

/// Returns the first step that accesses an array; -1 if there is none.
inline int stepOf(const warploom::protocol::WarpDocument& trace, const char* array, int from = 0) {
    for (int s = from; s < trace.step_count(); ++s)
        if (trace.array_of(s) == array) return s;
    return -1;
}

} // namespace warp_support
