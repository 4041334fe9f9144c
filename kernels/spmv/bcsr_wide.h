#pragma once

#include "kernels/formats/bcsr.h"
#include "kernels/spmv/bcsr.h"
#include "kernels/vocabulary/vocabulary.h"
#include "kernels/vocabulary/wide_load.h"

#include <cstdint>

namespace warploom::kernels::WARPLOOM_TARGET {

// As bcsr, but a lane takes 16 bytes of a column: four neighbouring rows in float, two in double. For the same values that
// is a quarter (or half) of the instructions: one read of values, one of the index, one of x for four sums. In float, where
// numbers are small and instructions therefore many, those were what bcsr waited for.
//
// Blocks whose columns are not 1, 2, 4 or 8 times 16 bytes high, and very small block rows, go the way of bcsr.
struct BcsrWideSpmv {
    static constexpr KernelInfo info{
        "bcsr-wide",
        "bcsr",
        "BCSR, 16 bytes a lane",
        "As bcsr, but a lane reads 16 bytes of a column at once: one index and one x serve "
        "four rows of float.",
        "reference; after rossignon2013 3.5",
        RunsOn::gpu};
    template <class T, template <class> class Array> using Format = Bcsr<T, Array>;

    template <class T> static constexpr int rows_of = 16 / sizeof(T); ///< of a lane

    /// A warp for each block row; `high` lanes for a column.
    template <int high> struct BlockRows {
        static constexpr bool meets = true;
        static constexpr int registers = 64; ///< for the batch at hand
        static constexpr int batch = 7;      ///< reads ahead: a block row of seven 16 x 16 blocks is two batches
        static constexpr int columns = 32 / high;

        template <class T> KERNEL_FN static void run(Thread t, Bcsr<T, In> a, In<T> x, Out<T> y) {
            constexpr int rows = rows_of<T>;
            const std::int64_t block_row = t.global_id() / 32;
            const int my_column = t.lane() / high, my_row = t.lane() % high * rows;
            const int begin = block_row < a.block_rows ? a.pointer[block_row] : 0;
            const int end = block_row < a.block_rows ? a.pointer[block_row + 1] : 0;
            T sum[rows];
            UNROLL(4)
            for (int k = 0; k < rows; ++k) sum[k] = 0;
            for (int base = begin; base < end; base += batch * columns) {
                T value[batch][rows];
                int column[batch];
                UNROLL(8) // all reads of a batch are on their way before the first of them is needed
                for (int i = 0; i < batch; ++i) {
                    const int j = base + i * columns + my_column;
                    column[i] = -1;
                    if (j < end) {
                        read_together(a.value, static_cast<std::int64_t>(j) * (high * rows) + my_row, value[i]);
                        column[i] = a.column[j];
                    }
                }
                UNROLL(8)
                for (int i = 0; i < batch; ++i) {
                    if (column[i] >= 0) {
                        const T x_of_column = x[column[i]];
                        UNROLL(4)
                        for (int k = 0; k < rows; ++k) {
                            const T product = value[i][k] * x_of_column;
                            sum[k] += value[i][k] != T(0) ? product : T(0); // as in bcsr: a zero may be filling
                        }
                    }
                }
            }
            UNROLL(4)
            for (int k = 0; k < rows; ++k) {
                for (int distance = high; distance < 32; distance *= 2) sum[k] += t.shuffle_xor(sum[k], distance);
                const std::int64_t row = block_row * (high * rows) + my_row + k;
                if (my_column == 0 && block_row < a.block_rows && row < a.rows) y[row] = sum[k];
            }
        }
    };

    template <class T, class Gpu> static void spmv(Gpu& gpu, const Bcsr<T, In>& a, In<T> x, Out<T> y) {
        const std::int64_t threads = static_cast<std::int64_t>(a.block_rows) * 32;
        const std::int64_t values = static_cast<std::int64_t>(a.stored_columns) * a.block_size;
        const int bytes = a.block_size * static_cast<int>(sizeof(T)); // of a column
        if (values < 4 * threads) BcsrSpmv::spmv<T>(gpu, a, x, y);
        else if (bytes == 16) gpu.template launch<BlockRows<1>>(threads, a, x, y);
        else if (bytes == 32) gpu.template launch<BlockRows<2>>(threads, a, x, y);
        else if (bytes == 64) gpu.template launch<BlockRows<4>>(threads, a, x, y);
        else if (bytes == 128) gpu.template launch<BlockRows<8>>(threads, a, x, y);
        else BcsrSpmv::spmv<T>(gpu, a, x, y);
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
