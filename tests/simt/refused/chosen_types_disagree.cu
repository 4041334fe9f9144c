// refused: 5:15 The sides of this `?` are a `float` and a `double`: only two variables of one type can be changed.
__global__ void k(int rows, double* y) {
    float a = 1;
    double b = 2;
    (rows > 3 ? a : b) = 4;
    y[0] = a + b;
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
