// IT168 and NVIDIA, "SpMV on the COO format", the serial listing, from OpenCL to CUDA: y = A x in COO, one thread. COO
// does not store row boundaries, so two threads could add to the same y at the same time; a single thread avoids this.
// The listing adds to a y of zeros, which the first launch writes.
// format: coo

template <typename T> __global__ void set_to_zero(int rows, T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows) y[i] = 0;
}

template <typename T>
__global__ void spmv_coo_serial(int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y) {
    for (int n = 0; n < nonzeros; n++) y[row[n]] += value[n] * x[column[n]];
}

template <typename T>
void run(int rows, int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y, int block) {
    set_to_zero<<<(rows + block - 1) / block, block>>>(rows, y);
    spmv_coo_serial<<<1, 1>>>(nonzeros, row, column, value, x, y);
}
