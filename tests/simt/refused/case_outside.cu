// refused: 3:5 A `case` label is not directly inside a `switch`.
__global__ void k(int rows, double* y) {
    case 1: y[0] = 1;
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
