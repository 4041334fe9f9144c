#pragma once

#include "bicgstab_vectors.cuh"
#include "block_sum.cuh"
#include "is_finite.cuh"

// The vector kernels of a BiCGSTAB iteration. If M is diagonal, kernels that end with p = M⁻¹ r compute p themselves.
// Otherwise, a separate solve for p is launched after them.

/// Stores p = M⁻¹ r for one element. `scaling` is a template parameter to keep the loops free of branches.
template <int scaling, typename T> __device__ void put_scaled(const CgVectors<T>& v, long long i, T r) {
    if (scaling == cg_unscaled) v.p[i] = r;
    if (scaling == cg_diagonal) v.p[i] = v.inverse_diagonal[i] * r;
}

/// Initializes BiCGSTAB: sets r̂ = d = r and computes (r, r).
template <typename T> __global__ void bicgstab_begin(CgVectors<T> v, BicgstabVectors<T> more) {
    const long long stride = (long long)v.blocks * blockDim.x;
    T sum = 0;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < v.n; i += stride) {
        const T r = v.r[i];
        more.shadow[i] = r;
        more.d[i] = r;
        if (v.scaling == cg_unscaled) v.p[i] = r;
        if (v.scaling == cg_diagonal) v.p[i] = v.inverse_diagonal[i] * r;
        sum += r * r;
    }
    sum = block_sum(sum);
    if (threadIdx.x == 0) {
        v.sums_rr[blockIdx.x] = sum;
        v.sums_rz[blockIdx.x] = sum;
    }
}

/// Computes v = A p and the dot product (r̂, v).
template <typename T> __global__ void __maxnreg__(32) bicgstab_dot(CgVectors<T> v, BicgstabVectors<T> more) {
    const long long stride = (long long)v.blocks * blockDim.x;
    T sum = 0;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < v.n; i += stride) {
        const T q = v.q[i];
        more.v[i] = q;
        sum += more.shadow[i] * q;
    }
    sum = block_sum(sum);
    if (threadIdx.x == 0) v.sums_pq[blockIdx.x] = sum;
}

/// Computes r -= α v; x += α p; p = M⁻¹ r.
template <int scaling, typename T>
__device__ void half_step(const CgVectors<T>& v, const BicgstabVectors<T>& more, long long thread, T alpha) {
    const long long stride = (long long)v.blocks * blockDim.x;
    for (long long i = thread; i < v.n; i += stride) {
        const T a_p = more.v[i];
        const T p = v.p[i];
        const T x = v.x[i];
        const T r = v.r[i] - alpha * a_p;
        v.x[i] = x + alpha * p;
        v.r[i] = r;
        put_scaled<scaling>(v, i, r);
    }
}

/// Computes α = ρ / (r̂, v); r -= α v; x += α p; p = M⁻¹ r.
template <typename T> __global__ void __maxnreg__(32) bicgstab_half(CgVectors<T> v, BicgstabVectors<T> more) {
    const T shadow_v = sum_of_blocks(v.sums_pq, v.blocks);
    const bool is_running = v.flag->stopped == 0;
    const bool is_sound = is_finite(shadow_v) && shadow_v != T(0);
    const T rho = v.scalar->rz;
    const T alpha = is_sound ? rho / shadow_v : T(0);
    const long long thread = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (is_running && is_sound) {
        if (v.scaling == cg_unscaled) half_step<cg_unscaled>(v, more, thread, alpha);
        if (v.scaling == cg_diagonal) half_step<cg_diagonal>(v, more, thread, alpha);
        if (v.scaling == cg_solved) half_step<cg_solved>(v, more, thread, alpha);
    }
    if (thread == 0) {
        v.flag->halted = is_running && is_sound ? 0 : 1;
        if (is_running) {
            v.flag->broken = is_sound ? 0 : 1;
            v.scalar->p_ap = shadow_v;
            v.scalar->alpha = alpha;
            v.scalar->rz_before = rho;
        }
    }
}

/// Computes the dot products (t, r) and (t, t), where t = A p.
template <typename T> __global__ void __maxnreg__(32) bicgstab_stabilise(CgVectors<T> v, BicgstabVectors<T> more) {
    const long long stride = (long long)v.blocks * blockDim.x;
    T sum_tt = 0, sum_tr = 0;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < v.n; i += stride) {
        const T q = v.q[i];
        sum_tt += q * q;
        sum_tr += q * v.r[i];
    }
    sum_tt = block_sum(sum_tt);
    sum_tr = block_sum(sum_tr);
    if (threadIdx.x == 0) {
        more.sums_tt[blockIdx.x] = sum_tt;
        more.sums_tr[blockIdx.x] = sum_tr;
    }
}

