#pragma once

#include "kernels/ata/dense_view.h"
#include "kernels/vocabulary/vocabulary.h"

namespace warploom::kernels::WARPLOOM_TARGET {

// A thread for each element of C, which walks two columns of A from top to bottom. Neighbouring threads read neighbouring
// columns, so the reads are coalesced; but every value of A is read n times from global memory.
struct NaiveAta {
    static constexpr KernelInfo info{"naive",
                                     "dense",
                                     "Naive, a thread for each element",
                                     "Each thread multiplies two columns of A; nothing that is read is kept.",
                                     "AᵀA report, section 2",
                                     RunsOn::gpu,
                                     false};
    static constexpr int side = 32; ///< of a block: 32 x 32 threads, as in the source

    template <class T> KERNEL_FN static void run(Thread t, Dense<T> a, Out<T> c) {
        const int blocks_across = (a.n + side - 1) / side;
        const int row = t.block() / blocks_across * side + t.thread() / side;
        const int column = t.block() % blocks_across * side + t.thread() % side;
        if (row >= a.n || column >= a.n) return;
        T sum = 0;
        for (int k = 0; k < a.m; ++k) {
            const std::int64_t start = static_cast<std::int64_t>(k) * a.n;
            const T right = a.value[start + column];
            sum += a.value[start + row] * right;
        }
        c[static_cast<std::int64_t>(row) * a.n + column] = sum;
    }

    template <class T, class Gpu> static void ata(Gpu& gpu, const Dense<T>& a, const AtaSwitches&, Out<T> c) {
        const std::int64_t across = (a.n + side - 1) / side;
        gpu.template launch_grid<NaiveAta>(across * across, side * side, a, c);
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
