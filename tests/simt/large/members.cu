// refused: 3:2005 This expression has more than 1000 operators.
__global__ void k(int* y, int q) {
    q@16000`.x` = 1;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
