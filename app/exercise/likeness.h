#pragma once

#include <cstddef>
#include <string>
#include <vector>

// How alike hand-ins are, by the operations that they are translated into: other names, comments and another layout
// change nothing.

namespace warploom::app {

struct Likeness {
    double share = 0;      ///< 0 to 1, of the operations that are not the starter's
    std::size_t with = 0;  ///< the place of the one that is most alike
    bool is_known = false; ///< whether there are enough operations to say it
};

/// For each text the one that is most alike: the share of its runs of 6 operations that the other has too, of the
/// shorter of both (fingerprints without winnowing: Schleimer, Wilkerson, Aiken 2003), those of the starter left out. A
/// text that is not understood has none, and of more than 2,000 texts none has.
std::vector<Likeness> likeness_of(const std::vector<std::string>& texts, const std::string& starter);

/// Hand-ins as JPlag takes them for the language cpp: words and launches of CUDA become plain C++.
std::string text_for_jplag(const std::string& text);

} // namespace warploom::app
