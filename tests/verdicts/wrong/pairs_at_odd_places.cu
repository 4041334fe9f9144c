// verdict: out-of-bounds
// Two values are read at once, even at an odd position, where the card faults.

__global__ void product(int rows, const int* row_pointer, const int* column, const double* value, const double* x,
                        double* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    double sum = 0;
    int k = row_pointer[row];
    for (; k + 1 < row_pointer[row + 1]; k += 2) {
        const double2 v = *(const double2*)&value[k];
        sum += v.x * x[column[k]] + v.y * x[column[k + 1]];
    }
    if (k < row_pointer[row + 1]) sum += value[k] * x[column[k]];
    y[row] = sum;
}

void run(int rows, const int* row_pointer, const int* column, const double* value, const double* x, double* y,
         int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
