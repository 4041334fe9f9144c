#pragma once

#include "kernels/machine/machine.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

// A plan lets a kernel inspect the matrix before deciding how to run. The plan is computed on the host when the kernel
// is bound, from the arrays of the storage format or from counts made by a GPU. A CUDA C file requests a plan with the
// line `// plan: NAME`. The values of the plan are passed by name to parameters of `run` and `prepare`, like the values
// of the format.

namespace warploom::kernels {

class RowsOnGpu;

struct Plan {
    struct Array {
        std::string name;
        std::vector<int> values;
    };
    std::vector<std::pair<std::string, std::int64_t>> numbers; ///< scalar values that `run` can use in conditions
    std::vector<Array> arrays;
    std::string detail; ///< name of the variant that the plan has selected, such as "merge path"
};

/// Properties of a GPU that a plan can use. Unknown properties are 0.
struct PlanCard {
    int multiprocessors = 0;
    std::int64_t block_shared_bytes = 0; ///< maximum shared memory per block in bytes
    const RowsOnGpu* rows = nullptr;     ///< interface for counting on the GPU, if the matrix rows are in GPU memory
};

/// Computes the plan with this name for a matrix. Errors: "kernel.plan" if there is no such plan, or if the plan
/// requires another storage format.
Plan make_plan(const std::string& name, const HostFormat& format, const PlanCard& card = {});

} // namespace warploom::kernels
