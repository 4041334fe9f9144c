// A tile of a matrix, copied and transposed, with and without bank conflicts.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define TILE_DIM 32
#define BLOCK_ROWS 8
__global__ void copySharedMem(float* odata, const float* idata, int width, int height) {
    cg::thread_block cta = cg::this_thread_block();
    __shared__ float tile[TILE_DIM * TILE_DIM];
    int xIndex = blockIdx.x * TILE_DIM + threadIdx.x;
    int yIndex = blockIdx.y * TILE_DIM + threadIdx.y;
    int index = xIndex + width * yIndex;
    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS)
        if (xIndex < width && yIndex + i < height)
            tile[(threadIdx.y + i) * TILE_DIM + threadIdx.x] = idata[index + i * width];
    cg::sync(cta);
    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS)
        if (xIndex < width && yIndex + i < height)
            odata[index + i * width] = tile[(threadIdx.y + i) * TILE_DIM + threadIdx.x];
}
__global__ void transposeNoBankConflicts(float* odata, const float* idata, int width, int height) {
    cg::thread_block cta = cg::this_thread_block();
    __shared__ float tile[TILE_DIM][TILE_DIM + 1];
    int xIndex = blockIdx.x * TILE_DIM + threadIdx.x, yIndex = blockIdx.y * TILE_DIM + threadIdx.y;
    int index_in = xIndex + (yIndex)*width;
    xIndex = blockIdx.y * TILE_DIM + threadIdx.x;
    yIndex = blockIdx.x * TILE_DIM + threadIdx.y;
    int index_out = xIndex + (yIndex)*height;
    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS) tile[threadIdx.y + i][threadIdx.x] = idata[index_in + i * width];
    cg::sync(cta);
    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS) odata[index_out + i * height] = tile[threadIdx.x][threadIdx.y + i];
}
void run(int m, int n, const float* A, float* C) {
    dim3 grid(n / TILE_DIM, m / TILE_DIM), threads(TILE_DIM, BLOCK_ROWS);
    copySharedMem<<<grid, threads>>>(C, A, n, m);
    transposeNoBankConflicts<<<grid, threads, 0>>>(C, A, n, m);
}
