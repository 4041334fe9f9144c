// y = A x in COO, one thread per entry.
// from: spmv/coo_atomic.cu
// without: atomicAdd(&y[__ldcs(row + k)], __ldcs(value + k) * x[__ldcs(column + k)]);
// instead: y[row[k]] += value[k] * x[column[k]];
// without: __global__ void coo_atomic(int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y) {
// instead: __global__ void add_entries(int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y) {
// without: if (nonzeros > 0) coo_atomic<<<(nonzeros + block - 1) / block, block>>>(nonzeros, row, column, value, x, y);
// instead: if (nonzeros > 0) add_entries<<<(nonzeros + block - 1) / block, block>>>(nonzeros, row, column, value, x, y);
