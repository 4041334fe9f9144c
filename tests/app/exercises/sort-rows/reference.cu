// from: spmv/csr_scalar_sorted.cu
