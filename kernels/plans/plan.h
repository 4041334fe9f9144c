#pragma once

#include "kernels/machine/machine.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

// A plan lets a kernel inspect the matrix before deciding how to run. The plan is computed on the host when the kernel
// is bound, from the arrays of the format or from counts made by a GPU. A kernel source requests a plan with the line
// `// plan: NAME`. The values of the plan are passed by name to parameters of `run` and `prepare`, like the values of
// the format.

namespace warploom::kernels {

class RowsOnGpu;

struct Plan {
    struct Array {
        std::string name;
        std::vector<int> values;
    };
    std::vector<std::pair<std::string, std::int64_t>> numbers; ///< scalar values that `run` can use in conditions
    std::vector<Array> arrays;
    std::string detail; ///< name of the selected variant, such as "merge path"
};

/// Properties of a card that a plan can use. Unknown properties are 0.
struct PlanCard {
    int multiprocessors = 0;
    std::int64_t block_shared_bytes = 0; ///< maximum shared memory per block
    const RowsOnGpu* rows = nullptr;     ///< interface to the rows of the format, if the rows are in GPU memory
};

/// Computes the plan with this name. Errors: "kernel.plan" if there is no such plan, or if the plan needs another
/// format.
Plan make_plan(const std::string& name, const HostFormat& format, const PlanCard& card = {});

} // namespace warploom::kernels
