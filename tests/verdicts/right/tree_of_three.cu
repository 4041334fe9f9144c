// verdict: right
// Three partial sums become one in each step.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T part[1024];
    const int row = blockIdx.x, t = threadIdx.x;
    T sum = 0;
    for (int k = row_pointer[row] + t; k < row_pointer[row + 1]; k += blockDim.x) sum += value[k] * x[column[k]];
    part[t] = sum;
    __syncthreads();
    for (int n = blockDim.x; n > 1; n = (n + 2) / 3) {
        const int third = (n + 2) / 3;
        T more = 0;
        if (t < third) {
            if (t + third < n) more += part[t + third];
            if (t + 2 * third < n) more += part[t + 2 * third];
        }
        __syncthreads();
        if (t < third) part[t] += more;
        __syncthreads();
    }
    if (t == 0) y[row] = part[0];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<rows, block>>>(rows, row_pointer, column, value, x, y);
}
