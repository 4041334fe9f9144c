// Prata, Melfe, Pesqueira, Muranho 2010, sections 2.1 and 5: y = A x in CSR, x in shared memory in short pieces.
// The kernel is that of prata2010_csr_shared_x.cu with pieces of 128 numbers in place of 1024. What it loads and computes
// is the same, but a block meets eight times as often: section 2.1 says that points of synchronisation cost performance.
// Between two meetings all warps wait for the one with most to do, and the shorter a piece is, the more that differs.
#define PIECE 128 // numbers of x

#include "../headers/csr_shared_x.cuh"
