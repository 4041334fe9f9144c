// Blocks on and above the diagonal, whose threads write the mirror, too.
// from: starter
// without: const int row = blockIdx.y * blockDim.y + threadIdx.y;
// instead: if (blockIdx.y > blockIdx.x) return;
// instead: const int row = blockIdx.y * blockDim.y + threadIdx.y;
// without: C[(long long)row * n + column] = sum;
// instead: if (row > column) return; // its mirror is above the diagonal of the same block
// instead: C[(long long)row * n + column] = sum;
// instead: if (row < column) C[(long long)column * n + row] = sum;
