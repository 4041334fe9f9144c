#pragma once

#include "kernels/tridiagonal/partition_words.h"
#include "kernels/vocabulary/vocabulary.h"

// The arithmetic of the partition method: elimination with pivoting, of one row after the other and of whole partitions.
//
// Words. A *seam* is the pair of unknowns (x_{s-1}, x_s) left and right of the cut before row s. A *link* is what a
// partition is reduced to: two equations between the seam at its start and the seam at its end. Two links that meet at a
// seam make one link; so a system becomes fewer and fewer links, and in the end one. What a merge eliminates is kept as a
// *bridge*, by which the seam in the middle follows when the two around it are known.
//
// Every elimination takes the largest of all entries of its column as pivot, so that no multiplier is larger than 1, and
// the equations are scaled first. Keeping both unknowns of a seam costs two numbers more a partition than the interface
// equations of Klein & Strzodka 2021, but the links are independent however close to singular the inside of a partition
// is (Wright 1992, for boundary value problems).

namespace warploom::kernels::WARPLOOM_TARGET {

template <class T> KERNEL_FN void exchange_if(bool exchange, T& x, T& y) {
    const T old = x;
    x = exchange ? y : x;
    y = exchange ? old : y;
}

KERNEL_FN int larger(int x, int y) { return x > y ? x : y; }

template <class T> KERNEL_FN bool is_zero_pivot(T v) { return magnitude(v) < least_pivot(v); }

/// The right-hand side of an equation, everything known brought over.
template <class T> struct Known {
    T g;
    KERNEL_FN void subtract(T factor, const Known& other) { g = g - factor * other.g; }
    KERNEL_FN void exchange(bool really, Known& other) { exchange_if(really, g, other.g); }
};

/// The right-hand side, and what an equation has of the seam at the start: p x_{s-1} + q x_s.
template <class T> struct Spikes {
    T p, q, g;
    KERNEL_FN void subtract(T factor, const Spikes& other) {
        p = p - factor * other.p;
        q = q - factor * other.q;
        g = g - factor * other.g;
    }
    KERNEL_FN void exchange(bool really, Spikes& other) {
        exchange_if(really, p, other.p);
        exchange_if(really, q, other.q);
        exchange_if(really, g, other.g);
    }
};

/// The right-hand side, and what an equation has of two seams: p, q of the one at the start and u, v of that at the end.
template <class T> struct Ends {
    T p, q, u, v, g;
    KERNEL_FN void subtract(T factor, const Ends& other) {
        p = p - factor * other.p;
        q = q - factor * other.q;
        u = u - factor * other.u;
        v = v - factor * other.v;
        g = g - factor * other.g;
    }
    KERNEL_FN void exchange(bool really, Ends& other) {
        exchange_if(really, p, other.p);
        exchange_if(really, q, other.q);
        exchange_if(really, u, other.u);
        exchange_if(really, v, other.v);
        exchange_if(really, g, other.g);
    }
};

/// u x_j + v x_{j+1} + w x_{j+2} and the rest.
template <class T, class Rest> struct FrontRow {
    T u, v, w;
    Rest rest;
};

/// Two equations that hold x_j and x_{j+1} when every unknown between the seam and x_j is eliminated. Where the diagonal
/// is large the second one is the next pivot, and no rows have to be exchanged.
template <class T, class Rest> struct Front {
    FrontRow<T, Rest> first, second; ///< their w is 0
};

/// Subtracts the pivot, whose u is inverted, from the two others that hold x_j, which gives the front of x_{j+1}.
template <class T, class Rest>
KERNEL_FN Front<T, Rest> without(const FrontRow<T, Rest>& pivot, const FrontRow<T, Rest>& other,
                                 const FrontRow<T, Rest>& next) {
    const T k1 = other.u * pivot.u, k2 = next.u * pivot.u;
    Front<T, Rest> front{{other.v - k1 * pivot.v, -k1 * pivot.w, T(0), other.rest},
                         {next.v - k2 * pivot.v, next.w - k2 * pivot.w, T(0), next.rest}};
    front.first.rest.subtract(k1, pivot.rest);
    front.second.rest.subtract(k2, pivot.rest);
    return front;
}

/// Eliminates x_j from the front and the equation `next`, the only others that hold it. Returns the equation that was
/// the pivot, its u inverted; its u was 0 when all three were. The front is then that of x_{j+1}.
template <class T, class Rest>
KERNEL_FN FrontRow<T, Rest> eliminate(Front<T, Rest>& front, FrontRow<T, Rest> next, bool& is_zero) {
    FrontRow<T, Rest> pivot = front.second;
    const T inverse = reciprocal(pivot.u); // most likely the one: on its way while the lanes ask each other
    const int expected = magnitude(pivot.u), before = magnitude(front.first.u), behind = magnitude(next.u);
    const bool first = before > expected, third = behind > larger(before, expected);
    is_zero = larger(behind, larger(before, expected)) < least_pivot(pivot.u);
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

/// p x_{s-1} + q x_s + u x_{e-1} + v x_e = g, twice: the seam at the start and the seam at the end.
template <class T> struct Link { Ends<T> first, second; };

/// A pair of unknowns.
template <class T> struct Seam { T left, right; };

/// Scaled by a power of two so that its largest coefficient is near 1.
template <class T> KERNEL_FN Ends<T> scaled(Ends<T> e) {
    const int largest = larger(larger(magnitude(e.p), magnitude(e.q)), larger(magnitude(e.u), magnitude(e.v)));
    const T scale = binary_scale(largest, e.p);
    return {scale * e.p, scale * e.q, scale * e.u, scale * e.v, scale * e.g};
}

/// An equation around the seam between two links: m x_{s-1} + k x_s and the rest.
template <class T, class Rest> struct SeamRow {
    T m, k;
    Rest rest;
    KERNEL_FN void exchange(bool really, SeamRow& other) {
        exchange_if(really, m, other.m);
        exchange_if(really, k, other.k);
        rest.exchange(really, other.rest);
    }
};

/// What came of the pivots of a seam.
enum class Pivots { good, zero_left, zero_right }; ///< 0 was the one of x_{s-1}, or that of x_s

/// Eliminates both unknowns of a seam from the four equations that hold them. row[0] and row[1] are then the pivots, the
/// one with x_{s-1} and the one with x_s alone, their m and k inverted; the rest of row[2] and row[3] is free of both.
/// Where the diagonal is large row[0] and row[1] are the pivots as they come.
template <class T, class Rest> KERNEL_FN Pivots eliminate_seam(SeamRow<T, Rest> (&row)[4]) {
    const int others = larger(larger(magnitude(row[1].m), magnitude(row[2].m)), magnitude(row[3].m));
    T inverse = reciprocal(row[0].m); // as above: most likely the one
    if (is_wanted_here(others > magnitude(row[0].m))) {
        UNROLL(3)
        for (int i = 1; i < 4; ++i) row[0].exchange(magnitude(row[i].m) > magnitude(row[0].m), row[i]);
        inverse = reciprocal(row[0].m);
    }
    const bool is_left_zero = is_zero_pivot(row[0].m);
    row[0].m = inverse;
    UNROLL(3)
    for (int i = 1; i < 4; ++i) {
        const T factor = row[i].m * row[0].m;
        row[i].k = row[i].k - factor * row[0].k;
        row[i].rest.subtract(factor, row[0].rest);
    }
    inverse = reciprocal(row[1].k);
    if (is_wanted_here(larger(magnitude(row[2].k), magnitude(row[3].k)) > magnitude(row[1].k))) {
        UNROLL(2)
        for (int i = 2; i < 4; ++i) row[1].exchange(magnitude(row[i].k) > magnitude(row[1].k), row[i]);
        inverse = reciprocal(row[1].k);
    }
    const bool is_right_zero = is_zero_pivot(row[1].k);
    row[1].k = inverse;
    UNROLL(2)
    for (int i = 2; i < 4; ++i) row[i].rest.subtract(row[i].k * row[1].k, row[1].rest);
    return is_left_zero ? Pivots::zero_left : is_right_zero ? Pivots::zero_right : Pivots::good;
}

/// The unknowns of a seam whose pivots hold nothing else that is unknown.
template <class T> KERNEL_FN Seam<T> seam_of(const SeamRow<T, Known<T>>& left, const SeamRow<T, Known<T>>& right) {
    const T x = right.rest.g * right.k;
    return {(left.rest.g - left.k * x) * left.m, x};
}

/// The four equations that hold the unknowns of the seam between two links.
template <class T> KERNEL_FN SeamRow<T, Ends<T>> before_seam(const Ends<T>& e) {
    return {e.u, e.v, {e.p, e.q, T(0), T(0), e.g}};
}
template <class T> KERNEL_FN SeamRow<T, Ends<T>> behind_seam(const Ends<T>& e) {
    return {e.p, e.q, {T(0), T(0), e.u, e.v, e.g}};
}

template <class T> KERNEL_FN Ends<T> times(T factor, const Ends<T>& e) {
    return {factor * e.p, factor * e.q, factor * e.u, factor * e.v, factor * e.g};
}

/// A seam by the two around it: x_s from `right`, and with it x_{s-1} from `left`, which holds `of_right` of it. (Without
/// x_s in it, `left` would need a number less; but what it lost by rounding would not fit the x_s that is found.)
template <class T> struct Bridge {
    Ends<T> left, right; ///< each the unknown = g - p, q, u, v times the seams at the start and at the end
    T of_right;
};

/// The link from the start of one to the end of the next, and the bridge by which the seam between them comes back.
template <class T> struct Merged {
    Link<T> link;
    Bridge<T> bridge;
};
template <class T> KERNEL_FN Merged<T> merged(const Link<T>& one, const Link<T>& next, Pivots& pivots) {
    SeamRow<T, Ends<T>> row[4] = {before_seam(one.second), behind_seam(next.first), before_seam(one.first),
                                  behind_seam(next.second)};
    pivots = eliminate_seam(row);
    return {{scaled(row[2].rest), scaled(row[3].rest)},
            {times(row[0].m, row[0].rest), times(row[1].k, row[1].rest), row[0].k * row[0].m}};
}

/// The seam in the middle of two that are known.
template <class T> KERNEL_FN Seam<T> seam_between(const Bridge<T>& bridge, const Seam<T>& start, const Seam<T>& end) {
    const auto unknown = [&](const Ends<T>& e) {
        return e.g - e.p * start.left - e.q * start.right - e.u * end.left - e.v * end.right;
    };
    const T right = unknown(bridge.right);
    return {unknown(bridge.left) - bridge.of_right * right, right};
}

/// x_0 and x_{n-1} from the last link: there is nothing left of x_0 and nothing right of x_{n-1}.
template <class T> KERNEL_FN Seam<T> outermost(const Link<T>& link, bool& is_zero) {
    Ends<T> one = link.first, other = link.second;
    one.exchange(magnitude(other.q) > magnitude(one.q), other);
    const T inverse = reciprocal(one.q), factor = other.q * inverse;
    const T pivot = other.u - factor * one.u;
    is_zero = is_zero || is_zero_pivot(one.q) || is_zero_pivot(pivot);
    const T last = (other.g - factor * one.g) * reciprocal(pivot);
    return {(one.g - one.u * last) * inverse, last};
}

} // namespace warploom::kernels::WARPLOOM_TARGET
