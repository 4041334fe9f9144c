#pragma once

#include <cstddef>
#include <string>
#include <vector>

// Similarity of submissions, based on the operations they compile to. Names, comments and formatting have no effect.

namespace warploom::app {

struct Likeness {
    double share = 0;      ///< similarity from 0 to 1, excluding the operations of the starter
    std::size_t with = 0;  ///< index of the most similar submission
    bool is_known = false; ///< whether there are enough operations to compare
};

/// Returns, for each source, the most similar other source. The similarity is the fraction of sequences of 6
/// operations in the shorter source that also occur in the other source, not counting sequences in the starter
/// (fingerprints without winnowing: Schleimer, Wilkerson, Aiken 2003). Skips sources that do not compile. With more
/// than 2,000 sources, nothing is compared.
std::vector<Likeness> likeness_of(const std::vector<std::string>& texts, const std::string& starter);

/// Converts a submission to plain C++ for JPlag's cpp language module, removing CUDA keywords and launch
/// configurations.
std::string text_for_jplag(const std::string& text);

} // namespace warploom::app
