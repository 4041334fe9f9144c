// title: CSR, adaptive to row lengths
// summary: Counts the row lengths first. Then it uses one thread, a few lanes or one block per row, or the merge path.
// source: reference; the idea after Greathouse and Daga 2014
// format: csr
// plan: row-lengths
// scratch: sums_of_segments T[segments]
// scratch: arrived unsigned[segments]
// scratch: tile_row int[merge_items / (2 * block) + 2 + 32 * held_blocks]
// scratch: carry_row int[merge_items / (2 * block) + 1 + 32 * held_blocks]
// scratch: carry_sum T[merge_items / (2 * block) + 1 + 32 * held_blocks]
// early: add_carries

#include "../headers/csr_lanes.cuh"
#include "../headers/held_tiles.cuh"
#include "../headers/merge_path.cuh"
#include "../headers/strided_sum.cuh"
#include "../headers/warp_sum.cuh"
#include "../headers/wide_load.cuh"

// No assignment of rows to threads is good for all matrices, so the plan first counts the rows and entries of each
// length class (1, 2 to 3, 4 to 7, ...) and then selects one of these kernels:
//
//   by_thread         one thread per row, if rows have one or two entries
//   by_lanes          a warp or some of its lanes per row, if no row is so long that its lanes finish long after all
//                     others
//   by_block          128 threads per row, if rows are so long that one warp per row would give too few warps
//   by_merge          csr-merge, if row lengths differ so much that only the entries can be balanced
//   apart_by_thread   one thread per short row, and separate blocks for the few long rows, in one launch
//   apart_by_lanes    1, 2, 4 or 8 lanes per short row, and warps for the long rows
//   by_held           equal shares of entries, if columns are scattered and most of x fits in shared memory
//
// The preprocessing time includes the selection (a pass over the row pointers), the list of long rows for apart_*, and
// the search for equal shares.

