#pragma once

#include "engine/protocol/messages/run.h"

#include <concepts>
#include <string>
#include <vector>

namespace warploom::protocol {

/// Returns the larger of the model errors of two rows. The model error of a measured row is 0.
double model_error_of(const Row& a, const Row& b);

/// Computes the speedup and the break-even point of each result row relative to the baseline. The baseline is the
/// result of the baseline kernel in the same precision and, if possible, with the same block size and number of
/// threads. All rows must be for the same input.
void compare_with_baseline(const std::vector<Row*>& rows, const std::string& baseline);

template <std::derived_from<Row> AnyRow>
void compare_with_baseline(std::vector<AnyRow>& rows, const std::string& baseline) {
    std::vector<Row*> all;
    for (AnyRow& row : rows) all.push_back(&row);
    compare_with_baseline(all, baseline);
}

} // namespace warploom::protocol
