#pragma once

// The standard ones first: behind the vocabulary a traced kernel's loops are no longer plain.
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "kernels/tridiagonal/partition_links.h"
#include "kernels/tridiagonal/partition_tile.h"
#include "kernels/tridiagonal/system.h"
#include "kernels/vocabulary/early_start.h"

namespace warploom::kernels::WARPLOOM_TARGET {

// The system is cut into partitions, each with two threads: one goes down from the first row, one up from the last, and
// they meet in the middle. The first sweep eliminates the inside of every partition with pivoting, and keeps two equations
// of it: a link between the unknowns at its two ends. The links, a small part of the system, are merged until one is left,
// and the unknowns at all cuts follow. The second sweep reads the rows once more, eliminates them once more (which is
// cheaper than to store what the first one did), finds the two unknowns in the middle and from there all to both ends. Two
// reads and one write of the system: 72 bytes an unknown in double precision.
//
// Reading is what it costs, so threads read for each other through shared memory and many copies are on their way at a
// time. The second sweep runs from the last partition to the first: the cache still holds what the first sweep read last.
// Each launch starts early, and the second sweep reads its first rows while the links are being solved.
struct PartitionTridiagonal {
    static constexpr KernelInfo info{
        "partition",
        "arrays",
        "Partitions in two sweeps, with pivoting",
        "Two threads reduce 64 rows to two equations, from both ends; these are solved; a second sweep fills in "
        "the rest. Pivots are chosen, so it solves what Thomas, CR and PCR cannot.",
        "Klein & Strzodka 2021; reference",
        RunsOn::gpu,
        false};

    /// Rows that a thread has of a partition. The second sweep keeps those of a warp, 4 coefficients each, in shared memory:
    /// with more of them fewer warps have room there, with fewer there are more links.
    static constexpr int half_rows = 32;

    /// Of the memory that a multiprocessor shares out between blocks and L1. What the copies ask for waits in L1: with all that the
    /// blocks could use, fewer reads are on their way, although more warps wait for them (H200).
    static constexpr int room_for_reads = 72;

    /// The first sweep: a link for each partition.
    struct Reduce {
        static constexpr bool meets = true;
        static constexpr int registers = 128;
        static constexpr const char* phase = "reduce";
        static constexpr bool starts_early = true;
        static constexpr int shared_percent = room_for_reads;

        template <class T> KERNEL_FN static void run(Thread t, System<T> s, Links<Out<T>> links, Out<int> zero_pivot) {
            constexpr int length = half_rows, rows = 16; // at a time: the less of shared memory a warp takes, the more
            SHARED(T, memory, (Tile<T, rows>::size)); // warps wait for memory side by side; with 8 half a line is read
            const Tile<T, rows> tile{memory};
            wait_for_launch_before(t);
            let_next_launch_start(t);
            const std::int64_t first = static_cast<std::int64_t>(t.block()) * halves_a_warp;
            const int mine = tile.slot(t.thread(), 0);
            Front<T, Spikes<T>> front{};
            int zero = no_row; // the first unknown whose pivot was 0, as the thread counts
            for (int begin = 0; begin < length; begin += rows) {
                read_rows(t, s, tile, length, first, begin);
                wait_for_copies();
                t.barrier();
                int r = 0;
                if (begin == 0) {
                    const Equation<T> one = equation(tile, mine), next = equation(tile, mine + 1);
                    front.first = {one.c, T(0), T(0), {one.a, one.b, one.d}};
                    front.second = {next.b, next.c, T(0), {T(0), next.a, next.d}};
                    r = 2;
                }
                const auto eliminate_row = [&](int row) {
                    const Equation<T> e = equation(tile, mine + row);
                    bool is_zero = false;
                    eliminate(front, {e.a, e.b, e.c, {T(0), T(0), e.d}}, is_zero);
                    if (is_zero) zero = begin + row - 1;
                };
                for (; r < rows; r += 2) { // by twos, or else half of the instructions move numbers between registers
                    eliminate_row(r);
                    eliminate_row(r + 1);
                }
                t.barrier();
            }
            const std::int64_t half = first + t.thread();
            if (zero != no_row) atomic_min(zero_pivot, 0, row_number(half, zero));

            const Front<T, Spikes<T>> other{of_next_lane(t, front.first), of_next_lane(t, front.second)};
            if (half % 2 == 1 || half / 2 >= links.count) return;
            const auto own = [](const FrontRow<T, Spikes<T>>& e) {
                return SeamRow<T, Ends<T>>{e.u, e.v, {e.rest.p, e.rest.q, T(0), T(0), e.rest.g}};
            };
            const auto mirrored = [](const FrontRow<T, Spikes<T>>& e) {
                return SeamRow<T, Ends<T>>{e.v, e.u, {T(0), T(0), e.rest.q, e.rest.p, e.rest.g}};
            };
            SeamRow<T, Ends<T>> row[4] = {own(front.second), mirrored(other.second), own(front.first),
                                          mirrored(other.first)};
            const Pivots pivots = eliminate_seam(row);
            if (pivots != Pivots::good)
                atomic_min(zero_pivot, 0, row_number(half, pivots == Pivots::zero_left ? length - 1 : length));
            write_link(links.numbers, half / 2, links.count, Link<T>{scaled(row[2].rest), scaled(row[3].rest)});
        }
    };

