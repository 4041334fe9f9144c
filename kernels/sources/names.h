#pragma once

#include "engine/simt/program.h"
#include "kernels/operations/operation.h"

#include <string>
#include <vector>

namespace warploom::kernels {

/// A name that a parameter of run can have.
struct RunName {
    std::string name;  ///< "row_pointer"
    std::string type;  ///< "const int*"; `T` stands for float or double
    std::string about; ///< description of the contents
};

/// Returns all names for a kernel that reads this format (`arrays` for tridiagonal systems, `dense` for AᵀA), arrays
/// first.
std::vector<RunName> run_names(Operation operation, const std::string& format);

/// Returns the operation that a source implements, inferred from the parameter names of run: a, b, c and d for a
/// tridiagonal system, A and C for AᵀA, levels, or row_pointer and b, for a triangular system, anything else for a
/// product.
Operation operation_of(const simt::Program& program);

} // namespace warploom::kernels
