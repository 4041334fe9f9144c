#pragma once

// The three phases of IT168 and NVIDIA, "SpMV on the COO format". The including file must first define `reduce`, which
// returns the sum of the products in a lane's row up to this lane, among 32 entries.

// The paper says that the number of entries per warp "depends on how many warps there are", but states neither number.
// Here, the groups of 32 entries are distributed evenly over 960 warps, the capacity of a GTX 295.
#define WARPS 960
// Threads per block in the first phase. Blocks have several warps, because the listing has both a lane (tid) and an
// index in the block (local_id). The number is not given. With four warps, eight blocks fill a GTX 295 multiprocessor.
#define PARALLEL_BLOCK 128
#define UPDATE_BLOCK 256 // block size of the third phase, not given in the paper

/// Sets y to zero, because the listing only adds to it.
template <typename T> __global__ void set_to_zero(int rows, T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows) y[i] = 0;
}

// Phase 1: each warp processes its interval, 32 entries at a time. If the last row may continue in the next interval,
// it is stored in temp_rows. `reduce` has block-wide barriers, so all warps run the same number of iterations. A warp
// without entries adds zeros to its last row.
template <typename T>
__global__ void spmv_coo_parallel(int parallel, int interval, const int* I, const int* J, const T* V, const T* x, T* y,
                                  int* temp_rows, T* temp_vals) {
    __shared__ int rows[PARALLEL_BLOCK];
    __shared__ T vals[PARALLEL_BLOCK];
    const int local_id = threadIdx.x, tid = local_id % 32;
    const int warp_id = blockIdx.x * (PARALLEL_BLOCK / 32) + local_id / 32;
    const int interval_begin = warp_id * interval;

    if (tid == 31) {
        rows[local_id] = interval_begin < parallel ? I[interval_begin] : -1;
        vals[local_id] = 0;
    }
    __syncthreads();
    for (int n = interval_begin + tid; n < interval_begin + interval; n += 32) {
        const bool is_there = n < parallel; // uniform across the warp, because every group is complete
        const int row = is_there ? I[n] : rows[local_id - tid + 31];
        T val = is_there ? V[n] * x[J[n]] : T(0);
        if (tid == 0) {
            if (row == rows[local_id + 31]) val += vals[local_id + 31]; // the open row continues in this group
            else y[rows[local_id + 31]] += vals[local_id + 31];         // the open row ended before this group
        }
        val = reduce(tid, row, val, rows, vals);
        if (tid < 31 && row != rows[local_id + 1]) y[row] += val; // this is the last entry of the row in this group
    }
    if (tid == 31 && interval_begin < parallel) {
        temp_rows[warp_id] = rows[local_id];
        temp_vals[warp_id] = vals[local_id];
    }
}

// Phase 2: one thread adds the remaining entries (fewer than 32).
template <typename T>
__global__ void spmv_coo_serial(int first, int nonzeros, const int* row, const int* column, const T* value, const T* x,
                                T* y) {
    for (int n = first; n < nonzeros; n++) y[row[n]] += value[n] * x[column[n]];
}

// Computes the same sums over a whole block. The paper calls this function but does not list it.
template <typename T> __device__ void segreduce_block(const int* rows, T* vals) {
    const int local_id = threadIdx.x;
    for (int stride = 1; stride < UPDATE_BLOCK; stride *= 2) {
        T left = 0;
        if (local_id >= stride && rows[local_id] == rows[local_id - stride]) left = vals[local_id - stride];
        __syncthreads();
        vals[local_id] += left;
        __syncthreads();
    }
}

// Phase 3: one block adds the sums of the rows that warps left open.
template <typename T>
__global__ void spmv_coo_reduce_update(int num_warps, const int* temp_rows, const T* temp_vals, T* y) {
    __shared__ int rows[UPDATE_BLOCK + 1];
    __shared__ T vals[UPDATE_BLOCK + 1];
    const int end = num_warps - (num_warps & (UPDATE_BLOCK - 1));
    const int local_id = threadIdx.x;
    if (local_id == 0) {
        rows[UPDATE_BLOCK] = -1;
        vals[UPDATE_BLOCK] = 0;
    }
    __syncthreads();
    int i = local_id;
    while (i < end) {
        rows[local_id] = temp_rows[i];
        vals[local_id] = temp_vals[i];
        __syncthreads();
        segreduce_block(rows, vals);
        if (rows[local_id] != rows[local_id + 1]) y[rows[local_id]] += vals[local_id];
        __syncthreads();
        i += UPDATE_BLOCK;
    }
    if (end < num_warps) {
        if (i < num_warps) {
            rows[local_id] = temp_rows[i];
            vals[local_id] = temp_vals[i];
        } else {
            rows[local_id] = -1;
            vals[local_id] = 0;
        }
        __syncthreads();
        segreduce_block(rows, vals);
        if (i < num_warps)
            if (rows[local_id] != rows[local_id + 1]) y[rows[local_id]] += vals[local_id];
    }
}

// Runs all three phases. They add to y, which may contain zeros or other values.
template <typename T>
void add_entries(int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y, int* temp_rows,
                 T* temp_vals) {
    const int parallel = nonzeros - nonzeros % 32;
    const int interval = 32 * ((parallel / 32 + WARPS - 1) / WARPS);
    const int warps = parallel > 0 ? (parallel + interval - 1) / interval : 0;
    const int grid = (warps * 32 + PARALLEL_BLOCK - 1) / PARALLEL_BLOCK;
    if (warps > 0)
        spmv_coo_parallel<<<grid, PARALLEL_BLOCK>>>(parallel, interval, row, column, value, x, y, temp_rows, temp_vals);
    if (parallel < nonzeros) spmv_coo_serial<<<1, 1>>>(parallel, nonzeros, row, column, value, x, y);
    if (warps > 0) spmv_coo_reduce_update<<<1, UPDATE_BLOCK>>>(warps, temp_rows, temp_vals, y);
}