    /// The second sweep: the unknowns inside each partition from those at its ends.
    struct Substitute {
        static constexpr bool meets = true;
        static constexpr int registers = 128;
        static constexpr const char* phase = "substitute";
        static constexpr bool starts_early = true;
        static constexpr int shared_percent = room_for_reads;

        template <class T> KERNEL_FN static void run(Thread t, System<T> s, int partitions, In<T> seams, Out<T> x) {
            constexpr int length = half_rows, plane = Tile<T, length>::plane;
            SHARED(T, memory, (Tile<T, length>::size));
            const Tile<T, length> tile{memory};
            const std::int64_t blocks = (partitions + partitions_a_warp - 1) / partitions_a_warp;
            const std::int64_t first = (blocks - 1 - t.block()) * halves_a_warp, half = first + t.thread();
            read_rows(t, s, tile, length, first, 0);
            wait_for_launch_before(t);
            const bool is_end = half % 2 == 1;
            const std::int64_t seam = (half + 1) / 2;                                         // the one at its end
            const Seam<T> ends = read_seam<T>(seams, seam <= partitions ? seam : partitions); // no partition: idly
            const T beyond = is_end ? ends.right : ends.left, known = is_end ? ends.left : ends.right;
            const int mine = tile.slot(t.thread(), 0);
            wait_for_copies();
            t.barrier();
            const Equation<T> one = equation(tile, mine), next = equation(tile, mine + 1);
            Front<T, Known<T>> front{};
            front.first = {one.c, T(0), T(0), {one.d - one.a * beyond - one.b * known}};
            front.second = {next.b, next.c, T(0), {next.d - next.a * known}};
            const auto eliminate_row = [&](int r) {
                const Equation<T> e = equation(tile, mine + r);
                bool is_zero = false;
                const FrontRow<T, Known<T>> pivot = eliminate(front, {e.a, e.b, e.c, {e.d}}, is_zero);
                const int slot = mine + r - 1; // of the unknown; its row is used up
                tile.at[slot] = pivot.rest.g * pivot.u;
                tile.at[slot + plane] = pivot.v * pivot.u;
                tile.at[slot + 2 * plane] = pivot.w * pivot.u;
            };
            for (int r = 2; r < length; r += 2) {
                eliminate_row(r);
                eliminate_row(r + 1);
            }
            const Front<T, Known<T>> other{of_next_lane(t, front.first), of_next_lane(t, front.second)};
            const auto own = [](const FrontRow<T, Known<T>>& e) { return SeamRow<T, Known<T>>{e.u, e.v, e.rest}; };
            const auto mirrored = [](const FrontRow<T, Known<T>>& e) { return SeamRow<T, Known<T>>{e.v, e.u, e.rest}; };
            SeamRow<T, Known<T>> row[4] = {own(front.second), mirrored(other.second), own(front.first),
                                           mirrored(other.first)};
            eliminate_seam(row);
            const Seam<T> middle = seam_of(row[0], row[1]); // the thread at the end takes it from the one at the start
            const T left = t.shuffle(middle.left, t.lane() / 2 * 2), right = t.shuffle(middle.right, t.lane() / 2 * 2);
            T next_x = is_end ? right : left, after_next = is_end ? left : right;
            tile.at[mine + length - 1] = next_x;
            for (int r = length - 2; r > 0; --r) {
                const int slot = mine + r;
                const T here = tile.at[slot] - tile.at[slot + 2 * plane] * after_next - tile.at[slot + plane] * next_x;
                after_next = next_x;
                next_x = here;
                tile.at[slot] = here;
            }
            tile.at[mine] = known;
            t.barrier();
            write_unknowns(t, s.n, tile, first * length, x);
        }

