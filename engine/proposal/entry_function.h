#pragma once

#include "engine/proposal/host_launches.h"
#include "engine/proposal/kernel_uses.h"
#include "engine/simt/language/tokens.h"
#include "engine/simt/language/tree.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warploom::proposal {

/// A source after parsing. Parse errors are ignored, because they are reported when the source is compiled.
struct ParsedSource {
    std::vector<simt::Token> tokens;
    simt::TranslationUnit tree;
    std::set<std::string> constants; ///< names of constants at file scope
};
ParsedSource parse(const std::string& text);

/// The function that computes the result. It is a kernel, or a host function such as `solve` that only launches
/// kernels.
struct EntryFunction {
    FunctionUse use;
    bool is_kernel = false;
    std::optional<ParsedLaunch> launch; ///< for a kernel, its launch in the host code, if any
    std::string words;                  ///< names of the function and of the kernels that it launches
    std::size_t kernels = 0;            ///< number of kernels in the source
};

/// Finds the function that computes the result. Errors: "proposal.none" if the source has no kernel.
EntryFunction find_entry(const ParsedSource& source);

/// Finds a serial function in the source that has the same parameters as `entry`. Returns a call of this function in
/// terms of the parameters of `entry`, or an empty string if there is none.
std::string reference_call(const ParsedSource& source, const FunctionUse& entry);

} // namespace warploom::proposal
