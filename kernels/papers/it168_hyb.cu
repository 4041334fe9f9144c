// IT168 and NVIDIA, "SpMV on the COO format", HYB as the paper proposes it: y = A x.
// The regular part is in ELL. The rest of the long rows is in COO and is added by the three phases of
// it168_coo_reduce.cu. it168_hyb_serial.cu is the earlier version, in which one thread adds the COO part.
// format: hyb
// scratch: temp_rows int[960]
// scratch: temp_vals T[960]

#include "../headers/it168_ell.cuh"
#include "../headers/it168_reduce.cuh"

#include "../headers/it168_phases.cuh"

template <typename T>
void run(int rows, long long leading_dimension, const int* ell_length, const int* ell_column, const T* ell_value,
         int coo_nonzeros, const int* coo_row, const int* coo_column, const T* coo_value, const T* x, T* y,
         int* temp_rows, T* temp_vals, int block) {
    ell_part<<<(rows + block - 1) / block, block>>>(rows, leading_dimension, ell_length, ell_column, ell_value, x, y);
    add_entries(coo_nonzeros, coo_row, coo_column, coo_value, x, y, temp_rows, temp_vals);
}