    private:
        template <class T>
        KERNEL_FN static void write_unknowns(Thread t, std::int64_t n, const Tile<T, half_rows>& tile,
                                             std::int64_t begin, Out<T> x, CallSite site = {}) {
            CALLED_FROM(site);
            constexpr int length = half_rows, halves = 32 / length; // that 32 lanes write of at a time
            const bool is_whole = begin + 32 * length <= n;
            UNROLL(8)
            for (int k = 0; k < length; ++k) {
                const std::int64_t i = begin + k * 32 + t.lane();
                const int slot = tile.slot_in_memory(k * halves + t.lane() / length, t.lane() % length);
                if (is_whole || i < n) x[i] = tile.at[slot];
            }
        }
    };

    /// 256 links become one.
    struct Merge {
        static constexpr bool meets = true;
        static constexpr int registers = 128;
        static constexpr const char* phase = "merge";
        static constexpr bool starts_early = true;
        static constexpr int shared_percent = room_for_reads;

        template <class T>
        KERNEL_FN static void run(Thread t, Links<In<T>> from, Links<Out<T>> to, int rows_a_link, Out<int> zero_pivot) {
            SHARED(T, staged, (LinksAtHand<T, merging_threads>::size));
            SHARED(T, memory, (Heap<T, merging_threads>::size));
            const LinksAtHand<T, merging_threads> links{staged};
            const Heap<T, merging_threads> heap{memory};
            wait_for_launch_before(t);
            let_next_launch_start(t);
            const BlockOfLinks block = block_of_links<merging_threads>(t, from.count);
            links.read(t, from, block);
            if (climb(t, links, block, heap)) report(zero_pivot, block, rows_a_link);
            if (t.thread() == 0) write_link(to.numbers, t.block(), to.count, heap.node(heap.root));
        }
    };

    /// The last 512 links or fewer: merged to one, which gives the first and the last unknown, and the seams between them.
    struct SolveLinks {
        static constexpr bool meets = true;
        static constexpr int registers = 128;
        static constexpr const char* phase = "solve links";
        static constexpr bool starts_early = true;
        static constexpr int shared_percent = room_for_reads;

        template <class T>
        KERNEL_FN static void run(Thread t, Links<In<T>> from, Out<T> seams, int rows_a_link, Out<int> zero_pivot) {
            SHARED(T, memory, (Heap<T, solving_threads>::size));
            SHARED(T, known, 2 * (solving_threads + 1));
            const Heap<T, solving_threads> heap{memory};
            wait_for_launch_before(t);
            let_next_launch_start(t);
            const BlockOfLinks block = block_of_links<solving_threads>(t, from.count);
            const LinksFarAway<T> links{from.numbers, 0, from.count};
            bool is_zero = climb(t, links, block, heap);
            if (t.thread() == 0) {
                const Seam<T> ends = outermost(heap.node(heap.root), is_zero);
                write_seam(known, 0, Seam<T>{T(0), ends.left});
                write_seam(known, block.leaves, Seam<T>{ends.right, T(0)});
            }
            if (is_zero) report(zero_pivot, block, rows_a_link);
            t.barrier();
            descend(t, block, heap, known);
            fill_in(t, links, block, from.count, known, seams);
        }
    };

    /// The seams between the 256 links that Merge made one of.
    struct SpreadSeams {
        static constexpr bool meets = true;
        static constexpr int registers = 128;
        static constexpr const char* phase = "spread seams";
        static constexpr bool starts_early = true;
        static constexpr int shared_percent = room_for_reads;

