#pragma once

#include <optional>
#include <string>
#include <vector>

namespace warploom::kernels {

/// What kernels compute (docs/architecture.md, "Operations").
enum class Operation { spmv, cg, tridiagonal, ata };
const char* to_string(Operation);                            ///< "spmv", "cg", "tridiagonal", "ata"
std::optional<Operation> operation_from(const std::string&); ///< the reverse
const std::vector<Operation>& operations();                  ///< all, in the order in which lists show them
/// "spmv, cg, tridiagonal, ata", for hints.
std::string list_of_operations();

} // namespace warploom::kernels
