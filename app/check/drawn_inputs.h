#pragma once

#include "kernels/machine/machine.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warploom::app {

/// Small inputs on which a text is always judged, beside the one that is open: what plain kernels forget shows on one of
/// them. Rows that no block divides, empty rows, one row, rows of each length up to 66, a row longer than a block, more rows than a small grid has
/// threads and than a short counts, more columns than rows and far fewer, fewer nonzeros than rows; systems of one row, of
/// two, and of no power of two. `format`: what the text reads, because some formats refuse a long row.
std::vector<std::string> drawn_inputs(kernels::Operation operation, const std::string& format);

/// "matrix", "matrices" or "system", "systems".
const char* word_for_inputs(kernels::Operation operation, bool is_one);

/// "On the drawn matrix diagonal:n=1: "
std::string on_drawn(kernels::Operation operation, const std::string& input);

} // namespace warploom::app
