#pragma once

#include "kernels/machine/machine.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

// A kernel may look at the matrix before it decides how to run. Its look is a plan: made on the host when the kernel is
// bound, of the arrays of its format, or of what a GPU counted in them. The line `// plan: NAME` of a text asks for it,
// and parameters of `run` and `prepare` receive what it found by name, as they receive what the format has.

namespace warploom::kernels {

class RowsOnGpu;

struct Plan {
    struct Array {
        std::string name;
        std::vector<int> values;
    };
    std::vector<std::pair<std::string, std::int64_t>> numbers; ///< `run` may branch on them
    std::vector<Array> arrays;
    std::string detail; ///< the decision: "merge path"
};

/// The properties of the card that a plan can use; zero if unknown.
struct PlanCard {
    int multiprocessors = 0;
    std::int64_t block_shared_bytes = 0; ///< the most that a block may ask for
    const RowsOnGpu* rows = nullptr;     ///< of the format, where a GPU has it
};

/// Errors: "kernel.plan" where there is no plan of that name, or it is made of another format.
Plan make_plan(const std::string& name, const HostFormat& format, const PlanCard& card = {});

} // namespace warploom::kernels
