#pragma once

#include "kernels/tridiagonal/partition_elimination.h"

// Many links become few, and the seams between them become known again. Every thread of a block takes four links and
// merges them, one after the other, and then the block merges pairs, pairs of pairs, ... in shared memory.

namespace warploom::kernels::WARPLOOM_TARGET {

constexpr int links_a_thread = 4;
constexpr int numbers_of_link = 10;

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

template <class T, class Array> KERNEL_FN Seam<T> read_seam(Array seams, std::int64_t at) {
    return {seams[2 * at], seams[2 * at + 1]};
}
template <class T, class Array> KERNEL_FN void write_seam(Array seams, std::int64_t at, const Seam<T>& seam) {
    seams[2 * at] = seam.left;
    seams[2 * at + 1] = seam.right;
}

/// What a block knows of its links.
struct BlockOfLinks {
    std::int64_t first; ///< of all links of the level
    int links;          ///< 1 .. links_a_thread * threads
    int leaves;         ///< links of its threads, four merged to one
};
template <int threads> KERNEL_FN BlockOfLinks block_of_links(Thread t, int count) {
    constexpr int most = links_a_thread * threads;
    const std::int64_t first = static_cast<std::int64_t>(t.block()) * most, left = count - first;
    const int links = left < most ? static_cast<int>(left) : most;
    return {first, links, (links + links_a_thread - 1) / links_a_thread};
}

/// The links of one block where they stand in global memory.
template <class T> struct LinksFarAway {
    In<T> numbers;
    std::int64_t first, stride;
    KERNEL_FN Link<T> link(int i, CallSite site = {}) const {
        CALLED_FROM(site);
        return read_link<T>(numbers, first + i, stride);
    }
};

/// The links of one block brought to shared memory, all of them on their way at once. A place is left free behind those
/// of a thread, so that 32 threads hit different banks.
template <class T, int threads> struct LinksAtHand {
    static constexpr int stride = threads * (links_a_thread + 1);
    static constexpr int size = numbers_of_link * stride;
    Shared<T> numbers;

    static constexpr KERNEL_FN int place(int i) { return i + i / links_a_thread; }
    KERNEL_FN Link<T> link(int i, CallSite site = {}) const {
        CALLED_FROM(site);
        return read_link<T>(numbers, place(i), stride);
    }
    KERNEL_FN void read(Thread t, const Links<In<T>>& from, const BlockOfLinks& block, CallSite site = {}) const {
        CALLED_FROM(site);
        for (int number = 0; number < numbers_of_link; ++number) {
            const std::int64_t start = number * static_cast<std::int64_t>(from.count) + block.first;
            UNROLL(4)
            for (int k = 0; k < links_a_thread; ++k) {
                const int i = k * threads + t.thread();
                if (i < block.links) copy_later(numbers, number * stride + place(i), from.numbers, start + i);
            }
        }
        wait_for_copies();
        t.barrier();
    }
};

/// The links of a block's threads and all that they merge to: level by level, threads, threads / 2, ... 1.
template <class T, int most_threads> struct Heap {
    static constexpr int threads = most_threads;
    static constexpr int nodes = 2 * threads - 1;
    static constexpr int size = numbers_of_link * nodes;
    static constexpr int root = nodes - 1;
    Shared<T> numbers;

    /// Where the level of `width` nodes begins.
    static constexpr KERNEL_FN int level(int width) { return 2 * (threads - width); }
    KERNEL_FN Link<T> node(int i, CallSite site = {}) const {
        CALLED_FROM(site);
        return read_link<T>(numbers, i, nodes);
    }
    KERNEL_FN void set(int i, const Link<T>& link, CallSite site = {}) const {
        CALLED_FROM(site);
        write_link(numbers, i, nodes, link);
    }
};

/// Merges all links of the block; the heap then holds every step of it. Whether a pivot was 0.
template <class T, class Source, int threads>
KERNEL_FN bool climb(Thread t, const Source& links, const BlockOfLinks& block, const Heap<T, threads>& heap,
                     CallSite site = {}) {
    CALLED_FROM(site);
    bool is_zero = false;
    const int i = t.thread();
    if (i < block.leaves) {
        const int start = i * links_a_thread;
        Link<T> link = links.link(start);
        UNROLL(4)
        for (int k = 1; k < links_a_thread; ++k)
            if (start + k < block.links) link = merged(link, links.link(start + k), is_zero);
        heap.set(i, link);
    }
    int here = block.leaves; // nodes of the level that stand for links
    for (int width = threads; width > 1; width /= 2) {
        t.barrier();
        const int above = (here + 1) / 2, left = heap.level(width) + 2 * i;
        if (i < above) {
            Link<T> link = heap.node(left);
            if (2 * i + 1 < here) link = merged(link, heap.node(left + 1), is_zero);
            heap.set(heap.level(width / 2) + i, link);
        }
        here = above;
    }
    t.barrier();
    return is_zero;
}

/// From the seams at the block's ends, seams[0] and seams[leaves] in shared memory, to those between its leaves.
template <class T, int threads>
KERNEL_FN void descend(Thread t, const BlockOfLinks& block, const Heap<T, threads>& heap, Shared<T> seams,
                       CallSite site = {}) {
    CALLED_FROM(site);
    const int i = t.thread();
    for (int width = 2; width <= threads; width *= 2) {
        const int span = threads / width, middle = (2 * i + 1) * span; // in leaves
        if (2 * i < width && middle < block.leaves) {
            const int left = heap.level(width) + 2 * i;
            const int end = middle + span < block.leaves ? middle + span : block.leaves;
            write_seam(seams, middle,
                       seam_between(heap.node(left), heap.node(left + 1), read_seam<T>(seams, middle - span),
                                    read_seam<T>(seams, end)));
        }
        t.barrier();
    }
}

/// The seams at the start of each of the thread's links, seam k of all at k of `out`, and behind the last link of all.
/// Where its first seam is known a row of links is a small band matrix: eliminated to the last link, solved back.
template <class T, class Source>
KERNEL_FN void fill_in(Thread t, const Source& links, const BlockOfLinks& block, int count, Shared<T> seams, Out<T> out,
                       CallSite site = {}) {
    CALLED_FROM(site);
    const int i = t.thread(), mine = i * links_a_thread;
    if (i >= block.leaves) return;
    const int many = block.links - mine < links_a_thread ? block.links - mine : links_a_thread;
    const Seam<T> first = read_seam<T>(seams, i);
    Seam<T> end = read_seam<T>(seams, i + 1);

    using Onward = SeamRow<T, Spikes<T>>; // its rest: the seam at the end of the link
    const auto from_start = [&](const Ends<T>& e) {
        return Onward{e.u, e.v, {T(0), T(0), e.g - e.p * first.left - e.q * first.right}};
    };
    const auto onward = [](const Ends<T>& e) { return Onward{e.p, e.q, {e.u, e.v, e.g}}; };
    const Link<T> start = links.link(mine);
    Onward carried = from_start(start.first), strong = from_start(start.second);
    Onward left[links_a_thread], right[links_a_thread]; // the pivots of the seam at the start of link k
    UNROLL(4)
    for (int k = 1; k < links_a_thread; ++k)
        if (k < many) {
            const Link<T> link = links.link(mine + k);
            Onward row[4] = {strong, onward(link.first), carried, onward(link.second)};
            eliminate_seam(row);
            left[k] = row[0];
            right[k] = row[1];
            carried = {row[2].rest.p, row[2].rest.q, {T(0), T(0), row[2].rest.g}};
            strong = {row[3].rest.p, row[3].rest.q, {T(0), T(0), row[3].rest.g}};
        }
    const std::int64_t place = block.first + mine;
    if (place + many == count) write_seam(out, count, end);
    UNROLL(4)
    for (int k = links_a_thread - 1; k > 0; --k)
        if (k < many) {
            const auto known = [&](const Onward& row) {
                return SeamRow<T, Known<T>>{
                    row.m, row.k, {row.rest.g - row.rest.p * end.left - row.rest.q * end.right}};
            };
            end = seam_of(known(left[k]), known(right[k]));
            write_seam(out, place + k, end);
        }
    write_seam(out, place, first);
}

} // namespace warploom::kernels::WARPLOOM_TARGET
