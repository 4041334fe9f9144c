// verdict: shared-race
// The flag of a warp announces its numbers, but no fence orders them.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T part[1024];
    const int row = blockIdx.x, t = threadIdx.x;
    T sum = 0;
    for (int k = row_pointer[row] + t; k < row_pointer[row + 1]; k += blockDim.x) sum += value[k] * x[column[k]];
    __shared__ volatile int there[32];
    if (t < 32) there[t] = 0;
    __syncthreads();
    part[t] = sum;
    __syncwarp();
    if (t % 32 == 0) there[t / 32] = 1;
    if (t == 0) {
        T all = 0;
        for (int warp = 0; warp < blockDim.x / 32; ++warp) {
            while (there[warp] == 0) {}
            for (int i = 0; i < 32; ++i) all += part[32 * warp + i];
        }
        y[row] = all;
    }
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<rows, block>>>(rows, row_pointer, column, value, x, y);
}
