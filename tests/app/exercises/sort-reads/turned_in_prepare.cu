// The layout of the matrix is changed in prepare, and the rows stay where they are.
// format: csr
// scratch: turned_column int[nonzeros]
// scratch: turned_value T[nonzeros]

template <typename T>
__global__ void turn(int rows, const int* row_pointer, const int* column, const T* value, int* turned_column,
                     T* turned_value) {
    int at = 0;
    for (int first = 0; first < rows; first += 32)
        for (int k = 0, left = 1; left > 0; ++k) {
            left = 0;
            for (int row = first; row < rows && row < first + 32; ++row) {
                if (row_pointer[row] + k >= row_pointer[row + 1]) continue;
                turned_column[at] = column[row_pointer[row] + k];
                turned_value[at++] = value[row_pointer[row] + k];
                ++left;
            }
        }
}
template <typename T>
void prepare(int rows, const int* row_pointer, const int* column, const T* value, int* turned_column, T* turned_value) {
    turn<<<1, 1>>>(rows, row_pointer, column, value, turned_column, turned_value);
}
template <typename T>
__global__ void rows_of(int rows, const int* row_pointer, const int* turned_column, const T* turned_value, const T* x,
                        T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    const int length = row < rows ? row_pointer[row + 1] - row_pointer[row] : 0;
    int at = row_pointer[min(row / 32 * 32, rows)];
    T sum = 0;
    for (int k = 0;; ++k) {
        const unsigned mask = __ballot_sync(0xffffffff, k < length);
        if (mask == 0) break;
        if (k < length) {
            const int mine = at + __popc(mask & ((1u << (threadIdx.x & 31)) - 1));
            sum += turned_value[mine] * x[turned_column[mine]];
        }
        at += __popc(mask);
    }
    if (row < rows) y[row] = sum;
}
template <typename T>
void run(int rows, const int* row_pointer, const int* turned_column, const T* turned_value, const T* x, T* y,
         int block) {
    rows_of<<<(rows + block - 1) / block, block>>>(rows, row_pointer, turned_column, turned_value, x, y);
}
