// verdict: right
// Type aliases, and constants as enum and constexpr.

typedef unsigned int Count;
using Index = const int;
constexpr int first_distance = 16, last_distance = 1;
constexpr Count whole_warp = 0xffffffffu;

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row] + lane; k < row_pointer[row + 1]; k += 32) sum += value[k] * x[column[k]];
    for (int distance = first_distance; distance >= last_distance; distance >>= 1)
        sum += __shfl_down_sync(whole_warp, sum, distance);
    Index leader = 0;
    if (lane == leader) y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int warps = block / 32;
    product<<<(rows + warps - 1) / warps, block>>>(rows, row_pointer, column, value, x, y);
}
