#pragma once

#include "check_pivot.cuh"
#include "tridiagonal_row.cuh"

// The arithmetic of the nested partitions. A *group* consists of the consecutive rows of a thread, a warp or a block.
// Other groups use only its first and last unknowns. A *line* is an equation that expresses one of these unknowns by an
// unknown to its left and one to its right. The method can be nested: the same formulas combine threads of a warp and
// warps of a block.

/// The equation x = d - a left - c right, which expresses an unknown by two others.
template <typename T> struct Line {
    T a, c, d;
    /// Returns the unknown x, given both of its neighbors.
    __device__ T x(T left, T right) const { return d - a * left - c * right; }
};

template <typename T> struct Group {
    Line<T> first; // the first unknown, in terms of the last unknowns of the previous group and of this one
    Line<T> last;  // the last unknown, in terms of the previous group's last and the next group's first unknown
};

/// Returns the equation x = x, in which an unknown is its own right neighbor.
template <typename T> __device__ Line<T> itself() { return Line<T>{T(0), T(-1), T(0)}; }
template <typename T> __device__ Line<T> no_line() { return Line<T>{T(0), T(0), T(0)}; }

/// Substitutes `right` for the right unknown of `line`; both have the same left unknown.
template <typename T> __device__ Line<T> with_right(const Line<T>& line, const Line<T>& right) {
    return Line<T>{line.a - line.c * right.a, -line.c * right.c, line.d - line.c * right.d};
}

template <typename T> __device__ Line<T> line_before(const Line<T>& line, int distance) {
    return Line<T>{__shfl_up_sync(0xffffffff, line.a, distance), __shfl_up_sync(0xffffffff, line.c, distance),
                   __shfl_up_sync(0xffffffff, line.d, distance)};
}
template <typename T> __device__ Line<T> line_behind(const Line<T>& line, int distance) {
    return Line<T>{__shfl_down_sync(0xffffffff, line.a, distance), __shfl_down_sync(0xffffffff, line.c, distance),
                   __shfl_down_sync(0xffffffff, line.d, distance)};
}

/// Eliminates the inner unknowns of a thread's rows. Afterward, line[i] expresses unknown i by the last unknown of the
/// previous group and by unknown i + 1, which is in the next group for the last row. A zero pivot in row i is reported
/// for row number + i * rows_a_row.
template <int rows, typename T>
__device__ Group<T> eliminate_rows(const Row<T> (&row)[rows], Line<T> (&line)[rows], long long number,
                                   long long rows_a_row, int* zero_pivot) {
    check_pivot(row[0].b, number, zero_pivot);
    T scale = T(1) / row[0].b;
    line[0] = Line<T>{row[0].a * scale, row[0].c * scale, row[0].d * scale};
#pragma unroll
    for (int i = 1; i < rows; ++i) {
        const T pivot = row[i].b - row[i].a * line[i - 1].c;
        check_pivot(pivot, number + i * rows_a_row, zero_pivot);
        scale = T(1) / pivot;
        line[i] =
            Line<T>{-row[i].a * line[i - 1].a * scale, row[i].c * scale, (row[i].d - row[i].a * line[i - 1].d) * scale};
    }
    Line<T> first = itself<T>();
#pragma unroll
    for (int i = rows - 2; i >= 0; --i) first = with_right(line[i], first);
    return Group<T>{first, line[rows - 1]};
}

/// The result of combining `count` groups of rows, one per lane.
template <typename T> struct Joined {
    Line<T> line;   // this lane's last unknown, in terms of the last unknown before all groups and the very last one
    Group<T> group; // the combined group: `first` in the first lane, `last` in the last one
};

/// Combines the groups of neighboring lanes; `place` is the lane's index among them. Afterward, the lines contain only
/// the two outer unknowns, so lanes need no data from each other. Takes log2(count) steps and no shared memory.
template <int count, typename T>
__device__ Joined<T> join_lanes(const Group<T>& own, int place, long long number, int* zero_pivot) {
    // All lanes except the last one express their last unknown by the last unknowns of both neighboring lanes.
    const Line<T> next_first = line_behind(own.first, 1);
    const bool is_inner = place < count - 1;
    Line<T> line = own.last;
    const T first_pivot = T(1) - line.c * next_first.a;
    if (is_inner) {
        check_pivot(first_pivot, number, zero_pivot);
        const T scale = T(1) / first_pivot;
        line = Line<T>{line.a * scale, -line.c * next_first.c * scale, (line.d - line.c * next_first.d) * scale};
    }
    // Apply parallel cyclic reduction to these equations. A lane without a partner keeps the unknown beyond the end.
    for (int distance = 1; distance < count - 1; distance *= 2) {
        Line<T> left = line_before(line, distance), right = line_behind(line, distance);
        const bool has_left = place >= distance, has_right = place + distance < count - 1;
        if (!has_left) left = no_line<T>();
        if (!has_right) right = no_line<T>();
        if (is_inner) {
            const T pivot = T(1) - line.a * left.c - line.c * right.a;
            check_pivot(pivot, number, zero_pivot);
            const T scale = T(1) / pivot;
            T a = line.a, c = line.c;
            if (has_left) a = -line.a * left.a;
            if (has_right) c = -line.c * right.c;
            line = Line<T>{a * scale, c * scale, (line.d - line.a * left.d - line.c * right.d) * scale};
        }
    }
    Joined<T> joined = {line, own};
    // The last lane still has its original equation. Its left unknown becomes the last one before the first group.
    const Line<T> left = line_before(line, 1);
    if (place == count - 1) {
        const T pivot = T(1) - line.a * left.c;
        check_pivot(pivot, number, zero_pivot);
        const T scale = T(1) / pivot;
        joined.group.last = Line<T>{-line.a * left.a * scale, line.c * scale, (line.d - line.a * left.d) * scale};
        joined.line = itself<T>();
    }
    if (place == 0) joined.group.first = with_right(own.first, joined.line);
    return joined;
}
