#pragma once

#include "carries.cuh"
#include "segmented_sum.cuh"

// Merge path (Merrill and Garland 2016). The work is a list that merges two others: the entries, and the ends of the rows.
// It has rows + nonzeros items, and every thread takes equally many of them, however long or short the rows are. Where the
// share of a thread begins is found by a search along a diagonal of the (row ends) x (entries) grid.
//
//   1. search       once for a matrix: where the share of each block begins
//   2. tiles        a block for each share: products go to shared memory, a thread walks its items, and what belongs to the
//                   row that a thread left open reaches the thread that ends it
//   3. add_carries  the rows that blocks left open

/// The rows that end among the first `diagonal` items of `rows` row ends (ends[0] is the end of the first row) merged with
/// the entries first_entry, first_entry + 1, ... A row end comes before the entry whose number it is.
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

/// `items` for each of at most `threads` threads. With 40 registers all reads of a thread stay on their way; 32 would make
/// room for more threads, but made rows of a few doubles 4 % slower on an H100.
template <int items, int threads, int registers, typename T>
__global__ void __maxnreg__(registers)
    tiles(int rows, int nonzeros, const int* row_pointer, const int* column, const T* value, const int* tile_row,
          const T* x, T* y, int* carry_row, T* carry_sum) {
    __shared__ T product[items * threads];
    __shared__ int row_end[items * threads];
    __shared__ T warp_open[32];
    __shared__ int warp_ended[32];
    const int thread = threadIdx.x, lane = thread % 32, my_warp = thread / 32, size = blockDim.x;
    const long long tile_items = (long long)items * size;
    const long long begin = blockIdx.x * tile_items;
    const long long all = (long long)rows + nonzeros;
    const int count = begin + tile_items < all ? tile_items : all - begin;
    const int first_row = tile_row[blockIdx.x];
    const int rows_here = tile_row[blockIdx.x + 1] - first_row; // that end in this tile
    const int first_entry = begin - first_row;
    const int entries = count - rows_here;

    // All reads of a thread are on their way before the first of them is needed.
    T v[items];
    int c[items];
#pragma unroll
    for (int i = 0; i < items; ++i) {
        const int k = thread + i * size;
        v[i] = k < entries ? __ldcs(value + (first_entry + k)) : T(0);
        c[i] = k < entries ? __ldcs(column + (first_entry + k)) : 0;
    }
#pragma unroll
    for (int i = 0; i < items; ++i) // x too: all of it is asked for before the first product is put away
        if (thread + i * size < entries) v[i] = v[i] * x[c[i]];
#pragma unroll
    for (int i = 0; i < items; ++i) {
        const int k = thread + i * size;
        if (k < entries) product[k] = v[i];
    }
    for (int r = thread; r < rows_here; r += size) row_end[r] = row_pointer[first_row + 1 + r];
    __syncthreads();

    // The items of this thread: the first row that it ends may have begun in an earlier thread, so its sum waits.
    const int first_item = thread * items < count ? thread * items : count;
    const int last_item = first_item + items < count ? first_item + items : count;
    int r = rows_ended(row_end, first_item, first_entry, entries, rows_here);
    const int first_ended = r;
    int k = first_item - r;
    T sum = 0, first_sum = 0;
    bool has_ended = false;
    for (int item = first_item; item < last_item; ++item) {
        if (r < rows_here && row_end[r] - first_entry <= k) {
            if (has_ended) y[first_row + r] = sum;
            else first_sum = sum;
            has_ended = true;
            sum = 0;
            ++r;
        } else {
            sum += product[k];
            ++k;
        }
    }

    // What the threads before this one have left open: a segmented sum over the threads of the block, in which every thread
    // that ended a row begins a new segment.
    const unsigned enders = __ballot_sync(0xffffffff, has_ended);
    const T open = segmented_sum(sum, enders);
    if (lane == 31) {
        warp_open[my_warp] = open;
        warp_ended[my_warp] = enders != 0;
    }
    __syncthreads();
    T from_warps = 0; // left open by earlier warps
    for (int warp = my_warp - 1; warp >= 0; --warp) {
        from_warps += warp_open[warp];
        if (warp_ended[warp] != 0) break;
    }
    T carried = __shfl_up_sync(0xffffffff, open, 1);
    if (lane == 0) carried = 0;
    const unsigned earlier = enders & ((1u << lane) - 1u);
    if (earlier == 0) carried += from_warps;
    if (has_ended) y[first_row + first_ended] = carried + first_sum;
    if (thread == size - 1) {
        carry_row[blockIdx.x] = first_row + rows_here;
        T rest = open;
        if (enders == 0) rest += from_warps;
        carry_sum[blockIdx.x] = rest;
    }
}

