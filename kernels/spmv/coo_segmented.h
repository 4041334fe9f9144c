#pragma once

#include "kernels/formats/coo.h"
#include "kernels/spmv/coo_serial.h"
#include "kernels/vocabulary/carry_update.h"
#include "kernels/vocabulary/segmented_sum.h"
#include "kernels/vocabulary/vocabulary.h"
#include "kernels/vocabulary/warp_sum.h"

#include <algorithm>

namespace warploom::kernels::WARPLOOM_TARGET {

// Every warp walks an interval of the entries, 32 at a time. Inside those 32, a segmented sum adds up what belongs to
// the same row; a row that ends here is written, the row that is still open is carried on. No atomics, no matter how
// long the rows are, and the same result each time.
//
//   1. Intervals   all warps, whole groups of 32 entries; a row still open at the end of an interval goes to a carry
//   2. CooSerial   the last nonzeros % 32 entries, by one thread
//   3. CarryUpdate adds the carries to y
//
// The source keeps rows and sums in shared memory; here the lanes pass them on by shuffles.
struct CooSegmentedSpmv {
    static constexpr KernelInfo info{
        "coo-segmented",
        "coo",
        "COO, segmented sums",
        "Warps walk intervals of the entries and add up equal rows as they go; balanced whatever the rows.",
        "it168, all three phases",
        RunsOn::gpu};
    template <class T, template <class> class Array> using Format = Coo<T, Array>;

    static constexpr int groups = 4; ///< of 32 entries, read ahead together

    /// onto_y: y holds another part of the result. Otherwise a row is written where it ends, which waits for nothing.
    template <bool onto_y> struct Intervals {
        static constexpr const char* phase = "intervals";
        static constexpr bool meets = true;
        static constexpr int registers = 48; ///< for the groups at hand

        template <class T>
        KERNEL_FN static void run(Thread t, std::int64_t interval, std::int64_t end_of_all, Coo<T, In> a, In<T> x,
                                  Out<T> y, Out<int> carry_row, Out<T> carry_sum) {
            const std::int64_t warp = t.global_id() / 32;
            const std::int64_t begin = warp * interval;
            if (begin >= end_of_all) return; // a whole warp
            const std::int64_t end = begin + interval < end_of_all ? begin + interval : end_of_all;

            int open_row = a.row[begin]; // the row that is being summed, and its sum so far, the same in all lanes
            T open_sum = 0;
            T lane_sum = 0; // of the open row too, but still spread over the lanes
            for (std::int64_t base = begin; base < end; base += groups * 32) {
                int row[groups];
                T product[groups];
                UNROLL(4)
                for (int g = 0; g < groups; ++g) {
                    const std::int64_t k = base + g * 32 + t.lane();
                    const bool inside = k < end;
                    row[g] = inside ? a.row.stream(k) : -1;
                    const T x_j = inside ? x[a.column.stream(k)] : T(0);
                    product[g] = inside ? a.value.stream(k) * x_j : T(0);
                }
                UNROLL(4)
                for (int g = 0; g < groups; ++g) {
                    if (base + g * 32 >= end) break; // for all lanes alike: intervals hold whole groups
                    int previous = t.shuffle_up(row[g], 1);
                    if (t.lane() == 0) previous = open_row;
                    const unsigned heads = t.ballot(row[g] != previous); // lanes where a row begins
                    if (heads == 0) {
                        lane_sum += product[g];
                        continue;
                    }
                    open_sum += warp_sum(t, lane_sum);
                    lane_sum = 0;
                    if (t.lane() == 0 && (heads & 1u) != 0)
                        write(y, open_row, open_sum); // the open row ended before this group

                    T sum = segmented_sum(t, product[g], heads);
                    if (segment_start(t, heads) < 0) sum += open_sum; // the open row goes on into this group
                    const bool ends_here = t.lane() < 31 && (heads >> (t.lane() + 1) & 1u) != 0;
                    if (ends_here) write(y, row[g], sum);
                    open_row = t.shuffle(row[g], 31);
                    open_sum = t.shuffle(sum, 31);
                }
            }
            open_sum += warp_sum(t, lane_sum);
            if (t.lane() == 0) {
                carry_row[warp] = open_row;
                carry_sum[warp] = open_sum;
            }
        }

        template <class T> KERNEL_FN static void write(Out<T> y, int row, T sum, CallSite site = {}) {
            CALLED_FROM(site);
            if constexpr (onto_y) y[row] += sum;
            else y[row] = sum;
        }
    };

    /// Adds A x to y, which holds zeros, or another part of the result where onto_y.
    template <bool onto_y, class T, class Gpu> static void add(Gpu& gpu, const Coo<T, In>& a, In<T> x, Out<T> y) {
        const std::int64_t parallel = a.nonzeros / 32 * 32;
        if (parallel > 0) {
            // About as many warps as a large GPU holds at a time, but no tiny and no endless intervals.
            constexpr std::int64_t warps_wanted = 8192;
            const std::int64_t step = 32 * groups;
            const std::int64_t steps = std::clamp<std::int64_t>(parallel / (step * warps_wanted), 1, 16);
            const std::int64_t warps = (parallel + steps * step - 1) / (steps * step);
            const Out<int> carry_row = gpu.template scratch<int>("carry_row", warps);
            const Out<T> carry_sum = gpu.template scratch<T>("carry_sum", warps);
            gpu.template launch<Intervals<onto_y>>(warps * 32, steps * step, parallel, a, x, y, carry_row, carry_sum);
            if (parallel < a.nonzeros)
                gpu.template launch<CooSerialSpmv>(1, static_cast<int>(parallel), a.nonzeros, a, x, y);
            gpu.template launch<CarryUpdate>(warps, warps, gpu.read(carry_row), gpu.read(carry_sum), a.rows, y);
        } else if (a.nonzeros > 0) {
            gpu.template launch<CooSerialSpmv>(1, 0, a.nonzeros, a, x, y);
        }
    }

    template <class T, class Gpu> static void spmv(Gpu& gpu, const Coo<T, In>& a, In<T> x, Out<T> y) {
        gpu.zero(y, a.rows);
        add<false, T>(gpu, a, x, y);
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
