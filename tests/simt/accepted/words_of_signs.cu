// Alternative tokens, rounding intrinsics, and templates that instantiate themselves with other arguments.
// y: 1 0 6 -1 10 3.5 32 5
template <int n> __device__ int sum_up_to() {
    if constexpr (n > 0) return n + sum_up_to<n - 1>();
    else return 0;
}
template <int n, typename T> __device__ T halved(T value) {
    if constexpr (n > 1) return halved<n / 2>(value + n);
    else return value;
}
__global__ void k(int rows, double* y) {
    const int two = rows * 0 + 2, three = rows * 0 + 3;
    y[0] = two < three and not(three < two);
    y[1] = two not_eq two or three < two;
    y[2] = (two bitor 4) xor (three bitand 0);
    y[3] = compl(two * 0);
    y[4] = sum_up_to<4>();
    y[5] = __dadd_rn(__dmul_rn(two, 1.5), __ddiv_rn(1, two));
    y[6] = halved<16>(two);
    int bits = 4;
    bits or_eq 1;
    y[7] = bits;
}
void run(int rows, double* y) { k<<<1, 1>>>(rows, y); }
