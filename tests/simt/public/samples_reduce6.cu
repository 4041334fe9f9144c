// A grid-stride loop, unrolled steps in shared memory, and shuffles of the last warp.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
template <class T, unsigned int blockSize, bool nIsPow2>
__global__ void reduce6(const T* g_idata, T* g_odata, unsigned int n) {
    cg::thread_block cta = cg::this_thread_block();
    __shared__ T sdata[blockSize];
    unsigned int tid = threadIdx.x;
    unsigned int gridSize = blockSize * gridDim.x;
    T mySum = 0;
    if (nIsPow2) {
        unsigned int i = blockIdx.x * blockSize * 2 + threadIdx.x;
        gridSize = gridSize << 1;
        while (i < n) {
            mySum += g_idata[i];
            if ((i + blockSize) < n) mySum += g_idata[i + blockSize];
            i += gridSize;
        }
    } else {
        for (unsigned int i = blockIdx.x * blockSize + threadIdx.x; i < n; i += gridSize) mySum += g_idata[i];
    }
    sdata[tid] = mySum;
    cg::sync(cta);
    if ((blockSize >= 512) && (tid < 256)) sdata[tid] = mySum = mySum + sdata[tid + 256];
    cg::sync(cta);
    if ((blockSize >= 256) && (tid < 128)) sdata[tid] = mySum = mySum + sdata[tid + 128];
    cg::sync(cta);
    if ((blockSize >= 128) && (tid < 64)) sdata[tid] = mySum = mySum + sdata[tid + 64];
    cg::sync(cta);
    cg::thread_block_tile<32> tile32 = cg::tiled_partition<32>(cta);
    if (cta.thread_rank() < 32) {
        if (blockSize >= 64) mySum += sdata[tid + 32];
        for (int offset = tile32.size() / 2; offset > 0; offset /= 2) mySum += tile32.shfl_down(mySum, offset);
    }
    if (cta.thread_rank() == 0) g_odata[blockIdx.x] = mySum;
}
template <class T> __global__ void reduce_tiles(const T* g_idata, T* g_odata, int n) {
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<32>(block);
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = cg::reduce(tile, i < n ? g_idata[i] : T(0), cg::plus<T>());
    if (tile.thread_rank() == 0) atomicAdd(&g_odata[0], sum);
}
template <typename T> void run(int rows, const T* x, T* y, int block) {
    reduce6<T, 256, true><<<4, 256>>>(x, y, rows);
    reduce6<T, 64, false><<<4, 64>>>(x, y, rows);
    reduce_tiles<<<(rows + block - 1) / block, block>>>(x, y, rows);
}
