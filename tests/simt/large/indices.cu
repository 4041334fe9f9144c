// refused: 3:3003 This expression has more than 1000 operators.
__global__ void k(int* y, int q) {
    y@16000`[0]` = q;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
