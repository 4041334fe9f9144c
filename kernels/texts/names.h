#pragma once

#include "engine/simt/program.h"
#include "kernels/operations/operation.h"

#include <string>
#include <vector>

namespace warploom::kernels {

/// A name that a parameter of run may have.
struct RunName {
    std::string name;  ///< "row_pointer"
    std::string type;  ///< "const int*"; `T` stands for float or double
    std::string about; ///< what it holds
};

/// All of them, for a kernel that reads this format (of tridiagonal systems `arrays`, of AᵀA `dense`), arrays first.
std::vector<RunName> run_names(Operation operation, const std::string& format);

/// What a text computes, as the names of run's parameters tell it: a, b, c and d make a tridiagonal system, A and C
/// make AᵀA, levels, or row_pointer and b, a triangular one, everything else a product.
Operation operation_of(const simt::Program& program);

} // namespace warploom::kernels
