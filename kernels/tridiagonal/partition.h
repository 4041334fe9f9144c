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
// of it: a link between the unknowns at its two ends. Links are merged, first the 16 of a warp, then warps' links in small
// launches, until one is left, and the unknowns at all cuts follow. The second sweep reads the rows once more, eliminates
// them once more (which is cheaper than to store what the first one did), finds the two unknowns in the middle and from
// there all to both ends. Two reads and one write of the system: 72 bytes an unknown in double precision; what merges leave
// for the second sweep is 2.75 more.
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

    /// Rows that a thread has of a partition: with more of them there are fewer links.
    static constexpr int half_rows = 32;
    /// Of them in shared memory at a time: the fewer, the more warps have room and wait for memory side by side. Doubles of 8
    /// rows are half a line, and take longer (H200).
    static constexpr int tile_rows = 16;

    /// Of the memory that a multiprocessor shares out between blocks and L1. What the copies ask for waits in L1: with all that the
    /// blocks could use, fewer reads are on their way, although more warps wait for them (H200).
    static constexpr int room_for_reads = 72;

    /// The first sweep: a link for each warp, and the bridges between its partitions.
    struct Reduce {
        static constexpr bool meets = true;
        static constexpr int registers = 128;
        static constexpr const char* phase = "reduce";
        static constexpr bool starts_early = true;
        static constexpr int shared_percent = room_for_reads;

        template <class T>
        KERNEL_FN static void run(Thread t, System<T> s, Links<Out<T>> links, Out<T> bridges, Out<int> zero_pivot) {
            constexpr int length = half_rows, rows = tile_rows;
            SHARED(T, memory, (Tile<T, rows>::size));
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
            const Front<T, Spikes<T>> other{of_next_lane(t, front.first), of_next_lane(t, front.second)};
            const auto own = [](const FrontRow<T, Spikes<T>>& e) {
                return SeamRow<T, Ends<T>>{e.u, e.v, {e.rest.p, e.rest.q, T(0), T(0), e.rest.g}};
            };
            const auto mirrored = [](const FrontRow<T, Spikes<T>>& e) {
                return SeamRow<T, Ends<T>>{e.v, e.u, {T(0), T(0), e.rest.q, e.rest.p, e.rest.g}};
            };
            const Places<T, partitions_a_warp> places{memory};
            if (t.thread() % 2 == 0) {
                SeamRow<T, Ends<T>> row[4] = {own(front.second), mirrored(other.second), own(front.first),
                                              mirrored(other.first)};
                const Pivots pivots = eliminate_seam(row);
                if (pivots != Pivots::good && zero == no_row) zero = pivots == Pivots::zero_left ? length - 1 : length;
                places.set(t.thread() / 2, Link<T>{scaled(row[2].rest), scaled(row[3].rest)});
            }
            const bool is_found = t.ballot(zero != no_row) != 0; // then the links hold no numbers
            t.barrier();
            const std::int64_t zero_at_seam = merge_all(t, places, partitions_a_warp, 2 * length);
            if (zero != no_row) atomic_min(zero_pivot, 0, row_number(first + t.thread(), zero));
            else if (zero_at_seam >= 0 && !is_found)
                atomic_min(zero_pivot, 0, static_cast<int>(first * length + zero_at_seam));

            constexpr int size = bridge_numbers<partitions_a_warp>;
            const std::int64_t begin = static_cast<std::int64_t>(t.block()) * size;
            for (int k = t.lane(); k < size; k += 32) bridges[begin + k] = memory[k];
            if (t.lane() < numbers_of_link)
                links.numbers[t.lane() * static_cast<std::int64_t>(links.count) + t.block()] =
                    memory[t.lane() * partitions_a_warp];
        }
    };

    /// The second sweep: the unknowns inside each partition from those at its ends.
    struct Substitute {
        static constexpr bool meets = true;
        static constexpr int registers = 168;
        static constexpr const char* phase = "substitute";
        static constexpr bool starts_early = true;
        static constexpr int shared_percent = room_for_reads;

        template <class T>
        KERNEL_FN static void run(Thread t, System<T> s, int warps, In<T> bridges, In<T> seams, Out<T> x) {
            constexpr int length = half_rows, rows = tile_rows, plane = Tile<T, rows>::plane;
            constexpr int kept = length - rows; // so many that have left the tile are kept in registers
            SHARED(T, memory, (Tile<T, rows>::size));
            SHARED(T, known, 2 * (partitions_a_warp + 1));
            const Tile<T, rows> tile{memory};
            const std::int64_t warp = warps - 1 - t.block(), first = warp * halves_a_warp;
            read_rows(t, s, tile, length, first, 0);
            wait_for_launch_before(t);
            const Bridge<T> bridge = read_bridge<T>(
                bridges, warp * bridge_numbers<partitions_a_warp> + t.lane() % partitions_a_warp, partitions_a_warp);
            if (t.lane() < 2) write_seam(known, t.lane() * partitions_a_warp, read_seam<T>(seams, warp + t.lane()));
            t.barrier();
            cross_bridges<partitions_a_warp>(t, partitions_a_warp, bridge, known);
            const bool is_end = t.lane() % 2 == 1;
            const Seam<T> ends = read_seam<T>(known, (t.lane() + 1) / 2); // of the two the one at its end
            const T beyond = is_end ? ends.right : ends.left, at_end = is_end ? ends.left : ends.right;

            const int mine = tile.slot(t.thread(), 0);
            wait_for_copies();
            t.barrier();
            const Equation<T> one = equation(tile, mine), next = equation(tile, mine + 1);
            Front<T, Known<T>> front{};
            front.first = {one.c, T(0), T(0), {one.d - one.a * beyond - one.b * at_end}};
            front.second = {next.b, next.c, T(0), {next.d - next.a * at_end}};
            const auto eliminate_row = [&](int r) { // which gives the unknown before
                const Equation<T> e = equation(tile, mine + r);
                bool is_zero = false;
                const FrontRow<T, Known<T>> pivot = eliminate(front, {e.a, e.b, e.c, {e.d}}, is_zero);
                return ByNext<T>{pivot.rest.g * pivot.u, pivot.v * pivot.u, pivot.w * pivot.u};
            };
            const auto put = [&](int r, const ByNext<T>& e) { // where row r stood, which is used up
                tile.at[mine + r] = e.g;
                tile.at[mine + r + plane] = e.v;
                tile.at[mine + r + 2 * plane] = e.w;
            };
            ByNext<T> earlier[kept > 0 ? kept : 1];
            if constexpr (kept > 0) {
                UNROLL(64)
                for (int i = 2; i <= kept; ++i) { // wholly, so that places in registers are constants
                    if (i % rows == 0) {
                        t.barrier();
                        read_rows(t, s, tile, length, first, i);
                        wait_for_copies();
                        t.barrier();
                    }
                    earlier[i - 1] = eliminate_row(i % rows);
                }
                put(0, eliminate_row(1));
            }
            for (int r = 2; r < rows; r += 2) {
                put(r - 1, eliminate_row(r));
                put(r, eliminate_row(r + 1));
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
            const auto onward = [&](const ByNext<T>& e) {
                const T here = e.g - e.w * after_next - e.v * next_x;
                after_next = next_x;
                next_x = here;
                return here;
            };
            // Of row kept + r x replaces v, of row r the first number, which nobody needs any more: each batch has a plane.
            constexpr int last_plane = kept / rows * plane;
            tile.at[mine + rows - 1 + last_plane] = next_x;
            for (int r = rows - 2; r >= (kept > 0 ? 0 : 1); --r) {
                const int slot = mine + r;
                const ByNext<T> e{tile.at[slot], tile.at[slot + plane], tile.at[slot + 2 * plane]};
                tile.at[slot + last_plane] = onward(e);
            }
            UNROLL(64)
            for (int i = kept - 1; i > 0; --i) tile.at[mine + i % rows + i / rows * plane] = onward(earlier[i]);
            tile.at[mine] = at_end;
            t.barrier();
            write_unknowns(t, s.n, tile, length, first, x);
        }

    private:
        /// An unknown by the two behind it: x_i = g - v x_{i+1} - w x_{i+2}.
        template <class T> struct ByNext { T g, v, w; };
    };

    /// 256 links become one.
    struct Merge {
        static constexpr bool meets = true;
        static constexpr int registers = 128;
        static constexpr const char* phase = "merge";
        static constexpr bool starts_early = true;
        static constexpr int shared_percent = room_for_reads;

        template <class T>
        KERNEL_FN static void run(Thread t, Links<In<T>> from, Links<Out<T>> to, Out<T> bridges, int rows_a_link,
                                  Out<int> zero_pivot) {
            SHARED(T, memory, (Places<T, links_a_block>::size));
            const Places<T, links_a_block> places{memory};
            const BlockOfLinks block = block_of_links<links_a_block>(t, from.count);
            merge_block(t, from, places, block, rows_a_link, zero_pivot, [] {});
            if (t.thread() == 0) write_link(to.numbers, t.block(), to.count, places.link(0));
            else if (t.thread() < block.links)
                write_bridge(bridges, first_bridge(t) + t.thread(), links_a_block, places.bridge(t.thread()));
        }
    };

    /// The last 256 links or fewer: merged to one, which gives the first and the last unknown, and the seams between them.
    struct SolveLinks {
        static constexpr bool meets = true;
        static constexpr int registers = 128;
        static constexpr const char* phase = "solve links";
        static constexpr bool starts_early = true;
        static constexpr int shared_percent = room_for_reads;

        template <class T>
        KERNEL_FN static void run(Thread t, Links<In<T>> from, Out<T> seams, int rows_a_link, Out<int> zero_pivot) {
            SHARED(T, memory, (Places<T, links_a_block>::size));
            SHARED(T, known, 2 * (links_a_block + 1));
            solve_block(t, from, Places<T, links_a_block>{memory}, known, rows_a_link, zero_pivot, [] {});
            for (int k = t.thread(); k <= from.count; k += links_a_block) write_seam(seams, k, read_seam<T>(known, k));
        }
    };

    /// The same where these links stand for more of them: each block of the level below solves them for itself, which takes
    /// less time than another launch, and goes on to the seams between its own.
    struct SolveAndSpread {
        static constexpr bool meets = true;
        static constexpr int registers = 128;
        static constexpr const char* phase = "solve links, spread seams";
        static constexpr bool starts_early = true;
        static constexpr int shared_percent = room_for_reads;

        template <class T>
        KERNEL_FN static void run(Thread t, Links<In<T>> last, int count, In<T> bridges, Out<T> seams, int rows_a_link,
                                  Out<int> zero_pivot) {
            SHARED(T, memory, (Places<T, links_a_block>::size));
            SHARED(T, above, 2 * (links_a_block + 1));
            SHARED(T, known, 2 * (links_a_block + 1));
            Bridge<T> bridge{};
            solve_block(t, last, Places<T, links_a_block>{memory}, above, rows_a_link, zero_pivot,
                        [&] { bridge = bridge_of_thread(t, bridges, count); });
            spread(t, bridge, count, read_seam<T>(above, t.block()), read_seam<T>(above, t.block() + 1), known, seams);
        }
    };

    /// The seams between the 256 links that Merge made one of.
    struct SpreadSeams {
        static constexpr bool meets = true;
        static constexpr int registers = 128;
        static constexpr const char* phase = "spread seams";
        static constexpr bool starts_early = true;
        static constexpr int shared_percent = room_for_reads;

        template <class T> KERNEL_FN static void run(Thread t, int count, In<T> bridges, In<T> above, Out<T> seams) {
            SHARED(T, known, 2 * (links_a_block + 1));
            wait_for_launch_before(t);
            let_next_launch_start(t);
            const Bridge<T> bridge = bridge_of_thread(t, bridges, count);
            spread(t, bridge, count, read_seam<T>(above, t.block()), read_seam<T>(above, t.block() + 1), known, seams);
        }
    };

    template <class T, class Gpu> static void solve(Gpu& gpu, const System<T>& s, Out<T> x, Out<int> zero_pivot) {
        if (s.n == 0) return;
        constexpr int warp_rows = halves_a_warp * half_rows;
        const int warps = static_cast<int>((static_cast<std::int64_t>(s.n) + warp_rows - 1) / warp_rows);

        std::vector<Links<Out<T>>> links;   // level by level: of warps, of 256 warps, ...
        std::vector<Out<T>> bridges, seams; // those inside of each link of the level; those between them
        std::vector<int> rows_a_link;
        const auto add_level = [&](int count, int bridge_numbers, int rows) {
            const std::string level = std::to_string(links.size());
            const std::int64_t many = count;
            links.push_back({count, gpu.template scratch<T>("links " + level, numbers_of_link * many)});
            bridges.push_back(gpu.template scratch<T>("bridges " + level, bridge_numbers * many));
            seams.push_back(gpu.template scratch<T>("seams " + level, 2 * (many + 1)));
            rows_a_link.push_back(rows);
        };
        const auto read = [&](std::size_t level) {
            return Links<In<T>>{links[level].count, gpu.read(links[level].numbers)};
        };

        add_level(warps, bridge_numbers<partitions_a_warp>, warp_rows);
        gpu.template launch_grid<Reduce>(warps, halves_a_warp, s, links[0], bridges[0], zero_pivot);
        while (links.back().count > links_a_block) {
            const std::size_t level = links.size() - 1;
            add_level((links[level].count + links_a_block - 1) / links_a_block, bridge_numbers<links_a_block>,
                      rows_a_link[level] * links_a_block);
            gpu.template launch_grid<Merge>(links[level + 1].count, links_a_block, read(level), links[level + 1],
                                            bridges[level + 1], rows_a_link[level], zero_pivot);
        }
        std::size_t level = links.size() - 1;
        if (level == 0) {
            gpu.template launch_grid<SolveLinks>(1, links_a_block, read(0), seams[0], rows_a_link[0], zero_pivot);
        } else {
            gpu.template launch_grid<SolveAndSpread>(links[level].count, links_a_block, read(level),
                                                     links[level - 1].count, gpu.read(bridges[level]), seams[level - 1],
                                                     rows_a_link[level], zero_pivot);
            for (--level; level > 0; --level)
                gpu.template launch_grid<SpreadSeams>(links[level].count, links_a_block, links[level - 1].count,
                                                      gpu.read(bridges[level]), gpu.read(seams[level]),
                                                      seams[level - 1]);
        }
        gpu.template launch_grid<Substitute>(warps, halves_a_warp, s, warps, gpu.read(bridges[0]), gpu.read(seams[0]),
                                             x);
    }

private:
    static constexpr int links_a_block = 256;
    /// Of the bridges of so many links in global memory.
    template <int links> static constexpr int bridge_numbers = numbers_of_bridge* links;
    static_assert(bridge_numbers<partitions_a_warp> == Places<double, partitions_a_warp>::size); // written as it stands
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

    /// Waits for the launch before, reads the block's links and merges them; `ready` reads whatever else is wanted then. Until
    /// the wait ends it rehearses. After a pivot that was 0 in a launch before, links hold no numbers and say nothing.
    template <class T, class Ready>
    KERNEL_FN static void merge_block(Thread t, const Links<In<T>>& from, const Places<T, links_a_block>& places,
                                      const BlockOfLinks& block, int rows_a_link, Out<int> zero_pivot,
                                      const Ready& ready, CallSite site = {}) {
        CALLED_FROM(site);
        std::int64_t zero = -1;
        UNROLL(1)
        for (int turn = -rehearsals(); turn <= 0; ++turn) {
            Link<T> link{};
            if (turn == 0) {
                wait_for_launch_before(t);
                let_next_launch_start(t);
                ready();
                if (t.thread() < block.links) link = read_link<T>(from.numbers, block.first + t.thread(), from.count);
            }
            if (t.thread() < block.links) places.set(t.thread(), link);
            t.barrier();
            zero = merge_all(t, places, turn == 0 ? block.links : 2, rows_a_link);
        }
        if (zero >= 0 && zero_pivot[0] == no_row)
            atomic_min(zero_pivot, 0, static_cast<int>(block.first * rows_a_link + zero));
    }

    /// All seams of links that one block holds.
    template <class T, class Ready>
    KERNEL_FN static void solve_block(Thread t, const Links<In<T>>& links, const Places<T, links_a_block>& places,
                                      Shared<T> known, int rows_a_link, Out<int> zero_pivot, const Ready& ready,
                                      CallSite site = {}) {
        CALLED_FROM(site);
        merge_block(t, links, places, BlockOfLinks{0, links.count}, rows_a_link, zero_pivot, ready);
        t.barrier(); // what it said of a pivot is there
        if (t.thread() == 0) {
            bool is_zero = false;
            const Seam<T> ends = outermost(places.link(0), is_zero);
            write_seam(known, 0, Seam<T>{T(0), ends.left});
            write_seam(known, links.count, Seam<T>{ends.right, T(0)});
            if (is_zero && zero_pivot[0] == no_row) atomic_min(zero_pivot, 0, 0);
        }
        t.barrier();
        Bridge<T> bridge{};
        if (t.thread() > 0 && t.thread() < links.count) bridge = places.bridge(t.thread());
        cross_bridges<links_a_block>(t, links.count, bridge, known);
    }

    /// Where the bridges of this thread's block begin.
    KERNEL_FN static std::int64_t first_bridge(Thread t) {
        return static_cast<std::int64_t>(t.block()) * bridge_numbers<links_a_block>;
    }
    template <class T>
    KERNEL_FN static Bridge<T> bridge_of_thread(Thread t, In<T> bridges, int count, CallSite site = {}) {
        CALLED_FROM(site);
        Bridge<T> bridge{};
        if (t.thread() > 0 && t.thread() < block_of_links<links_a_block>(t, count).links)
            bridge = read_bridge<T>(bridges, first_bridge(t) + t.thread(), links_a_block);
        return bridge;
    }

    /// The seams of this block's links, of `count` in the level, where the two at its ends are known.
    template <class T>
    KERNEL_FN static void spread(Thread t, const Bridge<T>& bridge, int count, const Seam<T>& start, const Seam<T>& end,
                                 Shared<T> known, Out<T> seams, CallSite site = {}) {
        CALLED_FROM(site);
        const BlockOfLinks block = block_of_links<links_a_block>(t, count);
        if (t.thread() == 0) {
            write_seam(known, 0, start);
            write_seam(known, block.links, end);
        }
        t.barrier();
        cross_bridges<links_a_block>(t, block.links, bridge, known);
        if (t.thread() < block.links) write_seam(seams, block.first + t.thread(), read_seam<T>(known, t.thread()));
        if (t.thread() == 0 && block.first + block.links == count) write_seam(seams, count, end);
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
