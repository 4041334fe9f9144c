// IT168 and NVIDIA, "SpMV on the COO format", HYB in its earlier form: y = A x.
// The regular part is in ELL. The rest of the long rows is in COO and is added by one thread. The paper says that HYB
// is fast on a GPU, but that its COO part could only be summed serially, as in this version. it168_hyb.cu has the
// parallel sum that the paper proposes.
// format: hyb

#include "../headers/it168_ell.cuh"

template <typename T>
__global__ void spmv_coo_serial(int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y) {
    for (int n = 0; n < nonzeros; n++) y[row[n]] += value[n] * x[column[n]];
}

template <typename T>
void run(int rows, long long leading_dimension, const int* ell_length, const int* ell_column, const T* ell_value,
         int coo_nonzeros, const int* coo_row, const int* coo_column, const T* coo_value, const T* x, T* y, int block) {
    ell_part<<<(rows + block - 1) / block, block>>>(rows, leading_dimension, ell_length, ell_column, ell_value, x, y);
    if (coo_nonzeros > 0) spmv_coo_serial<<<1, 1>>>(coo_nonzeros, coo_row, coo_column, coo_value, x, y);
}
