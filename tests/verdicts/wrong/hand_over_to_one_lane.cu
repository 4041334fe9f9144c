// verdict: shared-race
// Lane 0 waits for the flag; the other lanes read without a __syncwarp behind it.

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
    __threadfence_block();
    __syncwarp();
    if (t % 32 == 0) there[t / 32] = 1;
    if (t < 32) {
        if (t == 0) {
            for (int warp = 0; warp < blockDim.x / 32; ++warp)
                while (there[warp] == 0) {}
            __threadfence_block();
        }
        T all = 0;
        for (int i = t; i < blockDim.x; i += 32) all += part[i];
        for (int distance = 16; distance > 0; distance /= 2) all += __shfl_down_sync(0xffffffff, all, distance);
        if (t == 0) y[row] = all;
    }
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<rows, block>>>(rows, row_pointer, column, value, x, y);
}
