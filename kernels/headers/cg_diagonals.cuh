#pragma once

#include "block_sum.cuh"
#include "cg_diagonal_vectors.cuh"
#include "is_finite.cuh"

// Conjugate gradients for a matrix with few diagonals, in two launches per iteration. Large systems are memory-bound,
// so the number of passes over the vectors matters. Let V be the size of a vector; seven diagonals take 7 V.
//
//   product     p = r + β p, computed on the fly: every row recomputes the p of its neighbors from r and the previous p
//               (from the cache). Then q = A p and p·q. Reads A, r and the previous p; writes p and q: 11 V. Every
//               second launch also adds two directions to x: 1.5 V on average.
//   residual    r -= α q and r·r: 3 V. Runs from the last row to the first, because the cache holds the end of q.
//
// The total is 15.5 V. General launches (cg_step.cuh) take 19 V, with separate passes for p·q, the direction and x. p
// is double-buffered, because other rows read the previous p.
//
// As in cg_step.cuh, no thread reads data that another thread of the same launch writes. The control flow depends on
// data in device memory, so a graph can be replayed any number of times.
//
// `all` selects the memory layout and the reduction: for one GPU here, and for several ranks in cg_rank_diagonals.cuh.

template <typename T> struct ProductTurn {
    bool is_new, moves_x; ///< `is_new` indicates whether p must be computed; otherwise, it already exists
    T beta, alpha, alpha_before;
    T *to, *before; ///< arrays for p of this iteration and of the previous one
    int stride;
};

/// Records the outcome of iteration `done` from its r·r, as cg_direction does. Only one thread may call it.
template <typename T> __device__ void write_down_residual(const DiagonalVectors<T>& v, int done, T rr, bool stops) {
    v.own->rz = rr;
    v.flag->stopped = stops ? 1 : 0;
    if (!is_finite(rr)) {
        v.flag->broken = 1;
        return;
    }
    if (done <= cg_history_size) v.history[done - 1] = rr;
    v.flag->done = done;
    v.scalar->rr = rr;
    v.scalar->rz = rr;
}

/// Adds two directions to x one after the other, so that the bits of x do not depend on how iterations are batched.
template <typename T> __device__ T moved(T x, T alpha_before, T p_before, T alpha, T p) {
    x += alpha_before * p_before;
    x += alpha * p;
    return x;
}

/// Multiplies rows `row`, `row` + `stride`, ... of `a` by p. Returns this thread's first row past the end.
template <typename T>
__device__ int multiply_rows(const DiagonalVectors<T>& v, const DiagonalRows<T>& a, const ProductTurn<T>& turn, int row,
                             T& dot) {
    for (; row < a.last_row; row += turn.stride) {
        T value[most_diagonals];
        long long slot = row - a.first_row;
#pragma unroll
        for (int d = 0; d < most_diagonals; ++d) {
            value[d] = d < a.diagonals ? __ldcs(a.value + slot) : T(0);
            slot += a.leading_dimension;
        }
        const T p_before = turn.before[row];
        const T p = (turn.is_new ? v.r[row] : T(0)) + turn.beta * p_before;
        if (turn.moves_x) v.x[row] = moved(v.x[row], turn.alpha_before, turn.to[row], turn.alpha, p_before);
        T sum = 0;
#pragma unroll
        for (int d = 0; d < most_diagonals; ++d) {
            const bool is_there = d < a.diagonals;
            const int column = is_there ? row + a.shift + a.offset[d] : 0;
            if (is_there && column >= a.lowest && column < a.highest) {
                const T product = value[d] * ((turn.is_new ? v.r[column] : T(0)) + turn.beta * turn.before[column]);
                sum += value[d] != T(0) ? product : T(0); // skip fill-in, because 0 times infinity is NaN
            }
        }
        v.q[row] = sum;
        if (turn.is_new) turn.to[row] = p;
        dot += p * sum;
    }
    return row;
}

template <typename T> __device__ T renewed_row(const DiagonalVectors<T>& v, T alpha, long long i, T& sum) {
    const T r = v.r[i] - alpha * v.q[i];
    v.r[i] = r;
    sum += r * r;
    return r;
}

template <typename T> __device__ T total_pq(const DiagonalCg<T>& all) {
    return sum_of_blocks(all.sums_pq, all.v.product_blocks);
}
template <typename T> __device__ T total_rr(const DiagonalCg<T>& all) {
    return sum_of_blocks(all.sums_rr, all.v.residual_blocks);
}
template <typename T> __device__ void leave_pq(const DiagonalCg<T>& all, T sum) {
    if (threadIdx.x == 0) all.sums_pq[blockIdx.x] = sum;
}
template <typename T> __device__ void leave_rr(const DiagonalCg<T>& all, T sum) {
    if (threadIdx.x == 0) all.sums_rr[blockIdx.x] = sum;
}
template <typename T> __device__ void note_turn(const DiagonalCg<T>& all, int turn) {}
template <typename T> __device__ void multiply_all(const DiagonalCg<T>& all, const ProductTurn<T>& turn, T& dot) {
    multiply_rows(all.v, all.rows, turn, (int)(blockIdx.x * blockDim.x + threadIdx.x), dot);
}
template <typename T> __device__ T renew_all(const DiagonalCg<T>& all, T alpha) {
    const long long stride = (long long)all.v.residual_blocks * blockDim.x;
    T sum = 0;
#pragma unroll 4
    for (long long i = all.v.n - 1 - ((long long)blockIdx.x * blockDim.x + threadIdx.x); i >= 0; i -= stride)
        renewed_row(all.v, alpha, i, sum);
    return sum;
}

