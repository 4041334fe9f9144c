// title: One counter per row
// summary: One launch with one warp per row, in the order of levels. A warp waits for the rows on which its row depends.
// source: Liu et al. 2016, section 3
// format: csr
// scratch: solved int[rows]

#include "../headers/warp_sum.cuh"

// L x = b in one launch: rows wait for each other inside the kernel. Each row has a counter, which is 1 once the row
// has been solved. A warp processes a row: its lanes divide the entries, and each lane waits for the counter of the row
// that its entry depends on. The sums of the lanes are added, and lane 0 writes x and increments the counter.
//
// There is no deadlock: warps process rows level by level, and a row depends only on earlier levels. In index order,
// most resident warps would wait for rows just before their own. A level costs a round trip through memory instead of a
// launch. Short rows leave most lanes idle, and waiting warps keep polling memory.
template <typename T>
__global__ void counters(int rows, const int* row_pointer, const int* column, const T* value, const int* order,
                         const T* b, volatile int* solved, T* x) {
    const long long warp = ((long long)blockIdx.x * blockDim.x + threadIdx.x) / 32;
    const int lane = threadIdx.x % 32;
    if (warp >= rows) return; // the condition is uniform across the warp
    const int row = order[warp];
    const int diagonal = row_pointer[row + 1] - 1; // the diagonal entry is the last entry of the row
    T sum = 0;
    for (int k = row_pointer[row] + lane; k < diagonal; k += 32) {
        const int needed = column[k];
        while (solved[needed] == 0) {}
        __threadfence(); // ensures that x is read after the counter
        const T known = x[needed];
        sum += value[k] * known;
    }
    sum = warp_sum(sum);
    if (lane > 0) return;
    const T pivot = value[diagonal];
    x[row] = (b[row] - sum) / pivot;
    __threadfence(); // makes x visible before the counter
    solved[row] = 1;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const int* order, const T* b, T* x,
         int* solved, int block) {
    cudaMemset(solved, 0, rows * sizeof(int));
    const int grid = (int)(((long long)rows * 32 + block - 1) / block);
    counters<<<grid, block>>>(rows, row_pointer, column, value, order, b, solved, x);
}
