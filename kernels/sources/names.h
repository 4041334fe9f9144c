#pragma once

#include "engine/simt/program.h"
#include "kernels/operations/operation.h"

#include <string>
#include <vector>

namespace warploom::kernels {

struct RunName {
    std::string name;  ///< name of the parameter, such as "row_pointer"
    std::string type;  ///< C type, such as "const int*"; `T` is float or double
    std::string about; ///< description of the contents
};

/// Returns the names available to a kernel with this format (`arrays` for tridiagonal systems, `dense` for AᵀA), arrays
/// first. Returns no names for `free`, because each source declares its own (declared_names).
std::vector<RunName> run_names(Operation operation, const std::string& format);

/// Infers the operation of a kernel source. It is `free` if the source declares its own problem. Otherwise, it follows
/// from the parameters of `run`: a, b, c and d mean a tridiagonal system, A and C mean AᵀA, and levels, or row_pointer
/// and b, mean a triangular system. Anything else is an SpMV product.
Operation operation_of(const simt::Program& program);
/// Infers the operation of a CUDA C file from the parameters of `run`.
Operation operation_with(const std::vector<std::string>& parameters);

} // namespace warploom::kernels
