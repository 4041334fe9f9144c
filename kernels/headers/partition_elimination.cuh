#pragma once

#include "partition_words.cuh"

// The arithmetic of the partition method: elimination with pivoting, of one row after the other and of whole
// partitions.
//
// Words. A *seam* is the pair of unknowns (x_{s-1}, x_s) left and right of the cut before row s. A *link* is the rest
// of a partition: two equations between the seam at its start and the seam at its end. Two links that meet at a seam
// make one link; so a system becomes fewer and fewer links, and in the end one. The equations that a merge eliminates
// are kept as a *bridge*, by which the seam in the middle follows when the two around it are known.
//
// Every elimination takes the largest of all entries of its column as pivot, so that no multiplier is larger than 1,
// and the equations are scaled first. Keeping both unknowns of a seam costs two numbers more a partition than the
// interface equations of Klein & Strzodka 2021, but the links are independent however close to singular the inside of a
// partition is (Wright 1992, for boundary value problems).

/// The right-hand side of an equation, everything known brought over.
template <typename T> struct Known {
    T g;
    __device__ void subtract(T factor, const Known& other) { g = g - factor * other.g; }
    __device__ void exchange(bool really, Known& other) { exchange_if(really, g, other.g); }
};

/// The right-hand side, and the part that an equation has of the seam at the start: p x_{s-1} + q x_s.
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

/// The right-hand side, and the parts of two seams: p, q of the one at the start and u, v of that at the end.
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
    /// Times a power of two, so that the largest coefficient is near 1.
    __device__ Ends scaled() const {
        return times(binary_scale(max(max(magnitude(p), magnitude(q)), max(magnitude(u), magnitude(v))), p));
    }
};

/// u x_j + v x_{j+1} + w x_{j+2} and the rest.
template <typename T, typename Rest> struct FrontRow {
    T u, v, w;
    Rest rest;
};

/// Two equations that hold x_j and x_{j+1} when every unknown between the seam and x_j is eliminated. Where the
/// diagonal is large the second one is the next pivot, and no rows have to be exchanged.
template <typename T, typename Rest> struct Front {
    FrontRow<T, Rest> first, second; // their w is 0
};

/// Subtracts the pivot, whose u is inverted, from the two others that hold x_j, which gives the front of x_{j+1}.
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

/// Eliminates x_j from the front and the equation `next`, the only others that hold it. Returns the equation that was
/// the pivot, its u inverted; its u was 0 when all three were. The front is then that of x_{j+1}.
template <typename T, typename Rest>
__device__ FrontRow<T, Rest> eliminate(Front<T, Rest>& front, FrontRow<T, Rest> next, bool& is_zero) {
    FrontRow<T, Rest> pivot = front.second;
    const T inverse = reciprocal(pivot.u); // most likely the one: on its way while the lanes ask each other
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
    } else { // the same once more, or else the numbers would first be moved to where they are exchanged
        pivot.u = inverse;
        front = without(pivot, front.first, next);
    }
    return pivot;
}

/// An equation around the seam between two links: m x_{s-1} + k x_s and the rest.
template <typename T, typename Rest> struct SeamRow {
    T m, k;
    Rest rest;
    __device__ void exchange(bool really, SeamRow& other) {
        exchange_if(really, m, other.m);
        exchange_if(really, k, other.k);
        rest.exchange(really, other.rest);
    }
};

/// Which pivot of a seam was 0: that of x_{s-1}, or that of x_s.
inline constexpr int no_zero = 0;
inline constexpr int zero_left = 1;
inline constexpr int zero_right = 2;

/// Eliminates both unknowns of a seam from the four equations that hold them. row[0] and row[1] are then the pivots,
/// the one with x_{s-1} and the one with x_s alone, their m and k inverted; the rest of row[2] and row[3] is free of
/// both. Where the diagonal is large row[0] and row[1] are the pivots as they come.
template <typename T, typename Rest> __device__ int eliminate_seam(SeamRow<T, Rest> (&row)[4]) {
    const int others = max(max(magnitude(row[1].m), magnitude(row[2].m)), magnitude(row[3].m));
    T inverse = reciprocal(row[0].m); // as above: most likely the one
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
