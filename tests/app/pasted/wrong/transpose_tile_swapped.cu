// verdict: wrong
#include <cassert>
#include <cstdio>

constexpr int TILE_DIM = 32;

__global__ void transposeNoBankConflicts(float* odata, const float* idata, int width, int height) {
    __shared__ float tile[TILE_DIM][TILE_DIM + 1];

    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = idata[y * width + x];

    __syncthreads();

    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    if (x < height && y < width) odata[y * height + x] = tile[threadIdx.y][threadIdx.x];
}

int main(int argc, char** argv) {
    const int nx = 1024, ny = 512;
    float *d_idata, *d_tdata;
    cudaMalloc(&d_idata, nx * ny * sizeof(float));
    cudaMalloc(&d_tdata, nx * ny * sizeof(float));
    dim3 dimBlock(TILE_DIM, TILE_DIM, 1);
    dim3 dimGrid((nx + TILE_DIM - 1) / TILE_DIM, (ny + TILE_DIM - 1) / TILE_DIM, 1);
    transposeNoBankConflicts<<<dimGrid, dimBlock>>>(d_tdata, d_idata, nx, ny);
    assert(cudaGetLastError() == cudaSuccess);
    printf("done\n");
}
