// refused: 3:5842 The code is nested more than 200 levels deep.
__global__ void k(int* y, int q) {
    if (q == 0) y[0] = 1; @16000`else if (q == $) y[0] = $; `
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
