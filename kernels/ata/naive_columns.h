#pragma once

#include "kernels/ata/naive.h"

namespace warploom::kernels::WARPLOOM_TARGET {

// As naive, but A lies column by column, as the library that the report compares with has it. A thread now walks along
// memory, and its neighbour a whole column away: the read that 32 lanes share is still one, the other costs each lane a
// transaction of its own. What a lane needs next lies beside it, so it is the caches that decide.
struct NaiveColumnsAta {
    static constexpr KernelInfo info{
        "naive-columns",
        "dense",
        "Naive, A by columns",
        "As naive, but the columns of A lie one after the other: lanes read m numbers apart.",
        "AᵀA report, sections 1.2 and 2",
        RunsOn::gpu,
        false};
    static constexpr bool by_columns = true;
    static constexpr int side = NaiveAta::side;

    template <class T> KERNEL_FN static void run(Thread t, Dense<T> a, Out<T> c) {
        const int blocks_across = (a.n + side - 1) / side;
        const int row = t.block() / blocks_across * side + t.thread() / side;
        const int column = t.block() % blocks_across * side + t.thread() % side;
        if (row >= a.n || column >= a.n) return;
        const std::int64_t left = static_cast<std::int64_t>(row) * a.m, right = static_cast<std::int64_t>(column) * a.m;
        T sum = 0;
        for (int k = 0; k < a.m; ++k) {
            const T factor = a.value[right + k];
            sum += a.value[left + k] * factor;
        }
        c[static_cast<std::int64_t>(row) * a.n + column] = sum;
    }

    template <class T, class Gpu> static void ata(Gpu& gpu, const Dense<T>& a, const AtaSwitches&, Out<T> c) {
        const std::int64_t across = (a.n + side - 1) / side;
        gpu.template launch_grid<NaiveColumnsAta>(across * across, side * side, a, c);
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
