// Prata, Melfe, Pesqueira, Muranho 2010, section 5: y = A x in CSR, one thread per row, x in shared memory.
// Future work of the paper, which only mentions shared memory; the rest is our design. A block loads x piece by piece,
// and each of its threads continues with its row as far as the piece reaches, so the columns of a row must ascend. Each
// piece costs two barriers, at which all warps of the block wait for the one with the most work.
#include "../headers/csr_shared_x.cuh"
