// Prata, Melfe, Pesqueira, Muranho 2010, section 5: y = A x in CSR, a thread for each row, x in shared memory.
// Future work of the paper, which names shared memory and no more; the rest is ours. A block brings x piece by piece, and
// each of its threads goes on with its row as far as the piece reaches. So the columns of a row must ascend. Each piece costs
// two barriers, at which all warps of the block wait for the one with most to do.
#include "../headers/csr_shared_x.cuh"
