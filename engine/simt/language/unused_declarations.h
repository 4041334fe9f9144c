#pragma once

#include "engine/simt/language/diagnostic.h"
#include "engine/simt/language/tokens.h"

#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace warploom::simt {

/// A declaration at namespace scope, as a range of tokens.
struct ParsedItem {
    std::size_t begin = 0, end = 0; ///< `end` is the index of the token after the declaration
    bool has_errors = false;
};

/// A source file without its unused declarations that cannot be compiled.
struct UsedTokens {
    std::vector<Token> tokens;
    /// First and last token of each declaration that was removed.
    std::vector<std::pair<SourceLocation, SourceLocation>> removed;
};

/// Returns whether a file was written for other host code, that is, whether it contains `main` or another host function
/// that launches kernels, or a kernel and no entry point.
bool is_pasted(const std::vector<Token>& tokens, const std::vector<ParsedItem>& items,
               const std::set<std::string>& entry_points);

/// Removes declarations that cannot be compiled and that no kernel, device function or entry point uses, directly or
/// indirectly. Pasted files contain such declarations for their host code, for example a class for a timer.
UsedTokens without_unused(const std::vector<Token>& tokens, const std::vector<ParsedItem>& items,
                          const std::set<std::string>& entry_points);

} // namespace warploom::simt
