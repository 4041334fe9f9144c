// Prata, Melfe, Pesqueira, Muranho 2010, section 5: y = A x in CSR, one thread per row, x in shared memory. This is
// future work of the paper, which only mentions shared memory; the rest is our design. A block loads x in pieces, and
// each thread processes the entries of its row in the piece, so columns must be in ascending order. Each piece costs
// two barriers, at which all warps wait for the warp with the most work.
#include "../headers/csr_shared_x.cuh"
