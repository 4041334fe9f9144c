// Sequential addressing; the first step adds while it loads.
#include <cooperative_groups.h>
using namespace cooperative_groups;
template <class T> __global__ void reduce3(const T* __restrict__ g_idata, T* __restrict__ g_odata, unsigned int n) {
    thread_block cta = this_thread_block();
    __shared__ T sdata[256];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
    T mySum = (i < n) ? g_idata[i] : 0;
    if (i + blockDim.x < n) mySum += g_idata[i + blockDim.x];
    sdata[tid] = mySum;
    cta.sync();
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) sdata[tid] = mySum = mySum + sdata[tid + s];
        cta.sync();
    }
    if (tid == 0) g_odata[blockIdx.x] = mySum;
}
template <typename T> void run(int rows, const T* x, T* y) { reduce3<T><<<(rows + 511) / 512, 256>>>(x, y, rows); }
