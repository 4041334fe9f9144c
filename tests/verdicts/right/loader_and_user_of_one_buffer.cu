// verdict: right
// One warp loads pieces of a row for another and waits until each piece is used.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ volatile int full, used;
    __shared__ T piece[32];
    const int row = blockIdx.x, t = threadIdx.x, lane = t % 32, begin = row_pointer[row], end = row_pointer[row + 1];
    if (t == 0) full = used = 0;
    __syncthreads();
    const int loader = blockDim.x > 32 ? 1 : 0;
    if (t / 32 == loader) {
        for (int k = begin, n = 1; k < end; k += 4, ++n) {
            while (loader == 1 && used < n - 1) {}
            __threadfence_block();
            piece[lane] = lane < 4 && k + lane < end ? value[k + lane] * x[column[k + lane]] : 0;
            __threadfence_block();
            __syncwarp();
            if (loader == 1 && lane == 0) full = n;
            if (loader == 0) {
                T all = 0;
                if (lane == 0)
                    for (int i = 0; i < 4; ++i) all += piece[i];
                if (lane == 0) y[row] = n == 1 ? all : y[row] + all;
                __syncwarp();
            }
        }
    }
    if (loader == 1 && t < 32) {
        T all = 0;
        for (int k = begin, n = 1; k < end; k += 4, ++n) {
            while (full < n) {}
            __threadfence_block();
            all += piece[lane];
            __threadfence_block();
            __syncwarp();
            if (lane == 0) used = n;
        }
        for (int distance = 16; distance > 0; distance /= 2) all += __shfl_down_sync(0xffffffff, all, distance);
        if (lane == 0) y[row] = all;
    } else if (loader == 0 && begin == end && t == 0) {
        y[row] = 0;
    }
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<rows, block>>>(rows, row_pointer, column, value, x, y);
}
