// refused: 3:5009 This expression has more than 1000 operators.
__global__ void k(int* y, int q) {
    y[0] = q@16000` << 1`;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
