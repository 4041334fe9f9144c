// Allows g++ and clang++ to compile a random kernel: each lane is an iteration of a loop. Included before each batch of
// programs.
#include "differential_data.h"

struct HostDimension {
    unsigned x, y, z;
};
static HostDimension threadIdx = {0, 0, 0}, blockIdx = {0, 0, 0}, blockDim = {32, 1, 1}, gridDim = {1, 1, 1};
const int warpSize = 32;
using size_t = unsigned long;

#define __global__
#define __device__
#define __forceinline__ inline
#define __shared__ static
#define __restrict__
#define __syncthreads() ((void)0)

// CUDA overloads: the result has the common type, int for small integers. If one argument is NaN, the result is the
// other.
template <class A, class B> static auto min(A a, B b) -> decltype(a + b) {
    const decltype(a + b) x = a, y = b;
    return x < y || y != y ? x : y;
}
template <class A, class B> static auto max(A a, B b) -> decltype(a + b) {
    const decltype(a + b) x = a, y = b;
    return x > y || y != y ? x : y;
}
template <class A, class B> static auto fmin(A a, B b) -> decltype(a + b) { return min(a, b); }
template <class A, class B> static auto fmax(A a, B b) -> decltype(a + b) { return max(a, b); }
static int abs(int x) { return x < 0 ? -x : x; }
static long abs(long x) { return x < 0 ? -x : x; }
static long long abs(long long x) { return x < 0 ? -x : x; }
static int __popc(unsigned x) { return __builtin_popcount(x); }
static int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
static int __clz(int x) { return x == 0 ? 32 : __builtin_clz(x); }
static int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll(x); }
static int __ffs(int x) { return __builtin_ffs(x); }
static int __ffsll(long long x) { return __builtin_ffsll(x); }

// A float stays a float; an integer is converted to double.
static float fabs(float x) { return __builtin_fabsf(x); }
static double fabs(double x) { return __builtin_fabs(x); }
static float sqrt(float x) { return __builtin_sqrtf(x); }
static double sqrt(double x) { return __builtin_sqrt(x); }
static float floor(float x) { return __builtin_floorf(x); }
static double floor(double x) { return __builtin_floor(x); }
static float ceil(float x) { return __builtin_ceilf(x); }
static double ceil(double x) { return __builtin_ceil(x); }
static float trunc(float x) { return __builtin_truncf(x); }
static double trunc(double x) { return __builtin_trunc(x); }
static float round(float x) { return __builtin_roundf(x); }
static double round(double x) { return __builtin_round(x); }
static float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
static double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
static float fmod(float x, float y) { return __builtin_fmodf(x, y); }
static double fmod(double x, double y) { return __builtin_fmod(x, y); }
static bool isnan(double x) { return x != x; }
static bool isinf(double x) { return __builtin_isinf(x) != 0; }

extern "C" {
int vsnprintf(char*, size_t, const char*, __builtin_va_list);
int puts(const char*);
int fflush(struct _IO_FILE*);
int atoi(const char*);
unsigned alarm(unsigned);
}
static int host_print(char* to, size_t size, const char* format, ...) {
    __builtin_va_list values;
    __builtin_va_start(values, format);
    const int length = vsnprintf(to, size, format, values);
    __builtin_va_end(values);
    return length;
}
static char host_printed[1 << 20];
static size_t host_printed_bytes = 0;
template <class... Values> static void host_printf(const char* format, Values... values) {
    const size_t left = sizeof host_printed - host_printed_bytes;
    const int length = host_print(host_printed + host_printed_bytes, left, format, values...);
    if (length > 0) host_printed_bytes += static_cast<size_t>(length) < left ? static_cast<size_t>(length) : left - 1;
}
#define printf host_printf

using HostKernel = void (*)(const int*, const double*, long long*, double*);

/// Prints one line per program: the hash of its results. With `is_told`, also each number and the printed text.
static void run_on_host(HostKernel kernel, bool is_told) {
    static warploom::fuzz::DifferentialData data;
    char line[64];
    warploom::fuzz::fill(data);
    host_printed_bytes = 0;
    for (threadIdx.x = 0; threadIdx.x < 32; ++threadIdx.x) kernel(data.in, data.real_in, data.out, data.real_out);
    const unsigned long long hash = warploom::fuzz::hash_of(data, host_printed, host_printed_bytes);
    if (is_told) {
        for (const long long number : data.out) {
            host_print(line, sizeof line, "%lld", number);
            puts(line);
        }
        for (const double number : data.real_out) {
            host_print(line, sizeof line, "%llx", warploom::fuzz::bits_of(number));
            puts(line);
        }
        for (size_t c = 0; c < host_printed_bytes; ++c) {
            host_print(line, sizeof line, "%d", host_printed[c]);
            puts(line);
        }
    }
    host_print(line, sizeof line, "hash %llx", hash);
    puts(line);
    fflush(nullptr);
}
