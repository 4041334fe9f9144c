// refused: 3:8002 This expression has more than 1000 operators.
__global__ void k(int* y, int q) {
    y[0] = q@16000` * 3 + q`;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
