#pragma once

#include "kernels/tridiagonal/rows.h"
#include "kernels/vocabulary/vocabulary.h"

#include <cstdint>

// The arithmetic of the nested partitions. A *group* is a run of neighbouring rows: those of a thread, of a warp, of a
// block. From outside, only two of its unknowns matter, the first and the last, and a *line* gives each of them by one
// unknown to its left and one to its right. Groups side by side make a larger group by the same few formulas, whether
// they are threads in a warp or warps in a block: that is why the method nests.

namespace warploom::kernels::WARPLOOM_TARGET {

/// x = d - a left - c right.
template <class T> struct Line { T a, c, d; };

template <class T> struct Group {
    Line<T> first; ///< by the last unknown of the group before, and the last of this one
    Line<T> last;  ///< by the last unknown of the group before, and the first of the group behind
};

/// An unknown that is its own right neighbour: x = x.
template <class T> KERNEL_FN Line<T> itself() { return {T(0), T(-1), T(0)}; }
/// A group that is not there.
template <class T> KERNEL_FN Group<T> no_group() { return {{T(0), T(0), T(0)}, {T(0), T(0), T(0)}}; }

/// `line` where its right unknown is given by `right`, which has the same left one.
template <class T> KERNEL_FN Line<T> with_right(const Line<T>& line, const Line<T>& right) {
    return {line.a - line.c * right.a, -line.c * right.c, line.d - line.c * right.d};
}

template <class T> KERNEL_FN Line<T> line_before(Thread t, const Line<T>& line, int distance, CallSite site = {}) {
    CALLED_FROM(site);
    const T a = t.shuffle_up(line.a, distance), c = t.shuffle_up(line.c, distance), d = t.shuffle_up(line.d, distance);
    return {a, c, d};
}
template <class T> KERNEL_FN Line<T> line_behind(Thread t, const Line<T>& line, int distance, CallSite site = {}) {
    CALLED_FROM(site);
    const T a = t.shuffle_down(line.a, distance), c = t.shuffle_down(line.c, distance),
            d = t.shuffle_down(line.d, distance);
    return {a, c, d};
}

/// Eliminates the inside of a thread's rows. line[i] then gives unknown i by the last one of the group before and
/// unknown i + 1 (behind the last row: the first unknown of the group behind). A pivot of 0 in row i is told as that of
/// row number + i rows_a_row.
template <int rows, class T>
KERNEL_FN Group<T> eliminate_rows(const Row<T> (&row)[rows], Line<T> (&line)[rows], std::int64_t number,
                                  std::int64_t rows_a_row, Out<int> zero_pivot, CallSite site = {}) {
    CALLED_FROM(site);
    check_pivot(row[0].b, number, zero_pivot);
    T scale = T(1) / row[0].b;
    line[0] = {row[0].a * scale, row[0].c * scale, row[0].d * scale};
    UNROLL(8)
    for (int i = 1; i < rows; ++i) {
        const T pivot = row[i].b - row[i].a * line[i - 1].c;
        check_pivot(pivot, number + i * rows_a_row, zero_pivot);
        scale = T(1) / pivot;
        line[i] = {-row[i].a * line[i - 1].a * scale, row[i].c * scale, (row[i].d - row[i].a * line[i - 1].d) * scale};
    }
    Line<T> first = itself<T>();
    UNROLL(8)
    for (int i = rows - 2; i >= 0; --i) first = with_right(line[i], first);
    return {first, line[rows - 1]};
}

/// What `count` groups, one in each lane, make together. `place` is the lane's number among them.
template <class T> struct Joined {
    Line<T> line;   ///< this lane's last unknown, by the last one before all groups and the last of all groups
    Group<T> group; ///< of all: `first` in the first lane, `last` in the last
};

/// Joins groups in neighbouring lanes. Afterwards nobody needs to know what happens to the left or to the right in order
/// to go on: both stand in the lines as unknowns. log2 count steps, no shared memory.
template <int count, class T>
KERNEL_FN Joined<T> join_lanes(Thread t, const Group<T>& own, int place, std::int64_t number, Out<int> zero_pivot,
                               CallSite site = {}) {
    CALLED_FROM(site);
    static_assert(count > 1);
    // All but the last lane: by the last unknowns of the lanes to both sides.
    const Line<T> next_first = line_behind(t, own.first, 1);
    const bool is_inner = place < count - 1;
    Line<T> line = own.last;
    {
        const T pivot = T(1) - line.c * next_first.a;
        if (is_inner) {
            check_pivot(pivot, number, zero_pivot);
            const T scale = T(1) / pivot;
            line = {line.a * scale, -line.c * next_first.c * scale, (line.d - line.c * next_first.d) * scale};
        }
    }
    // Parallel cyclic reduction among these. Whoever has reached an end keeps the unknown beyond it.
    for (int distance = 1; distance < count - 1; distance *= 2) {
        Line<T> left = line_before(t, line, distance), right = line_behind(t, line, distance);
        const bool has_left = place >= distance, has_right = place + distance < count - 1;
        if (!has_left) left = {T(0), T(0), T(0)};
        if (!has_right) right = {T(0), T(0), T(0)};
        if (is_inner) {
            const T pivot = T(1) - line.a * left.c - line.c * right.a;
            check_pivot(pivot, number, zero_pivot);
            const T scale = T(1) / pivot;
            T a = line.a, c = line.c;
            if (has_left) a = -line.a * left.a;
            if (has_right) c = -line.c * right.c;
            line = {a * scale, c * scale, (line.d - line.a * left.d - line.c * right.d) * scale};
        }
    }
    Joined<T> joined{line, own};
    // The last lane still has its own line: its left unknown becomes the one before all groups.
    const Line<T> left = line_before(t, line, 1);
    if (place == count - 1) {
        const T pivot = T(1) - line.a * left.c;
        check_pivot(pivot, number, zero_pivot);
        const T scale = T(1) / pivot;
        joined.group.last = {-line.a * left.a * scale, line.c * scale, (line.d - line.a * left.d) * scale};
        joined.line = itself<T>();
    }
    if (place == 0) joined.group.first = with_right(own.first, joined.line);
    return joined;
}

/// x, where what stands to both sides is known.
template <class T> KERNEL_FN T value_of(const Line<T>& line, T left, T right) {
    return line.d - line.a * left - line.c * right;
}

} // namespace warploom::kernels::WARPLOOM_TARGET
