#pragma once

#include "kernels/tridiagonal/partition_elimination.h"

// Many links become few, and the seams between them become known again. A block takes 512 links: every thread merges
// four of them, one after the other, and then the block merges pairs, pairs of pairs, ... in shared memory.

namespace warploom::kernels::WARPLOOM_TARGET {

constexpr int links_a_thread = 4;
constexpr int link_threads = 128;
constexpr int links_a_block = links_a_thread * link_threads;
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

/// The links of a block's threads and all that they merge to: level by level, 128, 64, ... 1.
template <class T> struct Heap {
    static constexpr int nodes = 2 * link_threads - 1;
    static constexpr int size = numbers_of_link * nodes;
    static constexpr int root = nodes - 1;
    Shared<T> numbers;

    /// Where the level of `width` nodes begins.
    static constexpr KERNEL_FN int level(int width) { return 2 * (link_threads - width); }
};

/// What a block knows of its links.
struct BlockOfLinks {
    std::int64_t first; ///< of all links of the level
    int links;          ///< 1 .. links_a_block
    int leaves;         ///< links of its threads, four merged to one
};
KERNEL_FN BlockOfLinks block_of_links(Thread t, int count) {
    const std::int64_t first = static_cast<std::int64_t>(t.block()) * links_a_block, left = count - first;
    const int links = left < links_a_block ? static_cast<int>(left) : links_a_block;
    return {first, links, (links + links_a_thread - 1) / links_a_thread};
}

/// Merges all links of the block; the heap then holds every step of it. Whether a pivot was 0.
template <class T>
KERNEL_FN bool climb(Thread t, const Links<In<T>>& from, const BlockOfLinks& block, const Heap<T>& heap,
                     CallSite site = {}) {
    CALLED_FROM(site);
    bool is_zero = false;
    const int i = t.thread();
    if (i < block.leaves) {
        const int start = i * links_a_thread;
        Link<T> link = read_link<T>(from.numbers, block.first + start, from.count);
        for (int k = 1; k < links_a_thread && start + k < block.links; ++k)
            link = merged(link, read_link<T>(from.numbers, block.first + start + k, from.count), is_zero);
        write_link(heap.numbers, i, heap.nodes, link);
    }
    int here = block.leaves; // nodes of the level that stand for links
    for (int width = link_threads; width > 1; width /= 2) {
        t.barrier();
        const int above = (here + 1) / 2, left = heap.level(width) + 2 * i;
        if (i < above) {
            Link<T> link = read_link<T>(heap.numbers, left, heap.nodes);
            if (2 * i + 1 < here) link = merged(link, read_link<T>(heap.numbers, left + 1, heap.nodes), is_zero);
            write_link(heap.numbers, heap.level(width / 2) + i, heap.nodes, link);
        }
        here = above;
    }
    t.barrier();
    return is_zero;
}

/// From the seams at the block's ends, seams[0] and seams[leaves] in shared memory, to those between all of its links,
/// written to `out`: the seam at the start of link k at k, and the end of the last link of all behind it.
template <class T>
KERNEL_FN void descend(Thread t, const Links<In<T>>& from, const BlockOfLinks& block, const Heap<T>& heap,
                       Shared<T> seams, Out<T> out, CallSite site = {}) {
    CALLED_FROM(site);
    const int i = t.thread();
    for (int width = 2; width <= link_threads; width *= 2) {
        const int span = link_threads / width, middle = (2 * i + 1) * span; // in leaves
        if (2 * i < width && middle < block.leaves) {
            const int left = heap.level(width) + 2 * i;
            const int end = middle + span < block.leaves ? middle + span : block.leaves;
            write_seam(seams, middle,
                       seam_between(read_link<T>(heap.numbers, left, heap.nodes),
                                    read_link<T>(heap.numbers, left + 1, heap.nodes),
                                    read_seam<T>(seams, middle - span), read_seam<T>(seams, end)));
        }
        t.barrier();
    }
    if (i >= block.leaves) return;
    const std::int64_t start = block.first + i * links_a_thread;
    const int links =
        block.links - i * links_a_thread < links_a_thread ? block.links - i * links_a_thread : links_a_thread;
    Link<T> link[links_a_thread]; // what the first, the first two, ... of the thread's links merge to
    link[0] = read_link<T>(from.numbers, start, from.count);
    bool is_zero = false;
    UNROLL(4)
    for (int k = 1; k + 1 < links_a_thread; ++k)
        if (k + 1 < links) link[k] = merged(link[k - 1], read_link<T>(from.numbers, start + k, from.count), is_zero);
    const Seam<T> first = read_seam<T>(seams, i);
    Seam<T> end = read_seam<T>(seams, i + 1);
    if (start + links == from.count) write_seam(out, from.count, end);
    UNROLL(4)
    for (int k = links_a_thread - 1; k > 0; --k)
        if (k < links) {
            end = seam_between(link[k - 1], read_link<T>(from.numbers, start + k, from.count), first, end);
            write_seam(out, start + k, end);
        }
    write_seam(out, start, first);
}

} // namespace warploom::kernels::WARPLOOM_TARGET