// Multiplies with one thread per row, as in csr-scalar.
template <typename T>
__global__ void thread_rows(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const long long row = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    const int end = row_pointer[row + 1];
    for (int k = row_pointer[row]; k < end; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

// Multiplies with one block per row. There are too few warps to hide memory latency, so each thread loads ten or twelve
// entries before using the first one. In float, it loads four adjacent entries at a time, with 16-byte loads of values
// and columns. In double, it loads single entries, which is just as fast.
constexpr int together = 4;

template <typename T>
__device__ void read_four(int nonzeros, const int* column, const T* value, int k, T (&v)[together],
                          int (&c)[together]) {
    if (k + together <= nonzeros) {
        read_together(value + k, v);
        read_together(column + k, c);
        return;
    }
    for (int e = 0; e < together; ++e) { // handle the last entries of the arrays one by one
        if (k + e < nonzeros) {
            v[e] = value[k + e];
            c[e] = column[k + e];
        }
    }
}

// Adds the products of a row in groups of four aligned entries. Entries of other rows are read but ignored.
template <int threads, typename T>
__device__ T sum_of_fours(int nonzeros, const int* column, const T* value, int begin, int end, const T* x) {
    constexpr int fours_ahead = 3, stride = threads * together;
    T sum = 0;
    for (int first = begin / together * together + threadIdx.x * together; first < end; first += fours_ahead * stride) {
        T v[fours_ahead][together];
        int c[fours_ahead][together];
#pragma unroll
        for (int i = 0; i < fours_ahead; ++i) {
            const int k = first + i * stride;
            if (k < end) read_four(nonzeros, column, value, k, v[i], c[i]);
        }
#pragma unroll
        for (int i = 0; i < fours_ahead; ++i) {
#pragma unroll
            for (int e = 0; e < together; ++e) {
                const int k = first + i * stride + e;
                if (k >= begin && k < end) sum += v[i][e] * x[c[i][e]];
            }
        }
    }
    return sum;
}

template <int threads, typename T>
__global__ void __maxnreg__(sizeof(T) == 4 ? 48 : 40)
    block_rows(int nonzeros, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T of_warps[threads / 32];
    const int row = blockIdx.x, thread = threadIdx.x;
    const int begin = row_pointer[row], end = row_pointer[row + 1];
    T sum = 0;
    if constexpr (sizeof(T) == 4) {
        sum = sum_of_fours<threads>(nonzeros, column, value, begin, end, x);
    } else {
        const int share = (end - begin - thread + threads - 1) / threads;
        sum = strided_sum<10>(value, column, x, unsigned(begin + thread), unsigned(threads), share);
    }
    sum = warp_sum(sum);
    if (thread % 32 == 0) of_warps[thread / 32] = sum;
    __syncthreads();
    if (thread > 0) return;
    T all = 0;
    for (int w = 0; w < threads / 32; ++w) all += of_warps[w];
    y[row] = all;
}

// Uses `lanes` lanes per short row, as in csr-vector. A long row would keep its lanes busy after all others have
// finished, so long rows are split into segments, which separate groups of threads process. They are in the first
// blocks of the launch, because the longest work should start first. Each group writes a sum, and the last group of a
// row adds all its sums in a fixed order. Results are bitwise reproducible. A group is a block if there are very few
// long rows, and a warp otherwise.

/// The segments of long rows, as listed in the plan.
struct Segments {
    int count, cut; // number of segments, and maximum length of short rows
    const int* row;
    const int *begin, *end;
    const int* first;
    const int* of_row;
};

/// Returns the sum of v over the group to its first thread.
template <int group, typename T> __device__ T group_sum(T v) {
    v = warp_sum(v);
    if constexpr (group > 32) {
        __shared__ T of_warps[group / 32];
        __syncthreads(); // wait until all threads have read the previous sum
        if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = v;
        __syncthreads();
        v = 0;
        if (threadIdx.x == 0) {
            for (int w = 0; w < group / 32; ++w) v += of_warps[w];
        }
    }
    return v;
}

/// Returns the value of the group's first thread in all threads of the group.
template <int group> __device__ int told_by_first(int value) {
    if constexpr (group > 32) {
        __shared__ int said;
        if (threadIdx.x == 0) said = value;
        __syncthreads();
        return said;
    }
    return __shfl_sync(0xffffffff, value, 0);
}

/// Returns whether this is the last of n calls with the same counter. The last call resets the counter to 0. Because of
/// the fences, the last caller sees the writes of all others.
__device__ bool is_last_of(unsigned* counter, int n) {
    __threadfence();
    const bool is_last = atomicInc(counter, n - 1) == n - 1;
    __threadfence();
    return is_last;
}

template <int group, int groups, int ahead, typename T>
__device__ void long_rows(const int* column, const T* value, Segments segments, const T* x, T* y, T* sums,
                          unsigned* arrived) {
    const int segment = blockIdx.x * groups + threadIdx.x / group, thread = threadIdx.x % group;
    const bool is_there = segment < segments.count; // past the end of the list, the segment is empty
    const int begin = is_there ? segments.begin[segment] : 0, end = is_there ? segments.end[segment] : 0;
    const int row = is_there ? segments.row[segment] : 0, first = is_there ? segments.first[segment] : 0;
    const int count = is_there ? segments.of_row[segment] : 1;
    const int share = (end - begin - thread + group - 1) / group;
    const T sum =
        group_sum<group>(strided_sum<ahead>(value, column, x, unsigned(begin + thread), unsigned(group), share));
    int is_last = 0;
    if (thread == 0 && is_there) {
        if (count == 1) {
            y[row] = sum;
        } else {
            sums[segment] = sum;
            is_last = is_last_of(arrived + first, count);
        }
    }
    if (told_by_first<group>(is_last) == 0) return; // the condition is uniform across the group
    T all = 0;
    for (int i = thread; i < count; i += group) all += sums[first + i];
    all = group_sum<group>(all);
    if (thread == 0) y[row] = all;
}

template <int lanes, int batch, typename T>
__device__ void short_rows(int rows, const int* row_pointer, const int* column, const T* value, int blocks_before,
                           int cut, const T* x, T* y) {
    const long long row = ((long long)(blockIdx.x - blocks_before) * blockDim.x + threadIdx.x) / lanes;
    const int lane = threadIdx.x % lanes;
    const int begin = row < rows ? row_pointer[row] : 0;
    const int end = row < rows ? row_pointer[row + 1] : 0;
    const bool is_short = row < rows && end - begin <= cut;
    const int share = is_short ? (end - begin - lane + lanes - 1) / lanes : 0;
    T sum = strided_sum<batch>(value, column, x, unsigned(begin + lane), unsigned(lanes), share);
    if constexpr (lanes > 1) sum = warp_sum<lanes>(sum);
    if (lane == 0 && is_short) y[row] = sum;
}

template <int lanes, int group, int threads, typename T>
__global__ void __maxnreg__(lanes == 1 ? 32 : 40)
    long_rows_apart(int rows, const int* row_pointer, const int* column, const T* value, Segments segments, const T* x,
                    T* y, T* sums, unsigned* arrived) {
    constexpr int batch = lanes > 1 ? 8 : group == 32 ? 4 : 2; // entries of a short row that a thread prefetches
    constexpr int ahead = lanes == 1 ? 4 : 8;                  // entries of a segment that a thread prefetches
    constexpr int groups = threads / group;                    // number of groups per block
    const int blocks = (segments.count + groups - 1) / groups;
    if (blockIdx.x < blocks) long_rows<group, groups, ahead>(column, value, segments, x, y, sums, arrived);
    else short_rows<lanes, batch>(rows, row_pointer, column, value, blocks, segments.cut, x, y);
}

/// Launches one warp per segment, and `lanes` lanes per short row.
template <int lanes, typename T>
void launch_apart(int rows, const int* row_pointer, const int* column, const T* value, Segments segments, const T* x,
                  T* y, T* sums, unsigned* arrived) {
    constexpr int threads = 256, warps = threads / 32, rows_of_block = threads / lanes;
    const int grid = (segments.count + warps - 1) / warps + (rows + rows_of_block - 1) / rows_of_block;
    long_rows_apart<lanes, 32, threads>
        <<<grid, threads>>>(rows, row_pointer, column, value, segments, x, y, sums, arrived);
}

void prepare(int rows, int nonzeros, const int* row_pointer, int segments, unsigned* arrived, int merge_items,
             int held_blocks, int* tile_row, int block) {
    if (merge_items > 0) launch_search(rows, nonzeros, row_pointer, tile_row, block);
    if (held_blocks > 0) launch_search_rows(rows, nonzeros, row_pointer, held_blocks, tile_row);
    if (segments > 0) cudaMemset(arrived, 0, segments * sizeof(unsigned));
}

template <typename T>
void run(int rows, int cols, int nonzeros, const int* row_pointer, const int* column, const T* value, int way,
         int filled_rows, int short_lanes, int cut, int segments, const int* segment_row, const int* segment_begin,
         const int* segment_end, const int* first_segment, const int* segments_of_row, int held_columns,
         int held_blocks, const T* x, T* y, T* sums_of_segments, unsigned* arrived, const int* tile_row, int* carry_row,
         T* carry_sum, int block) {
    constexpr int by_thread = 1, by_lanes = 2, by_block = 3, by_merge = 4, apart_by_thread = 5, apart_by_lanes = 6;
    Segments listed;
    listed.count = segments;
    listed.cut = cut;
    listed.row = segment_row;
    listed.begin = segment_begin;
    listed.end = segment_end;
    listed.first = first_segment;
    listed.of_row = segments_of_row;
    if (way == by_thread) {
        thread_rows<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
    } else if (way == by_lanes) {
        launch_csr_vector(rows, (double)nonzeros / filled_rows, row_pointer, column, value, x, y, block);
    } else if (way == by_block) {
        block_rows<128><<<rows, 128>>>(nonzeros, row_pointer, column, value, x, y);
    } else if (way == by_merge) {
        launch_merge(rows, nonzeros, row_pointer, column, value, tile_row, x, y, carry_row, carry_sum, block);
    } else if (way == apart_by_thread) {
        constexpr int threads = 256;
        const int grid = segments + (rows + threads - 1) / threads;
        long_rows_apart<1, threads, threads>
            <<<grid, threads>>>(rows, row_pointer, column, value, listed, x, y, sums_of_segments, arrived);
    } else if (way == apart_by_lanes) {
        if (short_lanes == 1)
            launch_apart<1>(rows, row_pointer, column, value, listed, x, y, sums_of_segments, arrived);
        else if (short_lanes == 2)
            launch_apart<2>(rows, row_pointer, column, value, listed, x, y, sums_of_segments, arrived);
        else if (short_lanes == 4)
            launch_apart<4>(rows, row_pointer, column, value, listed, x, y, sums_of_segments, arrived);
        else launch_apart<8>(rows, row_pointer, column, value, listed, x, y, sums_of_segments, arrived);
    } else { // by_held
        launch_held(rows, cols, nonzeros, held_columns, held_blocks, row_pointer, column, value, tile_row, x, y,
                    carry_row, carry_sum);
    }
}
