#pragma once

// The standard one first: behind the vocabulary a traced kernel's loops are no longer plain.
#include <type_traits>

#include "kernels/formats/csr.h"
#include "kernels/vocabulary/carry_update.h"
#include "kernels/vocabulary/segmented_sum.h"
#include "kernels/vocabulary/vocabulary.h"

namespace warploom::kernels::WARPLOOM_TARGET {

// Merge path (Merrill and Garland 2016). The work is a list that merges two others: the entries, and the ends of the
// rows. It has rows + nonzeros items, and every thread takes equally many of them, however long or short the rows are.
// Where the share of a thread begins is found by a search along a diagonal of the (row ends) x (entries) grid.
//
//   1. Search      once for a matrix, while binding: where the share of each block begins
//   2. Tiles       a block for each share: products go to shared memory, a thread walks its items, and what belongs to
//                  the row that a thread left open reaches the thread that ends it
//   3. CarryUpdate the rows that blocks left open
struct CsrMergeSpmv {
    static constexpr KernelInfo info{
        "csr-merge",
        "csr",
        "CSR, merge path",
        "Entries and row ends are shared out evenly among the threads; balanced whatever the rows.",
        "reference, after Merrill and Garland 2016",
        RunsOn::gpu};
    template <class T, template <class> class Array> using Format = Csr<T, Array>;

    /// The rows that end among the first `diagonal` items of `rows` row ends (ends[0] is the end of the first row)
    /// merged with the entries first_entry, first_entry + 1, ... A row end comes before the entry whose number it is.
    template <class Ends>
    KERNEL_FN static int rows_ended(const Ends& ends, std::int64_t diagonal, int first_entry, std::int64_t entries,
                                    int rows, CallSite site = {}) {
        CALLED_FROM(site);
        std::int64_t low = diagonal > entries ? diagonal - entries : 0;
        std::int64_t high = diagonal < rows ? diagonal : rows;
        while (low < high) {
            const std::int64_t middle = (low + high) / 2;
            if (ends[middle] - first_entry <= diagonal - 1 - middle) low = middle + 1;
            else high = middle;
        }
        return static_cast<int>(low);
    }

    /// ends[i] is where row i ends, which is where the next one begins.
    struct RowEnds {
        In<int> row_pointer;
        KERNEL_FN int operator[](std::int64_t row) const { return row_pointer[row + 1]; }
    };

    struct Search {
        static constexpr const char* phase = "search";

        template <class T>
        KERNEL_FN static void run(Thread t, std::int64_t tiles, int tile_items, Csr<T, In> a, Out<int> tile_row) {
            const std::int64_t tile = t.global_id();
            if (tile > tiles) return;
            const std::int64_t items = static_cast<std::int64_t>(a.rows) + a.nonzeros;
            const std::int64_t diagonal = tile * tile_items < items ? tile * tile_items : items;
            tile_row[tile] = rows_ended(RowEnds{a.row_pointer}, diagonal, 0, a.nonzeros, a.rows);
        }
    };

    /// `items` for each of at most `threads` threads. With 40 registers all reads of a thread stay on their way; with 32
    /// there are more threads, which short rows need: there, walking takes longer than reading.
    template <int items, int threads, int most_registers> struct Tiles {
        static constexpr const char* phase = "tiles";
        static constexpr bool meets = true;
        static constexpr int registers = most_registers;

        template <class T>
        KERNEL_FN static void run(Thread t, Csr<T, In> a, In<int> tile_row, In<T> x, Out<T> y, Out<int> carry_row,
                                  Out<T> carry_sum) {
            SHARED(T, product, items * threads);
            SHARED(int, row_end, items* threads);
            SHARED(T, warp_open, 32);
            SHARED(int, warp_ended, 32);
            const std::int64_t tile_items = static_cast<std::int64_t>(items) * t.block_size();
            const std::int64_t begin = t.block() * tile_items;
            const std::int64_t all = static_cast<std::int64_t>(a.rows) + a.nonzeros;
            const int count = static_cast<int>(begin + tile_items < all ? tile_items : all - begin);
            const int first_row = tile_row[t.block()];
            const int rows = tile_row[t.block() + 1] - first_row; // that end in this tile
            const int first_entry = static_cast<int>(begin - first_row);
            const int entries = count - rows;

            // All reads of a thread are on their way before the first of them is needed.
            T value[items];
            int column[items];
            UNROLL(8)
            for (int i = 0; i < items; ++i) {
                const int k = t.thread() + i * t.block_size();
                value[i] = k < entries ? a.value.stream(first_entry + k) : T(0);
                column[i] = k < entries ? a.column.stream(first_entry + k) : 0;
            }
            UNROLL(8)
            for (int i = 0; i < items; ++i) // x too: all of it is asked for before the first product is put away
                if (t.thread() + i * t.block_size() < entries) value[i] = value[i] * x[column[i]];
            UNROLL(8)
            for (int i = 0; i < items; ++i) {
                const int k = t.thread() + i * t.block_size();
                if (k < entries) product[k] = value[i];
            }
            for (int r = t.thread(); r < rows; r += t.block_size()) row_end[r] = a.row_pointer[first_row + 1 + r];
            t.barrier();

            // The items of this thread: the first row that it ends may have begun in an earlier thread, so its sum
            // waits.
            const int first_item = t.thread() * items < count ? t.thread() * items : count;
            const int last_item = first_item + items < count ? first_item + items : count;
            int r = rows_ended(row_end, first_item, first_entry, entries, rows);
            const int first_ended = r;
            int k = first_item - r;
            T sum = 0, first_sum = 0;
            bool has_ended = false;
            for (int item = first_item; item < last_item; ++item) {
                if (r < rows && row_end[r] - first_entry <= k) {
                    if (has_ended) y[first_row + r] = sum;
                    else first_sum = sum;
                    has_ended = true;
                    sum = 0;
                    ++r;
                } else {
                    sum += product[k];
                    ++k;
                }
            }

            // What the threads before this one have left open: a segmented sum over the threads of the block, in which
            // every thread that ended a row begins a new segment.
            const unsigned enders = t.ballot(has_ended);
            const T open = segmented_sum(t, sum, enders);
            if (t.lane() == 31) {
                warp_open[t.warp()] = open;
                warp_ended[t.warp()] = enders != 0 ? 1 : 0;
            }
            t.barrier();
            T from_warps = 0; // left open by earlier warps
            for (int warp = t.warp() - 1; warp >= 0; --warp) {
                from_warps += warp_open[warp];
                if (warp_ended[warp] != 0) break;
            }
            T carried = t.shuffle_up(open, 1);
            if (t.lane() == 0) carried = 0;
            const unsigned earlier = enders & ((1u << t.lane()) - 1u);
            if (earlier == 0) carried += from_warps;
            if (has_ended) y[first_row + first_ended] = carried + first_sum;
            if (t.thread() == t.block_size() - 1) {
                carry_row[t.block()] = first_row + rows;
                carry_sum[t.block()] = enders == 0 ? open + from_warps : open;
            }
        }
    };

