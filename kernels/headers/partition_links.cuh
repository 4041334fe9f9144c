#pragma once

#include "partition_elimination.cuh"

// Merges links, and computes the seams between them. A block merges pairs of links, pairs of pairs, and so on, until
// one link is left. Every merge leaves a bridge, from which the seam between the two links can later be computed with a
// few multiplications.

/// The two unknowns x_{s-1} and x_s on both sides of a cut between partitions.
template <typename T> struct Seam { T left, right; };

/// Two equations p x_{s-1} + q x_s + u x_{e-1} + v x_e = g that couple the unknowns at the two ends of a partition.
template <typename T> struct Link { Ends<T> first, second; };

/// Expresses a seam by the two seams around it: x_s by `right`, then x_{s-1} by `left`, which contains `of_right` times
/// x_s. Without x_s, `left` would have one value less, but its rounding error would not match the computed x_s.
template <typename T> struct Bridge {
    Ends<T> left, right; // an unknown is g minus p, q, u and v times the seams
    T of_right;
};

/// Number of values per link or bridge in memory. Value k is stored k strides after the first value, so that
/// neighboring threads read adjacent values.
inline constexpr int numbers_of_link = 10;
inline constexpr int numbers_of_bridge = 11;

template <typename T> __device__ Ends<T> read_equation(const T* numbers, long long at, long long stride) {
    return Ends<T>{numbers[at], numbers[at + stride], numbers[at + 2 * stride], numbers[at + 3 * stride],
                   numbers[at + 4 * stride]};
}
template <typename T> __device__ Link<T> read_link(const T* numbers, long long at, long long stride) {
    return Link<T>{read_equation(numbers, at, stride), read_equation(numbers, at + 5 * stride, stride)};
}
template <typename T> __device__ Bridge<T> read_bridge(const T* numbers, long long at, long long stride) {
    return Bridge<T>{read_equation(numbers, at, stride), read_equation(numbers, at + 5 * stride, stride),
                     numbers[at + 10 * stride]};
}
template <typename T> __device__ void write_equation(T* numbers, long long at, long long stride, const Ends<T>& e) {
    numbers[at] = e.p;
    numbers[at + stride] = e.q;
    numbers[at + 2 * stride] = e.u;
    numbers[at + 3 * stride] = e.v;
    numbers[at + 4 * stride] = e.g;
}
template <typename T> __device__ void write_link(T* numbers, long long at, long long stride, const Link<T>& link) {
    write_equation(numbers, at, stride, link.first);
    write_equation(numbers, at + 5 * stride, stride, link.second);
}
template <typename T>
__device__ void write_bridge(T* numbers, long long at, long long stride, const Bridge<T>& bridge) {
    write_equation(numbers, at, stride, bridge.left);
    write_equation(numbers, at + 5 * stride, stride, bridge.right);
    numbers[at + 10 * stride] = bridge.of_right;
}

template <typename T> __device__ Seam<T> read_seam(const T* seams, long long at) {
    return Seam<T>{seams[2 * at], seams[2 * at + 1]};
}
template <typename T> __device__ void write_seam(T* seams, long long at, const Seam<T>& seam) {
    seams[2 * at] = seam.left;
    seams[2 * at + 1] = seam.right;
}

/// Computes the two unknowns at a cut from pivot equations that contain no other unknowns.
template <typename T> __device__ Seam<T> seam_of(const SeamRow<T, Known<T>>& left, const SeamRow<T, Known<T>>& right) {
    const T x = right.rest.g * right.k;
    return Seam<T>{(left.rest.g - left.k * x) * left.m, x};
}

/// Computes an unknown from the unknowns at the two nearest cuts.
template <typename T> __device__ T unknown_between(const Ends<T>& e, const Seam<T>& start, const Seam<T>& end) {
    return e.g - e.p * start.left - e.q * start.right - e.u * end.left - e.v * end.right;
}
/// Computes the two unknowns at a cut from the unknowns at the cuts before and after it.
template <typename T>
__device__ Seam<T> seam_between(const Bridge<T>& bridge, const Seam<T>& start, const Seam<T>& end) {
    const T right = unknown_between(bridge.right, start, end);
    return Seam<T>{unknown_between(bridge.left, start, end) - bridge.of_right * right, right};
}

