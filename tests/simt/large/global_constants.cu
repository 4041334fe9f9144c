// taken
@16000`constexpr int c$ = 1;
`__global__ void k(int* y, int q) {
    y[0] = c1;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
