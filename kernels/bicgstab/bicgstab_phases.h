#pragma once

#include "kernels/cg/vector_phases.h"

// What an iteration of BiCGSTAB does beside its two products and its two applications of the preconditioner (van der Vorst
// 1992; Saad 2003, algorithm 7.7, preconditioned from the right, so that r stays b - A x). Dot products end as those of
// the conjugate gradient method do: a launch leaves a sum for each block, the next one adds them up.
//
//   product          q = A p                      p is M⁻¹ d, q becomes v
//   r̂·v              v = q, sums of r̂·v
//   half step        α = ρ / r̂·v;  r -= α v;  x += α p;  p = M⁻¹ r
//   product          q = A p                      q is t
//   t·r              sums of t·r and t·t
//   residual         ω = t·r / t·t;  x += ω p;  r -= ω q;  sums of r·r and r̂·r
//   direction        β = (ρ' / ρ) (α / ω);  d = r + β (d - ω v);  p = M⁻¹ d
//
// `CgVectors` holds x, r, p and q as there; what this method has beside them is in `BicgstabVectors`. The slot `rz` is ρ.

namespace warploom::kernels::WARPLOOM_TARGET {

template <class T> struct BicgstabVectors : CgVectors<T> {
    Out<T> d, v;             ///< n entries each: the direction, and A M⁻¹ d
    Out<T> shadow;           ///< n entries: r̂, the residual where the method began
    Out<T> sums_tt, sums_tr; ///< a sum of each block
};

/// M⁻¹ r where that is a product; where it is solved for, the solve follows the launch.
template <Scaling scaling, class T> KERNEL_FN T scaled(const BicgstabVectors<T>& v, std::int64_t i, T r) {
    if constexpr (scaling == Scaling::diagonal) return v.inverse_diagonal[i] * r;
    else return r;
}

/// r̂ = d = r, (r, r).
template <Scaling scaling> struct BicgstabBegin {
    static constexpr const char* phase = "begin";
    static constexpr bool meets = true;

    template <class T> KERNEL_FN static void run(Thread t, BicgstabVectors<T> v) {
        const std::int64_t stride = static_cast<std::int64_t>(v.blocks) * t.block_size();
        T sum = 0;
        for (std::int64_t i = t.global_id(); i < v.n; i += stride) {
            const T r = v.r[i];
            v.shadow[i] = r;
            v.d[i] = r;
            if (scaling != Scaling::solved) v.p[i] = scaled<scaling>(v, i, r);
            sum += r * r;
        }
        sum = block_sum(t, sum);
        if (t.thread() == 0) {
            v.sums_rr[t.block()] = sum;
            v.sums_rz[t.block()] = sum;
        }
    }
};

struct BicgstabDot {
    static constexpr const char* phase = "r̂·v";
    static constexpr bool meets = true;

    template <class T> KERNEL_FN static void run(Thread t, BicgstabVectors<T> v) {
        const std::int64_t stride = static_cast<std::int64_t>(v.blocks) * t.block_size();
        T sum = 0;
        for (std::int64_t i = t.global_id(); i < v.n; i += stride) {
            const T q = v.q[i];
            v.v[i] = q;
            sum += v.shadow[i] * q;
        }
        sum = block_sum(t, sum);
        if (t.thread() == 0) v.sums_pq[t.block()] = sum;
    }
};

template <Scaling scaling> struct BicgstabHalf {
    static constexpr const char* phase = "half step";
    static constexpr bool meets = true;

    template <class T> KERNEL_FN static void run(Thread t, BicgstabVectors<T> v) {
        const T shadow_v = sum_of_blocks(t, v.sums_pq, v.blocks);
        const bool is_running = v.flag[cg::stopped] == 0;
        const bool is_sound = is_finite(shadow_v) && shadow_v != T(0);
        const T rho = v.scalar[cg::rz];
        const T alpha = is_sound ? rho / shadow_v : T(0);
        if (is_running && is_sound) {
            const std::int64_t stride = static_cast<std::int64_t>(v.blocks) * t.block_size();
            for (std::int64_t i = t.global_id(); i < v.n; i += stride) {
                const T a_p = v.v[i];
                const T p = v.p[i];
                const T x = v.x[i];
                const T r = v.r[i] - alpha * a_p;
                v.x[i] = x + alpha * p;
                v.r[i] = r;
                if (scaling != Scaling::solved) v.p[i] = scaled<scaling>(v, i, r);
            }
        }
        if (t.global_id() == 0) {
            v.flag[cg::halted] = is_running && is_sound ? 0 : 1;
            if (is_running) {
                v.flag[cg::broken] = is_sound ? 0 : 1;
                v.scalar[cg::p_ap] = shadow_v;
                v.scalar[cg::alpha] = alpha;
                v.scalar[cg::rz_before] = rho;
            }
        }
    }
};

struct BicgstabStabilise {
    static constexpr const char* phase = "t·r";
    static constexpr bool meets = true;

