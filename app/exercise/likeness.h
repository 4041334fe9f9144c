#pragma once

#include <cstddef>
#include <string>
#include <vector>

// Computes the similarity of submissions, based on the operations to which they compile. Names, comments and formatting
// do not matter.

namespace warploom::app {

struct Likeness {
    double share = 0;      ///< similarity from 0 to 1, excluding operations in the starter code
    std::size_t with = 0;  ///< index of the most similar other submission
    bool is_known = false; ///< whether both sources have enough operations to compare
};

/// For each source, returns the most similar other source. The similarity is the fraction of sequences of six
/// operations in the shorter source that also occur in the other source. Sequences that also occur in the starter code
/// are ignored. This is the method of Schleimer, Wilkerson and Aiken (2003) without winnowing: all fingerprints are
/// compared. Skips sources that do not compile. If there are more than 2,000 sources, no sources are compared.
std::vector<Likeness> likeness_of(const std::vector<std::string>& texts, const std::string& starter);

/// Converts a submission to plain C++ for JPlag's cpp language module by removing CUDA keywords and execution
/// configurations.
std::string text_for_jplag(const std::string& text);

} // namespace warploom::app