template <typename T, typename All> __device__ void diagonal_product(const DiagonalVectors<T>& v, const All& all) {
    if (v.turn->ended != turns_go_on) return;
    const bool is_first = (long long)blockIdx.x * blockDim.x + threadIdx.x == 0;
    const int next = v.turn->next;
    T beta = 1; // p = r + beta * previous p; the first direction already exists, so it becomes 0 + 1 * p
    if (next == 0) {
        if (v.flag->stopped != 0) return;
        if (is_first) v.own->rz = v.scalar->rz;
    } else {
        const T rr = total_rr(all);
        const bool stops = !is_finite(rr) || next >= v.flag->limit || rr <= v.scalar->threshold;
        if (is_first) write_down_residual(v, next, rr, stops);
        if (stops) return;
        beta = rr / v.own->rz_before;
    }
    note_turn(all, next);
    const bool is_odd = next % 2 != 0;
    ProductTurn<T> turn;
    turn.is_new = next > 0;
    turn.moves_x = turn.is_new && !is_odd;
    turn.beta = beta;
    turn.alpha = v.own->alpha;
    turn.alpha_before = v.own->alpha_before;
    turn.to = is_odd ? v.odd_p : v.even_p;
    turn.before = is_odd || next == 0 ? v.even_p : v.odd_p;
    turn.stride = v.product_blocks * blockDim.x;
    T dot = 0;
    multiply_all(all, turn, dot);
    leave_pq(all, block_sum(dot));
}

template <typename T, typename All> __device__ void diagonal_residual(const DiagonalVectors<T>& v, const All& all) {
    const bool is_first = (long long)blockIdx.x * blockDim.x + threadIdx.x == 0;
    if (v.flag->stopped != 0) {
        if (is_first) v.turn->ended = turns_stopped;
        return;
    }
    const T p_ap = total_pq(all);
    if (!(p_ap > T(0)) || !is_finite(p_ap)) {
        if (is_first) {
            v.scalar->p_ap = p_ap;
            v.flag->broken = 1;
            v.turn->ended = turns_broken;
        }
        return;
    }
    const T rz = v.own->rz, alpha = rz / p_ap;
    const T sum = renew_all(all, alpha);
    leave_rr(all, block_sum(sum));
    if (is_first) {
        const T alpha_before = v.own->alpha;
        const int turn = v.turn->next;
        v.own->alpha_before = alpha_before;
        v.own->alpha = alpha;
        v.own->rz_before = rz;
        v.scalar->p_ap = p_ap;
        v.turn->next = turn + 1;
    }
}

/// Ends a batch: adds the last one or two directions to x, and stores the next direction in even_p for other kernels.
/// After a breakdown, p remains the direction that failed, as in cg_step.cuh.
template <typename T, typename All> __device__ void diagonal_end(const DiagonalVectors<T>& v, const All& all) {
    const bool is_first = (long long)blockIdx.x * blockDim.x + threadIdx.x == 0;
    const int turn = v.turn->next, ended = v.turn->ended;
    T rr = 0;
    bool is_broken = ended == turns_broken;
    if (ended == turns_go_on) {
        if (turn == 0) return;
        rr = total_rr(all);
        const bool stops = !is_finite(rr) || turn >= v.flag->limit || rr <= v.scalar->threshold;
        if (is_first) write_down_residual(v, turn, rr, stops);
    } else if (ended == turns_stopped) {
        rr = v.own->rz;
    } else if (is_first) {
        v.flag->stopped = 1;
    }
    T alpha = v.own->alpha;
    const T alpha_before = v.own->alpha_before;
    int done = turn; // number of search directions that x must contain
    if (ended != turns_broken && !is_finite(rr)) {
        is_broken = true;
        --done;
        alpha = alpha_before;
    }
    if (done < 0 || (done == 0 && !is_broken)) return;
    const bool is_odd = done % 2 != 0;
    if (is_broken && !is_odd) return; // x is complete, and even_p already contains p
    const T beta = is_broken ? T(0) : rr / v.own->rz_before;
    const long long n = v.n, stride = (long long)v.residual_blocks * blockDim.x;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        const T even = v.even_p[i], odd = v.odd_p[i], last = is_odd ? even : odd;
        const T x = v.x[i];
        v.x[i] = is_odd ? x + alpha * even : moved(x, alpha_before, even, alpha, odd);
        v.even_p[i] = is_broken ? odd : v.r[i] + beta * last;
    }
}

/// Block size of the product. Two blocks of this size fill a multiprocessor, and most neighboring rows are in the same
/// block.
constexpr int diagonal_product_threads = 640;

template <typename T> __global__ void __maxnreg__(48) cg_diagonal_product(DiagonalCg<T> all) {
    diagonal_product(all.v, all);
}
template <typename T> __global__ void __maxnreg__(32) cg_diagonal_residual(DiagonalCg<T> all) {
    diagonal_residual(all.v, all);
}
template <typename T> __global__ void __maxnreg__(32) cg_diagonal_end(DiagonalCg<T> all) { diagonal_end(all.v, all); }
