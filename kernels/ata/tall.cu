// title: Few columns, many rows
// summary: Eight lanes share a row and exchange its elements by shuffles. Blocks divide the rows of A, and their sums are added in a fixed order.
// source: reference
// scratch: partial T[((n + 7) / 8 * ((n + 7) / 8 + 1) / 2 + 1056) * 64]

#include "../headers/warp_sum.cuh"

// If A has few columns and very many rows, C is small, and most of the time is spent reading A. C is divided into 8 x 8
// tiles. Eight lanes share a row. Each lane reads one value (neighboring lanes read neighboring values), and shuffles
// rotate the values so that lane j is paired with lanes j, j + 1, j + 2, etc. A thread keeps at most 8 sums, so that it
// can have 4 rows in flight.
//
//   sums   each block processes its own rows of A and writes 64 partial sums
//   add    one warp per element of C adds the partial sums of all blocks in a fixed order, and writes the element and
//          its mirror image
inline constexpr int width = 8; // number of columns of a tile, and number of lanes that share a row
inline constexpr int numbers = width * width;
inline constexpr int most_threads = 256; // maximum number of threads per block
inline constexpr int rows_at_once = most_threads / width;
inline constexpr int batch = 4; // number of rows that a thread prefetches

// A tile of the upper triangle of C. `left` selects its rows and `right` its columns, in tiles.
struct Piece {
    int left, right;
};
__device__ Piece piece_of(int number, int across) {
    Piece piece;
    piece.left = 0;
    while (number >= across - piece.left) {
        number -= across - piece.left;
        ++piece.left;
    }
    piece.right = piece.left + number;
    return piece;
}

// Returns the lane with column + k (modulo 8) of the same row.
__device__ int lane_after(int lane, int k) { return lane / width * width + (lane + k) % width; }

template <typename T>
__global__ void __maxnreg__(64)
    sums(int m, int n, const T* A, int across, int chunks, long long rows_a_chunk, T* partial) {
    __shared__ T of_warps[most_threads / 32 * numbers];
    const int thread = threadIdx.x, lane = thread % 32;
    const Piece piece = piece_of(blockIdx.x / chunks, across);
    const int column = lane % width; // the lane's column of A within the tile
    const int left_column = piece.left * width + column, right_column = piece.right * width + column;
    const long long begin = blockIdx.x % chunks * rows_a_chunk;
    const long long end = begin + rows_a_chunk < m ? begin + rows_a_chunk : m;
    const bool is_diagonal = piece.left == piece.right;
    T sum[width];
#pragma unroll
    for (int k = 0; k < width; ++k) sum[k] = 0;

    for (long long base = begin; base < end; base += batch * rows_at_once) {
        T left[batch], right[batch];
#pragma unroll
        for (int b = 0; b < batch; ++b) {
            const long long row = base + b * rows_at_once + thread / width;
            left[b] = row < end && left_column < n ? __ldcs(A + row * n + left_column) : T(0);
        }
#pragma unroll
        for (int b = 0; b < batch; ++b) {
            const long long row = base + b * rows_at_once + thread / width;
            right[b] = left[b];
            if (!is_diagonal) right[b] = row < end && right_column < n ? __ldcs(A + row * n + right_column) : T(0);
        }
#pragma unroll
        for (int b = 0; b < batch; ++b) {
            sum[0] += left[b] * right[b];
#pragma unroll
            for (int k = 1; k <= width / 2; ++k)
                sum[k] += left[b] * __shfl_sync(0xffffffff, right[b], lane_after(lane, k));
            if (is_diagonal) continue; // the condition is uniform across the block
#pragma unroll
            for (int k = width / 2 + 1; k < width; ++k)
                sum[k] += left[b] * __shfl_sync(0xffffffff, right[b], lane_after(lane, k));
        }
    }

    // Lanes that are 8 or 16 apart hold the same column. Add their sums, and then the sums of the warps.
#pragma unroll
    for (int k = 0; k < width; ++k) {
        sum[k] += __shfl_xor_sync(0xffffffff, sum[k], 8);
        sum[k] += __shfl_xor_sync(0xffffffff, sum[k], 16);
        if (lane < width) of_warps[thread / 32 * numbers + column * width + k] = sum[k];
    }
    __syncthreads();
    if (thread < numbers) {
        T all = 0;
        for (int w = 0; w < most_threads / 32; ++w) all += of_warps[w * numbers + thread];
        partial[(long long)blockIdx.x * numbers + thread] = all;
    }
}

template <typename T>
__global__ void __maxnreg__(32) add(int n, int across, int pieces, int chunks, const T* partial, T* C) {
    const int lane = threadIdx.x % 32;
    const long long number = ((long long)blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (number >= (long long)pieces * numbers) return; // the condition is uniform across the warp
    const int piece_number = (int)(number / numbers), e = (int)(number % numbers);
    const Piece piece = piece_of(piece_number, across);
    const int column = e / width, turn = e % width;
    // In a diagonal tile, the columns j and j + 5 also occur as j + 5 and (j + 5) + 3 = j, so skip one of the pairs.
    const bool is_diagonal = piece.left == piece.right;
    const bool is_twice = is_diagonal && (turn > width / 2 || (turn == width / 2 && column >= width / 2));
    const long long i = piece.left * width + column, j = piece.right * width + (column + turn) % width;
    if (is_twice || i >= n || j >= n) return; // the condition is uniform across the warp
    T sum = 0;
#pragma unroll 8
    for (int chunk = lane; chunk < chunks; chunk += 32)
        sum += partial[((long long)piece_number * chunks + chunk) * numbers + e];
    sum = warp_sum(sum);
    if (lane == 0) {
        C[i * n + j] = sum;
        if (i != j) C[j * n + i] = sum;
    }
}

template <typename T> void run(int m, int n, const T* A, T* C, T* partial) {
    if (n == 0) return;
    constexpr int blocks_wanted = 1056; // approximate number of resident blocks on a large GPU
    const int across = (n + width - 1) / width, pieces = across * (across + 1) / 2;
    const int least_rows = batch * rows_at_once;
    const int most_chunks = max(1, (int)(((long long)m + least_rows - 1) / least_rows));
    const int chunks = min(max(blocks_wanted / pieces, 1), most_chunks);
    const long long rows_a_chunk = ((long long)m + chunks - 1) / chunks;
    sums<<<pieces * chunks, most_threads>>>(m, n, A, across, chunks, rows_a_chunk, partial);
    const long long warps = (long long)pieces * numbers;
    add<<<(int)((warps * 32 + most_threads - 1) / most_threads), most_threads>>>(n, across, pieces, chunks, partial, C);
}
