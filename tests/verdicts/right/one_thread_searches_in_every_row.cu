// verdict: right
// warned: 13
// One thread does a search inside two nested loops: many iterations, all of which make progress.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    if (blockIdx.x != 0 || threadIdx.x != 0) return;
    for (int row = 0; row < rows; ++row) {
        T sum = 0;
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) {
            int low = row_pointer[row], high = row_pointer[row + 1];
            while (high - low > 1) {
                const int middle = (low + high) / 2;
                if (middle <= k) low = middle;
                else high = middle;
            }
            sum += value[low] * x[column[low]];
        }
        y[row] = sum;
    }
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<1, block>>>(rows, row_pointer, column, value, x, y);
}
