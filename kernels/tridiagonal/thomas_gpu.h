#pragma once

#include "kernels/tridiagonal/system.h"
#include "kernels/vocabulary/vocabulary.h"

namespace warploom::kernels::WARPLOOM_TARGET {

// Gaussian elimination from the first row to the last and back again. Every row waits for its neighbour, so there is
// nothing to share: one thread does it all, and the GPU shows what one of its threads is worth.
struct ThomasGpuTridiagonal {
    static constexpr KernelInfo info{"thomas-gpu",
                                     "arrays",
                                     "Thomas, one GPU thread",
                                     "One thread eliminates row by row; the other thousands wait. For the lesson.",
                                     "cerny2011, Thomasův algoritmus",
                                     RunsOn::gpu,
                                     false};

    template <class T> KERNEL_FN static void run(Thread t, System<T> s, Out<T> upper, Out<T> x, Out<int> zero_pivot) {
        if (t.global_id() != 0) return;
        T last_upper = 0, last_x = 0;
        for (int i = 0; i < s.n; ++i) {
            const T eliminated = s.a[i] * last_upper;
            const T pivot = s.b[i] - eliminated;
            if (pivot == T(0)) atomic_min(zero_pivot, 0, i);
            last_upper = s.c[i] / pivot;
            const T from_before = s.a[i] * last_x;
            last_x = (s.d[i] - from_before) / pivot;
            upper[i] = last_upper;
            x[i] = last_x;
        }
        for (int i = s.n - 2; i >= 0; --i) {
            const T from_after = upper[i] * last_x;
            last_x = x[i] - from_after;
            x[i] = last_x;
        }
    }

    template <class T, class Gpu> static void solve(Gpu& gpu, const System<T>& s, Out<T> x, Out<int> zero_pivot) {
        if (s.n == 0) return;
        const Out<T> upper = gpu.template scratch<T>("upper", s.n);
        gpu.template launch_grid<ThomasGpuTridiagonal>(1, 32, s, upper, x, zero_pivot);
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
