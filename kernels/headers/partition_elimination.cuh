#pragma once

#include "partition_words.cuh"

// The arithmetic of the partition method: elimination with pivoting of rows and of whole partitions.
//
// Terms: A *seam* is the pair of unknowns (x_{s-1}, x_s) on both sides of the boundary between two partitions. A *link*
// is a reduced partition: two equations that couple the seams at its start and its end. Two links with a common seam
// are merged into one by eliminating this seam, until one link is left. The eliminated equations are kept as a
// *bridge*, from which the seam is computed once the seams on both sides are known.
//
// Equations are scaled first. The pivot is the largest entry of its column, so no multiplier exceeds 1. Links contain
// both unknowns of a seam, which takes two more numbers per partition than the interface equations of Klein & Strzodka
// 2021. But even if the inner matrix of a partition is nearly singular, the two equations of a link remain independent
// (Wright 1992, for boundary value problems).

/// The right-hand side of an equation that contains no other unknowns.
template <typename T> struct Known {
    T g;
    __device__ void subtract(T factor, const Known& other) { g = g - factor * other.g; }
    __device__ void exchange(bool really, Known& other) { exchange_if(really, g, other.g); }
};

/// The right-hand side and the terms p x_{s-1} + q x_s of the unknowns at the start of a partition.
template <typename T> struct Spikes {
    T p, q, g;
    __device__ void subtract(T factor, const Spikes& other) {
        p = p - factor * other.p;
        q = q - factor * other.q;
        g = g - factor * other.g;
    }
    __device__ void exchange(bool really, Spikes& other) {
        exchange_if(really, p, other.p);
        exchange_if(really, q, other.q);
        exchange_if(really, g, other.g);
    }
};

/// The right-hand side and the terms of the unknowns at both ends: p and q at the start, and u and v at the end.
template <typename T> struct Ends {
    T p, q, u, v, g;
    __device__ void subtract(T factor, const Ends& other) {
        p = p - factor * other.p;
        q = q - factor * other.q;
        u = u - factor * other.u;
        v = v - factor * other.v;
        g = g - factor * other.g;
    }
    __device__ void exchange(bool really, Ends& other) {
        exchange_if(really, p, other.p);
        exchange_if(really, q, other.q);
        exchange_if(really, u, other.u);
        exchange_if(really, v, other.v);
        exchange_if(really, g, other.g);
    }
    __device__ Ends times(T factor) const { return Ends{factor * p, factor * q, factor * u, factor * v, factor * g}; }
    /// Returns the equation, multiplied by a power of two so that its largest coefficient is near 1.
    __device__ Ends scaled() const {
        return times(binary_scale(max(max(magnitude(p), magnitude(q)), max(magnitude(u), magnitude(v))), p));
    }
};

/// The equation u x_j + v x_{j+1} + w x_{j+2}, plus terms of other unknowns (rest).
template <typename T, typename Rest> struct FrontRow {
    T u, v, w;
    Rest rest;
};

/// The two equations that contain x_j and x_{j+1} after all unknowns between the seam and x_j have been eliminated. If
/// the diagonal is large, the second equation is the next pivot, and no rows are exchanged.
template <typename T, typename Rest> struct Front {
    FrontRow<T, Rest> first, second; // the coefficient w is 0 in both equations
};

/// Eliminates x_j from the two other equations with the pivot equation, whose u is inverted. Returns the new front.
template <typename T, typename Rest>
__device__ Front<T, Rest> without(const FrontRow<T, Rest>& pivot, const FrontRow<T, Rest>& other,
                                  const FrontRow<T, Rest>& next) {
    const T k1 = other.u * pivot.u, k2 = next.u * pivot.u;
    Front<T, Rest> front = {{other.v - k1 * pivot.v, -k1 * pivot.w, T(0), other.rest},
                            {next.v - k2 * pivot.v, next.w - k2 * pivot.w, T(0), next.rest}};
    front.first.rest.subtract(k1, pivot.rest);
    front.second.rest.subtract(k2, pivot.rest);
    return front;
}

