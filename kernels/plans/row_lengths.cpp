#include "kernels/plans/row_lengths.h"

#include "kernels/formats/arrays.h"

#include <algorithm>
#include <bit>
#include <mutex>

namespace warploom::kernels {

namespace {

/// Highest length classes for one thread or some lanes per row. Rows with up to 15 entries use one thread, rows with up
/// to 31 entries use 2 or 4 lanes, and rows with up to 63 entries use 8 lanes.
constexpr int last_class_of_thread = 4, last_class_of_few_lanes = 5, last_class_of_lanes = 6;
int last_class_of(int lanes) {
    return lanes == 1 ? last_class_of_thread : lanes < 8 ? last_class_of_few_lanes : last_class_of_lanes;
}
/// Segment lengths for long rows, in entries. With these lengths, each thread of a block or warp has several reads in
/// flight.
constexpr int segment_of_block = 1024, segment_of_warp = 512;
/// Segment length in entries for a matrix with at least `entries_for_long_segments` entries. Such a matrix has enough
/// blocks, and longer segments need fewer atomic operations.
constexpr int long_segment_of_block = 4096, entries_for_long_segments = 4'000'000;

/// Number of rows and entries in a range of length classes.
struct Held {
    std::int64_t rows = 0, entries = 0;
    double mean() const { return rows > 0 ? static_cast<double>(entries) / static_cast<double>(rows) : 0; }
};
/// Returns the rows and entries of length classes 0 .. `last`.
Held held_up_to(const RowLengthClasses& lengths, int last) {
    Held held;
    for (int i = 0; i <= last; ++i) {
        held.rows += lengths.rows[static_cast<std::size_t>(i)];
        held.entries += lengths.entries[static_cast<std::size_t>(i)];
    }
    return held;
}

/// Returns how many entries of a row csr-vector reads at once: four per lane (kernels/headers/csr_lanes.cuh).
double entries_of_a_round(double mean) {
    int lanes = 2;
    while (lanes < 32 && mean > 4 * lanes) lanes *= 2;
    return 4 * (mean > 96 && mean <= 128 ? 16 : lanes);
}

} // namespace

RowLengthClasses row_lengths(std::span<const int> row_pointer) {
    RowLengthClasses all;
    const auto rows = static_cast<std::int64_t>(row_pointer.size()) - 1;
    std::mutex mutex;
    for_each_range(rows, rows, [&](std::int64_t first, std::int64_t last) {
        RowLengthClasses here;
        for (auto row = static_cast<std::size_t>(first); row < static_cast<std::size_t>(last); ++row) {
            const int length = row_pointer[row + 1] - row_pointer[row];
            const auto of_length = static_cast<std::size_t>(std::bit_width(static_cast<unsigned>(length)));
            ++here.rows[of_length];
            here.entries[of_length] += length;
            here.longest = std::max(here.longest, length);
        }
        const std::lock_guard lock(mutex);
        all.longest = std::max(all.longest, here.longest);
        for (std::size_t i = 0; i < row_length_classes; ++i) {
            all.rows[i] += here.rows[i];
            all.entries[i] += here.entries[i];
        }
    });
    return all;
}

std::vector<int> rows_longer_than(std::span<const int> row_pointer, int cut) {
    std::vector<int> rows;
    for (std::size_t row = 0; row + 1 < row_pointer.size(); ++row)
        if (row_pointer[row + 1] - row_pointer[row] > cut) rows.push_back(static_cast<int>(row));
    return rows;
}

double scatter_of(std::span<const int> column, int bytes_of_number) {
    constexpr std::size_t together = entries_of_sample, samples = scatter_samples;
    if (column.size() < together * samples) return 0;
    const int numbers_of_sector = 32 / bytes_of_number;
    std::size_t sectors = 0;
    for (std::size_t s = 0; s < samples; ++s) {
        std::array<int, together> touched{};
        const auto first = column.begin() + static_cast<std::ptrdiff_t>((column.size() - together) / samples * s);
        std::transform(first, first + together, touched.begin(), [&](int c) { return c / numbers_of_sector; });
        std::sort(touched.begin(), touched.end());
        sectors += static_cast<std::size_t>(std::unique(touched.begin(), touched.end()) - touched.begin());
    }
    return static_cast<double>(sectors) / static_cast<double>(together * samples);
}

std::int64_t held_columns(std::int64_t cols, std::int64_t room) {
    return cols <= 2 * room ? std::min(cols, room) : room / 2;
}

int lanes_of_short_rows(const RowLengthClasses& lengths) {
    const double mean = held_up_to(lengths, last_class_of_few_lanes).mean();
    return mean < 1.5 ? 1 : mean < 4 ? 2 : mean < 7 ? 4 : 8;
}

namespace {

/// Returns whether keeping x in shared memory pays off. Columns must be scattered, at least a fifth of x must fit, and
/// there must be enough work to hide the cost of loading x. Long rows of similar length are excluded, because one warp
/// per row reads them just as fast without waiting for x.
bool should_hold_x(const Held& all, double longest, const RowsAround& around) {
    constexpr double least_entries = 4e6;
    const bool are_long_and_even = all.mean() >= 128 && longest <= 2.5 * all.mean();
    return around.cols <= 5 * around.room && static_cast<double>(all.entries) >= least_entries &&
           around.scatter >= 0.5 && !are_long_and_even;
}

} // namespace

RowMapping way_for(const RowLengthClasses& lengths, const RowsAround& around) {
    // A small x always stays in the L1 cache, and most of x does if it is at most twice as large as a multiprocessor's
    // L1 cache.
    constexpr std::int64_t bytes_of_l1 = std::int64_t{1} << 19;
    const double scatter = around.cols * (around.is_float ? 4 : 8) < bytes_of_l1 ? 0 : around.scatter;
    const double longest = lengths.longest;
    const Held all = held_up_to(lengths, row_length_classes - 1);
    const double mean = all.mean(), entries = static_cast<double>(all.entries);
    const bool are_short = (mean <= 2.5 && longest <= 16) || longest <= 4;
    const bool are_short_in_float = around.is_float && longest <= 5 && entries >= 1e6;
    if (scatter < 0.3 && (are_short || are_short_in_float)) return RowMapping::scalar;
    // A few hundred rows with one block each keep a GPU busy.
    if (mean >= 512 && longest <= 8 * mean && all.rows >= 600) return RowMapping::block;
    if (should_hold_x(all, longest, around)) return RowMapping::held;
    // The longest row may keep its lanes busy for several rounds of loads, or for a third of the time that the kernel
    // takes for the whole matrix.
    if (longest <= entries_of_a_round(mean) * std::max(8.0, entries / 4.2e5)) {
        // If each entry needs its own sector, the L2 cache is the bottleneck. If row lengths are similar, all lanes are
        // busy anyway. If they differ, some lanes are idle, so it is better to distribute the entries evenly. For a
        // small matrix with long rows, this does not pay off, because it takes a second launch.
        constexpr double entries_for_second_launch = 4e6;
        const bool are_even = longest <= (mean > 8 ? 1.5 : 8) * mean;
        const bool pays = entries >= entries_for_second_launch || (mean > 3 && mean <= 32);
        return scatter >= 0.7 && !are_even && pays ? RowMapping::merge : RowMapping::vector;
    }
    // Each long row occupies a whole group of threads, even if it has few entries. If these groups take longer than the
    // rest of the matrix, and longer than a launch, it is better to distribute the entries evenly.
    const auto are_few = [&](const Held& held, int threads) {
        return static_cast<double>(all.rows - held.rows) * threads * 4 <= std::max(4e6, entries);
    };
    const Held of_thread = held_up_to(lengths, last_class_of_thread);
    if (of_thread.mean() <= 2.5 && are_few(of_thread, 256)) return RowMapping::apart_by_thread;
    const bool is_small = entries <= 5e6; // the entries of a larger matrix keep the whole GPU busy
    const Held of_lanes = held_up_to(lengths, last_class_of(lanes_of_short_rows(lengths)));
    return is_small && are_few(of_lanes, 64) ? RowMapping::apart_by_lanes : RowMapping::merge;
}

int longest_short_row(RowMapping way, int lanes) {
    return (1 << (way == RowMapping::apart_by_thread ? last_class_of_thread : last_class_of(lanes))) - 1;
}
RowSegments row_segments(std::span<const int> row_pointer, RowMapping way, int lanes, std::span<const int> long_rows) {
    const bool is_by_thread = way == RowMapping::apart_by_thread;
    const bool is_large = !row_pointer.empty() && row_pointer.back() >= entries_for_long_segments;
    const int entries = !is_by_thread ? segment_of_warp : is_large ? long_segment_of_block : segment_of_block;
    RowSegments segments;
    segments.cut = longest_short_row(way, lanes);
    for (const int row : long_rows) {
        const int begin = row_pointer[static_cast<std::size_t>(row)],
                  end = row_pointer[static_cast<std::size_t>(row) + 1];
        const int count = (end - begin - 1) / entries + 1;
        const auto first = static_cast<int>(segments.row.size());
        for (int i = 0; i < count; ++i) {
            const int segment_begin = begin + i * entries;
            segments.row.push_back(row);
            segments.begin.push_back(segment_begin);
            segments.end.push_back(segment_begin + std::min(entries, end - segment_begin));
            segments.first.push_back(first);
            segments.of_row.push_back(count);
        }
    }
    return segments;
}

} // namespace warploom::kernels
