#pragma once

#include "engine/simt/program.h"
#include "kernels/operations/operation.h"

#include <string>
#include <vector>

namespace warploom::kernels {

/// A name that a parameter of the `run` function can have.
struct RunName {
    std::string name;  ///< parameter name, such as "row_pointer"
    std::string type;  ///< type of the parameter in C, such as "const int*"; `T` is float or double
    std::string about; ///< description of the parameter's contents
};

/// Returns all parameter names available to a kernel that reads this format (`arrays` for tridiagonal systems, `dense`
/// for AᵀA), arrays first.
std::vector<RunName> run_names(Operation operation, const std::string& format);

/// Infers the operation that a CUDA C file implements from the parameter names of `run`. Parameters a, b, c and d
/// indicate a tridiagonal system; A and C indicate AᵀA; levels, or row_pointer and b, indicate a triangular system. All
/// other names indicate SpMV.
Operation operation_of(const simt::Program& program);
/// Returns the operation of a CUDA C file whose `run` function has these parameters.
Operation operation_with(const std::vector<std::string>& parameters);

} // namespace warploom::kernels
