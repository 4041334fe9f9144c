// Prata, Melfe, Pesqueira, Muranho 2010, sections 2.1 and 5: y = A x in CSR, x in shared memory in short pieces. This
// is prata2010_csr_shared_x.cu with pieces of 128 numbers instead of 1024. It does the same work, but synchronizes a
// block eight times as often; section 2.1 says that synchronization points cost performance. Between two barriers, all
// warps wait for the warp with the most work, and shorter pieces are less balanced.
#define PIECE 128 // number of elements of x per piece

#include "../headers/csr_shared_x.cuh"
