#pragma once

#include "carries.cuh"
#include "read_once.cuh"
#include "segmented_sum.cuh"
#include "warp_sum.cuh"

// Merge path (Merrill and Garland 2016). The entries and the row ends are merged into a list of rows + nonzeros items,
// and every thread processes the same number of items, regardless of row lengths. A binary search along a diagonal of
// the (row ends) x (entries) grid finds where the items of a thread start.
//
//   1. search       once per matrix: finds where the items of each block start
//   2. tiles        stores the products of a block to shared memory and marks row ends with bits. Each thread processes
//                   its items in order. If a row continues in the next thread, its partial sum is passed to the thread
//                   where the row ends
//   3. add_carries  adds the rows that continue in another block

/// Returns how many rows end among the first `diagonal` items of the merged list of `rows` row ends (ends[0] is the end
/// of the first row) and the entries first_entry, first_entry + 1, ... A row end precedes the entry with its index.
__device__ inline int rows_ended(const int* ends, long long diagonal, int first_entry, long long entries, int rows) {
    long long low = diagonal > entries ? diagonal - entries : 0;
    long long high = diagonal < rows ? diagonal : rows;
    while (low < high) {
        const long long middle = (low + high) / 2;
        if (ends[middle] - first_entry <= diagonal - 1 - middle) low = middle + 1;
        else high = middle;
    }
    return low;
}

__global__ void search(long long tiles, int tile_items, int rows, int nonzeros, const int* row_pointer, int* tile_row) {
    const long long tile = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (tile > tiles) return;
    const long long items = (long long)rows + nonzeros;
    const long long diagonal = tile * tile_items < items ? tile * tile_items : items;
    tile_row[tile] = rows_ended(row_pointer + 1, diagonal, 0, nonzeros, rows);
}

/// Number of items per thread, and stride of lanes in shared memory. An odd number avoids bank conflicts.
constexpr int items_of_thread = 5;
/// Number of column indices in a 128-byte line. Blocks align their loads to whole lines. To compensate for this shift,
/// a tile has this many items fewer than its threads can process.
constexpr int entries_of_line = 32;