        template <class T> KERNEL_FN static void run(Thread t, Links<In<T>> from, In<T> above, Out<T> seams) {
            SHARED(T, staged, (LinksAtHand<T, merging_threads>::size));
            SHARED(T, memory, (Heap<T, merging_threads>::size));
            SHARED(T, known, 2 * (merging_threads + 1));
            const LinksAtHand<T, merging_threads> links{staged};
            const Heap<T, merging_threads> heap{memory};
            wait_for_launch_before(t);
            let_next_launch_start(t);
            const BlockOfLinks block = block_of_links<merging_threads>(t, from.count);
            links.read(t, from, block);
            climb(t, links, block, heap);
            if (t.thread() == 0) {
                write_seam(known, 0, read_seam<T>(above, t.block()));
                write_seam(known, block.leaves, read_seam<T>(above, t.block() + 1));
            }
            t.barrier();
            descend(t, block, heap, known);
            fill_in(t, links, block, from.count, known, seams);
        }
    };

    template <class T, class Gpu> static void solve(Gpu& gpu, const System<T>& s, Out<T> x, Out<int> zero_pivot) {
        if (s.n == 0) return;
        constexpr int partition_rows = 2 * half_rows, links_a_block = links_a_thread * merging_threads;
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
        gpu.template launch_grid<Reduce>(warps, halves_a_warp, s, links[0], zero_pivot);
        std::vector<int> rows_a_link{partition_rows}; // of each level
        while (links.back().count > links_a_thread * solving_threads) {
            const std::size_t level = links.size() - 1;
            add_level((links[level].count + links_a_block - 1) / links_a_block);
            gpu.template launch_grid<Merge>(links[level + 1].count, merging_threads, read(level), links[level + 1],
                                            rows_a_link[level], zero_pivot);
            rows_a_link.push_back(rows_a_link[level] * links_a_block);
        }
        std::size_t level = links.size() - 1;
        gpu.template launch_grid<SolveLinks>(1, solving_threads, read(level), seams[level], rows_a_link[level],
                                             zero_pivot);
        for (; level > 0; --level)
            gpu.template launch_grid<SpreadSeams>(links[level].count, merging_threads, read(level - 1),
                                                  gpu.read(seams[level]), seams[level - 1]);
        gpu.template launch_grid<Substitute>(warps, halves_a_warp, s, partitions, gpu.read(seams[0]), x);
    }

private:
    static constexpr int merging_threads = 64, solving_threads = 128;
    static constexpr int no_row = std::numeric_limits<int>::max();

    /// The number in the system of an unknown that the thread of a half counts.
    KERNEL_FN static int row_number(std::int64_t half, int row) {
        constexpr int length = half_rows;
        const std::int64_t partition = half / 2 * 2 * length;
        return static_cast<int>(partition + (half % 2 == 1 ? 2 * length - 1 - row : row));
    }

    template <class T> KERNEL_FN static Known<T> of_next_lane(Thread t, const Known<T>& rest, CallSite site = {}) {
        CALLED_FROM(site);
        return {t.shuffle_down(rest.g, 1)};
    }
    template <class T> KERNEL_FN static Spikes<T> of_next_lane(Thread t, const Spikes<T>& rest, CallSite site = {}) {
        CALLED_FROM(site);
        return {t.shuffle_down(rest.p, 1), t.shuffle_down(rest.q, 1), t.shuffle_down(rest.g, 1)};
    }
    template <class T, class Rest>
    KERNEL_FN static FrontRow<T, Rest> of_next_lane(Thread t, const FrontRow<T, Rest>& row, CallSite site = {}) {
        CALLED_FROM(site);
        return {t.shuffle_down(row.u, 1), t.shuffle_down(row.v, 1), T(0), of_next_lane(t, row.rest)};
    }

    /// A pivot that is 0 among links is known to the block that met it: the row behind its first link. After a pivot that
    /// was 0 before, what the links hold is no number, and says nothing.
    KERNEL_FN static void report(Out<int> zero_pivot, const BlockOfLinks& block, int rows_a_link) {
        if (zero_pivot[0] == no_row) atomic_min(zero_pivot, 0, static_cast<int>(block.first * rows_a_link));
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
