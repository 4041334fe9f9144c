#pragma once

#include "block_sum.cuh"
#include "cg_vectors.cuh"

// Kernels that run before, between and after the iterations of the conjugate gradient method.

/// Starts the conjugate gradient method from x = 0: sets x = 0 and r = b.
template <typename T> __global__ void cg_zero(CgVectors<T> v) {
    const long long stride = (long long)v.blocks * blockDim.x;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < v.n; i += stride) {
        v.x[i] = 0;
        v.r[i] = v.b[i];
    }
}

/// Saves p and overwrites it with x, so that the next product computes A x.
template <typename T> __global__ void cg_lend_product(CgVectors<T> v) {
    const long long stride = (long long)v.blocks * blockDim.x;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < v.n; i += stride) {
        v.kept[i] = v.p[i];
        v.p[i] = v.x[i];
    }
}

/// Restores p and computes the sum of (b - A x)². Optionally sets r = b - A x.
template <typename T> __global__ void cg_take_back(CgVectors<T> v, int sets_residual) {
    const long long stride = (long long)v.blocks * blockDim.x;
    T sum = 0;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < v.n; i += stride) {
        const T difference = v.b[i] - v.q[i];
        v.p[i] = v.kept[i];
        if (sets_residual != 0) v.r[i] = difference;
        sum += difference * difference;
    }
    sum = block_sum(sum);
    if (threadIdx.x == 0) v.sums_rr[blockIdx.x] = sum;
}

/// Sets p = z and computes (r, r) and (r, z).
template <typename T> __global__ void cg_begin(CgVectors<T> v) {
    const long long stride = (long long)v.blocks * blockDim.x;
    T sum_rr = 0, sum_rz = 0;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < v.n; i += stride) {
        const T r = v.r[i];
        T z = r;
        if (v.scaling == cg_solved) z = v.z[i];
        if (v.scaling == cg_diagonal) z = v.inverse_diagonal[i] * r;
        v.p[i] = z;
        sum_rr += r * r;
        sum_rz += r * z;
    }
    sum_rr = block_sum(sum_rr);
    sum_rz = block_sum(sum_rz);
    if (threadIdx.x == 0) {
        v.sums_rr[blockIdx.x] = sum_rr;
        v.sums_rz[blockIdx.x] = sum_rz;
    }
}

/// Adds up the block sums of cg_begin. Launch this kernel with a single block.
template <typename T> __global__ void cg_totals(CgVectors<T> v) {
    const T rr = sum_of_blocks(v.sums_rr, v.blocks);
    const T rz = sum_of_blocks(v.sums_rz, v.blocks);
    if (threadIdx.x == 0) {
        v.scalar->rr = rr;
        v.scalar->rz = rz;
    }
}

/// Initializes the flags for a batch of iterations. One thread is sufficient.
template <typename T> __global__ void cg_ready(CgVectors<T> v, int limit, T threshold) {
    if (blockIdx.x * blockDim.x + threadIdx.x != 0) return;
    const T rr = v.scalar->rr;
    v.scalar->threshold = threshold;
    v.flag->limit = limit;
    v.flag->done = 0;
    v.flag->broken = 0;
    v.flag->halted = 0;
    v.flag->stopped = limit <= 0 || rr <= threshold ? 1 : 0;
}
