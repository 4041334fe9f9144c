#pragma once

// The elementary step that every method here is made of (cerny2011, "Elementární úprava"), as the solvers of the host take it.

namespace warploom::kernels {

/// a x_before + b x + c x_after = d, where before and after are the neighbours in the system, or in the reduced system.
template <class T> struct Row { T a, b, c, d; };

/// What stands beyond the first and the last row: x = 0, which changes nothing.
template <class T> constexpr Row<T> no_row() { return {T(0), T(1), T(0), T(0)}; }

/// `row` without its two neighbours: k1 times the one before and k2 times the one after are taken away, and the rest speaks
/// of their neighbours instead. 2 divisions, 6 multiplications, 4 subtractions. k1 and k2 are rounded to Multiplier.
/// There is no pivoting: where before.b or after.b is 0 the result is not finite.
template <class Multiplier, class T>
constexpr Row<T> reduce_row_by(const Row<T>& before, const Row<T>& row, const Row<T>& after) {
    const T k1 = static_cast<T>(static_cast<Multiplier>(row.a / before.b));
    const T k2 = static_cast<T>(static_cast<Multiplier>(row.c / after.b));
    Row<T> reduced;
    reduced.a = -k1 * before.a;
    reduced.b = row.b - k1 * before.c - k2 * after.a;
    reduced.c = -k2 * after.c;
    reduced.d = row.d - k1 * before.d - k2 * after.d;
    return reduced;
}

/// x of a row whose neighbours are known. 5 operations.
template <class T> constexpr T substitute(const Row<T>& row, T x_before, T x_after) {
    return (row.d - row.a * x_before - row.c * x_after) / row.b;
}

/// The last two rows.
template <class T> struct SolvedPair {
    T first, second;
    T second_pivot; ///< 0: there is no solution by this way; the first pivot is first.b
};
/// 9 operations.
template <class T> constexpr SolvedPair<T> solve_pair(const Row<T>& first, const Row<T>& second) {
    const T k1 = second.a / first.b;
    const T pivot = second.b - k1 * first.c;
    const T x = (second.d - k1 * first.d) / pivot;
    return {(first.d - first.c * x) / first.b, x, pivot};
}

} // namespace warploom::kernels
