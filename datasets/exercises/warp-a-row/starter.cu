// y = A x in CSR, a thread for each row.
// from: spmv/csr_scalar.cu
