// y: 12 24 7 4 9 16 6 2 20 3 8 5 11
// Static functions and constants of structs, including template structs and template parameters; method templates.
struct Sum {
    static constexpr int n = 4, twice = 2 * n;
    static const unsigned mask = 0xffu;
    static constexpr double half{0.5};
    static __device__ int f(int x) { return x * n; }
    static __device__ __forceinline__ int g(int x) { return f(x) + Sum::f(x); }
    __device__ int h(int x) const { return f(x) + n - 1; }
};
template <typename T, int Number = 2> struct Traits {
    static constexpr int count = Number;
    static constexpr int bytes = Number * sizeof(T);
    T values[count];
    static __device__ T square(T x) { return x * x; }
    __device__ T last() const { return values[count - 1]; }
    template <typename S> __device__ T plus(S other) const { return values[0] + static_cast<T>(other); }
    template <int Length, typename S> static __device__ int both(S (&list)[Length]) { return Length * Number; }
};
template <class Op> __device__ int twice_of(int x) {
    int local[Op::n] = {};
    local[Op::n - 1] = Op::f(x);
    for (int i = 0; i < Op::n; ++i) x += local[i] - Op::f(x) * 0;
    return x;
}
template <int Number> __device__ int plain() { return Number; }
using Four = Traits<float, 4>;
__global__ void k(int rows, const int* in, double* y) {
    if (blockIdx.x > 0 || threadIdx.x > 0) return;
    __shared__ int shared[Sum::twice];
    shared[Sum::n] = Sum::f(3);
    y[0] = shared[Sum::n];
    y[1] = Sum::g(3);
    Sum sum;
    y[2] = sum.h(1);
    y[3] = sum.f(1);
    y[4] = Traits<int>::square(3);
    y[5] = (Four::bytes);
    Traits<double, 3> values = {{1, 2, 6}};
    y[6] = values.last();
    y[7] = Traits<double>::count;
    y[8] = twice_of<Sum>(4);
    y[9] = values.plus(2);
    int list[4];
    y[10] = Traits<float, 2>::both(list);
    y[11] = plain<Sum::n + 1>();
    Sum::f(2);
    Traits<float, 3>::square(2.0f);
    y[12] = 2 * (Sum::mask == 255u) + 9 * (Sum::half < 1);
}
void run(int rows, const int* in, double* y, int block) { k<<<1, 32>>>(rows, in, y); }
