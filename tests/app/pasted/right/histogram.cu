#include <stdio.h>
#include <string.h>
#define NUM_BINS 256

__global__ void histogram_kernel(const unsigned char* data, unsigned int* bins, unsigned int num_elements, unsigned int num_bins) {
    for (unsigned int b = threadIdx.x + blockIdx.x * blockDim.x; b < num_elements; b += blockDim.x * gridDim.x) {
        unsigned int v = data[b];
        if (v < num_bins) atomicAdd(&bins[data[b]], 1);
    }
}

void histogram_cpu(const unsigned char* data, unsigned int* bins, unsigned int num_elements, unsigned int num_bins) {
    for (unsigned int b = 0; b < num_bins; b++) bins[b] = 0;
    for (unsigned int i = 0; i < num_elements; i++) if (data[i] < num_bins) bins[data[i]]++;
}

int main() {
    unsigned int n = 100000;
    unsigned char* d; unsigned int* b;
    cudaMalloc(&d, n);
    cudaMalloc(&b, NUM_BINS * sizeof(unsigned int));
    cudaMemset(b, 0, NUM_BINS * sizeof(unsigned int));
    histogram_kernel<<<30, 256>>>(d, b, n, NUM_BINS);
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
