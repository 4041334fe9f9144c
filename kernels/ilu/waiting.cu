// title: One warp per row, waiting for rows
// summary: One launch with one warp per row, in the order of levels. A warp waits for the rows on which its row depends.
// source: reference; after Liu et al. 2016 and Anderson & Saad 1989
// format: csr
// scratch: done int[rows]

#include "../headers/is_finite.cuh"

// A ≈ L U with the pattern of A, ILU(0), in one launch: rows wait for each other inside the kernel. Each warp processes
// a row. For each entry left of the diagonal, in column j, the warp waits until row j is done, divides the entry by its
// pivot, and subtracts a multiple of row j. Each lane takes an entry of row j and searches for its column.
//
// There is no deadlock: warps process rows level by level, a row depends only on earlier levels, and all lanes of a
// warp wait together. A level costs a round trip through memory instead of a launch. Short rows leave most lanes idle.

/// Returns the position of `wanted` among the columns begin .. end - 1 (in ascending order), or -1 if it is absent.
__device__ int place_of(int wanted, int begin, int end, const int* column) {
    while (begin < end) {
        const int middle = begin + (end - begin) / 2;
        const int found = column[middle];
        if (found == wanted) return middle;
        if (found < wanted) begin = middle + 1;
        else end = middle;
    }
    return -1;
}

template <typename T>
__global__ void factor(int rows, const int* row_pointer, const int* column, const int* diagonal, const T* value,
                       const int* order, volatile int* done, T* lu, int* zero_pivot) {
    const long long warp = ((long long)blockIdx.x * blockDim.x + threadIdx.x) / 32;
    const int lane = threadIdx.x % 32;
    if (warp >= rows) return; // the condition is uniform across the warp
    const int row = order[warp];
    const int begin = row_pointer[row], end = row_pointer[row + 1], own = diagonal[row];
    for (int k = begin + lane; k < end; k += 32) lu[k] = value[k];
    __syncwarp();
    for (int k = begin; k < own; ++k) {
        const int above = column[k], pivot = diagonal[above], their_end = row_pointer[above + 1];
        while (done[above] == 0) {}
        __threadfence(); // ensures that the row is read after its flag
        const T factor = lu[k] / lu[pivot];
        __syncwarp(); // wait until all lanes have read lu[k], which changes next
        if (lane == 0) lu[k] = factor;
        for (int theirs = pivot + 1 + lane; theirs < their_end; theirs += 32) {
            const int ours = place_of(column[theirs], k + 1, end, column);
            if (ours >= 0) lu[ours] -= factor * lu[theirs];
        }
        __syncwarp(); // all updates must be visible before the next entry is read
    }
    if (lane > 0) return;
    const T last = lu[own];
    if (last == 0 || !is_finite(last)) atomicMin(zero_pivot, row);
    __threadfence(); // makes the row visible before its flag
    done[row] = 1;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const int* diagonal, const T* value, const int* order,
         T* lu, int* zero_pivot, int* done, int block) {
    cudaMemset(done, 0, rows * sizeof(int));
    const int grid = (int)(((long long)rows * 32 + block - 1) / block);
    factor<<<grid, block>>>(rows, row_pointer, column, diagonal, value, order, done, lu, zero_pivot);
}
