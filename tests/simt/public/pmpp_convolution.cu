// A two-dimensional filter in constant memory, with tiles whose halo comes from the cache.
#define FILTER_RADIUS 2
#define TILE 32
__constant__ float F[2 * FILTER_RADIUS + 1][2 * FILTER_RADIUS + 1] = {{1, 2, 3, 2, 1}, {0}, {0, 0, 1}};
__global__ void convolution_cached_tiled_2D_const_mem_kernel(float* N, float* P, int width, int height) {
    int col = blockIdx.x * TILE + threadIdx.x;
    int row = blockIdx.y * TILE + threadIdx.y;
    __shared__ float N_s[TILE][TILE];
    if (row < height && col < width) N_s[threadIdx.y][threadIdx.x] = N[row * width + col];
    else N_s[threadIdx.y][threadIdx.x] = 0.0;
    __syncthreads();
    if (col < width && row < height) {
        float Pvalue = 0.0f;
        for (int fRow = 0; fRow < 2 * FILTER_RADIUS + 1; fRow++) {
            for (int fCol = 0; fCol < 2 * FILTER_RADIUS + 1; fCol++) {
                if (threadIdx.x - FILTER_RADIUS + fCol >= 0 && threadIdx.x - FILTER_RADIUS + fCol < TILE &&
                    threadIdx.y - FILTER_RADIUS + fRow >= 0 && threadIdx.y - FILTER_RADIUS + fRow < TILE) {
                    Pvalue +=
                        F[fRow][fCol] * N_s[threadIdx.y + fRow - FILTER_RADIUS][threadIdx.x + fCol - FILTER_RADIUS];
                } else if (row - FILTER_RADIUS + fRow >= 0 && row - FILTER_RADIUS + fRow < height &&
                           col - FILTER_RADIUS + fCol >= 0 && col - FILTER_RADIUS + fCol < width) {
                    Pvalue += F[fRow][fCol] * N[(row - FILTER_RADIUS + fRow) * width + col - FILTER_RADIUS + fCol];
                }
            }
        }
        P[row * width + col] = Pvalue;
    }
}
void run(int m, int n, float* A, float* C) {
    convolution_cached_tiled_2D_const_mem_kernel<<<dim3((n + TILE - 1) / TILE, (m + TILE - 1) / TILE),
                                                   dim3(TILE, TILE)>>>(A, C, n, m);
}
