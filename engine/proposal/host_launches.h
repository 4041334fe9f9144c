#pragma once

#include "engine/proposal/kernel_uses.h"
#include "engine/simt/language/tokens.h"

#include <map>
#include <set>
#include <string>
#include <vector>

// Kernel launches in the host code of a pasted file, such as `main`. Host code is read as tokens, because most of it
// cannot be compiled.

namespace warploom::proposal {

/// A launch such as `add<float><<<(n + 255) / 256, 256>>>(a, b, c, n)`, whose expressions are written in terms of the
/// parameters of the kernel and of constants. An expression that depends on anything else is empty.
struct ParsedLaunch {
    std::string kernel;
    std::string template_arguments; ///< such as "<float, 16>"; empty if there are none
    std::string grid, block, shared;
    /// Arguments, as spelled; empty for those that are not just a name.
    std::vector<std::string> arguments;
    std::set<std::string> cleared; ///< parameters of the kernel whose arrays `cudaMemset` has filled
    /// Names of the parameters that occur in `grid`.
    std::set<std::string> used_by_grid;
};

/// Returns the launches of a kernel in source order. `constants` are the names of the constants of the file.
std::vector<ParsedLaunch> launches_of(const std::vector<simt::Token>& tokens, const FunctionUse& kernel,
                                      const std::set<std::string>& constants);

} // namespace warploom::proposal