/// A block has at most `threads` threads. In double, a thread needs 40 registers to keep all of its loads in flight. In
/// float, it needs only 32, so more threads can be resident.
template <int threads, typename T>
__global__ void __maxnreg__(sizeof(T) == 4 ? 32 : 40)
    tiles(int rows, int nonzeros, const int* row_pointer, const int* column, const T* value, const int* tile_row,
          const T* x, T* y, int* carry_row, T* carry_sum) {
    constexpr int items = items_of_thread;
    __shared__ T product[items * threads]; // contains the products, and later the row sums; one element per item
    __shared__ unsigned ends[items * threads / 32 + 1]; // bit mask with one bit per item, which is set for row ends
    __shared__ T warp_open[32];
    __shared__ int warp_ended[32];
    const int thread = threadIdx.x, lane = thread % 32, my_warp = thread / 32, size = blockDim.x;
    const int tile_items = items * size - entries_of_line;
    const long long begin = (long long)blockIdx.x * tile_items;
    const long long all = (long long)rows + nonzeros;
    const int count = begin + tile_items < all ? tile_items : all - begin;
    const int first_row = tile_row[blockIdx.x];
    const int rows_here = tile_row[blockIdx.x + 1] - first_row;
    const int first_entry = begin - first_row;
    const int entries = count - rows_here;
    const int before = first_entry % entries_of_line; // entries of the first line that belong to the previous tile

    // Issue all loads of a thread before the first use.
    const int own_end = thread < rows_here ? row_pointer[first_row + 1 + thread] : 0;
    for (int word = thread; word <= items * size / 32; word += size) ends[word] = 0;
    T v[items];
    int c[items];
#pragma unroll
    for (int i = 0; i < items; ++i) {
        const int k = thread + i * size - before;
        const bool is_there = k >= 0 && k < entries;
        v[i] = is_there ? read_once(value + (first_entry + k)) : T(0);
        c[i] = is_there ? read_once(column + (first_entry + k)) : -1;
    }
#pragma unroll
    for (int i = 0; i < items; ++i) // all loads of x also precede the store of the first product
        if (c[i] >= 0) v[i] = v[i] * x[c[i]];
    __syncthreads();
    for (int r = thread; r < rows_here; r += size) {
        const int item = (r == thread ? own_end : row_pointer[first_row + 1 + r]) - first_entry + r;
        atomicOr(&ends[item / 32], 1u << item % 32);
    }
#pragma unroll
    for (int i = 0; i < items; ++i)
        if (c[i] >= 0) product[thread + i * size - before] = v[i];
    __syncthreads();

    // Count the rows that end before the items of this warp and of this thread.
    int r = 0;
    for (int word = lane; word < my_warp * items; word += 32) r += __popc(ends[word]);
    r = warp_sum(r);
    const int first_item = thread * items, bit = first_item % 32;
    unsigned my_ends = ends[first_item / 32] >> bit;
    if (bit > 32 - items) my_ends |= ends[first_item / 32 + 1] << (32 - bit);
    my_ends &= (1u << items) - 1u;
    const int my_rows = __popc(my_ends);
    int up_to_here = my_rows;
    for (int distance = 1; distance < 32; distance *= 2) {
        const int left = __shfl_up_sync(0xffffffff, up_to_here, distance);
        if (lane >= distance) up_to_here += left;
    }
    r += up_to_here - my_rows;

    // Process this thread's items. If its first row starts in an earlier thread, the sum of that row is stored later.
    const int first_ended = r;
    int k = first_item - r;
    T sum = 0, first_sum = 0;
    bool has_ended = false;
#pragma unroll
    for (int i = 0; i < items; ++i) {
        if ((my_ends >> i & 1u) != 0) {
            if (has_ended) product[entries + r] = sum;
            else first_sum = sum;
            has_ended = true;
            sum = 0;
            ++r;
        } else if (k < entries) {
            sum += product[k];
            ++k;
        }
    }

    // Add the partial sums that earlier threads left open, with a segmented sum over the block. Each thread that ended
    // a row starts a new segment.
    const unsigned enders = __ballot_sync(0xffffffff, has_ended);
    const T open = segmented_sum(sum, enders);
    if (lane == 31) {
        warp_open[my_warp] = open;
        warp_ended[my_warp] = enders != 0;
    }
    __syncthreads();
    T from_warps = 0; // partial sum of the open row from earlier warps
    for (int warp = my_warp - 1; warp >= 0; --warp) {
        from_warps += warp_open[warp];
        if (warp_ended[warp] != 0) break;
    }
    T carried = __shfl_up_sync(0xffffffff, open, 1);
    if (lane == 0) carried = 0;
    const unsigned earlier = enders & ((1u << lane) - 1u);
    if (earlier == 0) carried += from_warps;
    if (has_ended) product[entries + first_ended] = carried + first_sum;
    if (thread == size - 1) {
        carry_row[blockIdx.x] = first_row + rows_here;
        T rest = open;
        if (enders == 0) rest += from_warps;
        carry_sum[blockIdx.x] = rest;
    }
    __syncthreads();
    for (int i = thread; i < rows_here; i += size) y[first_row + i] = product[entries + i]; // coalesced
}

void launch_search(int rows, int nonzeros, const int* row_pointer, int* tile_row, int block) {
    const int tile_items = block * items_of_thread - entries_of_line;
    const int tiles = ((long long)rows + nonzeros + tile_items - 1) / tile_items;
    search<<<(tiles + 1 + block - 1) / block, block>>>(tiles, tile_items, rows, nonzeros, row_pointer, tile_row);
}

/// Computes y = A x with the shares found by launch_search. Each tile has one carry.
template <typename T>
void launch_merge(int rows, int nonzeros, const int* row_pointer, const int* column, const T* value,
                  const int* tile_row, const T* x, T* y, int* carry_row, T* carry_sum, int block) {
    const int tile_items = block * items_of_thread - entries_of_line;
    const int grid = ((long long)rows + nonzeros + tile_items - 1) / tile_items;
    if (block <= 128)
        tiles<128><<<grid, block>>>(rows, nonzeros, row_pointer, column, value, tile_row, x, y, carry_row, carry_sum);
    else if (block <= 256)
        tiles<256><<<grid, block>>>(rows, nonzeros, row_pointer, column, value, tile_row, x, y, carry_row, carry_sum);
    else if (block <= 512)
        tiles<512><<<grid, block>>>(rows, nonzeros, row_pointer, column, value, tile_row, x, y, carry_row, carry_sum);
    else tiles<1024><<<grid, block>>>(rows, nonzeros, row_pointer, column, value, tile_row, x, y, carry_row, carry_sum);
    add_carries<<<(grid + block - 1) / block, block>>>(grid, carry_row, carry_sum, rows, y);
}
