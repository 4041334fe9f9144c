// refused: 9:9 Type `P` contains itself.
template <typename A, typename B> struct P { A a; B b; };
typedef int T0;
@20`typedef P<T$, T$> T^;
`__global__ void k(int* y, int q) {
    T16 t; y[0] = q;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
