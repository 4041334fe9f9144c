#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

// No single mapping of rows to threads suits all matrices. Therefore, the kernel csr-adaptive inspects the matrix
// first: it counts the rows and entries of each length, and then selects a mapping.

namespace warploom::kernels {

constexpr int row_length_classes = 32; ///< class b: rows of 2^(b-1) to 2^b - 1 entries; class 0: empty rows

/// Number of rows in each length class, and total number of entries in these rows.
struct RowLengthClasses {
    std::array<std::int64_t, row_length_classes> rows{}, entries{};
    int longest = 0; ///< number of entries in the longest row
};
RowLengthClasses row_lengths(std::span<const int> row_pointer);
/// Returns the rows with more than `cut` entries, in ascending order.
std::vector<int> rows_longer_than(std::span<const int> row_pointer, int cut);

/// Returns the average number of 32-byte sectors of x that 32 adjacent entries need, divided by 32, estimated from a
/// sample of the entries. The result is 1 if each entry needs its own sector, and 0 if there are too few entries for a
/// sample.
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

/// The mappings of rows to threads. kernels/spmv/csr_adaptive.cu uses the same numeric values.
enum class RowMapping : int {
    scalar = 1,      ///< one thread per row, for rows with one or two entries
    vector,          ///< a warp or part of a warp per row, if no row takes much longer than the other rows
    block,           ///< 128 threads per row, if rows are so long that one warp per row would result in too few warps
    merge,           ///< csr-merge, if row lengths differ so much that only entries can be balanced
    apart_by_thread, ///< one thread per short row, and separate blocks for the few long rows, in one launch
    apart_by_lanes,  ///< 1, 2, 4 or 8 lanes per short row, and one or more warps per long row
    held             ///< entries are distributed evenly, and most of x is kept in shared memory
};
/// Properties other than row lengths that affect which mapping is selected.
struct RowsAround {
    bool is_float = false; ///< whether the precision is float, in which one thread per short row is faster
    double scatter = 0;    ///< how scattered the columns are (see scatter_of())
    std::int64_t cols = 0;
    std::int64_t room = 0; ///< number of elements of x that a `held` block can hold; 0 if none or unknown
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

/// Returns how many elements at the start of x a `held` block keeps in shared memory. This is the number that fits, or
/// half of it if the L1 cache, which shares the same memory, has to serve most of x.
std::int64_t held_columns(std::int64_t cols, std::int64_t room);

/// Returns the number of lanes per short row for the mapping `apart_by_lanes`.
int lanes_of_short_rows(const RowLengthClasses& lengths);

/// Rows with more than `cut` entries, divided into segments. The segments of a row are contiguous and in order.
struct RowSegments {
    int cut = 0;
    std::vector<int> row;        ///< row index of each segment
    std::vector<int> begin, end; ///< range of entries in each segment
    std::vector<int> first;      ///< first segment of the same row, for each segment
    std::vector<int> of_row;     ///< number of segments in the same row, for each segment
};
/// Returns the length above which a row counts as long. `way` must be a mapping that separates long rows; `lanes` is
/// the number of lanes per short row for apart_by_lanes.
int longest_short_row(RowMapping way, int lanes);
/// Divides `long_rows` into segments. `long_rows` contains all rows longer than longest_short_row(), in ascending
/// order.
RowSegments row_segments(std::span<const int> row_pointer, RowMapping way, int lanes, std::span<const int> long_rows);

} // namespace warploom::kernels
