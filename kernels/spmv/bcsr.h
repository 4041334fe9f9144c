#pragma once

#include "kernels/formats/bcsr.h"
#include "kernels/vocabulary/vocabulary.h"

namespace warploom::kernels::WARPLOOM_TARGET {

// A warp for each block row (fewer lanes where block rows are small). The values of a block row lie column by column,
// so 32 lanes read 32 / b whole columns at a time; a lane stays with one row of the block, and the b lanes of a column
// share one index and one element of x. Where b does not divide 32 the last lanes idle.
struct BcsrSpmv {
    static constexpr KernelInfo info{"bcsr",
                                     "bcsr",
                                     "BCSR, a warp for each block row",
                                     "Lanes read whole columns of dense blocks; one index and one x serve b values.",
                                     "rossignon2013 3.5, algorithm 1",
                                     RunsOn::gpu};
    template <class T, template <class> class Array> using Format = Bcsr<T, Array>;

    template <class T> static constexpr int batch_of = 32 / sizeof(T); ///< columns that a lane reads ahead

    template <int lanes> struct BlockRows {
        static constexpr bool meets = true;
        static constexpr int registers = 40; ///< for the batch at hand

        template <class T> KERNEL_FN static void run(Thread t, Bcsr<T, In> a, In<T> x, Out<T> y) {
            const std::int64_t block_row = t.global_id() / lanes;
            const int lane = t.lane() % lanes;
            const int b = a.block_size;
            // A thread beyond the last block row has nothing to add, but must not miss the shuffles.
            const int begin = block_row < a.block_rows ? a.pointer[block_row] : 0;
            const int end = block_row < a.block_rows ? a.pointer[block_row + 1] : 0;

            constexpr int batch = batch_of<T>;
            for (int first = 0; first < b; first += lanes) { // one round, unless a block is higher than there are lanes
                const int height = b - first < lanes ? b - first : lanes;
                const int columns = lanes / height; // that are read at a time
                const int my_column = lane / height;
                const int my_row = first + lane % height;
                T sum = 0;
                for (int base = begin; base < end; base += batch * columns) {
                    T value[batch];
                    int column[batch];
                    UNROLL(8) // all reads of a batch are on their way before the first of them is needed
                    for (int i = 0; i < batch; ++i) {
                        const int j = base + i * columns + my_column;
                        const bool inside = my_column < columns && j < end;
                        value[i] = inside ? a.value.stream(static_cast<std::int64_t>(j) * b + my_row) : T(0);
                        column[i] = inside ? a.column[j] : 0;
                    }
                    UNROLL(8)
                    for (int i = 0; i < batch; ++i) {
                        const T product = value[i] * x[column[i]];
                        sum +=
                            value[i] != T(0) ? product : T(0); // a zero may be filling: 0 times infinity must not count
                    }
                }
                // Adds up the columns, half of them to the other half, until one is left.
                for (int left = columns; left > 1; left = (left + 1) / 2) {
                    const int half = (left + 1) / 2;
                    const T other = t.shuffle_down(sum, half * height, lanes);
                    if (my_column + half < left) sum += other;
                }
                const std::int64_t row = block_row * b + my_row;
                if (my_column == 0 && block_row < a.block_rows && row < a.rows) y[row] = sum;
            }
        }
    };

    template <class T, class Gpu> static void spmv(Gpu& gpu, const Bcsr<T, In>& a, In<T> x, Out<T> y) {
        const std::int64_t block_rows = a.block_rows;
        const double values = block_rows > 0 ? static_cast<double>(a.stored_columns) * a.block_size / a.block_rows : 0;
        if (values <= 32 && a.block_size <= 8) gpu.template launch<BlockRows<8>>(block_rows * 8, a, x, y);
        else if (values <= 64 && a.block_size <= 16) gpu.template launch<BlockRows<16>>(block_rows * 16, a, x, y);
        else gpu.template launch<BlockRows<32>>(block_rows * 32, a, x, y);
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
