#pragma once

#include "kernels/cg/slots.h"
#include "kernels/vocabulary/vocabulary.h"
#include "kernels/vocabulary/warp_sum.h"

#include <cstdint>

// What an iteration of the conjugate gradient method does beside the product, in three launches (prata2010, section
// 4.3; Hestenes & Stiefel 1952). Three textbook steps are fused into each, so that a vector is read and written as
// rarely as the dependences allow: 16 + 24 + 40 bytes a row in double instead of 112.
//
// A dot product ends in two launches: every block leaves its own sum, and every block of the next launch adds up all
// of those, in one fixed order. So no block waits for another, there are no atomics, and two runs give the same bits.

namespace warploom::kernels::WARPLOOM_TARGET {

/// How z comes from r: z = r, z = D⁻¹ r on the way, or z was solved for between the launches.
enum class Scaling { none, diagonal, solved };

template <class T> struct CgVectors {
    std::int64_t n = 0;
    int blocks = 0;
    Out<T> x, r, p, q; ///< n entries each; q = A p
    Out<T> z;          ///< n entries, Scaling::solved only
    Out<T> kept;       ///< n entries, where p waits while the product is used for something else
    In<T> b, inverse_diagonal;
    Out<T> sums_pq, sums_rr, sums_rz; ///< a sum of each block
    Out<T> scalar;                    ///< cg::scalars
    Out<int> flag;                    ///< cg::flags
    Out<T> history;                   ///< cg::history_size
};

/// The sum of v over the threads of the block, for each of them. All take part.
template <class T> KERNEL_FN T block_sum(Thread t, T v, CallSite site = {}) {
    CALLED_FROM(site);
    SHARED(T, warp_sums, 32);
    v = warp_sum(t, v);
    if (t.lane() == 0) warp_sums[t.warp()] = v;
    t.barrier();
    T sum = 0;
    const int warps = t.block_size() / 32;
    for (int w = 0; w < warps; ++w) sum += warp_sums[w];
    t.barrier(); // or the next sum would overwrite what others still read
    return sum;
}

/// What all blocks of the launch before have left, added up by each block for itself.
template <class T> KERNEL_FN T sum_of_blocks(Thread t, const Out<T>& sums, int blocks, CallSite site = {}) {
    CALLED_FROM(site);
    T sum = 0;
    for (int i = t.thread(); i < blocks; i += t.block_size()) sum += sums[i];
    return block_sum(t, sum);
}

template <class T> KERNEL_FN bool is_finite(T v) { return v - v == T(0); }

/// (p, A p).
struct CgDot {
    static constexpr const char* phase = "p·Ap";
    static constexpr bool meets = true;

    template <class T> KERNEL_FN static void run(Thread t, CgVectors<T> v) {
        const std::int64_t stride = static_cast<std::int64_t>(v.blocks) * t.block_size();
        T sum = 0;
        for (std::int64_t i = t.global_id(); i < v.n; i += stride) {
            const T p = v.p[i];
            sum += p * v.q[i];
        }
        sum = block_sum(t, sum);
        if (t.thread() == 0) v.sums_pq[t.block()] = sum;
    }
};

/// α = (r, z) / (p, A p); r -= α A p; (r, r), and (r, z) where z is scaled on the way.
template <Scaling scaling> struct CgResidual {
    static constexpr const char* phase = "residual";
    static constexpr bool meets = true;

    template <class T> KERNEL_FN static void run(Thread t, CgVectors<T> v) {
        const T p_ap = sum_of_blocks(t, v.sums_pq, v.blocks);
        const bool is_running = v.flag[cg::stopped] == 0;
        const bool is_positive = p_ap > T(0) && is_finite(p_ap);
        const T rz = v.scalar[cg::rz];
        const T alpha = is_positive ? rz / p_ap : T(0);
        T sum_rr = 0, sum_rz = 0;
        if (is_running && is_positive) {
            const std::int64_t stride = static_cast<std::int64_t>(v.blocks) * t.block_size();
            for (std::int64_t i = t.global_id(); i < v.n; i += stride) {
                const T q = v.q[i];
                const T r = v.r[i] - alpha * q;
                v.r[i] = r;
                sum_rr += r * r;
                if (scaling == Scaling::diagonal) sum_rz += r * (v.inverse_diagonal[i] * r);
            }
        }
        sum_rr = block_sum(t, sum_rr);
        if (scaling == Scaling::diagonal) sum_rz = block_sum(t, sum_rz);
        if (t.thread() == 0) {
            v.sums_rr[t.block()] = sum_rr;
            if (scaling == Scaling::diagonal) v.sums_rz[t.block()] = sum_rz;
        }
        if (t.global_id() == 0) {
            v.flag[cg::halted] = is_running && is_positive ? 0 : 1;
            if (is_running) {
                v.flag[cg::broken] = is_positive ? 0 : 1;
                v.scalar[cg::p_ap] = p_ap;
                v.scalar[cg::alpha] = alpha;
                v.scalar[cg::rz_before] = rz;
            }
        }
    }
};

/// (r, z), where z was solved for after the residual.
struct CgDotSolved {
    static constexpr const char* phase = "r·z";
    static constexpr bool meets = true;

    template <class T> KERNEL_FN static void run(Thread t, CgVectors<T> v) {
        const std::int64_t stride = static_cast<std::int64_t>(v.blocks) * t.block_size();
        T sum = 0;
        for (std::int64_t i = t.global_id(); i < v.n; i += stride) {
            const T r = v.r[i];
            sum += r * v.z[i];
        }
        sum = block_sum(t, sum);
        if (t.thread() == 0) v.sums_rz[t.block()] = sum;
    }
};

/// β = (r, z) / (r, z) before; x += α p; p = z + β p. Also ends the iteration: history, and whether another one follows.
template <Scaling scaling> struct CgDirection {
    static constexpr const char* phase = "direction";
    static constexpr bool meets = true;

    template <class T> KERNEL_FN static void run(Thread t, CgVectors<T> v) {
        const T rr = sum_of_blocks(t, v.sums_rr, v.blocks);
        T rz = rr;
        if (scaling != Scaling::none) rz = sum_of_blocks(t, v.sums_rz, v.blocks);
        const bool is_running = v.flag[cg::halted] == 0;
        const bool is_sane = is_finite(rr) && is_finite(rz);
        if (is_running && is_sane) {
            const T alpha = v.scalar[cg::alpha];
            const T beta = rz / v.scalar[cg::rz_before];
            const std::int64_t stride = static_cast<std::int64_t>(v.blocks) * t.block_size();
            for (std::int64_t i = t.global_id(); i < v.n; i += stride) {
                const T p = v.p[i];
                const T x = v.x[i];
                T z = 0;
                if (scaling == Scaling::solved) z = v.z[i];
                else z = v.r[i];
                if (scaling == Scaling::diagonal) z = v.inverse_diagonal[i] * z;
                v.x[i] = x + alpha * p;
                v.p[i] = z + beta * p;
            }
        }
        if (t.global_id() == 0) {
            if (is_running && is_sane) {
                const int done = v.flag[cg::done];
                const int limit = v.flag[cg::limit];
                const T threshold = v.scalar[cg::threshold];
                if (done < cg::history_size) v.history[done] = rr;
                v.flag[cg::done] = done + 1;
                v.scalar[cg::rr] = rr;
                v.scalar[cg::rz] = rz;
                v.flag[cg::stopped] = done + 1 >= limit || rr <= threshold ? 1 : 0;
            } else {
                v.flag[cg::stopped] = 1;
                if (is_running) v.flag[cg::broken] = 1;
            }
        }
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
