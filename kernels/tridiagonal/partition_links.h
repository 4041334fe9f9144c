#pragma once

#include "kernels/tridiagonal/partition_elimination.h"

// Many links become few, and the seams between them become known again. A block merges pairs of its links, pairs of
// pairs, ... until one is left. Merging is done once: what every merge leaves is a bridge, and back from the known seams
// to those in the middle it is nothing but a few multiplications.

namespace warploom::kernels::WARPLOOM_TARGET {

constexpr int numbers_of_link = 10;
constexpr int numbers_of_bridge = 11;

/// The links of one level in global memory, number by number, so that neighbouring threads read neighbouring numbers.
template <class Array> struct Links {
    int count = 0;
    Array numbers; ///< numbers_of_link * count
};

template <class T, class Array> KERNEL_FN Ends<T> read_equation(Array numbers, std::int64_t at, std::int64_t stride) {
    return {numbers[at], numbers[at + stride], numbers[at + 2 * stride], numbers[at + 3 * stride],
            numbers[at + 4 * stride]};
}
template <class T, class Array> KERNEL_FN Link<T> read_link(Array numbers, std::int64_t at, std::int64_t stride) {
    return {read_equation<T>(numbers, at, stride), read_equation<T>(numbers, at + 5 * stride, stride)};
}
template <class T, class Array> KERNEL_FN Bridge<T> read_bridge(Array numbers, std::int64_t at, std::int64_t stride) {
    return {read_equation<T>(numbers, at, stride), read_equation<T>(numbers, at + 5 * stride, stride),
            numbers[at + 10 * stride]};
}
template <class T, class Array>
KERNEL_FN void write_equation(Array numbers, std::int64_t at, std::int64_t stride, const Ends<T>& e) {
    numbers[at] = e.p;
    numbers[at + stride] = e.q;
    numbers[at + 2 * stride] = e.u;
    numbers[at + 3 * stride] = e.v;
    numbers[at + 4 * stride] = e.g;
}
template <class T, class Array>
KERNEL_FN void write_link(Array numbers, std::int64_t at, std::int64_t stride, const Link<T>& link) {
    write_equation(numbers, at, stride, link.first);
    write_equation(numbers, at + 5 * stride, stride, link.second);
}
template <class T, class Array>
KERNEL_FN void write_bridge(Array numbers, std::int64_t at, std::int64_t stride, const Bridge<T>& bridge) {
    write_equation(numbers, at, stride, bridge.left);
    write_equation(numbers, at + 5 * stride, stride, bridge.right);
    numbers[at + 10 * stride] = bridge.of_right;
}

template <class T, class Array> KERNEL_FN Seam<T> read_seam(Array seams, std::int64_t at) {
    return {seams[2 * at], seams[2 * at + 1]};
}
template <class T, class Array> KERNEL_FN void write_seam(Array seams, std::int64_t at, const Seam<T>& seam) {
    seams[2 * at] = seam.left;
    seams[2 * at + 1] = seam.right;
}

/// The links of a block in shared memory, `most` at most. A merge leaves its link in the place of the left one of the two, and
/// its bridge, whose seam is between them, in the place of the right one: so place 0 ends as the link of all, and place k
/// as the bridge of seam k. The bridges stand in global memory in the same order, block by block.
template <class T, int most> struct Places {
    /// One is left free behind every 16, so that threads whose links are 2, 4, 8, ... places apart hit different banks.
    static constexpr KERNEL_FN int place(int i) { return i + i / 16; }
    static constexpr int stride = most + (most - 1) / 16;
    static constexpr int size = numbers_of_bridge * stride;
    Shared<T> numbers;

    KERNEL_FN Link<T> link(int i, CallSite site = {}) const {
        CALLED_FROM(site);
        return read_link<T>(numbers, place(i), stride);
    }
    KERNEL_FN void set(int i, const Link<T>& link, CallSite site = {}) const {
        CALLED_FROM(site);
        write_link(numbers, place(i), stride, link);
    }
    KERNEL_FN Bridge<T> bridge(int i, CallSite site = {}) const {
        CALLED_FROM(site);
        return read_bridge<T>(numbers, place(i), stride);
    }
    KERNEL_FN void set(int i, const Bridge<T>& bridge, CallSite site = {}) const {
        CALLED_FROM(site);
        write_bridge(numbers, place(i), stride, bridge);
    }
};

/// What a block of `most` threads knows of its links, of which it has one for each thread, the last block fewer.
struct BlockOfLinks {
    std::int64_t first; ///< of all links of the level
    int links;
};
template <int most> KERNEL_FN BlockOfLinks block_of_links(Thread t, int count) {
    const std::int64_t first = static_cast<std::int64_t>(t.block()) * most, left = count - first;
    return {first, left < most ? static_cast<int>(left) : most};
}

/// Merges the block's links to one. Returns an unknown whose pivot was 0, as the block counts, or -1.
template <class T, int most>
KERNEL_FN std::int64_t merge_all(Thread t, const Places<T, most>& places, int links, int rows_a_link,
                                 CallSite site = {}) {
    CALLED_FROM(site);
    std::int64_t zero = -1;
    UNROLL(1) // what runs once has to be fetched first: laid side by side the steps take longer
    for (int distance = 1; distance < links; distance *= 2) {
        const int left = 2 * distance * t.thread(), right = left + distance;
        if (right < links) {
            Pivots pivots = Pivots::good;
            const Merged<T> both = merged(places.link(left), places.link(right), pivots);
            places.set(left, both.link);
            places.set(right, both.bridge);
            if (pivots != Pivots::good && zero < 0)
                zero = static_cast<std::int64_t>(right) * rows_a_link - (pivots == Pivots::zero_left ? 1 : 0);
        }
        t.barrier();
    }
    return zero;
}

/// From the seams at the block's ends, seams[0] and seams[links] in shared memory, to those between its links. Thread k has
/// the bridge of seam k.
template <int most, class T>
KERNEL_FN void cross_bridges(Thread t, int links, const Bridge<T>& bridge, Shared<T> seams, CallSite site = {}) {
    CALLED_FROM(site);
    const int k = t.thread();
    int distance = most / 2;
    while (distance >= links && distance > 0) distance /= 2;
    UNROLL(1)
    for (; distance > 0; distance /= 2) {
        if (k < links && (k & (2 * distance - 1)) == distance) {
            const int end = k + distance < links ? k + distance : links;
            write_seam(seams, k, seam_between(bridge, read_seam<T>(seams, k - distance), read_seam<T>(seams, end)));
        }
        t.barrier();
    }
}

} // namespace warploom::kernels::WARPLOOM_TARGET
