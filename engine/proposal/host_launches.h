#pragma once

#include "engine/proposal/kernel_uses.h"
#include "engine/simt/language/tokens.h"

#include <map>
#include <set>
#include <string>
#include <vector>

// Kernel launches in the host code of a pasted file, such as in `main`. The host code is read as tokens, because most
// of it cannot be compiled.

namespace warploom::proposal {

/// A launch such as `add<float><<<(n + 255) / 256, 256>>>(a, b, c, n)`. Its expressions refer only to constants and to
/// the parameters of the kernel. If an expression depends on anything else, it is stored as an empty string.
struct ParsedLaunch {
    std::string kernel;
    std::string template_arguments; ///< template arguments such as "<float, 16>"; may be empty
    std::string grid, block, shared;
    /// Arguments as written in the source. An argument that is not just a name is empty.
    std::vector<std::string> arguments;
    std::set<std::string> cleared; ///< kernel parameters whose arrays `cudaMemset` has filled
    /// Names of the parameters that `grid` depends on.
    std::set<std::string> used_by_grid;
};

/// Returns the launches of a kernel in source order. `constants` contains the names of the file's constants.
std::vector<ParsedLaunch> launches_of(const std::vector<simt::Token>& tokens, const FunctionUse& kernel,
                                      const std::set<std::string>& constants);

} // namespace warploom::proposal
