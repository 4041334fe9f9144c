#pragma once

// The standard ones first: behind the vocabulary a traced kernel's loops are no longer plain.
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "kernels/tridiagonal/partition_links.h"
#include "kernels/tridiagonal/partition_tile.h"
#include "kernels/tridiagonal/system.h"

namespace warploom::kernels::WARPLOOM_TARGET {

// The system is cut into partitions of 32 rows, one for each thread. The first sweep eliminates the inside of every
// partition, row after row and with pivoting, and keeps two equations of it: a link between the unknowns at its two ends.
// The links, a sixteenth of the system, are merged until one is left, and the unknowns at all cuts follow. The second sweep
// reads the rows once more, eliminates them once more (which is cheaper than to store what the first one did) and
// substitutes back. Two reads and one write of the system: 72 bytes an unknown in double precision.
//
// Reading is what it costs, so threads read for each other through shared memory and many copies are on their way at a
// time. The second sweep runs from the last partition to the first: the cache still holds what the first sweep read last.
struct PartitionTridiagonal {
    static constexpr KernelInfo info{
        "partition",
        "arrays",
        "Partitions in two sweeps, with pivoting",
        "A thread reduces 32 rows to two equations; these are solved; a second sweep fills in "
        "the rest. Pivots are chosen, so it solves what Thomas, CR and PCR cannot.",
        "Klein & Strzodka 2021; reference",
        RunsOn::gpu,
        false};

    /// The first sweep: a link for each partition.
    struct Reduce {
        static constexpr bool meets = true;
        static constexpr int registers = 128;
        static constexpr const char* phase = "reduce";

        template <class T> KERNEL_FN static void run(Thread t, System<T> s, Links<Out<T>> links, Out<int> zero_pivot) {
            constexpr int length = partition_rows, rows = 16; // so many at a time: the less of shared memory a warp
            SHARED(T, memory, (Tile<T, rows>::size));         // takes, the more warps wait for memory side by side
            const Tile<T, rows> tile{memory};
            const std::int64_t first = static_cast<std::int64_t>(t.block()) * partitions_a_warp;
            const std::int64_t partition = first + t.thread();
            Front<T, Spikes<T>> front{};
            int zero_row = length; // of the partition: the first whose pivot was 0
            for (int begin = 0; begin < length; begin += rows) {
                read_rows(t, s, tile, first, begin);
                wait_for_copies();
                t.barrier();
                int r = 0;
                if (begin == 0) {
                    const Equation<T> one = equation(tile, tile.slot(t.thread(), 0));
                    const Equation<T> next = equation(tile, tile.slot(t.thread(), 1));
                    front.first = {one.c, T(0), T(0), {one.a, one.b, one.d}};
                    front.second = {next.b, next.c, T(0), {T(0), next.a, next.d}};
                    r = 2;
                }
                for (; r < rows; ++r) {
                    const Equation<T> e = equation(tile, tile.slot(t.thread(), r));
                    bool is_zero = false;
                    eliminate(front, {e.a, e.b, e.c, {T(0), T(0), e.d}}, is_zero);
                    if (is_zero && zero_row == length) zero_row = begin + r - 1;
                }
                t.barrier();
            }
            if (zero_row < length) atomic_min(zero_pivot, 0, static_cast<int>(partition * length + zero_row));
            if (partition >= links.count) return;
            const auto ends = [](const FrontRow<T, Spikes<T>>& row) {
                return scaled(Ends<T>{row.rest.p, row.rest.q, row.u, row.v, row.rest.g});
            };
            write_link(links.numbers, partition, links.count, Link<T>{ends(front.first), ends(front.second)});
        }
    };

    /// The second sweep: the unknowns inside each partition from those at its ends.
    struct Substitute {
        static constexpr bool meets = true;
        static constexpr int registers = 128;
        static constexpr const char* phase = "substitute";

