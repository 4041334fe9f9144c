#pragma once

#include "kernels/tridiagonal/partition_words.h"
#include "kernels/vocabulary/vocabulary.h"

// The arithmetic of the partition method: elimination with pivoting, of one row after the other and of whole partitions.
//
// Words. A *seam* is the pair of unknowns (x_{s-1}, x_s) left and right of the cut before row s. A *link* is what a
// partition is reduced to: two equations between the seam at its start and the seam at its end. Two links that meet at a
// seam make one link; so a system becomes fewer and fewer links, and in the end one.
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

/// Two equations that hold x_j and x_{j+1} when every unknown between the seam and x_j is eliminated.
template <class T, class Rest> struct Front {
    FrontRow<T, Rest> first, second; ///< their w is 0
};

/// Eliminates x_j from the front and the equation `next`, the only others that hold it. Returns the equation that was
/// the pivot, its u inverted; its u was 0 when all three were. The front is then that of x_{j+1}.
template <class T, class Rest>
KERNEL_FN FrontRow<T, Rest> eliminate(Front<T, Rest>& front, FrontRow<T, Rest> next, bool& is_zero) {
    FrontRow<T, Rest> pivot = front.first, other = front.second;
    const bool second = absolute(other.u) > absolute(pivot.u);
    exchange_if(second, pivot.u, other.u);
    exchange_if(second, pivot.v, other.v);
    pivot.rest.exchange(second, other.rest);
    const bool third = absolute(next.u) > absolute(pivot.u);
    exchange_if(third, pivot.u, next.u);
    exchange_if(third, pivot.v, next.v);
    exchange_if(third, pivot.w, next.w);
    pivot.rest.exchange(third, next.rest);

    is_zero = is_zero || pivot.u == T(0);
    pivot.u = T(1) / pivot.u;
    const T k1 = other.u * pivot.u, k2 = next.u * pivot.u;
    front.first.u = other.v - k1 * pivot.v;
    front.first.v = -k1 * pivot.w;
    front.first.rest = other.rest;
    front.first.rest.subtract(k1, pivot.rest);
    front.second.u = next.v - k2 * pivot.v;
    front.second.v = next.w - k2 * pivot.w;
    front.second.rest = next.rest;
    front.second.rest.subtract(k2, pivot.rest);
    return pivot;
}

/// p x_{s-1} + q x_s + u x_{e-1} + v x_e = g, twice: the seam at the start and the seam at the end.
template <class T> struct Link { Ends<T> first, second; };

/// A pair of unknowns.
template <class T> struct Seam { T left, right; };

/// Scaled by a power of two so that its largest coefficient is near 1.
template <class T> KERNEL_FN Ends<T> scaled(Ends<T> e) {
    const T s1 = absolute(e.p) > absolute(e.q) ? e.p : e.q, s2 = absolute(e.u) > absolute(e.v) ? e.u : e.v;
    const T scale = binary_scale(absolute(s1) > absolute(s2) ? s1 : s2);
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

/// Eliminates both unknowns of a seam from the four equations that hold them. row[0] and row[1] are then the pivots, the
/// one with x_{s-1} and the one with x_s alone; the rest of row[2] and row[3] is free of both. Says whether a pivot was 0.
template <class T, class Rest> KERNEL_FN bool eliminate_seam(SeamRow<T, Rest> (&row)[4]) {
    UNROLL(3)
    for (int i = 1; i < 4; ++i) row[0].exchange(absolute(row[i].m) > absolute(row[0].m), row[i]);
    const T first = T(1) / row[0].m;
    UNROLL(3)
    for (int i = 1; i < 4; ++i) {
        const T factor = row[i].m * first;
        row[i].k = row[i].k - factor * row[0].k;
        row[i].rest.subtract(factor, row[0].rest);
    }
    UNROLL(2)
    for (int i = 2; i < 4; ++i) row[1].exchange(absolute(row[i].k) > absolute(row[1].k), row[i]);
    const T second = T(1) / row[1].k;
    UNROLL(2)
    for (int i = 2; i < 4; ++i) row[i].rest.subtract(row[i].k * second, row[1].rest);
    return row[0].m == T(0) || row[1].k == T(0);
}

/// The link from the start of one to the end of the next, the seam between them eliminated.
template <class T> KERNEL_FN Link<T> merged(const Link<T>& one, const Link<T>& next, bool& is_zero) {
    const auto before = [](const Ends<T>& e) { return SeamRow<T, Ends<T>>{e.u, e.v, {e.p, e.q, T(0), T(0), e.g}}; };
    const auto behind = [](const Ends<T>& e) { return SeamRow<T, Ends<T>>{e.p, e.q, {T(0), T(0), e.u, e.v, e.g}}; };
    SeamRow<T, Ends<T>> row[4] = {before(one.first), before(one.second), behind(next.first), behind(next.second)};
    is_zero = eliminate_seam(row) || is_zero;
    return {scaled(row[2].rest), scaled(row[3].rest)};
}

/// The seam between two links whose other seams are known.
template <class T>
KERNEL_FN Seam<T> seam_between(const Link<T>& one, const Link<T>& next, const Seam<T>& start, const Seam<T>& end) {
    const auto before = [&](const Ends<T>& e) {
        return SeamRow<T, Known<T>>{e.u, e.v, {e.g - e.p * start.left - e.q * start.right}};
    };
    const auto behind = [&](const Ends<T>& e) {
        return SeamRow<T, Known<T>>{e.p, e.q, {e.g - e.u * end.left - e.v * end.right}};
    };
    SeamRow<T, Known<T>> row[4] = {before(one.first), before(one.second), behind(next.first), behind(next.second)};
    eliminate_seam(row);
    const T right = row[1].rest.g / row[1].k;
    return {(row[0].rest.g - row[0].k * right) / row[0].m, right};
}

/// x_0 and x_{n-1} from the last link: there is nothing left of x_0 and nothing right of x_{n-1}.
template <class T> KERNEL_FN Seam<T> outermost(const Link<T>& link, bool& is_zero) {
    Ends<T> one = link.first, other = link.second;
    const bool exchange = absolute(other.q) > absolute(one.q);
    one.exchange(exchange, other);
    const T factor = other.q / one.q;
    const T pivot = other.u - factor * one.u;
    is_zero = is_zero || one.q == T(0) || pivot == T(0);
    const T last = (other.g - factor * one.g) / pivot;
    return {(one.g - one.u * last) / one.q, last};
}

} // namespace warploom::kernels::WARPLOOM_TARGET
