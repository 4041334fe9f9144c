#pragma once

#include "block_sum.cuh"
#include "cg_vectors.cuh"
#include "is_finite.cuh"

/// Computes the dot product (p, A p).
template <typename T> __global__ void __maxnreg__(32) cg_dot(CgVectors<T> v) {
    const long long stride = (long long)v.blocks * blockDim.x;
    T sum = 0;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < v.n; i += stride) {
        const T p = v.p[i];
        sum += p * v.q[i];
    }
    sum = block_sum(sum);
    if (threadIdx.x == 0) v.sums_pq[blockIdx.x] = sum;
}

/// Computes α = (r, z) / (p, A p), r -= α A p, (r, r), and also (r, z) if z is scaled on the fly. Each kind of
/// preconditioner has its own kernel, because a combined kernel would need more registers.
template <bool is_scaled, typename T> __device__ void update_residual(const CgVectors<T>& v) {
    const T p_ap = sum_of_blocks(v.sums_pq, v.blocks);
    const bool is_running = v.flag->stopped == 0;
    const bool is_positive = p_ap > T(0) && is_finite(p_ap);
    const T rz = v.scalar->rz;
    const T alpha = is_positive ? rz / p_ap : T(0);
    const long long thread = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    T sum_rr = 0, sum_rz = 0;
    if (is_running && is_positive) {
        const long long stride = (long long)v.blocks * blockDim.x;
        for (long long i = thread; i < v.n; i += stride) {
            const T q = v.q[i];
            const T r = v.r[i] - alpha * q;
            v.r[i] = r;
            sum_rr += r * r;
            if (is_scaled) sum_rz += r * (v.inverse_diagonal[i] * r);
        }
    }
    sum_rr = block_sum(sum_rr);
    if (is_scaled) sum_rz = block_sum(sum_rz);
    if (threadIdx.x == 0) {
        v.sums_rr[blockIdx.x] = sum_rr;
        if (is_scaled) v.sums_rz[blockIdx.x] = sum_rz;
    }
    if (thread == 0) {
        v.flag->halted = is_running && is_positive ? 0 : 1;
        if (is_running) {
            v.flag->broken = is_positive ? 0 : 1;
            v.scalar->p_ap = p_ap;
            v.scalar->alpha = alpha;
            v.scalar->rz_before = rz;
        }
    }
}
template <typename T> __global__ void __maxnreg__(32) cg_residual(CgVectors<T> v) { update_residual<false>(v); }
template <typename T> __global__ void __maxnreg__(32) cg_residual_scaled(CgVectors<T> v) { update_residual<true>(v); }

/// Computes the dot product (r, z) after the solve for z.
template <typename T> __global__ void __maxnreg__(32) cg_dot_solved(CgVectors<T> v) {
    const long long stride = (long long)v.blocks * blockDim.x;
    T sum = 0;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < v.n; i += stride) {
        const T r = v.r[i];
        sum += r * v.z[i];
    }
    sum = block_sum(sum);
    if (threadIdx.x == 0) v.sums_rz[blockIdx.x] = sum;
}

/// Computes β = (r, z) / previous (r, z); x += α p; p = z + β p. Ends the iteration: records (r, r), and sets `stopped`
/// if no further iteration is needed.
template <int scaling, typename T> __device__ void update_direction(const CgVectors<T>& v) {
    const T rr = sum_of_blocks(v.sums_rr, v.blocks);
    T rz = rr;
    if (scaling != cg_unscaled) rz = sum_of_blocks(v.sums_rz, v.blocks);
    const bool is_running = v.flag->halted == 0;
    const bool is_sane = is_finite(rr) && is_finite(rz);
    const long long thread = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (is_running && is_sane) {
        const T alpha = v.scalar->alpha;
        const T beta = rz / v.scalar->rz_before;
        const T* const z_or_r = scaling == cg_solved ? v.z : v.r;
        const long long stride = (long long)v.blocks * blockDim.x;
        for (long long i = thread; i < v.n; i += stride) {
            const T p = v.p[i];
            const T x = v.x[i];
            T z = z_or_r[i];
            if (scaling == cg_diagonal) z = v.inverse_diagonal[i] * z;
            v.x[i] = x + alpha * p;
            v.p[i] = z + beta * p;
        }
    }
    if (thread == 0) {
        if (is_running && is_sane) {
            const int done = v.flag->done;
            const int limit = v.flag->limit;
            const T threshold = v.scalar->threshold;
            if (done < cg_history_size) v.history[done] = rr;
            v.flag->done = done + 1;
            v.scalar->rr = rr;
            v.scalar->rz = rz;
            v.flag->stopped = done + 1 >= limit || rr <= threshold ? 1 : 0;
        } else {
            v.flag->stopped = 1;
            if (is_running) v.flag->broken = 1;
        }
    }
}
template <typename T> __global__ void __maxnreg__(32) cg_direction(CgVectors<T> v) { update_direction<cg_unscaled>(v); }
template <typename T> __global__ void __maxnreg__(32) cg_direction_scaled(CgVectors<T> v) {
    update_direction<cg_diagonal>(v);
}
template <typename T> __global__ void __maxnreg__(32) cg_direction_solved(CgVectors<T> v) {
    update_direction<cg_solved>(v);
}
