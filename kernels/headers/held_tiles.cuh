#pragma once

#include "carries.cuh"
#include "segmented_sum.cuh"
#include "wide_load.cuh"

// y = A x in CSR with the first `held` elements of x in shared memory, ideally all of them. A multiprocessor looks up
// one line of its L1 cache per clock, so 32 entries with scattered columns take about 28 clocks. In shared memory, the
// same 32 entries take as many clocks as their worst bank conflict, 3 or 4.
//
//   1. search_rows  once per matrix: finds the row where the share of each warp starts
//   2. held_tiles   one block per multiprocessor. Its warps have equal shares of the entries and process 128 at a time,
//                   four per lane. Bits mark the last entries of rows, and a segmented sum adds up each row
//   3. add_carries  adds the rows that continue in the share of another warp

constexpr int held_threads = 1024, warps_of_held = held_threads / 32;
constexpr int entries_of_lane = 4, entries_of_tile = 32 * entries_of_lane;

/// Finds the first row that ends after the warp's first entry. The result is row 0 for the first warp.
__global__ void search_rows(int warps, int share, int rows, const int* row_pointer, int* warp_row) {
    const int warp = blockIdx.x * blockDim.x + threadIdx.x;
    if (warp >= warps) return;
    const long long first = (long long)warp * share;
    int low = 0, high = warp > 0 ? rows : 0;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (row_pointer[middle + 1] > first) high = middle;
        else low = middle + 1;
    }
    warp_row[warp] = low;
}

/// Reads four adjacent entries. Entries at index `end` or higher get column -1.
template <typename T>
__device__ void read_entries(long long k, long long end, const int* column, const T* value, T (&v)[entries_of_lane],
                             int (&c)[entries_of_lane]) {
    if (k + entries_of_lane <= end) {
        read_together(value + k, v);
        read_together(column + k, c);
        return;
    }
#pragma unroll
    for (int i = 0; i < entries_of_lane; ++i) {
        v[i] = k + i < end ? value[k + i] : T(0);
        c[i] = k + i < end ? column[k + i] : -1;
    }
}

/// Returns the slot for the sum up to an entry of a tile. Slots are transposed so that lanes write adjacent slots.
__device__ inline int place_of(int entry) { return entry % entries_of_lane * 32 + entry / entries_of_lane; }

