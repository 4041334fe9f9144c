#pragma once

#include "engine/protocol/messages/run.h"

#include <concepts>
#include <string>
#include <vector>

namespace warploom::protocol {

/// Speed-up and break-even of every row against the baseline of its precision (and block and threads, where it has
/// them). The rows are those of one input.
void compare_with_baseline(const std::vector<Row*>& rows, const std::string& baseline);

template <std::derived_from<Row> AnyRow>
void compare_with_baseline(std::vector<AnyRow>& rows, const std::string& baseline) {
    std::vector<Row*> all;
    for (AnyRow& row : rows) all.push_back(&row);
    compare_with_baseline(all, baseline);
}

} // namespace warploom::protocol
