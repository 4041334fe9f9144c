// Interleaved addressing with a modulo; every step synchronizes the block.
#include <cooperative_groups.h>
#include <stdio.h>
namespace cg = cooperative_groups;
template <class T> __global__ void reduce0(T* g_idata, T* g_odata, unsigned int n) {
    cg::thread_block cta = cg::this_thread_block();
    extern __shared__ unsigned char memory[];
    T* sdata = reinterpret_cast<T*>(memory);
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    sdata[tid] = (i < n) ? g_idata[i] : 0;
    cg::sync(cta);
    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        if ((tid % (2 * s)) == 0) sdata[tid] += sdata[tid + s];
        cg::sync(cta);
    }
    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}
// scratch: partial T[rows]
template <typename T> void run(int rows, T* y, T* partial, int block) {
    const int smem = block <= 32 ? 2 * block * sizeof(T) : block * sizeof(T);
    dim3 dimBlock(block, 1, 1), dimGrid((rows + block - 1) / block, 1, 1);
    reduce0<T><<<dimGrid, dimBlock, smem>>>(y, partial, rows);
}
