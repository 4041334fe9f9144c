// verdict: global-race
// __syncthreads is mistaken for a grid-wide barrier.

// scratch: product T[nonzeros]
template <typename T>
__global__ void both(int rows, int nonzeros, const int* row_pointer, const int* column, const T* value, const T* x,
                     T* y, T* product) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < nonzeros) product[t] = value[t] * x[column[t]];
    __syncthreads();
    if (t >= rows) return;
    T sum = 0;
    for (int k = row_pointer[t]; k < row_pointer[t + 1]; ++k) sum += product[k];
    y[t] = sum;
}

template <typename T>
void run(int rows, int nonzeros, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
         T* product, int block) {
    both<<<(nonzeros + rows + block - 1) / block, block>>>(rows, nonzeros, row_pointer, column, value, x, y, product);
}
