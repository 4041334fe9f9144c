// y = A x in CSR, one thread per row. Thread i takes row order[i]; prepare, which runs once per matrix, fills order.
// format: csr
// scratch: order int[rows]
// scratch: place int[cols + 1]

// The first column of a row. Rows without entries read nothing and come first.
__device__ int first_column(int row, const int* row_pointer, const int* column) {
    return row_pointer[row] < row_pointer[row + 1] ? column[row_pointer[row]] : 0;
}

__global__ void count_rows(int rows, const int* row_pointer, const int* column, int* place) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) atomicAdd(&place[first_column(row, row_pointer, column)], 1);
}

__global__ void add_up(int cols, int* place) {
    int before = 0;
    for (int col = 0; col < cols; ++col) {
        const int rows_here = place[col];
        place[col] = before;
        before += rows_here;
    }
}

__global__ void put_rows(int rows, const int* row_pointer, const int* column, int* place, int* order) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) order[atomicAdd(&place[first_column(row, row_pointer, column)], 1)] = row;
}

void prepare(int rows, int cols, const int* row_pointer, const int* column, int* order, int* place, int block) {
    cudaMemset(place, 0, (cols + 1) * sizeof(int));
    count_rows<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, place);
    add_up<<<1, 1>>>(cols, place);
    put_rows<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, place, order);
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
