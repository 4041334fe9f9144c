#pragma once

// The standard ones first: behind the vocabulary a traced kernel's loops are no longer plain.
#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>

#include "kernels/tridiagonal/nested_lines.h"
#include "kernels/tridiagonal/rows.h"
#include "kernels/tridiagonal/shared_limits.h"
#include "kernels/tridiagonal/system.h"
#include "kernels/vocabulary/early_start.h"

namespace warploom::kernels::WARPLOOM_TARGET {

// A small system is nothing but latency: of launches, of barriers, of memory. So everything happens in one launch, in
// registers, in a hierarchy that follows the machine:
//
//   thread   eliminates the inside of its rows (2, 4 or 8), one after the other
//   warp     joins its 32 threads by parallel cyclic reduction; lanes hand each other three numbers by shuffles
//   block    joins its warps the same way; every warp does it for itself, so there is one barrier and no more
//
// and then back: from the last unknowns of the warps to those of the threads to all. Shared memory is only used to turn
// rows around, because lanes read neighbouring rows but need rows of their own.
//
// A system that does not fit one block is cut into blocks of 512 rows, which leave one unknown each. Those are a system
// of the same kind, 512 times smaller, and solved in the same way; the second sweep reads the rows once more. These launches
// start early: while the few blocks in the middle wait for each other, the second sweep has read its first rows and
// eliminated their inside, and waits only for the last unknowns of the blocks. Independent systems of equal size go to one
// group of lanes, warp or block each, all in one launch.
//
// No rows are exchanged: for dominant systems, like cr and pcr.
struct NestedPartitionsTridiagonal {
    static constexpr KernelInfo info{
        "nested-partitions",
        "arrays",
        "Partitions nested in thread, warp and block",
        "Up to 5120 unknowns in one launch with one barrier, everything in registers; larger systems shrink 512 to 1. "
        "Many equal systems at a time.",
        "reference; after Wang 1981 and Zhang, Cohen, Owens 2010",
        RunsOn::gpu,
        false};

    /// What the blocks of a larger system are reduced to: group i in each array's place i.
    template <class T> struct Groups { Out<T> first_a, first_c, first_d, last_a, last_c, last_d; };
    /// The same for reading: one row for each block.
    template <class T> struct GroupRows {
        int n = 0;
        In<T> first_a, first_c, first_d, last_a, last_c, last_d;
    };
    /// The row between the last unknowns of three neighbouring blocks; the first unknown of the next one drops out.
    template <class T> KERNEL_FN static Row<T> row_of(const GroupRows<T>& groups, std::int64_t i, CallSite site = {}) {
        CALLED_FROM(site);
        const T a = groups.last_a[i], c = groups.last_c[i], d = groups.last_d[i];
        if (i + 1 >= groups.n) return {a, T(1), T(0), d};
        const T next_a = groups.first_a[i + 1], next_c = groups.first_c[i + 1], next_d = groups.first_d[i + 1];
        return {a, T(1) - c * next_a, -c * next_c, d - c * next_d};
    }
    template <class T> KERNEL_FN static Row<T> row_of(const System<T>& s, std::int64_t i, CallSite site = {}) {
        CALLED_FROM(site);
        return load_row(s, i);
    }

    /// Which rows a launch works on: part k has the `length` rows from k * length on, up to `rows` of all. Row i is row
    /// (i + 1) * rows_a_row - 1 of the system that was given.
    struct Extent {
        int parts = 1, length = 0;
        std::int64_t rows = 0, rows_a_row = 1;
        bool backwards = false; ///< the first block takes the last part
    };
    KERNEL_FN static int part_of_block(Thread t, const Extent& extent) {
        return extent.backwards ? extent.parts - 1 - t.block() : t.block();
    }

