// y = A x in CSR, one thread per row.
// from: spmv/csr_scalar.cu
