#pragma once

#include "kernels/machine/registry.h"

#include <vector>

namespace warploom::kernels {

/// Returns the entries of one operation in the order of the table.
inline std::vector<SimulatedEntry> simulated_entries_of(Operation operation) {
    std::vector<SimulatedEntry> list;
    for (const auto& entry : simulated_entries())
        if (entry.operation == operation) list.push_back(entry);
    return list;
}

} // namespace warploom::kernels
