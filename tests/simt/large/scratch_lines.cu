// taken
@16000`// scratch: a$ int[1]
`__global__ void k(int* y, int q) {
    y[0] = q;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