/// Computes x_0 and x_{n-1} from the equations of the whole system, which has no unknowns outside.
template <typename T> __device__ Seam<T> outermost(const Link<T>& link, bool& is_zero) {
    Ends<T> one = link.first, other = link.second;
    one.exchange(magnitude(other.q) > magnitude(one.q), other);
    const T inverse = reciprocal(one.q), factor = other.q * inverse;
    const T pivot = other.u - factor * one.u;
    is_zero = is_zero_pivot(one.q) || is_zero_pivot(pivot);
    const T last = (other.g - factor * one.g) * reciprocal(pivot);
    return Seam<T>{(one.g - one.u * last) * inverse, last};
}

/// Return an equation of a partition in the form that the elimination at its end or at its start requires.
template <typename T> __device__ SeamRow<T, Ends<T>> before_seam(const Ends<T>& e) {
    return SeamRow<T, Ends<T>>{e.u, e.v, {e.p, e.q, T(0), T(0), e.g}};
}
template <typename T> __device__ SeamRow<T, Ends<T>> behind_seam(const Ends<T>& e) {
    return SeamRow<T, Ends<T>>{e.p, e.q, {T(0), T(0), e.u, e.v, e.g}};
}

/// The links of a block in shared memory, at most `most`. A merge replaces the left link with the new link, and the
/// right link with the bridge for the seam between them. At the end, index 0 contains the link of the whole block, and
/// index k contains the bridge of seam k. Global memory contains the bridges in the same order, block by block.
///
/// A gap after every 16 items lets threads whose links are 2, 4, 8, ... apart access different banks.
template <typename T, int most> struct Places {
    T* numbers; // array of numbers_of_bridge * (most + (most - 1) / 16)

    __device__ int place(int i) const { return i + i / 16; }
    __device__ int stride() const { return most + (most - 1) / 16; }
    __device__ Link<T> link(int i) const { return read_link(numbers, place(i), stride()); }
    __device__ Bridge<T> bridge(int i) const { return read_bridge(numbers, place(i), stride()); }
    __device__ void set_link(int i, const Link<T>& link) const { write_link(numbers, place(i), stride(), link); }
    __device__ void set_bridge(int i, const Bridge<T>& bridge) const {
        write_bridge(numbers, place(i), stride(), bridge);
    }

    /// Merges two adjacent links into one link from the start of the left link to the end of the right link.
    __device__ int merge(int left, int right) const {
        const Link<T> one = link(left), next = link(right);
        SeamRow<T, Ends<T>> row[4] = {before_seam(one.second), behind_seam(next.first), before_seam(one.first),
                                      behind_seam(next.second)};
        const int zero = eliminate_seam(row);
        set_link(left, Link<T>{row[2].rest.scaled(), row[3].rest.scaled()});
        set_bridge(right, Bridge<T>{row[0].rest.times(row[0].m), row[1].rest.times(row[1].k), row[0].k * row[0].m});
        return zero;
    }

    /// Merges all links into one. Returns the index within the block of an unknown with a zero pivot, or -1.
    __device__ long long merge_all(int links, int rows_a_link) const {
        const int thread = threadIdx.x;
        long long zero = -1;
#pragma unroll 1 // runs only once, so fetching unrolled instructions would take longer
        for (int distance = 1; distance < links; distance *= 2) {
            const int left = 2 * distance * thread, right = left + distance;
            if (right < links) {
                const int met = merge(left, right);
                if (met != no_zero && zero < 0) zero = (long long)right * rows_a_link - (met == zero_left ? 1 : 0);
            }
            __syncthreads();
        }
        return zero;
    }
};

/// Computes the seams between the block's links, at most `most`, from seams[0] and seams[links] in shared memory.
/// Thread k holds the bridge of seam k.
template <int most, typename T> __device__ void cross_bridges(int links, const Bridge<T>& bridge, T* seams) {
    const int k = threadIdx.x;
    int distance = most / 2;
    while (distance >= links && distance > 0) distance /= 2;
#pragma unroll 1
    for (; distance > 0; distance /= 2) {
        if (k < links && (k & (2 * distance - 1)) == distance) {
            const int end = k + distance < links ? k + distance : links;
            write_seam(seams, k, seam_between(bridge, read_seam(seams, k - distance), read_seam(seams, end)));
        }
        __syncthreads();
    }
}