    /// Fewer items a thread in large blocks, so that the tile fits into shared memory, and where rows are long, so that
    /// more blocks read while others walk. Odd numbers keep the lanes, which walk `items` apart, on different banks.
    static constexpr int items_for(int block_size, bool has_long_rows) {
        return block_size <= 256 && !has_long_rows ? 7 : block_size <= 512 ? 5 : 3;
    }
    template <class T> static bool has_long_rows(const Csr<T, In>& a) { return a.rows > 0 && a.nonzeros / a.rows >= 8; }
    template <class T, class Gpu> static std::int64_t tile_items_of(Gpu& gpu, const Csr<T, In>& a) {
        return static_cast<std::int64_t>(gpu.block_size()) * items_for(gpu.block_size(), has_long_rows(a));
    }
    template <class T, class Gpu> static std::int64_t tiles_of(Gpu& gpu, const Csr<T, In>& a) {
        const std::int64_t tile_items = tile_items_of(gpu, a);
        return (static_cast<std::int64_t>(a.rows) + a.nonzeros + tile_items - 1) / tile_items;
    }

    template <class T, class Gpu> static void prepare(Gpu& gpu, const Csr<T, In>& a) {
        const std::int64_t tiles = tiles_of(gpu, a);
        const Out<int> tile_row = gpu.template scratch<int>("tile_row", tiles + 1);
        gpu.template launch<Search>(tiles + 1, tiles, static_cast<int>(tile_items_of(gpu, a)), a, tile_row);
    }

    template <class T, class Gpu> static void spmv(Gpu& gpu, const Csr<T, In>& a, In<T> x, Out<T> y) {
        const std::int64_t tiles = tiles_of(gpu, a);
        if (tiles == 0) return;
        const In<int> tile_row = gpu.read(gpu.template scratch<int>("tile_row", tiles + 1));
        const Out<int> carry_row = gpu.template scratch<int>("carry_row", tiles);
        const Out<T> carry_sum = gpu.template scratch<T>("carry_sum", tiles);
        const auto launch = [&]<int threads>(std::integral_constant<int, threads>) {
            constexpr int short_items = items_for(threads, false), long_items = items_for(threads, true);
            if (has_long_rows(a))
                gpu.template launch_blocks<Tiles<long_items, threads, 40>>(tiles, a, tile_row, x, y, carry_row,
                                                                           carry_sum);
            else
                gpu.template launch_blocks<Tiles<short_items, threads, 32>>(tiles, a, tile_row, x, y, carry_row,
                                                                            carry_sum);
        };
        const int block = gpu.block_size();
        if (block <= 32) launch(std::integral_constant<int, 32>{});
        else if (block <= 64) launch(std::integral_constant<int, 64>{});
        else if (block <= 128) launch(std::integral_constant<int, 128>{});
        else if (block <= 256) launch(std::integral_constant<int, 256>{});
        else if (block <= 512) launch(std::integral_constant<int, 512>{});
        else launch(std::integral_constant<int, 1024>{});
        gpu.template launch<CarryUpdate>(tiles, tiles, gpu.read(carry_row), gpu.read(carry_sum), a.rows, y);
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
