#pragma once

#include <string>
#include <vector>

namespace warploom::proposal {

/// The lines to add to a pasted file so that it becomes a kernel source that can be checked. These lines are guesses
/// based on the names and types of the parameters, and on how the kernel uses them.
struct Proposal {
    std::string source; ///< the file with the proposed lines: directives at the top, functions at the end
    /// Like `source`, but the directives replace lines that have no effect, such as `#include <cstdio>`, so that all
    /// other lines keep their line numbers.
    std::string aligned_source;
    bool is_aligned = true;           ///< whether all other lines of `aligned_source` keep their line numbers
    std::string added;                ///< the proposed lines without the file
    std::vector<std::string> guesses; ///< sentences that explain each guess
    /// Whether the source can be checked. If not, the user must write the function `expected` first.
    bool is_complete = true;
    /// Head of the function `expected` that the user must write; empty if the proposal is complete.
    std::string expected_head;
};

/// Returns whether a file contains kernels, but neither a function `run` nor the declaration of a problem.
bool needs_proposal(const std::string& text);

/// Proposes a function `run`. For a problem other than y = A x, also proposes directives and the function `expected`.
/// Errors: "proposal.none" if a part cannot be guessed, with a hint that states what to write.
Proposal propose(const std::string& text);

} // namespace warploom::proposal
