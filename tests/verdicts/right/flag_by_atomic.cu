// verdict: right
// An atomic maximum next to the product; nothing in this launch reads it.

// scratch: longest int[1]
template <typename T> __global__ void begin(int* longest) { longest[0] = 0; }

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
                        int* longest) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    atomicMax(longest, row_pointer[row + 1] - row_pointer[row]);
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int* longest,
         int block) {
    begin<T><<<1, 1>>>(longest);
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y, longest);
}