    template <class T> KERNEL_FN static void run(Thread t, BicgstabVectors<T> v) {
        const std::int64_t stride = static_cast<std::int64_t>(v.blocks) * t.block_size();
        T sum_tt = 0, sum_tr = 0;
        for (std::int64_t i = t.global_id(); i < v.n; i += stride) {
            const T q = v.q[i];
            sum_tt += q * q;
            sum_tr += q * v.r[i];
        }
        sum_tt = block_sum(t, sum_tt);
        sum_tr = block_sum(t, sum_tr);
        if (t.thread() == 0) {
            v.sums_tt[t.block()] = sum_tt;
            v.sums_tr[t.block()] = sum_tr;
        }
    }
};

struct BicgstabResidual {
    static constexpr const char* phase = "residual";
    static constexpr bool meets = true;

    template <class T> KERNEL_FN static void run(Thread t, BicgstabVectors<T> v) {
        const T tt = sum_of_blocks(t, v.sums_tt, v.blocks);
        const T tr = sum_of_blocks(t, v.sums_tr, v.blocks);
        const bool is_running = v.flag[cg::halted] == 0;
        const T omega = tt > T(0) && is_finite(tt) && is_finite(tr) ? tr / tt : T(0);
        T sum_rr = 0, sum_rho = 0;
        if (is_running) {
            const std::int64_t stride = static_cast<std::int64_t>(v.blocks) * t.block_size();
            for (std::int64_t i = t.global_id(); i < v.n; i += stride) {
                const T q = v.q[i];
                const T p = v.p[i];
                const T x = v.x[i];
                const T r = v.r[i] - omega * q;
                v.x[i] = x + omega * p;
                v.r[i] = r;
                sum_rr += r * r;
                sum_rho += v.shadow[i] * r;
            }
        }
        sum_rr = block_sum(t, sum_rr);
        sum_rho = block_sum(t, sum_rho);
        if (t.thread() == 0) {
            v.sums_rr[t.block()] = sum_rr;
            v.sums_rz[t.block()] = sum_rho;
        }
        if (t.global_id() == 0 && is_running) v.scalar[cg::omega] = omega;
    }
};

/// Also ends the iteration: history, and whether another one follows.
template <Scaling scaling> struct BicgstabDirection {
    static constexpr const char* phase = "direction";
    static constexpr bool meets = true;

    template <class T> KERNEL_FN static void run(Thread t, BicgstabVectors<T> v) {
        const T rr = sum_of_blocks(t, v.sums_rr, v.blocks);
        const T rho = sum_of_blocks(t, v.sums_rz, v.blocks);
        const bool is_running = v.flag[cg::halted] == 0;
        const T omega = v.scalar[cg::omega];
        const T alpha = v.scalar[cg::alpha];
        const T before = v.scalar[cg::rz_before];
        const T beta = omega != T(0) && before != T(0) ? (rho / before) * (alpha / omega) : T(0);
        const bool is_finite_here = is_finite(rr) && is_finite(rho) && is_finite(beta);
        const bool is_sound = is_finite_here && omega != T(0) && rho != T(0);
        if (is_running && is_sound) {
            const std::int64_t stride = static_cast<std::int64_t>(v.blocks) * t.block_size();
            for (std::int64_t i = t.global_id(); i < v.n; i += stride) {
                const T old = v.d[i] - omega * v.v[i];
                const T d = v.r[i] + beta * old;
                v.d[i] = d;
                if (scaling != Scaling::solved) v.p[i] = scaled<scaling>(v, i, d);
            }
        }
        if (t.global_id() == 0) {
            if (is_running && is_finite_here) {
                const int done = v.flag[cg::done];
                const int limit = v.flag[cg::limit];
                const bool is_there = rr <= v.scalar[cg::threshold];
                if (done < cg::history_size) v.history[done] = rr;
                v.flag[cg::done] = done + 1;
                v.scalar[cg::rr] = rr;
                v.scalar[cg::rz] = rho;
                // r = 0 is a solution, whatever the figures for the next step say.
                const bool is_over = is_there || rr == T(0);
                v.flag[cg::stopped] = done + 1 >= limit || is_over || !is_sound ? 1 : 0;
                if (!is_sound && !is_over) v.flag[cg::broken] = 1;
            } else {
                v.flag[cg::stopped] = 1;
                if (is_running) v.flag[cg::broken] = 1;
            }
        }
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