    /// `rows` of each thread, `lanes` of a warp together, `warps` of a block together (one, unless all 32 lanes are).
    template <int rows, int lanes, int warps, int most_registers = (rows >= 8 ? 96 : 64)> struct Nest {
        static_assert(warps == 1 || lanes == 32);
        static constexpr int registers = most_registers;
        static constexpr int tile_warps = warps == 1 ? 4 : warps; ///< at most so many in a block
        static constexpr int stride = rows + 1;                   ///< odd, so that 32 threads hit different banks
        static constexpr int tile_size = tile_warps * 32 * stride;
        static constexpr int warps_a_part = warps;
        static constexpr int group_rows = rows * lanes;      ///< of one group of lanes
        static constexpr int most_rows = group_rows * warps; ///< of one part
        static constexpr int parts_a_warp = 32 / lanes;      ///< where warps == 1

        /// Where this thread is.
        struct Place {
            std::int64_t first; ///< its first row
            int lane;           ///< in its group of lanes
        };
        KERNEL_FN static Place place_of(Thread t, const Extent& extent) {
            const int lane = t.lane() % lanes;
            std::int64_t part = 0;
            int row = lane * rows;
            if constexpr (warps > 1) {
                part = part_of_block(t, extent);
                row += t.warp() * group_rows;
            } else {
                part = t.global_id() / lanes;
            }
            return {part * extent.length + row, lane};
        }

        /// The row that element e of this warp's tile is, or -1 where there is none.
        KERNEL_FN static std::int64_t row_of_element(Thread t, const Extent& extent, int e) {
            std::int64_t part = 0;
            int row = 0; // of the part
            if constexpr (warps > 1) {
                part = part_of_block(t, extent);
                row = t.warp() * group_rows + e;
            } else {
                part = t.global_id() / 32 * parts_a_warp + e / group_rows;
                row = e % group_rows;
            }
            const std::int64_t i = part * extent.length + row;
            return part < extent.parts && row < extent.length && i < extent.rows ? i : -1;
        }
        KERNEL_FN static int slot(Thread t, int e) { return (t.warp() * 32 + e / rows) * stride + e % rows; }

        /// Gives each thread its own rows: lanes read neighbouring ones and hand them over through the tile.
        template <class T> KERNEL_FN static void turn(Thread t, Shared<T> tile, T (&value)[rows], CallSite site = {}) {
            CALLED_FROM(site);
            t.warp_barrier();
            UNROLL(8)
            for (int k = 0; k < rows; ++k) tile[slot(t, k * 32 + t.lane())] = value[k];
            t.warp_barrier();
            UNROLL(8)
            for (int k = 0; k < rows; ++k) value[k] = tile[slot(t, t.lane() * rows + k)];
        }
        template <class T>
        KERNEL_FN static void turn_back(Thread t, Shared<T> tile, T (&value)[rows], CallSite site = {}) {
            CALLED_FROM(site);
            t.warp_barrier();
            UNROLL(8)
            for (int k = 0; k < rows; ++k) tile[slot(t, t.lane() * rows + k)] = value[k];
            t.warp_barrier();
            UNROLL(8)
            for (int k = 0; k < rows; ++k) value[k] = tile[slot(t, k * 32 + t.lane())];
        }

        template <class T, class Source>
        KERNEL_FN static void read(Thread t, const Source& source, const Extent& extent, Shared<T> tile,
                                   Row<T> (&row)[rows], CallSite site = {}) {
            CALLED_FROM(site);
            T a[rows], b[rows], c[rows], d[rows]; // all reads are on their way before the first of them is needed
            UNROLL(8)
            for (int k = 0; k < rows; ++k) {
                const std::int64_t i = row_of_element(t, extent, k * 32 + t.lane());
                Row<T> r = no_row<T>();
                if (i >= 0) r = row_of(source, i);
                a[k] = r.a;
                b[k] = r.b;
                c[k] = r.c;
                d[k] = r.d;
            }
            if constexpr (rows > 1) {
                turn(t, tile, a);
                turn(t, tile, b);
                turn(t, tile, c);
                turn(t, tile, d);
            }
            UNROLL(8)
            for (int k = 0; k < rows; ++k) row[k] = {a[k], b[k], c[k], d[k]};
        }

        /// What a thread knows when all inside of its block is eliminated.
        template <class T> struct Climbed {
            Line<T> line[rows]; ///< its unknowns, each by the thread before and the next unknown
            Line<T> of_thread;  ///< its last unknown, by the ends of its warp
            Line<T> of_warp;    ///< in lane w: the last unknown of warp w, by the ends of the block
            Group<T> group;     ///< of the block: `first` in lane 0, `last` in the last lane that has a warp
        };

        template <class T>
        KERNEL_FN static void climb(Thread t, const Row<T> (&row)[rows], const Place& place, const Extent& extent,
                                    Out<int> zero_pivot, Climbed<T>& up, CallSite site = {}) {
            CALLED_FROM(site);
            // A pivot of 0 is told by the row where it was met; between groups, by the last row of the left one.
            const std::int64_t number = (place.first + 1) * extent.rows_a_row - 1;
            const std::int64_t last_number = number + (rows - 1) * extent.rows_a_row;
            const Group<T> own = eliminate_rows(row, up.line, number, extent.rows_a_row, zero_pivot);
            const Joined<T> warp = join_lanes<lanes>(t, own, place.lane, last_number, zero_pivot);
            up.of_thread = warp.line;
            up.group = warp.group;
            if constexpr (warps > 1) {
                SHARED(T, numbers, 6 * warps);
                if (t.lane() == 0) {
                    numbers[t.warp()] = warp.group.first.a;
                    numbers[t.warp() + warps] = warp.group.first.c;
                    numbers[t.warp() + 2 * warps] = warp.group.first.d;
                }
                if (t.lane() == 31) {
                    numbers[t.warp() + 3 * warps] = warp.group.last.a;
                    numbers[t.warp() + 4 * warps] = warp.group.last.c;
                    numbers[t.warp() + 5 * warps] = warp.group.last.d;
                }
                t.barrier();
                Group<T> of_lane = no_group<T>();
                if (t.lane() < warps) {
                    const int w = t.lane();
                    of_lane = {{numbers[w], numbers[w + warps], numbers[w + 2 * warps]},
                               {numbers[w + 3 * warps], numbers[w + 4 * warps], numbers[w + 5 * warps]}};
                }
                const Joined<T> block = join_lanes<warps>(t, of_lane, t.lane(), last_number, zero_pivot);
                up.of_warp = block.line;
                up.group = block.group;
            }
        }

        /// All unknowns of the block, where the last one of the block before and the last one of this block are known.
        template <class T>
        KERNEL_FN static void descend(Thread t, const Climbed<T>& up, const Place& place, const Extent& extent, T start,
                                      T end, Shared<T> tile, Out<T> x, CallSite site = {}) {
            CALLED_FROM(site);
            if constexpr (warps > 1) {
                const T last = value_of(up.of_warp, start, end); // of the warp with this lane's number
                end = t.shuffle(last, t.warp());
                const T before = t.shuffle(last, t.warp() > 0 ? t.warp() - 1 : 0);
                if (t.warp() > 0) start = before;
            }
            T value[rows];
            value[rows - 1] = value_of(up.of_thread, start, end);
            T left = t.shuffle_up(value[rows - 1], 1);
            if (place.lane == 0) left = start;
            UNROLL(8)
            for (int k = rows - 2; k >= 0; --k) value[k] = value_of(up.line[k], left, value[k + 1]);
            if constexpr (rows > 1) turn_back(t, tile, value);
            UNROLL(8)
            for (int k = 0; k < rows; ++k) {
                const std::int64_t i = row_of_element(t, extent, k * 32 + t.lane());
                if (i >= 0) x[i] = value[k];
            }
        }

        /// Whole systems: a part for each group of lanes or for each block.
        struct Solve {
            static constexpr bool meets = true;
            static constexpr int registers = Nest::registers;
            static constexpr const char* phase = "solve";
            static constexpr bool starts_early = true;

            template <class T, class Source>
            KERNEL_FN static void run(Thread t, Source source, Extent extent, Out<T> x, Out<int> zero_pivot) {
                SHARED(T, tile, tile_size);
                let_next_launch_start(t);
                wait_for_launch_before(t);
                const Place place = place_of(t, extent);
                Row<T> row[rows];
                read(t, source, extent, tile, row);
                Climbed<T> up;
                climb(t, row, place, extent, zero_pivot, up);
                // There is nothing left of the first unknown and nothing right of the last.
                constexpr int last_lane = warps > 1 ? warps - 1 : lanes - 1;
                const T end = t.shuffle(up.group.last.d, warps > 1 ? last_lane : t.lane() / lanes * lanes + last_lane);
                descend(t, up, place, extent, T(0), end, tile, x);
            }
        };

        /// The first sweep of a larger system: what each block is to the others.
        struct Reduce {
            static constexpr bool meets = true;
            static constexpr int registers = Nest::registers;
            static constexpr const char* phase = "reduce";
            static constexpr bool starts_early = true;

            template <class T, class Source>
            KERNEL_FN static void run(Thread t, Source source, Extent extent, Groups<T> groups, Out<int> zero_pivot) {
                SHARED(T, tile, tile_size);
                // First the wait: a launch behind that starts early may rely on all that was written before this one.
                wait_for_launch_before(t);
                let_next_launch_start(t);
                Row<T> row[rows];
                read(t, source, extent, tile, row);
                Climbed<T> up;
                climb(t, row, place_of(t, extent), extent, zero_pivot, up);
                const int part = part_of_block(t, extent);
                if (t.thread() == 0) {
                    groups.first_a[part] = up.group.first.a;
                    groups.first_c[part] = up.group.first.c;
                    groups.first_d[part] = up.group.first.d;
                }
                if (t.thread() == warps - 1) {
                    groups.last_a[part] = up.group.last.a;
                    groups.last_c[part] = up.group.last.c;
                    groups.last_d[part] = up.group.last.d;
                }
            }
        };

        /// The second: all of a block from the last unknowns of the blocks. From the last block to the first, because
        /// the cache still holds what the first sweep read last.
        struct Substitute {
            static constexpr bool meets = true;
            static constexpr int registers = Nest::registers;
            static constexpr const char* phase = "substitute";
            static constexpr bool starts_early = true;

            template <class T, class Source>
            KERNEL_FN static void run(Thread t, Source source, Extent extent, In<T> last, Out<T> x,
                                      Out<int> zero_pivot) {
                SHARED(T, tile, tile_size);
                let_next_launch_start(t);
                // Rows of the system itself were there before the first launch; those of a level above are being written.
                constexpr bool is_given = std::is_same_v<Source, System<T>>;
                if constexpr (!is_given) wait_for_launch_before(t);
                const Place place = place_of(t, extent);
                Row<T> row[rows];
                read(t, source, extent, tile, row);
                Climbed<T> up;
                climb(t, row, place, extent, zero_pivot, up);
                if constexpr (is_given) wait_for_launch_before(t);
                const int part = part_of_block(t, extent);
                T start = 0;
                if (part > 0) start = last[part - 1];
                const T end = last[part];
                descend(t, up, place, extent, start, end, tile, x);
            }
        };
    };

