// title: One launch a level
// summary: Rows that need nothing of each other are solved in one launch, a thread each; bad where levels are many.
// source: Anderson & Saad 1989; next step of rossignon2013
// format: csr

// L x = b level by level. The rows of a level need only rows of earlier levels, so a launch solves all of them at
// once, one thread a row, and the end of the launch is what the next level waits for.
//
// It is good where levels are few and wide. A matrix of n levels (a chain, where every row needs the one before)
// costs n launches of one thread, and launching takes far longer than solving. Rows of a level lie apart in memory,
// so neighbouring threads read from places that do not touch.
template <typename T>
__global__ void level(const int* row_pointer, const int* column, const T* value, const int* order, int first, int count,
                      const T* b, T* x) {
    const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const int row = order[first + i];
    const int diagonal = row_pointer[row + 1] - 1; // the last entry of its row
    T sum = b[row];
    for (int k = row_pointer[row]; k < diagonal; ++k) sum -= value[k] * x[column[k]];
    x[row] = sum / value[diagonal];
}

template <typename T>
void run(const int* row_pointer, const int* column, const T* value, const int* order, const int* first, int levels,
         const T* b, T* x, int block) {
    for (int l = 0; l < levels; ++l) {
        const int count = first[l + 1] - first[l];
        level<<<(count + block - 1) / block, block>>>(row_pointer, column, value, order, first[l], count, b, x);
    }
}
