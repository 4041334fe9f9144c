#pragma once

#include "kernels/machine/machine.h"

#include <string>
#include <vector>

namespace warploom::app {

/// An input that is drawn, and the threads a block it is run with where a text leaves them to its run.
struct DrawnInput {
    std::string name;
    int block = 0; ///< another number in place of the one that is asked for; 0: that one
    int power = 0; ///< its numbers are 2^power times as large (judged_input)

    /// The very input that is called `asked`, in the blocks that are asked for.
    bool is_just(const std::string& asked) const { return name == asked && block == 0 && power == 0; }
    int block_beside(int asked) const { return block == 0 ? asked : block != asked ? block : 128; }
};

/// Small inputs on which a text is always judged, beside the one that is open: what plain kernels forget shows on one of
/// them. Rows that no block divides, empty rows, one row, rows of each length up to 66, a row longer than a block, more rows
/// than a small grid has threads and than a short counts, more columns than rows and far fewer, columns far from the row,
/// fewer nonzeros than rows. Systems of one row, of two, and of no power of two, one of them with couplings that reach from
/// end to end, one with a diagonal that differs. Of one input the numbers are very large, of one very small. One is for
/// blocks of 64 threads, one for 512, and others are for blocks of 256, in which all threads have work: a text that is right
/// in blocks of one size shows. `format`: what the text reads, because some formats refuse a long row.
std::vector<DrawnInput> drawn_inputs(Operation operation, const std::string& format);

/// One of them that takes no time and shows much.
DrawnInput small_input(Operation operation, const std::string& format);
/// Whether a text is tried on it only where its launches or its operations give cause: one of very many rows or columns.
bool needs_cause(const DrawnInput& input);

/// "matrix", "matrices" or "system", "systems".
const char* word_for_inputs(Operation operation, bool is_one);

/// "diagonal:n=1", "diagonal:n=1 with 64 threads a block" where they are not as many as were asked for, "diagonal:n=1 times 2^90".
std::string told(const DrawnInput& input, int block, int asked);
/// "On the drawn matrix diagonal:n=1: "
std::string on_drawn(Operation operation, const std::string& input);

} // namespace warploom::app
