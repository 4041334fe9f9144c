// verdict: right
// warned: 27
// says: 6,145 or more nonzeros per row
// Shared memory for the longest row: rows of 6,145 entries need more than a launch has without an attribute.

// format: ell

template <typename T>
__global__ void k(int rows, long long leading_dimension, const int* length, const int* column, const T* value,
                  const T* x, T* y) {
    extern __shared__ unsigned char memory[];
    T* const product = (T*)memory;
    const int row = blockIdx.x;
    for (int k = threadIdx.x; k < length[row]; k += blockDim.x) {
        const long long slot = k * leading_dimension + row;
        product[k] = value[slot] * x[column[slot]];
    }
    __syncthreads();
    if (threadIdx.x != 0) return;
    T sum = 0;
    for (int k = 0; k < length[row]; ++k) sum += product[k];
    y[row] = sum;
}
template <typename T>
void run(int rows, int width, long long leading_dimension, const int* length, const int* column, const T* value,
         const T* x, T* y) {
    k<<<rows, 32, width * sizeof(T)>>>(rows, leading_dimension, length, column, value, x, y);
}
