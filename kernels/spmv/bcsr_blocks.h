#pragma once

#include "kernels/formats/bcsr_blocks.h"
#include "kernels/vocabulary/vocabulary.h"

namespace warploom::kernels::WARPLOOM_TARGET {

// A thread for each row of a block row, which walks through its row of one block after the other. The b threads of a block
// row share the index of a block and each element of x; but their values lie b places apart, so that a warp reads 32 rows
// of blocks at a time and of each only one number. That is what storing by columns mends.
struct BcsrBlocksSpmv {
    static constexpr KernelInfo info{
        "bcsr-blocks",
        "bcsr-blocks",
        "BCSR block by block, a thread for each row",
        "The usual layout: neighbouring threads read values that lie a row of a block apart.",
        "rossignon2013 3.5, the usual layout",
        RunsOn::gpu};
    template <class T, template <class> class Array> using Format = BcsrBlocks<T, Array>;

    template <class T> static std::int64_t threads(const BcsrBlocks<T, In>& a) { return a.rows; }

    template <class T> KERNEL_FN static void run(Thread t, BcsrBlocks<T, In> a, In<T> x, Out<T> y) {
        const std::int64_t row = t.global_id();
        if (row >= a.rows) return;
        const int b = a.block_size;
        const std::int64_t block_row = row / b, row_in_block = row % b;
        const int end = a.pointer[block_row + 1];
        T sum = 0;
        for (int k = a.pointer[block_row]; k < end; ++k) {
            const std::int64_t first_column = static_cast<std::int64_t>(a.column[k]) * b;
            const std::int64_t first_slot = (static_cast<std::int64_t>(k) * b + row_in_block) * b;
            for (int c = 0; c < b; ++c) {
                const T value = a.value[first_slot + c];
                if (value == T(0))
                    continue; // it may be filling: beyond the matrix there is no x, and 0 times infinity must not count
                sum += value * x[first_column + c];
            }
        }
        y[row] = sum;
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
