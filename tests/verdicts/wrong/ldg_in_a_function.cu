// verdict: global-race
// A device function reads through the read-only cache an array that it cannot know is written.
// scratch: scratch T[rows]

template <typename T> __device__ T fetch(const T* from, int at) { return __ldg(from + at); }

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
                        T* scratch) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    if (row < rows) scratch[row] = sum;
    if (row < rows) y[row] = fetch(scratch, row);
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* scratch, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y, scratch);
}