    /// Of a system that is cut. Two warps, so that many blocks wait for memory side by side.
    template <class T> using Block = std::conditional_t<sizeof(T) == 8, Nest<8, 32, 2, 96>, Nest<8, 32, 2, 80>>;
    /// Of the smaller systems that the blocks leave. There are few blocks, and all others wait for them: two rows a thread.
    using Middle = Nest<2, 32, 8>;
    using Largest = Nest<8, 32, 20>; ///< most that one block can hold in registers
    static_assert(Largest::most_rows == block_rows);

    template <class Shape, class T, class Source, class Gpu>
    static void launch_parts(Gpu& gpu, const Source& source, const Extent& extent, Out<T> x, Out<int> zero_pivot) {
        if constexpr (Shape::warps_a_part > 1) {
            gpu.template launch_grid<typename Shape::Solve>(extent.parts, Shape::warps_a_part * 32, source, extent, x,
                                                            zero_pivot);
        } else {
            const std::int64_t warps = (extent.parts + Shape::parts_a_warp - 1) / Shape::parts_a_warp;
            const int together = warps < Shape::tile_warps ? static_cast<int>(warps) : Shape::tile_warps;
            gpu.template launch_grid<typename Shape::Solve>((warps + together - 1) / together, together * 32, source,
                                                            extent, x, zero_pivot);
        }
    }

