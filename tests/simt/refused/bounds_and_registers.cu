// refused: 2:56 `__launch_bounds__` and `__maxnreg__` cannot both be applied to `k`.
__global__ void __launch_bounds__(128) __maxnreg__(32) k(int rows, double* y) {
    y[0] = rows;
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