/// Eliminates x_j from the two front equations and from `next`, the only other equation that contains x_j, and advances
/// the front to x_{j+1}. Returns the pivot equation with u inverted. Sets `is_zero` if u was 0 in all three.
template <typename T, typename Rest>
__device__ FrontRow<T, Rest> eliminate(Front<T, Rest>& front, FrontRow<T, Rest> next, bool& is_zero) {
    FrontRow<T, Rest> pivot = front.second;
    const T inverse = reciprocal(pivot.u); // invert the likely pivot early, to overlap with the vote
    const int expected = magnitude(pivot.u), before = magnitude(front.first.u), behind = magnitude(next.u);
    const bool first = before > expected, third = behind > max(before, expected);
    is_zero = max(behind, max(before, expected)) < least_pivot(pivot.u);
    if (is_wanted(first || third)) {
        FrontRow<T, Rest> other = front.first;
        exchange_if(first, pivot.u, other.u);
        exchange_if(first, pivot.v, other.v);
        pivot.rest.exchange(first, other.rest);
        exchange_if(third, pivot.u, next.u);
        exchange_if(third, pivot.v, next.v);
        exchange_if(third, pivot.w, next.w);
        pivot.rest.exchange(third, next.rest);
        pivot.u = reciprocal(pivot.u);
        front = without(pivot, other, next);
    } else { // separate code, because shared code would move all values to the registers for the exchange
        pivot.u = inverse;
        front = without(pivot, front.first, next);
    }
    return pivot;
}

/// An equation m x_{s-1} + k x_s at the cut between two partitions, plus terms of other unknowns (rest).
template <typename T, typename Rest> struct SeamRow {
    T m, k;
    Rest rest;
    __device__ void exchange(bool really, SeamRow& other) {
        exchange_if(really, m, other.m);
        exchange_if(really, k, other.k);
        rest.exchange(really, other.rest);
    }
};

/// Results of the elimination at a cut: no zero pivot, a zero pivot of x_{s-1}, or a zero pivot of x_s.
inline constexpr int no_zero = 0;
inline constexpr int zero_left = 1;
inline constexpr int zero_right = 2;

/// Eliminates both unknowns of a seam from the four equations that contain them. Afterward, row[0] and row[1] are the
/// pivots of x_{s-1} and x_s, with m and k inverted, and row[2] and row[3] contain neither unknown. If the diagonal is
/// large, row[0] and row[1] become the pivots without an exchange.
template <typename T, typename Rest> __device__ int eliminate_seam(SeamRow<T, Rest> (&row)[4]) {
    const int others = max(max(magnitude(row[1].m), magnitude(row[2].m)), magnitude(row[3].m));
    T inverse = reciprocal(row[0].m); // invert the likely pivot early, as in eliminate()
    if (is_wanted_here(others > magnitude(row[0].m))) {
#pragma unroll
        for (int i = 1; i < 4; ++i) row[0].exchange(magnitude(row[i].m) > magnitude(row[0].m), row[i]);
        inverse = reciprocal(row[0].m);
    }
    const bool is_left_zero = is_zero_pivot(row[0].m);
    row[0].m = inverse;
#pragma unroll
    for (int i = 1; i < 4; ++i) {
        const T factor = row[i].m * row[0].m;
        row[i].k = row[i].k - factor * row[0].k;
        row[i].rest.subtract(factor, row[0].rest);
    }
    inverse = reciprocal(row[1].k);
    if (is_wanted_here(max(magnitude(row[2].k), magnitude(row[3].k)) > magnitude(row[1].k))) {
#pragma unroll
        for (int i = 2; i < 4; ++i) row[1].exchange(magnitude(row[i].k) > magnitude(row[1].k), row[i]);
        inverse = reciprocal(row[1].k);
    }
    const bool is_right_zero = is_zero_pivot(row[1].k);
    row[1].k = inverse;
#pragma unroll
    for (int i = 2; i < 4; ++i) row[i].rest.subtract(row[i].k * row[1].k, row[1].rest);
    return is_left_zero ? zero_left : is_right_zero ? zero_right : no_zero;
}
