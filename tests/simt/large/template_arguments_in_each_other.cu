// refused: 4:403 The code is nested more than 200 levels deep.
template <typename T> struct R { T x; };
__global__ void k(int* y, int q) {
    R@16000`<R`<int@16000`>`> r;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
