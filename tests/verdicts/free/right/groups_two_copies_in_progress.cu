// in: a float[n]
// out: b float[n]
// n: multiples of 128, at most 65536
// tolerance: exact

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

void expected(int n, const float* a, float* b) {
    for (int i = 0; i < n; ++i) b[i] = 2 * a[i / 128 * 128 + 127 - i % 128];
}

// While a block processes a piece of 128 elements, the copy of its next piece is in progress.
__global__ void double_pieces(int n, const float* a, float* b) {
    __shared__ float pieces[2][128];
    const cg::thread_block block = cg::this_thread_block();
    int stage = 0;
    if (blockIdx.x * 128 < n) cg::memcpy_async(block, pieces[0], a + blockIdx.x * 128, 128 * sizeof(float));
    for (int first = blockIdx.x * 128; first < n; first += gridDim.x * 128) {
        const int next = first + gridDim.x * 128;
        if (next < n) {
            cg::memcpy_async(block, pieces[1 - stage], a + next, 128 * sizeof(float));
            cg::wait_prior<1>(block);
        } else {
            cg::wait(block);
        }
        for (int i = threadIdx.x; i < 128; i += blockDim.x) b[first + i] = 2 * pieces[stage][127 - i];
        block.sync();
        stage = 1 - stage;
    }
}

void run(int n, const float* a, float* b, int block) {
    if (n > 0) double_pieces<<<4, block>>>(n, a, b);
}
