#pragma once

#include "engine/proposal/kernel_uses.h"

#include <optional>
#include <string>

namespace warploom::proposal {

/// A well-known computation that a function appears to perform. It is guessed from the function's name and the shapes
/// of its arrays.
struct Computation {
    std::string about;  ///< name of the computation, as shown to the user
    std::string body;   ///< statements of the function `expected`
    std::string reason; ///< sentence that explains what the guess is based on
};

/// Returns the computation that a function appears to perform, or std::nullopt if it is not known. `words` contains
/// names from the source.
std::optional<Computation> find_computation(const FunctionUse& function, const std::string& words);

} // namespace warploom::proposal
