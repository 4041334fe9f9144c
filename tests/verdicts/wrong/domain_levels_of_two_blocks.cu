// verdict: wrong-result
// unknowns: at most 1100

// One block solves all levels. In each level, thread i computes the unknown of row i of the level.
template <typename T>
__global__ void solve(int levels, const int* row_pointer, const int* column, const T* value, const int* first,
                      const int* order, const T* b, T* x) {
    for (int level = 0; level < levels; ++level) {
        const int at = first[level] + threadIdx.x;
        if (at < first[level + 1]) {
            const int row = order[at], last = row_pointer[row + 1] - 1;
            T sum = b[row];
            for (int k = row_pointer[row]; k < last; ++k) sum -= value[k] * x[column[k]];
            x[row] = sum / value[last];
        }
        __syncthreads();
    }
}

template <typename T>
void run(int levels, const int* row_pointer, const int* column, const T* value, const int* first, const int* order,
         const T* b, T* x) {
    solve<<<1, 1024>>>(levels, row_pointer, column, value, first, order, b, x);
}
