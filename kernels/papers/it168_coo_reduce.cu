// IT168 and NVIDIA, "SpMV on the COO format", all three phases, from OpenCL to CUDA: y = A x in COO by segmented
// sums. A warp takes 32 entries at a time; `reduce` adds neighbors in the same row in shared memory, so that
// each row has one writer and needs no atomic operation, regardless of its length. The listing prints the first
// stride of `reduce` and omits the other four. Between its barriers, it relies on lockstep. Here the strides are
// a loop, the misprint in its line is corrected (see it168_coo_reduce_printed.cu), and the missing barriers are
// added.
// format: coo
// scratch: temp_rows int[960]
// scratch: temp_vals T[960]

#include "../headers/it168_reduce.cuh"

#include "../headers/it168_phases.cuh"

template <typename T>
void run(int rows, int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y, int* temp_rows,
         T* temp_vals, int block) {
    set_to_zero<<<(rows + block - 1) / block, block>>>(rows, y);
    add_entries(nonzeros, row, column, value, x, y, temp_rows, temp_vals);
}
