#pragma once

/// Multiplies blocks stored one after another, with one thread per row. Each thread processes its row of one block
/// after another. The b threads of a block row share the index of the block and the elements of x. However, their
/// values are b elements apart, so the accesses of a warp are not coalesced. Storing blocks by columns avoids this.
template <typename T>
__global__ void bcsr_blocks(int rows, int block_size, const int* pointer, const int* column, const T* value, const T* x,
                            T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const int block_row = row / block_size, row_in_block = row % block_size;
    const int end = pointer[block_row + 1];
    T sum = 0;
    for (int k = pointer[block_row]; k < end; ++k) {
        const long long first_column = (long long)column[k] * block_size;
        const long long first_slot = ((long long)k * block_size + row_in_block) * block_size;
        for (int c = 0; c < block_size; ++c) {
            const T entry = value[first_slot + c];
            if (entry == 0) continue; // skip fill-in: x may lack this element, and 0 times infinity is NaN
            sum += entry * x[first_column + c];
        }
    }
    y[row] = sum;
}