template <bool is_all_held, typename T>
__global__ void __launch_bounds__(held_threads)
    held_tiles(int rows, int nonzeros, int held, int share, const int* row_pointer, const int* column, const T* value,
               const int* warp_row, const T* x, T* y, int* carry_row, T* carry_sum) {
    extern __shared__ double held_bytes[];
    __shared__ unsigned last_entry[warps_of_held][32]; // one bit per entry of a lane, set for the last entry of a row
    __shared__ T sum_up_to[warps_of_held][entries_of_tile];
    T* const held_x = (T*)held_bytes;
    const int thread = threadIdx.x, lane = thread % 32, mine = thread / 32;
    const int warp = blockIdx.x * warps_of_held + mine;
    const long long first = (long long)warp * share;
    const long long end = first + share < nonzeros ? first + share : nonzeros;

    T v[entries_of_lane];
    int c[entries_of_lane];
    read_entries(first + lane * entries_of_lane, end, column, value, v, c);
#pragma unroll 8
    for (int i = thread; i < held; i += held_threads) held_x[i] = x[i];
    __syncthreads();

    int row = first < end ? warp_row[warp] : -1;
    T carried = 0; // partial sum of the open row from earlier tiles
    for (long long tile = first; tile < end; tile += entries_of_tile) {
        const int begin = tile, behind = tile + entries_of_tile < end ? tile + entries_of_tile : end;
        constexpr int never = 0x7fffffff;
        const int row_end = row + lane < rows ? row_pointer[row + lane + 1] : never;
        last_entry[mine][lane] = 0;
        T s[entries_of_lane];
#pragma unroll
        for (int i = 0; i < entries_of_lane; ++i) {
            T x_j = 0;
            if (c[i] >= 0) x_j = is_all_held || c[i] < held ? held_x[c[i]] : x[c[i]];
            s[i] = v[i] * x_j;
        }
        read_entries(tile + entries_of_tile + lane * entries_of_lane, end, column, value, v, c); // next tile
        __syncwarp();

        // Process the rows that end in this tile, 32 at a time. An empty row ends at the end of the previous row.
        int row_begin = __shfl_up_sync(0xffffffff, row_end, 1);
        if (lane == 0) row_begin = begin;
        const bool ends_here = row_end <= behind, has_sum = ends_here && row_end > row_begin;
        const int last = row_end - 1 - begin;
        if (has_sum) atomicOr(&last_entry[mine][last / entries_of_lane], 1u << last % entries_of_lane);
        int ended = __popc(__ballot_sync(0xffffffff, ends_here));
        for (int more = ended; more == 32; ended += more) {
            const int r = row + ended + lane, r_begin = r < rows ? row_pointer[r] : never;
            const int r_end = r < rows ? row_pointer[r + 1] : never, place = r_end - 1 - begin;
            if (r_end <= behind && r_end > r_begin)
                atomicOr(&last_entry[mine][place / entries_of_lane], 1u << place % entries_of_lane);
            more = __popc(__ballot_sync(0xffffffff, r_end <= behind));
        }
        __syncwarp();

        // Compute the sum from the start of the row (or of the tile) up to each entry.
        const unsigned lasts = last_entry[mine][lane];
#pragma unroll
        for (int i = 1; i < entries_of_lane; ++i)
            if ((lasts >> (i - 1) & 1u) == 0) s[i] += s[i - 1];
        const unsigned enders = __ballot_sync(0xffffffff, lasts != 0);
        const bool leaves_open = (lasts >> (entries_of_lane - 1)) == 0;
        const T open = segmented_sum(leaves_open ? s[entries_of_lane - 1] : T(0), enders);
        T from_left = __shfl_up_sync(0xffffffff, open, 1);
        if (lane == 0) from_left = 0;
        if ((enders & ((1u << lane) - 1u)) == 0) from_left += carried;
#pragma unroll
        for (int i = 0; i < entries_of_lane; ++i) {
            if ((lasts & ((1u << i) - 1u)) == 0) s[i] += from_left;
            sum_up_to[mine][place_of(lane * entries_of_lane + i)] = s[i];
        }
        const T still_open = __shfl_sync(0xffffffff, open, 31);
        carried = enders == 0 ? carried + still_open : still_open;
        __syncwarp();

        if (ends_here) y[row + lane] = has_sum ? sum_up_to[mine][place_of(last)] : T(0);
        for (int r = row + 32 + lane; r < row + ended; r += 32) {
            const int r_begin = row_pointer[r], r_end = row_pointer[r + 1];
            y[r] = r_end > r_begin ? sum_up_to[mine][place_of(r_end - 1 - begin)] : T(0);
        }
        row += ended;
    }
    if (lane == 0) {
        carry_row[warp] = row;
        carry_sum[warp] = carried;
    }
}

/// Returns the number of entries per warp. Every warp gets the same number of whole tiles.
inline int held_share(int nonzeros, int blocks) {
    const long long tiles = ((long long)nonzeros + entries_of_tile - 1) / entries_of_tile;
    const int warps = blocks * warps_of_held;
    return (tiles + warps - 1) / warps * entries_of_tile;
}

void launch_search_rows(int rows, int nonzeros, const int* row_pointer, int blocks, int* warp_row) {
    const int warps = blocks * warps_of_held, threads = 256;
    search_rows<<<(warps + threads - 1) / threads, threads>>>(warps, held_share(nonzeros, blocks), rows, row_pointer,
                                                              warp_row);
}

/// Launches `blocks` blocks that hold the first `held` elements of x. warp_row and carries have one item per warp.
template <typename T>
void launch_held(int rows, int cols, int nonzeros, int held, int blocks, const int* row_pointer, const int* column,
                 const T* value, const int* warp_row, const T* x, T* y, int* carry_row, T* carry_sum) {
    const int share = held_share(nonzeros, blocks), warps = blocks * warps_of_held;
    const int whole = sizeof(double), bytes = (held * (int)sizeof(T) + whole - 1) / whole * whole;
    cudaFuncSetAttribute(held_tiles<true, T>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    cudaFuncSetAttribute(held_tiles<false, T>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    if (held == cols)
        held_tiles<true><<<blocks, held_threads, bytes>>>(rows, nonzeros, held, share, row_pointer, column, value,
                                                          warp_row, x, y, carry_row, carry_sum);
    else
        held_tiles<false><<<blocks, held_threads, bytes>>>(rows, nonzeros, held, share, row_pointer, column, value,
                                                           warp_row, x, y, carry_row, carry_sum);
    add_carries<<<(warps + 127) / 128, 128>>>(warps, carry_row, carry_sum, rows, y);
}
