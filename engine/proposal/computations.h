#pragma once

#include "engine/proposal/kernel_uses.h"

#include <optional>
#include <string>

namespace warploom::proposal {

/// A well-known computation that a function appears to perform, guessed from its name and the shapes of its arrays.
struct Computation {
    std::string about;  ///< name of the computation, for the user
    std::string body;   ///< statements of the function `expected`
    std::string reason; ///< sentence with the evidence
};

/// Returns the computation that a function appears to perform, or nothing. `words` are names from the source.
std::optional<Computation> find_computation(const FunctionUse& function, const std::string& words);

} // namespace warploom::proposal
