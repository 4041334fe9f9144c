// verdict: right
// Adjacent threads write the int and the float of the same struct.
// scratch: pairs Pair[rows]

struct Pair {
    int count;
    float weight;
};

__global__ void fill(int rows, const int* row_pointer, Pair* pairs) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, row = i / 2;
    if (row >= rows) return;
    if (i % 2 == 0) pairs[row].count = row_pointer[row + 1] - row_pointer[row];
    else pairs[row].weight = 0.5f;
}

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
                        const Pair* pairs) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = 0; k < pairs[row].count; ++k) sum += value[row_pointer[row] + k] * x[column[row_pointer[row] + k]];
    y[row] = 2 * pairs[row].weight * sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, Pair* pairs,
         int block) {
    fill<<<(2 * rows + block - 1) / block, block>>>(rows, row_pointer, pairs);
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y, pairs);
}
// warned: 11