/// Computes ω = (t, r) / (t, t), updates x += ω p and r -= ω t, and computes (r, r) and (r̂, r).
template <typename T> __global__ void __maxnreg__(32) bicgstab_residual(CgVectors<T> v, BicgstabVectors<T> more) {
    const T tt = sum_of_blocks(more.sums_tt, v.blocks);
    const T tr = sum_of_blocks(more.sums_tr, v.blocks);
    const bool is_running = v.flag->halted == 0;
    const T omega = tt > T(0) && is_finite(tt) && is_finite(tr) ? tr / tt : T(0);
    const long long thread = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    T sum_rr = 0, sum_rho = 0;
    if (is_running) {
        const long long stride = (long long)v.blocks * blockDim.x;
        for (long long i = thread; i < v.n; i += stride) {
            const T q = v.q[i];
            const T p = v.p[i];
            const T x = v.x[i];
            const T r = v.r[i] - omega * q;
            v.x[i] = x + omega * p;
            v.r[i] = r;
            sum_rr += r * r;
            sum_rho += more.shadow[i] * r;
        }
    }
    sum_rr = block_sum(sum_rr);
    sum_rho = block_sum(sum_rho);
    if (threadIdx.x == 0) {
        v.sums_rr[blockIdx.x] = sum_rr;
        v.sums_rz[blockIdx.x] = sum_rho;
    }
    if (thread == 0 && is_running) v.scalar->omega = omega;
}

/// Computes the next search direction d = r + β (d - ω v), and p = M⁻¹ d.
template <int scaling, typename T>
__device__ void next_direction(const CgVectors<T>& v, const BicgstabVectors<T>& more, long long thread, T omega,
                               T beta) {
    const long long stride = (long long)v.blocks * blockDim.x;
    for (long long i = thread; i < v.n; i += stride) {
        const T old = more.d[i] - omega * more.v[i];
        const T d = v.r[i] + beta * old;
        more.d[i] = d;
        put_scaled<scaling>(v, i, d);
    }
}

/// Computes β = (ρ' / ρ) (α / ω); d = r + β (d - ω v); p = M⁻¹ d. Ends the iteration: records the residual and decides
/// whether to continue.
template <typename T> __global__ void __maxnreg__(32) bicgstab_direction(CgVectors<T> v, BicgstabVectors<T> more) {
    const T rr = sum_of_blocks(v.sums_rr, v.blocks);
    const T rho = sum_of_blocks(v.sums_rz, v.blocks);
    const bool is_running = v.flag->halted == 0;
    const T omega = v.scalar->omega;
    const T alpha = v.scalar->alpha;
    const T before = v.scalar->rz_before;
    const T beta = omega != T(0) && before != T(0) ? (rho / before) * (alpha / omega) : T(0);
    const bool is_finite_here = is_finite(rr) && is_finite(rho) && is_finite(beta);
    const bool is_sound = is_finite_here && omega != T(0) && rho != T(0);
    const long long thread = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (is_running && is_sound) {
        if (v.scaling == cg_unscaled) next_direction<cg_unscaled>(v, more, thread, omega, beta);
        if (v.scaling == cg_diagonal) next_direction<cg_diagonal>(v, more, thread, omega, beta);
        if (v.scaling == cg_solved) next_direction<cg_solved>(v, more, thread, omega, beta);
    }
    if (thread == 0) {
        if (is_running && is_finite_here) {
            const int done = v.flag->done;
            const int limit = v.flag->limit;
            const bool is_there = rr <= v.scalar->threshold;
            if (done < cg_history_size) v.history[done] = rr;
            v.flag->done = done + 1;
            v.scalar->rr = rr;
            v.scalar->rz = rho;
            // r = 0 is a solution even if the values for the next iteration are not finite.
            const bool is_over = is_there || rr == T(0);
            v.flag->stopped = done + 1 >= limit || is_over || !is_sound ? 1 : 0;
            if (!is_sound && !is_over) v.flag->broken = 1;
        } else {
            v.flag->stopped = 1;
            if (is_running) v.flag->broken = 1;
        }
    }
}
