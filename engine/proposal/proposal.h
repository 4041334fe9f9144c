#pragma once

#include <string>
#include <vector>

namespace warploom::proposal {

/// The lines that turn a pasted file into a kernel source that can be checked. They are guesses from the names and
/// types of the parameters, and from the way that the kernel uses them.
struct Proposal {
    std::string source; ///< the file with the proposed lines: directives at the top, functions at the end
    /// The same, but lines of the file that do not matter, such as `#include <cstdio>`, are replaced by the directives,
    /// so that the other lines keep their numbers.
    std::string aligned_source;
    bool is_aligned = true;           ///< whether all lines of `aligned_source` have the same numbers as in the file
    std::string added;                ///< only the proposed lines
    std::vector<std::string> guesses; ///< sentences that state each guess and its evidence
    /// Whether the source can be checked. If not, the function `expected` must be written first.
    bool is_complete = true;
};

/// Returns whether a file has kernels, but neither a function `run` nor declarations of a problem.
bool needs_proposal(const std::string& text);

/// Proposes a function `run`, and for a problem other than y = A x also directives and the function `expected`. Errors:
/// "proposal.none" if a part cannot be guessed, with a hint that states what to write.
Proposal propose(const std::string& text);

} // namespace warploom::proposal
