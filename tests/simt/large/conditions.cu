// taken
@16000`#ifndef A$
#endif
`__global__ void k(int* y, int q) {
    y[0] = q;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
