// verdict: divergent-meeting
// problem: transpose

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

template <typename T> __global__ void transpose(int rows, int cols, const T* a, T* b) {
    __shared__ T tile[16][17];
    const cg::thread_block block = cg::this_thread_block();
    const dim3 thread = block.thread_index(), at = block.group_index();
    const long long col = at.x * 16 + thread.x, row = at.y * 16 + thread.y;
    if (row < rows && col < cols) {
        tile[thread.y][thread.x] = a[row * cols + col];
        block.sync();
    }
    const long long to_col = at.y * 16 + thread.x, to_row = at.x * 16 + thread.y;
    if (to_row < cols && to_col < rows) b[to_row * rows + to_col] = tile[thread.x][thread.y];
}

template <typename T> void run(int rows, int cols, const T* a, T* b) {
    transpose<<<dim3((cols + 15) / 16, (rows + 15) / 16), dim3(16, 16)>>>(rows, cols, a, b);
}
