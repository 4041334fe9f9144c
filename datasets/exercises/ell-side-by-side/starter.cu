// y = A x in ELL, one thread per row.
// from: textbook/lesson_5_format.cu
// without: const int row = blockIdx.x * blockDim.x + threadIdx.x;
// instead: const int row = threadIdx.x * gridDim.x + blockIdx.x; // the rows of a warp are gridDim.x apart
