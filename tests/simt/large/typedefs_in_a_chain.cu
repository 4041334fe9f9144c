// refused: 4982:9 Type `T4979` contains itself.
typedef int T0;
@5000`typedef T$ T^;
`__global__ void k(int* y, int q) {
    T5000 t = 0; y[0] = q;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
