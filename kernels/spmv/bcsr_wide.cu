// title: BCSR, several rows per lane
// summary: Like bcsr, but a lane takes several rows of a column: one index and one element of x serve up to seven rows.
// source: reference; after rossignon2013 3.5
// format: bcsr

#include "../headers/bcsr_rows.cuh"
#include "../headers/wide_load.cuh"

// Like bcsr, but each lane processes several neighboring rows of a column: the whole column if it has at most seven
// rows, and 16 bytes of it otherwise. The lane loads the index and x only once for all of these rows. In float, bcsr is
// limited by the number of instructions.
//
// Falls back to bcsr if a column has more than seven rows and its size is not 32, 64 or 128 bytes.

/// Multiplies with `lanes` lanes per block row and `high` lanes per column. Each lane processes `height` rows.
template <int height, int high, int lanes, typename T>
__global__ void __maxnreg__(64)
    bcsr_wide(int rows, int block_rows, const int* pointer, const int* column, const T* value, const T* x, T* y) {
    constexpr int columns = lanes / high; // number of columns per load
    constexpr int words = height * sizeof(T) / 4;
    constexpr int batch = lanes == 8 ? (words <= 4 ? 4 : 2) : words <= 4 ? 7 : words <= 8 ? 3 : 2; // loads in flight
    const long long block_row = ((long long)blockIdx.x * blockDim.x + threadIdx.x) / lanes;
    const int lane = threadIdx.x % lanes;
    const int my_column = lane / high, my_row = lane % high * height;
    const int begin = block_row < block_rows ? pointer[block_row] : 0;
    const int end = block_row < block_rows ? pointer[block_row + 1] : 0;
    T sum[height];
#pragma unroll
    for (int k = 0; k < height; ++k) sum[k] = 0;
    for (int base = begin; base < end; base += batch * columns) {
        T v[batch][height];
        int c[batch];
#pragma unroll
        for (int i = 0; i < batch; ++i) { // issue all loads before the first use
            const int j = base + i * columns + my_column;
            c[i] = -1;
            if (j < end) {
                read_together(value + ((long long)j * (high * height) + my_row), v[i]);
                c[i] = column[j];
            }
        }
#pragma unroll
        for (int i = 0; i < batch; ++i) {
            if (c[i] >= 0) {
                const T x_of_column = x[c[i]];
#pragma unroll
                for (int k = 0; k < height; ++k) {
                    const T product = v[i][k] * x_of_column;
                    sum[k] += v[i][k] != 0 ? product : T(0); // skip fill-in, because 0 times infinity is NaN
                }
            }
        }
    }
#pragma unroll
    for (int k = 0; k < height; ++k) {
        for (int distance = high; distance < lanes; distance *= 2)
            sum[k] += __shfl_xor_sync(0xffffffff, sum[k], distance, lanes);
        const long long row = block_row * (high * height) + my_row + k;
        if (my_column == 0 && block_row < block_rows && row < rows) y[row] = sum[k];
    }
}

/// Chooses the lanes per block row so that short block rows leave few lanes idle.
template <int height, int high, typename T>
void launch_wide(int rows, int block_rows, int stored_columns, const int* pointer, const int* column, const T* value,
                 const T* x, T* y, int block) {
    const double loads = (double)stored_columns * high / block_rows; // number of lanes that a block row can use at once
    const int lanes = loads <= 32 ? 8 : loads <= 96 ? 16 : 32;
    const int grid = ((long long)block_rows * lanes + block - 1) / block;
    if (lanes == 8) bcsr_wide<height, high, 8><<<grid, block>>>(rows, block_rows, pointer, column, value, x, y);
    else if (lanes == 16) bcsr_wide<height, high, 16><<<grid, block>>>(rows, block_rows, pointer, column, value, x, y);
    else bcsr_wide<height, high, 32><<<grid, block>>>(rows, block_rows, pointer, column, value, x, y);
}

template <typename T>
void run(int rows, int block_size, int block_rows, int stored_columns, const int* pointer, const int* column,
         const T* value, const T* x, T* y, int block) {
    constexpr int w = 16 / sizeof(T); // number of values in 16 bytes
    if (block_size == 2) launch_wide<2, 1>(rows, block_rows, stored_columns, pointer, column, value, x, y, block);
    else if (block_size == 3) launch_wide<3, 1>(rows, block_rows, stored_columns, pointer, column, value, x, y, block);
    else if (block_size == 4)
        launch_wide<w, 4 / w>(rows, block_rows, stored_columns, pointer, column, value, x, y, block);
    else if (block_size == 5) launch_wide<5, 1>(rows, block_rows, stored_columns, pointer, column, value, x, y, block);
    else if (block_size == 6) launch_wide<6, 1>(rows, block_rows, stored_columns, pointer, column, value, x, y, block);
    else if (block_size == 7) launch_wide<7, 1>(rows, block_rows, stored_columns, pointer, column, value, x, y, block);
    else if (block_size == 2 * w)
        launch_wide<w, 2>(rows, block_rows, stored_columns, pointer, column, value, x, y, block);
    else if (block_size == 4 * w)
        launch_wide<w, 4>(rows, block_rows, stored_columns, pointer, column, value, x, y, block);
    else if (block_size == 8 * w)
        launch_wide<w, 8>(rows, block_rows, stored_columns, pointer, column, value, x, y, block);
    else launch_bcsr(rows, block_size, block_rows, stored_columns, pointer, column, value, x, y, block);
}
