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

/// Returns all names available to a kernel that reads this format (`arrays` for tridiagonal systems, `dense` for AᵀA),
/// arrays first. Empty for `free`, because each source declares its own names (declared_names).
std::vector<RunName> run_names(Operation operation, const std::string& format);

/// Infers the operation that a source implements: `free` if it declares its own problem, otherwise from the parameter
/// names of `run`. Parameters a, b, c and d mean a
/// tridiagonal system; A and C mean AᵀA; levels, or row_pointer and b, mean a triangular system. All other names mean
/// an SpMV product.
Operation operation_of(const simt::Program& program);
/// Returns the operation of a CUDA C file whose `run` function has these parameters.
Operation operation_with(const std::vector<std::string>& parameters);

} // namespace warploom::kernels