/// Items of a thread. Fewer in large blocks, so that the tile fits into shared memory, and where rows are long, so that more
/// blocks read while others walk. Odd numbers keep the lanes, which walk `items` apart, on different banks.
int items_for(int block, int rows, int nonzeros) {
    return block <= 256 && nonzeros / rows < 8 ? 7 : block <= 512 ? 5 : 3;
}

void launch_search(int rows, int nonzeros, const int* row_pointer, int* tile_row, int block) {
    const int tile_items = block * items_for(block, rows, nonzeros);
    const int tiles = ((long long)rows + nonzeros + tile_items - 1) / tile_items;
    search<<<(tiles + 1 + block - 1) / block, block>>>(tiles, tile_items, rows, nonzeros, row_pointer, tile_row);
}

/// For blocks of at most `threads` threads; `few` and `many` are what items_for gives them.
template <int few, int many, int threads, typename T>
void launch_tiles(int grid, int rows, int nonzeros, const int* row_pointer, const int* column, const T* value,
                  const int* tile_row, const T* x, T* y, int* carry_row, T* carry_sum, int block) {
    if (nonzeros / rows >= 8)
        tiles<few, threads, 40>
            <<<grid, block>>>(rows, nonzeros, row_pointer, column, value, tile_row, x, y, carry_row, carry_sum);
    else
        tiles<many, threads, 40>
            <<<grid, block>>>(rows, nonzeros, row_pointer, column, value, tile_row, x, y, carry_row, carry_sum);
}

/// y = A x by the shares that launch_search has found. There is one carry for each tile.
template <typename T>
void launch_merge(int rows, int nonzeros, const int* row_pointer, const int* column, const T* value,
                  const int* tile_row, const T* x, T* y, int* carry_row, T* carry_sum, int block) {
    const int tile_items = block * items_for(block, rows, nonzeros);
    const int grid = ((long long)rows + nonzeros + tile_items - 1) / tile_items;
    if (block <= 32)
        launch_tiles<5, 7, 32>(grid, rows, nonzeros, row_pointer, column, value, tile_row, x, y, carry_row, carry_sum,
                               block);
    else if (block <= 64)
        launch_tiles<5, 7, 64>(grid, rows, nonzeros, row_pointer, column, value, tile_row, x, y, carry_row, carry_sum,
                               block);
    else if (block <= 128)
        launch_tiles<5, 7, 128>(grid, rows, nonzeros, row_pointer, column, value, tile_row, x, y, carry_row, carry_sum,
                                block);
    else if (block <= 256)
        launch_tiles<5, 7, 256>(grid, rows, nonzeros, row_pointer, column, value, tile_row, x, y, carry_row, carry_sum,
                                block);
    else if (block <= 512)
        launch_tiles<5, 5, 512>(grid, rows, nonzeros, row_pointer, column, value, tile_row, x, y, carry_row, carry_sum,
                                block);
    else
        launch_tiles<3, 3, 1024>(grid, rows, nonzeros, row_pointer, column, value, tile_row, x, y, carry_row, carry_sum,
                                 block);
    add_carries<<<(grid + block - 1) / block, block>>>(grid, carry_row, carry_sum, rows, y);
}
