// verdict: wrong-result
// A device variable is a counter that is 0 only in the first run.

__device__ int taken;
template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ int row;
    if (threadIdx.x == 0) row = atomicAdd(&taken, 1);
    __syncthreads();
    if (row >= rows) return;
    T sum = 0;
    if (threadIdx.x == 0) {
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
        y[row] = sum;
    }
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<rows, 32>>>(rows, row_pointer, column, value, x, y);
}