    /// Parts that fit a block. One alone is in a hurry: few rows a thread, because these are taken one after the other.
    /// Many are to keep the machine busy: many rows a thread, because joining threads costs more than eliminating rows.
    template <class T, class Source, class Gpu>
    static void solve_parts(Gpu& gpu, const Source& source, const Extent& extent, Out<T> x, Out<int> zero_pivot) {
        const int n = extent.length;
        const auto launch = [&]<class Shape>(Shape) { launch_parts<Shape, T>(gpu, source, extent, x, zero_pivot); };
        const bool is_alone = extent.parts == 1;
        if (is_alone && n <= 64) launch(Nest<2, 32, 1>{});
        else if (is_alone && n <= 128) launch(Nest<4, 32, 1>{});
        else if (n <= 32) launch(Nest<4, 8, 1>{});
        else if (n <= 64 && sizeof(T) == 8) launch(Nest<4, 16, 1>{});
        else if (n <= 64) launch(Nest<8, 8, 1>{});
        else if (n <= 128) launch(Nest<8, 16, 1>{});
        else if (n <= 256) launch(Nest<8, 32, 1>{});
        else if (is_alone && n <= 512) launch(Nest<4, 32, 4>{});
        else if (n <= 512) launch(Nest<8, 32, 2>{});
        else if (is_alone && n <= 1024) launch(Nest<4, 32, 8>{});
        else if (n <= 1024) launch(Nest<8, 32, 4>{});
        else if (n <= 2048) launch(Nest<8, 32, 8>{});
        else launch(Largest{});
    }

