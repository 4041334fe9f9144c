// from: spmv/csr_scalar.cu