        template <class T> KERNEL_FN static void run(Thread t, System<T> s, int partitions, In<T> seams, Out<T> x) {
            constexpr int length = partition_rows, plane = Tile<T, length>::plane;
            SHARED(T, memory, (Tile<T, length>::size));
            const Tile<T, length> tile{memory};
            const std::int64_t blocks = (partitions + partitions_a_warp - 1) / partitions_a_warp;
            const std::int64_t first = (blocks - 1 - t.block()) * partitions_a_warp, partition = first + t.thread();
            read_rows(t, s, tile, first, 0);
            const std::int64_t seam =
                partition < partitions ? partition : partitions - 1; // whoever has none computes idly
            const Seam<T> start = read_seam<T>(seams, seam), end = read_seam<T>(seams, seam + 1);
            const int mine = tile.slot(t.thread(), 0);
            wait_for_copies();
            t.barrier();
            const Equation<T> one = equation(tile, mine), next = equation(tile, mine + 1);
            Front<T, Known<T>> front{};
            front.first = {one.c, T(0), T(0), {one.d - one.a * start.left - one.b * start.right}};
            front.second = {next.b, next.c, T(0), {next.d - next.a * start.right}};
            for (int r = 2; r < length; ++r) {
                const Equation<T> e = equation(tile, mine + r);
                bool is_zero = false;
                const FrontRow<T, Known<T>> pivot = eliminate(front, {e.a, e.b, e.c, {e.d}}, is_zero);
                const int slot = mine + r - 1; // of the unknown; its row is used up
                tile.at[slot] = pivot.u;
                tile.at[slot + plane] = pivot.v;
                tile.at[slot + 2 * plane] = pivot.w;
                tile.at[slot + 3 * plane] = pivot.rest.g;
            }
            T next_x = end.left, after_next = end.right;
            tile.at[mine + length - 1] = next_x;
            for (int r = length - 2; r > 0; --r) {
                const int slot = mine + r;
                const T here = (tile.at[slot + 3 * plane] - tile.at[slot + plane] * next_x -
                                tile.at[slot + 2 * plane] * after_next) *
                               tile.at[slot];
                after_next = next_x;
                next_x = here;
                tile.at[slot] = here;
            }
            tile.at[mine] = start.right;
            t.barrier();
            const std::int64_t begin = first * length;
            UNROLL(8)
            for (int k = 0; k < length; ++k) { // 32 rows at a time
                const int e = k * partitions_a_warp + t.thread();
                if (begin + e < s.n) x[begin + e] = tile.at[tile.slot(e / length, e % length)];
            }
        }
    };

    /// 512 links become one.
    struct Merge {
        static constexpr bool meets = true;
        static constexpr int registers = 128;
        static constexpr const char* phase = "merge";

        template <class T>
        KERNEL_FN static void run(Thread t, Links<In<T>> from, Links<Out<T>> to, int rows_a_link, Out<int> zero_pivot) {
            SHARED(T, memory, (Heap<T>::size));
            const Heap<T> heap{memory};
            const BlockOfLinks block = block_of_links(t, from.count);
            if (climb(t, from, block, heap)) report(zero_pivot, block, rows_a_link);
            if (t.thread() == 0)
                write_link(to.numbers, t.block(), to.count, read_link<T>(heap.numbers, heap.root, heap.nodes));
        }
    };

    /// The last 512 links or fewer: merged to one, which gives the first and the last unknown, and the seams between them.
    struct SolveLinks {
        static constexpr bool meets = true;
        static constexpr int registers = 128;
        static constexpr const char* phase = "solve links";

