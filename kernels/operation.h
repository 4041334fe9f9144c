#pragma once

#include <optional>
#include <string>
#include <vector>

namespace warploom::kernels {

/// What kernels compute (docs/architecture.md, "Operations").
enum class Operation { spmv, cg, tridiagonal, ata, trsv };
const char* to_string(Operation);                            ///< "spmv", "cg", ...
std::optional<Operation> operation_from(const std::string&); ///< the reverse
const std::vector<Operation>& operations();                  ///< all, in the order in which lists show them
/// "spmv, cg, ...", for hints.
std::string list_of_operations();

} // namespace warploom::kernels
