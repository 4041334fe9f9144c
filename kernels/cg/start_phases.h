#pragma once

#include "kernels/cg/vector_phases.h"

// What happens before, between and beside the iterations of the conjugate gradient method.

namespace warploom::kernels::WARPLOOM_TARGET {

/// x = 0, r = b.
struct CgZero {
    static constexpr const char* phase = "x = 0";

    template <class T> KERNEL_FN static void run(Thread t, CgVectors<T> v) {
        const std::int64_t stride = static_cast<std::int64_t>(v.blocks) * t.block_size();
        for (std::int64_t i = t.global_id(); i < v.n; i += stride) {
            v.x[i] = T(0);
            v.r[i] = v.b[i];
        }
    }
};

/// p is put aside, and x takes its place in the product.
struct CgLendProduct {
    static constexpr const char* phase = "x for p";

    template <class T> KERNEL_FN static void run(Thread t, CgVectors<T> v) {
        const std::int64_t stride = static_cast<std::int64_t>(v.blocks) * t.block_size();
        for (std::int64_t i = t.global_id(); i < v.n; i += stride) {
            v.kept[i] = static_cast<T>(v.p[i]);
            v.p[i] = static_cast<T>(v.x[i]);
        }
    }
};

/// p is put back. The sum of (b - A x)², and r = b - A x where it is wanted.
template <bool sets_residual> struct CgTakeBack {
    static constexpr const char* phase = "b - Ax";
    static constexpr bool meets = true;

    template <class T> KERNEL_FN static void run(Thread t, CgVectors<T> v) {
        const std::int64_t stride = static_cast<std::int64_t>(v.blocks) * t.block_size();
        T sum = 0;
        for (std::int64_t i = t.global_id(); i < v.n; i += stride) {
            const T difference = v.b[i] - static_cast<T>(v.q[i]);
            v.p[i] = static_cast<T>(v.kept[i]);
            if (sets_residual) v.r[i] = difference;
            sum += difference * difference;
        }
        sum = block_sum(t, sum);
        if (t.thread() == 0) v.sums_rr[t.block()] = sum;
    }
};

/// p = z, (r, r) and (r, z).
template <Scaling scaling> struct CgBegin {
    static constexpr const char* phase = "begin";
    static constexpr bool meets = true;

    template <class T> KERNEL_FN static void run(Thread t, CgVectors<T> v) {
        const std::int64_t stride = static_cast<std::int64_t>(v.blocks) * t.block_size();
        T sum_rr = 0, sum_rz = 0;
        for (std::int64_t i = t.global_id(); i < v.n; i += stride) {
            const T r = v.r[i];
            T z = r;
            if (scaling == Scaling::solved) z = v.z[i];
            if (scaling == Scaling::diagonal) z = v.inverse_diagonal[i] * r;
            v.p[i] = z;
            sum_rr += r * r;
            sum_rz += r * z;
        }
        sum_rr = block_sum(t, sum_rr);
        sum_rz = block_sum(t, sum_rz);
        if (t.thread() == 0) {
            v.sums_rr[t.block()] = sum_rr;
            v.sums_rz[t.block()] = sum_rz;
        }
    }
};

/// One block adds up what the blocks of CgBegin have left.
struct CgTotals {
    static constexpr const char* phase = "totals";
    static constexpr bool meets = true;

    template <class T> KERNEL_FN static void run(Thread t, CgVectors<T> v) {
        const T rr = sum_of_blocks(t, v.sums_rr, v.blocks);
        const T rz = sum_of_blocks(t, v.sums_rz, v.blocks);
        if (t.thread() == 0) {
            v.scalar[cg::rr] = rr;
            v.scalar[cg::rz] = rz;
        }
    }
};

/// A stretch begins. One thread is enough.
struct CgReady {
    static constexpr const char* phase = "ready";

    template <class T> KERNEL_FN static void run(Thread t, CgVectors<T> v, int limit, T threshold) {
        if (t.global_id() != 0) return;
        const T rr = v.scalar[cg::rr];
        v.scalar[cg::threshold] = threshold;
        v.flag[cg::limit] = limit;
        v.flag[cg::done] = 0;
        v.flag[cg::broken] = 0;
        v.flag[cg::halted] = 0;
        v.flag[cg::stopped] = limit <= 0 || rr <= threshold ? 1 : 0;
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
