// refused: 5:30 `counter` cannot be used in the host function `run`.
__device__ int counter;
__global__ void k(int rows, double* y) { y[0] = rows + counter; }
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / counter, block>>>(rows, y);
}