    /// Blocks shaped like `Shape`, which leave one unknown each.
    template <class Shape, class T, class Source, class Gpu>
    static void solve_rows(Gpu& gpu, const Source& source, std::int64_t rows_a_row, Out<T> x, Out<int> zero_pivot) {
        const int n = source.n;
        Extent extent{1, n, n, rows_a_row};
        if (n <= Largest::most_rows) return solve_parts<T>(gpu, source, extent, x, zero_pivot);

        extent.length = Shape::most_rows;
        extent.parts = (n + extent.length - 1) / extent.length;
        const std::string level = std::to_string(rows_a_row);
        const auto numbers = [&](const char* name) { return gpu.template scratch<T>(name + level, extent.parts); };
        const Groups<T> groups{numbers("first a "), numbers("first c "), numbers("first d "),
                               numbers("last a "),  numbers("last c "),  numbers("last d ")};
        const Out<T> last = numbers("last x ");
        gpu.template launch_grid<typename Shape::Reduce>(extent.parts, Shape::warps_a_part * 32, source, extent, groups,
                                                         zero_pivot);
        const GroupRows<T> above{extent.parts,
                                 gpu.read(groups.first_a),
                                 gpu.read(groups.first_c),
                                 gpu.read(groups.first_d),
                                 gpu.read(groups.last_a),
                                 gpu.read(groups.last_c),
                                 gpu.read(groups.last_d)};
        solve_rows<Middle, T>(gpu, above, rows_a_row * extent.length, last, zero_pivot);
        extent.backwards = true;
        gpu.template launch_grid<typename Shape::Substitute>(extent.parts, Shape::warps_a_part * 32, source, extent,
                                                             gpu.read(last), x, zero_pivot);
    }

    template <class T, class Gpu> static void solve(Gpu& gpu, const System<T>& s, Out<T> x, Out<int> zero_pivot) {
        if (s.n == 0) return;
        const int length = s.n / s.systems;
        if (s.systems > 1 && length <= Largest::most_rows)
            solve_parts<T>(gpu, s, Extent{s.systems, length, s.n, 1}, x, zero_pivot);
        else solve_rows<Block<T>, T>(gpu, s, 1, x, zero_pivot); // nothing ties one system to the next, so they are one
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
