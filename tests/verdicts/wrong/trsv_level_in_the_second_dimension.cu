// verdict: refused
// One block in y per row of a level: a level with 65,536 rows has too many.

template <typename T>
__global__ void k(int begin, const int* row_pointer, const int* column, const T* value, const int* order, const T* b,
                  T* x) {
    const int row = order[begin + blockIdx.y];
    if (threadIdx.x != 0) return;
    T sum = b[row];
    int k = row_pointer[row];
    for (; column[k] < row; ++k) sum -= value[k] * x[column[k]];
    x[row] = sum / value[k];
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const int* first, const int* order,
         const T* b, T* x, int levels) {
    for (int l = 0; l < levels; ++l)
        k<<<dim3(1, first[l + 1] - first[l]), 32>>>(first[l], row_pointer, column, value, order, b, x);
}
