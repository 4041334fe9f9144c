// verdict: wrong-result
// Two blocks share a row: the first stores by atomicExch, the second adds.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x / 2, half = blockIdx.x % 2, from = row_pointer[row], to = row_pointer[row + 1];
    const int middle = (from + to) / 2;
    if (threadIdx.x != 0) return;
    T sum = 0;
    for (int k = half ? middle : from; k < (half ? to : middle); ++k) sum += value[k] * x[column[k]];
    if (half == 0) atomicExch((unsigned long long*)&y[row], (unsigned long long)__double_as_longlong((double)sum));
    else atomicAdd(&y[row], sum);
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<2 * rows, block>>>(rows, row_pointer, column, value, x, y);
}
