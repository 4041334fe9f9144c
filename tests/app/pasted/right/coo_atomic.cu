#include <cuda_runtime.h>
#include <stdio.h>

__global__ void spmv_coo_kernel(const int* rowIdx, const int* colIdx, const double* vals, const double* vec,
                                double* out, int nnz) {
    int k = blockDim.x * blockIdx.x + threadIdx.x;
    if (k < nnz) {
        atomicAdd(&out[rowIdx[k]], vals[k] * vec[colIdx[k]]);
    }
}

int main(void) {
    FILE* f = fopen("matrix.mtx", "r");
    int m, n, nnz;
    if (fscanf(f, "%d %d %d", &m, &n, &nnz) != 3) return 1;
    int *d_r, *d_c;
    double *d_v, *d_x, *d_y;
    cudaMalloc(&d_r, nnz * sizeof(int));
    cudaMalloc(&d_c, nnz * sizeof(int));
    cudaMalloc(&d_v, nnz * sizeof(double));
    cudaMalloc(&d_x, n * sizeof(double));
    cudaMalloc(&d_y, m * sizeof(double));
    cudaMemset(d_y, 0, m * sizeof(double));
    int threads = 128;
    spmv_coo_kernel<<<(nnz + threads - 1) / threads, threads>>>(d_r, d_c, d_v, d_x, d_y, nnz);
    cudaDeviceSynchronize();
    return 0;
}
