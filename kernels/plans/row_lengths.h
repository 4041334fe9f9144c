#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

// No way to share out rows is good for all matrices, so the kernel csr-adaptive looks first. This is its look: how many
// rows and entries there are of each length, and what follows from that.

namespace warploom::kernels {

constexpr int row_length_classes = 32; ///< class b: rows of 2^(b-1) to 2^b - 1 entries; class 0: empty ones

/// How many rows there are in each class, and how many entries they have.
struct RowLengths {
    std::array<std::int64_t, row_length_classes> rows{}, entries{};
    int longest = 0; ///< entries of the longest row
};
RowLengths row_lengths(std::span<const int> row_pointer);

/// Sectors of 32 bytes of x that 32 neighbouring entries need, over 32, on average over a sample: 1 where each asks for one of
/// its own. 0 where x is so small that an L1 cache holds it.
double scatter_of(std::span<const int> column, std::int64_t cols, int bytes_of_number);

/// The ways to share out rows. The numbers stand in kernels/spmv/csr_adaptive.cu, too.
enum class Way : int {
    scalar = 1,      ///< a thread for each row, where rows have one or two entries: there is nothing to share
    vector,          ///< a warp or a part of one for each row, where no row keeps its lanes long after all others
    block,           ///< 128 threads for each row, where rows are so long that a warp each would be too few warps
    merge,           ///< csr-merge, where rows differ so much that only their entries can be shared out
    apart_by_thread, ///< a thread for each short row, and blocks of their own for the few long ones, in one launch
    apart_by_lanes   ///< the same with 8 lanes for each short row
};
/// `is_float`: short rows are read faster by a thread each then. `scatter`: as above.
Way way_for(const RowLengths& lengths, bool is_float = false, double scatter = 0);
const char* to_string(Way way); ///< "a thread for each row"

/// Rows beyond `cut` entries, cut into segments. Those of a row stand side by side, in the order of the row.
struct RowSegments {
    int cut = 0;
    std::vector<int> row;        ///< of each segment
    std::vector<int> begin, end; ///< its entries
    std::vector<int> first;      ///< the first segment of its row
    std::vector<int> of_row;     ///< how many segments that row has
};
/// `way`: one of those that take long rows apart.
RowSegments row_segments(std::span<const int> row_pointer, Way way);

} // namespace warploom::kernels
