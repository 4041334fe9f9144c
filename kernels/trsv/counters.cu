// title: A counter a row
// summary: One launch: a warp for each row, which waits for the rows that it needs; good where levels are many.
// source: Liu et al. 2016, section 3
// format: csr
// scratch: solved int[rows]

#include "../parts/warp_sum.cuh"

// L x = b in one launch: rows wait for each other themselves. Each row has a counter that says how often it was
// solved, 0 or 1. A warp takes a row; its lanes share out the entries, and each lane waits until the counter of the
// row that its entry needs says 1. The lanes' sums are added, and lane 0 writes x and lifts the row's own counter.
//
// Every wait ends: rows are handed out in their order, and a row needs only earlier ones. A warp waits as one, so no
// lane ever waits for a lane of its own warp, which could not go on. It is good where levels are many and narrow: a
// level costs a trip of one number through memory, not a launch. Short rows leave most lanes idle, and warps that wait
// keep asking memory the same question.
template <typename T>
__global__ void counters(int rows, const int* row_pointer, const int* column, const T* value, const T* b,
                         volatile int* solved, T* x) {
    const long long row = ((long long)blockIdx.x * blockDim.x + threadIdx.x) / 32;
    const int lane = threadIdx.x % 32;
    if (row >= rows) return;                       // a whole warp leaves
    const int diagonal = row_pointer[row + 1] - 1; // the last entry of its row
    T sum = 0;
    for (int k = row_pointer[row] + lane; k < diagonal; k += 32) {
        const int needed = column[k];
        while (solved[needed] == 0) {}
        __threadfence(); // x is read behind the counter
        const T known = x[needed];
        sum += value[k] * known;
    }
    sum = warp_sum(sum);
    if (lane > 0) return;
    const T pivot = value[diagonal];
    x[row] = (b[row] - sum) / pivot;
    __threadfence(); // x is there before the counter says so
    solved[row] = 1;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* b, T* x, int* solved,
         int block) {
    cudaMemset(solved, 0, rows * sizeof(int));
    const int grid = (int)(((long long)rows * 32 + block - 1) / block);
    counters<<<grid, block>>>(rows, row_pointer, column, value, b, solved, x);
}
