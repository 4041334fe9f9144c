#pragma once

/// A row of a tridiagonal system: a x_before + b x + c x_after = d, where `before` and `after` are its neighbors in the
/// original or reduced system.
template <typename T> struct Row { T a, b, c, d; };

/// Returns the equation x = 0, which has no effect; it stands for rows outside the system.
template <typename T> __device__ Row<T> no_row() { return Row<T>{0, 1, 0, 0}; }

/// The elementary step of every method here: eliminates both neighbors from `row` by subtracting k1 times the row
/// before and k2 times the row after. The new row then refers to the neighbors of these rows. Takes 2 divisions, 6
/// multiplications and 4 subtractions. There is no pivoting: if before.b or after.b is 0, the result is not finite.
template <typename T> __device__ Row<T> reduce_row(Row<T> before, Row<T> row, Row<T> after) {
    const T k1 = row.a / before.b;
    const T k2 = row.c / after.b;
    Row<T> reduced;
    reduced.a = -k1 * before.a;
    reduced.b = row.b - k1 * before.c - k2 * after.a;
    reduced.c = -k2 * after.c;
    reduced.d = row.d - k1 * before.d - k2 * after.d;
    return reduced;
}

/// Returns the unknown x of a row with known neighbors. Takes 5 operations.
template <typename T> __device__ T substitute(Row<T> row, T x_before, T x_after) {
    return (row.d - row.a * x_before - row.c * x_after) / row.b;
}

/// The solution of two coupled rows without other unknowns. The pivots are first.b and second_pivot.
template <typename T> struct SolvedPair { T first, second, second_pivot; };
/// Solves two coupled rows of a tridiagonal system. Takes 9 operations.
template <typename T> __device__ SolvedPair<T> solve_pair(Row<T> first, Row<T> second) {
    const T k1 = second.a / first.b;
    const T pivot = second.b - k1 * first.c;
    const T x = (second.d - k1 * first.d) / pivot;
    return SolvedPair<T>{(first.d - first.c * x) / first.b, x, pivot};
}
