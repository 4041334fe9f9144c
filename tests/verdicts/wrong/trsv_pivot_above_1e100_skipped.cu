// verdict: wrong-result
// A large pivot is treated as infinite.

template <typename T>
__global__ void k(int begin, int end, const int* row_pointer, const int* column, const T* value, const int* order,
                  const T* b, T* x) {
    const int i = begin + blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= end) return;
    const int row = order[i];
    T sum = b[row];
    int k = row_pointer[row];
    for (; column[k] < row; ++k) sum -= value[k] * x[column[k]];
    const T p = value[k];
    x[row] = fabs((double)p) > 1e100 ? (T)0 : sum / p;
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const int* first, const int* order,
         const T* b, T* x, int levels, int block) {
    for (int l = 0; l < levels; ++l)
        k<<<(first[l + 1] - first[l] + block - 1) / block, block>>>(first[l], first[l + 1], row_pointer, column, value,
                                                                    order, b, x);
}
