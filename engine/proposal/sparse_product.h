#pragma once

#include "engine/proposal/kernel_uses.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warploom::proposal {

/// The arrays and numbers of a sparse matrix that the parameters of a function stand for.
struct SparseProduct {
    std::string format;                       ///< "csr" or "coo"
    std::map<std::string, std::string> names; ///< name in Warploom by the name of the parameter
    std::vector<std::string> guesses;         ///< sentences with the evidence for each parameter
};

/// Returns how a function computes y = A x from a sparse matrix, or nothing if it does not.
std::optional<SparseProduct> find_sparse_product(const FunctionUse& function);

} // namespace warploom::proposal
