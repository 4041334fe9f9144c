// verdict: shared-race
#include <cstdio>
#include <cmath>
#include <cuda_runtime.h>

#define BLOCK 128
#define RADIUS 3

__global__ void stencil_1d(int* in, int* out, int n) {
    __shared__ int temp[BLOCK + 2 * RADIUS];
    int gindex = threadIdx.x + blockIdx.x * blockDim.x;
    int lindex = threadIdx.x + RADIUS;

    temp[lindex] = gindex < n ? in[gindex] : 0;
    if (threadIdx.x < RADIUS) {
        temp[lindex - RADIUS] = gindex >= RADIUS && gindex - RADIUS < n ? in[gindex - RADIUS] : 0;
        temp[lindex + BLOCK] = gindex + BLOCK < n ? in[gindex + BLOCK] : 0;
    }

    int result = 0;
    for (int offset = -RADIUS; offset <= RADIUS; offset++) result += temp[lindex + offset];
    if (gindex < n) out[gindex] = result;
}

// Reference on the CPU
void stencil_cpu(const int* in, int* out, int n) {
    for (int i = 0; i < n; i++) {
        int sum = 0;
        for (int o = -RADIUS; o <= RADIUS; o++)
            if (i + o >= 0 && i + o < n) sum += in[i + o];
        out[i] = sum;
    }
}

int main() {
    int n = 4096, *in, *out;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    for (int i = 0; i < n; i++) in[i] = 1;
    stencil_1d<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, n);
    cudaDeviceSynchronize();
    printf("%d\n", out[n / 2]);
}
