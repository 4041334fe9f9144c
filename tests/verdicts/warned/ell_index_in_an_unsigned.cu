// verdict: right
// warned: 14
// says: 4,294,967,295
// format: ell
// The slot of an entry is a product of two unsigned numbers.

template <typename T>
__global__ void product(int rows, unsigned width, unsigned leading, const int* length, const int* column,
                        const T* value, const T* x, T* y) {
    const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (unsigned k = 0; k < width; ++k)
        if (k < length[row]) sum += value[k * leading + row] * x[column[k * leading + row]];
    y[row] = sum;
}
template <typename T>
void run(int rows, int width, long long leading_dimension, const int* length, const int* column, const T* value,
         const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, width, leading_dimension, length, column, value, x, y);
}
