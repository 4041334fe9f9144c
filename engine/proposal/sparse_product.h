#pragma once

#include "engine/proposal/kernel_uses.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warploom::proposal {

/// Which arrays and numbers of a sparse matrix the parameters of a function represent.
struct SparseProduct {
    std::string format;                       ///< "csr" or "coo"
    std::map<std::string, std::string> names; ///< Warploom's name for each parameter, by the name of the parameter
    std::vector<std::string> guesses;         ///< sentences that give the reason for each parameter's meaning
};

/// Returns how a function computes y = A x with a sparse matrix, or std::nullopt if it does not compute this.
std::optional<SparseProduct> find_sparse_product(const FunctionUse& function);

} // namespace warploom::proposal
