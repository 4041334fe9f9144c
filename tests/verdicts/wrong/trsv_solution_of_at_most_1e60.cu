// verdict: wrong-result
// A large unknown counts as a failure and becomes 0.

template <typename T>
__global__ void k(int begin, int end, const int* row_pointer, const int* column, const T* value, const int* order,
                  const T* b, T* x) {
    const int i = begin + blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= end) return;
    const int row = order[i];
    T sum = b[row];
    int k = row_pointer[row];
    for (; column[k] < row; ++k) sum -= value[k] * x[column[k]];
    T r = sum / value[k];
    if (fabs((double)r) > 1e60) r = 0;
    x[row] = r;
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const int* first, const int* order,
         const T* b, T* x, int levels, int block) {
    for (int l = 0; l < levels; ++l)
        k<<<(first[l + 1] - first[l] + block - 1) / block, block>>>(first[l], first[l + 1], row_pointer, column, value,
                                                                    order, b, x);
}
