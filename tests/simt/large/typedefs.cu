// taken
@8000`typedef int T$;
`__global__ void k(int* y, int q) {
    @8000`T$ a$ = 0; `y[0] = q;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
