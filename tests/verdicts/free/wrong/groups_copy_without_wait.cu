// verdict: shared-race
// in: a int[n]
// out: b int[n]
// n: 1 .. 100000

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

void expected(int n, const int* a, int* b) {
    for (int i = 0; i < n; ++i) {
        const int first = i / 256 * 256, last = first + 256 < n ? first + 255 : n - 1;
        b[i] = a[first + last - i];
    }
}

__global__ void reverse_pieces(int n, const int* a, int* b) {
    __shared__ int piece[256];
    const cg::thread_block block = cg::this_thread_block();
    const int first = blockIdx.x * 256, count = min(256, n - first);
    cg::memcpy_async(block, piece, a + first, sizeof(int) * count);
    cg::sync(block);
    for (int i = threadIdx.x; i < count; i += blockDim.x) b[first + i] = piece[count - 1 - i];
}

void run(int n, const int* a, int* b, int block) { reverse_pieces<<<(n + 255) / 256, block>>>(n, a, b); }
