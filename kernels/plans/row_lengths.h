#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

// No single mapping of rows to threads suits all matrices. Therefore, the kernel csr-adaptive inspects the matrix
// first: it counts the rows and entries of each length, and then selects a mapping.

namespace warploom::kernels {

/// Number of row length classes; class 0 contains empty rows, and class b rows with 2^(b-1) to 2^b - 1 entries.
constexpr int row_length_classes = 32;

/// Number of rows in each length class, and total number of entries in the rows of each class.
struct RowLengthClasses {
    std::array<std::int64_t, row_length_classes> rows{}, entries{};
    int longest = 0; ///< number of entries in the longest row
};
RowLengthClasses row_lengths(std::span<const int> row_pointer);
/// Returns the rows with more than `cut` entries, in ascending order.
std::vector<int> rows_longer_than(std::span<const int> row_pointer, int cut);

/// Returns the average number of 32-byte sectors of x that 32 adjacent entries access, divided by 32, estimated from a
/// sample of the entries. The result is 1 if each entry accesses a different sector, and 0 if there are too few entries
/// for a sample.
double scatter_of(std::span<const int> column, int bytes_of_number);
constexpr int scatter_samples = 256, entries_of_sample = 32;

/// Computes row lengths and scatter on a GPU, which reads the CSR arrays a hundred times as fast as the host.
class RowsOnGpu {
public:
    virtual ~RowsOnGpu() = default;
    struct Look {
        RowLengthClasses lengths;
        double scatter = 0;
    };
    virtual Look look(int bytes_of_number) const = 0;
    virtual std::vector<int> longer_than(int cut) const = 0;
};

/// The mappings of matrix rows to threads. kernels/spmv/csr_adaptive.cu uses the same numeric values.
enum class RowMapping : int {
    scalar = 1,      ///< one thread per row, for rows with one or two entries
    vector,          ///< one warp, or a part of a warp, per row, if no row takes much longer than the others
    block,           ///< 128 threads per row, for rows so long that one warp per row would result in too few warps
    merge,           ///< equal shares as in csr-merge, for row lengths so different that only entries can be balanced
    apart_by_thread, ///< one thread per short row, and separate blocks for the few long rows, in one kernel launch
    apart_by_lanes,  ///< 1, 2, 4 or 8 lanes per short row, and one or more warps per long row
    held             ///< entries are distributed evenly, and most of x is kept in shared memory
};
/// Properties other than row lengths that affect which mapping is selected.
struct RowsAround {
    bool is_float = false; ///< whether the precision is float, in which one thread per short row is faster
    double scatter = 0;    ///< how scattered the column indices are (see scatter_of())
    std::int64_t cols = 0;
    /// Number of elements of x that fit in a block with the mapping `held`; 0 if none or unknown.
    std::int64_t room = 0;
};
RowMapping way_for(const RowLengthClasses& lengths, const RowsAround& around = {});
constexpr const char* to_string(RowMapping way) {
    constexpr std::array words{"one thread per row",
                               "lanes for each row",
                               "a block for each row",
                               "merge path",
                               "one thread per row, long ones apart",
                               "lanes for each row, long ones apart",
                               "equal shares, x in shared memory"};
    return words.at(static_cast<std::size_t>(way) - static_cast<std::size_t>(RowMapping::scalar));
}

/// Returns how many elements at the start of x a block with the mapping `held` keeps in shared memory. This is the
/// number that fits, or half of it if the L1 cache, which shares the same memory, has to serve most of x.
std::int64_t held_columns(std::int64_t cols, std::int64_t room);

/// Returns the number of lanes per short row for the mapping `apart_by_lanes`.
int lanes_of_short_rows(const RowLengthClasses& lengths);

/// The rows with more than `cut` entries, divided into segments. The segments of a row are contiguous and in order.
struct RowSegments {
    int cut = 0;
    std::vector<int> row;        ///< row index for each segment
    std::vector<int> begin, end; ///< range of entries for each segment
    std::vector<int> first;      ///< for each segment, index of the first segment of the same row
    std::vector<int> of_row;     ///< for each segment, number of segments of the same row
};
/// Returns the number of entries above which a row counts as long. `way` must be a mapping that separates long rows;
/// `lanes` is the number of lanes per short row for apart_by_lanes.
int longest_short_row(RowMapping way, int lanes);
/// Divides long rows into segments. `long_rows` contains all rows longer than longest_short_row(), in ascending order.
RowSegments row_segments(std::span<const int> row_pointer, RowMapping way, int lanes, std::span<const int> long_rows);

} // namespace warploom::kernels
