#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

// No mapping of rows to threads suits all matrices, so the kernel csr-adaptive first counts the rows and entries of
// each length and then selects one.

namespace warploom::kernels {

/// Row length classes: class 0 for empty rows, and class b for 2^(b-1) to 2^b - 1 entries.
constexpr int row_length_classes = 32;

/// Number of rows in each length class, and number of entries in these rows.
struct RowLengthClasses {
    std::array<std::int64_t, row_length_classes> rows{}, entries{};
    int longest = 0;
};
RowLengthClasses row_lengths(std::span<const int> row_pointer);
/// Returns the rows with more than `cut` entries, in ascending order.
std::vector<int> rows_longer_than(std::span<const int> row_pointer, int cut);

/// Returns the average number of 32-byte sectors of x per entry among 32 adjacent entries, estimated from a sample. The
/// result is 1 if each entry accesses a different sector, and 0 if there are too few entries for a sample.
double scatter_of(std::span<const int> column, int bytes_of_number);
constexpr int scatter_samples = 256, entries_of_sample = 32;

/// Computes row lengths and scatter on a GPU, which reads CSR a hundred times as fast as the host.
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

/// Mappings of rows to threads, with the same numbers as in kernels/spmv/csr_adaptive.cu.
enum class RowMapping : int {
    scalar = 1,      ///< one thread per row, for rows with one or two entries
    vector,          ///< one warp per row, or a part of one, if no row takes much longer than the others
    block,           ///< 128 threads per row, if one warp per row would give too few warps
    merge,           ///< equal shares as in csr-merge, if row lengths differ so much that only entries can be balanced
    apart_by_thread, ///< one thread per short row, and separate blocks for the few long rows, in one launch
    apart_by_lanes,  ///< 1, 2, 4 or 8 lanes per short row, and one or more warps per long row
    held             ///< entries evenly distributed, and most of x in shared memory
};
/// Properties other than row lengths that affect the choice of a mapping.
struct RowsAround {
    bool is_float = false; ///< whether the kernel computes in float, where one thread per short row is faster
    double scatter = 0;    ///< scatter of the columns (see scatter_of())
    std::int64_t cols = 0;
    /// Number of elements of x that fit in a block with the mapping `held`, or 0 if none fit or the number is unknown.
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

/// Returns how many elements at the start of x a block with the mapping `held` keeps in shared memory. It keeps as many
/// as fit, or half as many if the L1 cache, which shares this memory, has to serve most of x.
std::int64_t held_columns(std::int64_t cols, std::int64_t room);

/// Returns the number of lanes per short row for `apart_by_lanes`.
int lanes_of_short_rows(const RowLengthClasses& lengths);

/// The rows with more than `cut` entries, divided into segments. The segments of a row are contiguous and in order.
struct RowSegments {
    int cut = 0;
    std::vector<int> row;
    std::vector<int> begin, end;
    std::vector<int> first;
    std::vector<int> of_row;
};
/// Returns the number of entries above which a row is long. `way` must separate long rows; `lanes` is the number of
/// lanes per short row for apart_by_lanes.
int longest_short_row(RowMapping way, int lanes);
/// Divides long rows into segments. `long_rows` are all rows longer than longest_short_row(), in ascending order.
RowSegments row_segments(std::span<const int> row_pointer, RowMapping way, int lanes, std::span<const int> long_rows);

} // namespace warploom::kernels
