// y = A x in CSR, one thread per row. Thread i takes row order[i]; prepare, which runs once per matrix, fills order.
// format: csr
// scratch: order int[rows]
// scratch: place int[cols + 1]

__global__ void as_they_stand(int rows, int* order) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) order[row] = row;
}

void prepare(int rows, int cols, const int* row_pointer, const int* column, int* order, int* place, int block) {
    as_they_stand<<<(rows + block - 1) / block, block>>>(rows, order);
}

template <typename T>
__global__ void thread_a_row(int rows, const int* row_pointer, const int* column, const T* value, const int* order,
                             const T* x, T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows) return;
    const int row = order[i];
    T sum = 0;
    const int end = row_pointer[row + 1];
    for (int k = row_pointer[row]; k < end; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const int* order, const T* x, T* y,
         int block) {
    thread_a_row<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, order, x, y);
}
