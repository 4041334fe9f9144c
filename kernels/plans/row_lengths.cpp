#include "kernels/plans/row_lengths.h"

#include "kernels/formats/arrays.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <mutex>

namespace warploom::kernels {

namespace {

/// Rows of up to 15 entries go to a thread, of up to 63 to 8 lanes.
constexpr int last_class_of_thread = 4, last_class_of_lanes = 6;
/// A segment is so long that its threads, a block or a warp, have a few reads each on their way.
constexpr int segment_of_block = 1024, segment_of_warp = 512;

/// What rows of some length hold.
struct Held {
    std::int64_t rows = 0, entries = 0;
    double mean() const { return rows > 0 ? static_cast<double>(entries) / static_cast<double>(rows) : 0; }
};
/// Of rows that class `last` or an earlier one counts.
Held held_up_to(const RowLengths& lengths, int last) {
    Held held;
    for (int i = 0; i <= last; ++i) {
        held.rows += lengths.rows[static_cast<std::size_t>(i)];
        held.entries += lengths.entries[static_cast<std::size_t>(i)];
    }
    return held;
}

/// What the lanes of csr-vector read at once of a row: four entries each (kernels/parts/csr_lanes.cuh).
double entries_of_a_round(double mean) {
    int lanes = 2;
    while (lanes < 32 && mean > 4 * lanes) lanes *= 2;
    return 4 * (mean > 96 && mean <= 128 ? 16 : lanes);
}

} // namespace

RowLengths row_lengths(std::span<const int> row_pointer) {
    RowLengths all;
    const auto rows = static_cast<std::int64_t>(row_pointer.size()) - 1;
    std::mutex mutex;
    for_each_range(rows, rows, [&](std::int64_t first, std::int64_t last) {
        RowLengths here;
        for (auto row = static_cast<std::size_t>(first); row < static_cast<std::size_t>(last); ++row) {
            const int length = row_pointer[row + 1] - row_pointer[row];
            const auto of_length = static_cast<std::size_t>(std::bit_width(static_cast<unsigned>(length)));
            ++here.rows[of_length];
            here.entries[of_length] += length;
        }
        const std::lock_guard lock(mutex);
        for (std::size_t i = 0; i < row_length_classes; ++i) {
            all.rows[i] += here.rows[i];
            all.entries[i] += here.entries[i];
        }
    });
    return all;
}

Way way_for(const RowLengths& lengths) {
    int longest_class = row_length_classes - 1;
    while (longest_class > 0 && lengths.rows[static_cast<std::size_t>(longest_class)] == 0) --longest_class;
    const double longest = std::ldexp(1.0, longest_class); // not more than that
    const Held all = held_up_to(lengths, row_length_classes - 1);
    const double mean = all.mean();
    if (mean <= 2.5 && longest <= 16) return Way::scalar;
    if (mean >= 512 && longest <= 8 * mean) return Way::block;
    // A row may take a few rounds of reading of its lanes, or a small part of what the whole matrix takes.
    const double most = entries_of_a_round(mean) * std::max(8.0, static_cast<double>(all.entries) / 1.5e6);
    if (longest <= most) return Way::vector;
    // A long row costs a group of threads, however few entries it has. Where that is more than the matrix, and more than a
    // launch, equal shares of entries are better.
    const auto are_few = [&](const Held& held) {
        return static_cast<double>(all.rows - held.rows) * 1024 <= std::max(4e6, static_cast<double>(all.entries));
    };
    const Held of_thread = held_up_to(lengths, last_class_of_thread);
    if (of_thread.mean() <= 2.5 && are_few(of_thread)) return Way::apart_by_thread;
    return are_few(held_up_to(lengths, last_class_of_lanes)) ? Way::apart_by_lanes : Way::merge;
}

const char* to_string(Way way) {
    switch (way) {
    case Way::scalar: return "a thread for each row";
    case Way::vector: return "lanes for each row";
    case Way::block: return "a block for each row";
    case Way::merge: return "merge path";
    case Way::apart_by_thread: return "a thread for each row, long ones apart";
    case Way::apart_by_lanes: return "lanes for each row, long ones apart";
    }
    return "";
}

RowSegments row_segments(std::span<const int> row_pointer, Way way) {
    const bool is_by_thread = way == Way::apart_by_thread;
    const int entries = is_by_thread ? segment_of_block : segment_of_warp;
    RowSegments segments;
    segments.cut = (1 << (is_by_thread ? last_class_of_thread : last_class_of_lanes)) - 1;
    for (std::size_t row = 0; row + 1 < row_pointer.size(); ++row) {
        const int begin = row_pointer[row], end = row_pointer[row + 1];
        if (end - begin <= segments.cut) continue;
        const int count = (end - begin - 1) / entries + 1;
        const auto first = static_cast<int>(segments.row.size());
        for (int i = 0; i < count; ++i) {
            const int segment_begin = begin + i * entries;
            segments.row.push_back(static_cast<int>(row));
            segments.begin.push_back(segment_begin);
            segments.end.push_back(segment_begin + std::min(entries, end - segment_begin));
            segments.first.push_back(first);
            segments.of_row.push_back(count);
        }
    }
    return segments;
}

} // namespace warploom::kernels
