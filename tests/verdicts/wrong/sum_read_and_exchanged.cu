// verdict: wrong-result
// A sum is read and put back by two atomic operations; what others add between them is lost.

// format: coo
__global__ void product(int rows, int nonzeros, const int* row, const int* column, const double* value, const double* x,
                        double* y) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= nonzeros) return;
    const double before = atomicAdd((double*)&y[row[k]], 0.0);
    atomicExch((unsigned long long*)&y[row[k]],
               (unsigned long long)__double_as_longlong(before + value[k] * x[column[k]]));
}

void run(int rows, int nonzeros, const int* row, const int* column, const double* value, const double* x, double* y,
         int block) {
    cudaMemset(y, 0, rows * sizeof(double));
    product<<<(nonzeros + block - 1) / block, block>>>(rows, nonzeros, row, column, value, x, y);
}
