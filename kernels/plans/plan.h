#pragma once

#include "kernels/machine/machine.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

// A plan lets a kernel inspect the matrix before deciding how to run. It is computed on the host when the kernel is
// bound, from the arrays of the storage format or from counts by a GPU. A CUDA C file requests it with `// plan: NAME`.
// Its values are passed by name to `run` and `prepare`, like the arrays and scalars of the format.

namespace warploom::kernels {

class RowsOnGpu;

struct Plan {
    struct Array {
        std::string name;
        std::vector<int> values;
    };
    std::vector<std::pair<std::string, std::int64_t>> numbers;
    std::vector<Array> arrays;
    std::string detail; ///< selected variant, such as "merge path"
};

/// Properties of a GPU for plans; 0 if unknown.
struct PlanCard {
    int multiprocessors = 0;
    std::int64_t block_shared_bytes = 0;
    const RowsOnGpu* rows = nullptr; ///< counts on the GPU, if the matrix rows are in GPU memory
};

/// Computes a plan for a matrix. Errors: "kernel.plan" if there is no plan with this name, or if it requires another
/// storage format.
Plan make_plan(const std::string& name, const HostFormat& format, const PlanCard& card = {});

} // namespace warploom::kernels
