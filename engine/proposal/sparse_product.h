#pragma once

#include "engine/proposal/kernel_uses.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warploom::proposal {

/// Maps the parameters of a function to the arrays and numbers of a sparse matrix.
struct SparseProduct {
    std::string format;                       ///< "csr" or "coo"
    std::map<std::string, std::string> names; ///< Warploom's name for each parameter name in the source
    std::vector<std::string> guesses;         ///< sentences that give the reason for each parameter's meaning
};

/// Returns this mapping if the function computes y = A x with a sparse matrix. Otherwise, returns std::nullopt.
std::optional<SparseProduct> find_sparse_product(const FunctionUse& function);

} // namespace warploom::proposal
