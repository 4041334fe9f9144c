#pragma once

#include <string>
#include <vector>

namespace warploom::experiment {

/// A piece of a template: words, or the place of a variable's value.
struct TemplatePiece {
    std::string words;
    std::string variable, attribute; ///< variable empty: words
};

/// "random-rows:n={order}" in pieces. `complaint` gets what is wrong with the braces, if something is.
std::vector<TemplatePiece> template_pieces(const std::string& text, std::string* complaint);

} // namespace warploom::experiment
