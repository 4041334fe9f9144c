// y = A x in COO: each thread adds up 16 neighboring entries. The sums that are open at the end are missing in y.
// format: coo
// scratch: open_row int[nonzeros / 16 + 1]
// scratch: open_sum T[nonzeros / 16 + 1]

#define ENTRIES 16

template <typename T> __global__ void set_to_zero(int rows, T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows) y[i] = 0;
}

// Each row has one writer: the thread that processes the last entry of the row.
template <typename T>
__global__ void add_up(int nonzeros, int parts, const int* row, const int* column, const T* value, const T* x, T* y,
                       int* open_row, T* open_sum) {
    const int part = blockIdx.x * blockDim.x + threadIdx.x;
    if (part >= parts) return;
    const int begin = part * ENTRIES, end = min(begin + ENTRIES, nonzeros);
    int here = row[begin];
    T sum = 0;
    for (int k = begin; k < end; ++k) {
        if (row[k] != here) {
            y[here] = sum;
            here = row[k];
            sum = 0;
        }
        sum += value[k] * x[column[k]];
    }
    open_row[part] = here;
    open_sum[part] = sum;
}

template <typename T> __global__ void add_open_sums(int parts, const int* open_row, const T* open_sum, T* y) {
    const int part = blockIdx.x * blockDim.x + threadIdx.x;
    if (part >= parts) return;
    // Add the open sums to y here.
}

template <typename T>
void run(int rows, int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y, int* open_row,
         T* open_sum, int block) {
    const int parts = (nonzeros + ENTRIES - 1) / ENTRIES;
    set_to_zero<<<(rows + block - 1) / block, block>>>(rows, y);
    add_up<<<(parts + block - 1) / block, block>>>(nonzeros, parts, row, column, value, x, y, open_row, open_sum);
    add_open_sums<<<(parts + block - 1) / block, block>>>(parts, open_row, open_sum, y);
}