        template <class T>
        KERNEL_FN static void run(Thread t, Links<In<T>> from, Out<T> seams, int rows_a_link, Out<int> zero_pivot) {
            SHARED(T, memory, (Heap<T>::size));
            SHARED(T, known, 2 * (link_threads + 1));
            const Heap<T> heap{memory};
            const BlockOfLinks block = block_of_links(t, from.count);
            bool is_zero = climb(t, from, block, heap);
            if (t.thread() == 0) {
                const Seam<T> ends = outermost(read_link<T>(heap.numbers, heap.root, heap.nodes), is_zero);
                write_seam(known, 0, Seam<T>{T(0), ends.left});
                write_seam(known, block.leaves, Seam<T>{ends.right, T(0)});
            }
            if (is_zero) report(zero_pivot, block, rows_a_link);
            t.barrier();
            descend(t, from, block, heap, known, seams);
        }
    };

    /// The seams between the 512 links that Merge made one of.
    struct SpreadSeams {
        static constexpr bool meets = true;
        static constexpr int registers = 128;
        static constexpr const char* phase = "spread seams";

        template <class T> KERNEL_FN static void run(Thread t, Links<In<T>> from, In<T> above, Out<T> seams) {
            SHARED(T, memory, (Heap<T>::size));
            SHARED(T, known, 2 * (link_threads + 1));
            const Heap<T> heap{memory};
            const BlockOfLinks block = block_of_links(t, from.count);
            climb(t, from, block, heap);
            if (t.thread() == 0) {
                write_seam(known, 0, read_seam<T>(above, t.block()));
                write_seam(known, block.leaves, read_seam<T>(above, t.block() + 1));
            }
            t.barrier();
            descend(t, from, block, heap, known, seams);
        }
    };

    template <class T, class Gpu> static void solve(Gpu& gpu, const System<T>& s, Out<T> x, Out<int> zero_pivot) {
        if (s.n == 0) return;
        const int partitions = static_cast<int>((static_cast<std::int64_t>(s.n) + partition_rows - 1) / partition_rows);
        const std::int64_t warps = (partitions + partitions_a_warp - 1) / partitions_a_warp;

        std::vector<Links<Out<T>>> links; // level by level
        std::vector<Out<T>> seams;
        const auto add_level = [&](int count) {
            const std::string level = std::to_string(links.size());
            const std::int64_t numbers = static_cast<std::int64_t>(numbers_of_link) * count;
            links.push_back({count, gpu.template scratch<T>("links " + level, numbers)});
            seams.push_back(gpu.template scratch<T>("seams " + level, 2 * (static_cast<std::int64_t>(count) + 1)));
        };
        const auto read = [&](std::size_t level) {
            return Links<In<T>>{links[level].count, gpu.read(links[level].numbers)};
        };

        add_level(partitions);
        gpu.template launch_grid<Reduce>(warps, partitions_a_warp, s, links[0], zero_pivot);
        std::vector<int> rows{partition_rows}; // that a link of each level stands for
        while (links.back().count > links_a_block) {
            const std::size_t level = links.size() - 1;
            add_level((links[level].count + links_a_block - 1) / links_a_block);
            gpu.template launch_grid<Merge>(links[level + 1].count, link_threads, read(level), links[level + 1],
                                            rows[level], zero_pivot);
            rows.push_back(rows[level] * links_a_block);
        }
        std::size_t level = links.size() - 1;
        gpu.template launch_grid<SolveLinks>(1, link_threads, read(level), seams[level], rows[level], zero_pivot);
        for (; level > 0; --level)
            gpu.template launch_grid<SpreadSeams>(links[level].count, link_threads, read(level - 1),
                                                  gpu.read(seams[level]), seams[level - 1]);
        gpu.template launch_grid<Substitute>(warps, partitions_a_warp, s, partitions, gpu.read(seams[0]), x);
    }

private:
    static constexpr int no_row = std::numeric_limits<int>::max();

    /// A pivot that is 0 among links is known to the block that met it: the row behind its first link. After a pivot that
    /// was 0 before, what the links hold is no number, and says nothing.
    KERNEL_FN static void report(Out<int> zero_pivot, const BlockOfLinks& block, int rows_a_link) {
        if (zero_pivot[0] == no_row) atomic_min(zero_pivot, 0, static_cast<int>(block.first * rows_a_link));
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
