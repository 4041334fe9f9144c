#include "fuzz/try_text.h"
#include "simt_support.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace warploom;
using namespace warploom::simt::test;

// The kernel bodies are typical C code, which triggers these warnings when compiled for the host.
#pragma GCC diagnostic ignored "-Wold-style-cast"
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wimplicit-fallthrough"
#pragma GCC diagnostic ignored "-Wunused-parameter"

// Each body is compiled twice: by the host compiler, as a function of the thread index, and by this compiler, as a
// __device__ function that 64 threads call. The threads diverge, so errors in the handling of masks change the result.

namespace {

struct Body {
    const char* name;
    const char* text;
    double (*host)(int i);
};
#define BODY(name, ...)                                                                                                \
    {                                                                                                                  \
        name, #__VA_ARGS__, [](int i) -> double { __VA_ARGS__ }                                                        \
    }

using std::abs;
using std::fma;
using std::max;
using std::min;
using std::sqrt;

const std::vector<Body> bodies {
    BODY("integers", int a = i * 7 - 20; int b = i % 5 + 1;
         return a / b + a % b * 3 - (a << 2) + (a >> 1) + (a & b) + (a | 3) + (a ^ b) + ~a;),
        BODY("unsigned", unsigned a = 4000000000u + i; unsigned b = i + 3;
             return a / b + a % b + (a >> 3) + (a < b) + (a > b);),
        BODY("long_long", long long a = 3000000000LL * i; return a / 7 + (a >> 33) + (a % 1000) + (a << 3);),
        BODY("powers_of_two", int a = i * 1000003; int b = i - 40; int c = 1 << i % 5; int s = i < 40 ? 16 : 16;
             return a / 8 + a % 8 + b / 8 * 3 + b % 8 * 5 + a / c + a % c + b / s + b % s + a / 1 + a % 1;),
        BODY("unsigned_powers_of_two", unsigned a = i * 7; unsigned b = 4294967295u - i; unsigned c = 2147483648u;
             return a / 16 + a % 16 + b / 16 + b % 16 + a / c + b / c + b % c;),
        BODY("long_powers_of_two", long long a = 3000000000LL * i; long long b = a - 90000000000LL;
             unsigned long long c = b; return a / 4096 + a % 4096 + b / 4096 + b % 4096 + c % 4096 + (c / 4096 >> 20);),
        BODY("small_types", char c = i * 5; unsigned char u = i * 9; short s = i * 1111; unsigned short v = i * 3333;
             bool b = i; return c + u + s + v + b;),
        BODY("floats", float a = i * 0.1f; float b = a * a - 1.5f; return a / (b + 10.0f) + b;),
        BODY("doubles", double a = i * 0.1; double b = a * a - 1.5; return a / (b + 10.0) - -b;),
        BODY("conversions", double d = i * 1.7 - 30; int n = d; unsigned u = i; float f = u; long long l = d * 1e6;
             return n + f + l + (int)(f * 1.5f) + static_cast<int>(d);),
        BODY("comparisons", return (i < 10) + (i <= 10) * 2 + (i > 10) * 4 + (i >= 10) * 8 + (i == 10) * 16 +
                                   (i != 10) * 32 + !i * 64;),
        BODY("logic", int n = 0; if (i > 3 && i / (i - 3) > 1) n += 1; if (i < 5 || 100 / (i + 1) < 3) n += 2;
             return n + (i > 7 && i < 20 || i == 50);),
        BODY("conditional", return i % 3 == 0   ? i * 2
                                   : i % 3 == 1 ? i / 2.0
                                                : -1;),
        BODY("conditional_of_constants", return i < 9 ? (1.0 == 1.0 || 1.0 == 2.0) : (2 < 1 && i == 3);),
        BODY("lazy_conditional", int v[4] = {1, 2, 3, 4}; return i < 4 ? v[i] : v[3] * i;),
        BODY(
            "if_else_chain", double r = 0; if (i < 8) r = 1; else if (i < 16) r = 2;
            else if (i < 40) { r = 3; } else r = 4; return r;),
        BODY("for_loop", double s = 0; for (int k = 0; k < i; ++k) s += k * 0.5; return s;),
        BODY(
            "while_loop", int n = i; int steps = 0; while (n != 1 && n > 0) {
                n = n % 2 == 0 ? n / 2 : 3 * n + 1;
                ++steps;
            } return steps;),
        BODY(
            "do_loop", int n = i; int digits = 0; do {
                n /= 3;
                digits++;
            } while (n > 0);
            return digits;),
        BODY(
            "break_and_continue", int s = 0; for (int k = 0; k < 50; k++) {
                if (k % 3 == i % 3) continue;
                if (k > i) break;
                s += k;
            } return s;),
        BODY(
            "nested_loops", int s = 0; for (int a = 0; a < i % 7; ++a) for (int b = a; b < 9; ++b) {
                if (b == i % 5) continue;
                if (a * b > 20) break;
                s += a * b;
            } return s;),
        BODY(
            "early_return",
            for (int k = 0; k < 100; ++k) {
                if (k * k > i) return k;
            } return -1;),
        BODY(
            "return_in_branches",
            if (i % 2) {
                if (i % 3 == 0) return 3;
            } else { return 2; } return 1;),
        BODY(
            "endless_with_break", int k = 0; for (;;) {
                if (++k * 3 > i) break;
            } while (true) {
                if (k-- < 2) break;
            } return k;),
        BODY(
            "switch_falls_through", int r = 0; switch (i % 6) {
                case 0: r = 10; break;
                case 1: r = 20;
                case 2: r += 5; break;
                case 4: return 99;
                default: r = 7;
            } return r;),
        BODY(
            "default_first", int r = 1; switch (i % 4) {
                default: r = 50;
                case 1: r += 1; break;
                case 2: r += 2;
            } return r;),
        BODY(
            "switch_in_loop", int s = 0; for (int k = 0; k < 10; ++k) {
                switch ((k + i) % 4) {
                case 0: continue;
                case 1: s += 1; break;
                case 2:
                    if (i % 2) break;
                    s += 10;
                    break;
                case 3: s += 100;
                }
                s += 1000;
            } return s;),
        BODY("local_array", int v[8]; for (int k = 0; k < 8; ++k) v[k] = k * i; int s = 0;
             for (int k = 0; k < 8; k++) s += v[(k * 3 + i) % 8] * k; return s;),
        BODY("two_dimensions", double m[3][4];
             for (int a = 0; a < 3; ++a) for (int b = 0; b < 4; ++b) m[a][b] = a * 10 + b + i;
             return m[i % 3][i % 4] + m[2][i % 2] + m[i % 3][1];),
        BODY("array_list", double v[4] = {1.5, 2.5}; v[i % 4] += 1; return v[0] + v[1] * 2 + v[2] * 3 + v[3] * 4;),
        BODY("increments", int a = i; int b = a++ + 2; int c = --a * 3; b += ++c; c -= b--;
             return a + b * 100 + c * 10000;),
        BODY("assignments", int a = i; a += 3; a *= 2; a -= 1; a %= 50; a <<= 2; a >>= 1; a |= 8; a &= 1023; a ^= 5;
             double d = a; d /= 4; return a + d;),
        BODY("chained_assignment", int a; int b; a = b = i + 1; return a * 100 + b;),
        BODY("comma", int s = 0; for (int a = 0, b = 10; a < b; ++a, --b) s += a * b + i; return s;),
        BODY(
            "shadowing", int n = i; {
                int n = 5;
                n += 1;
            } for (int n = 0; n < 3; ++n) {} return n;),
        BODY("built_in_functions", return min(i, 7) + max(i, 9) + abs(i - 30) + sqrt(i * 1.0) + fma(2.0, i * 1.0, 1.0) +
                                          fabs(i - 20.5) + floor(i / 3.0) + ceil(i / 3.0);),
        BODY("hex_and_octal", return 0xff + 010 + 0xF000000000LL / 3 + 'a' + 1e3 + .5 + 2.f;),
        BODY("sizes", return sizeof(int) + sizeof(double) * 10 + sizeof(float) * 100;),
        BODY("negative_modulo", return (i - 30) % 7 + (i - 30) / 7;),
        BODY("mixed_signs", unsigned u = 3; int n = i - 10; return (n < 0 ? 1 : 0) + (u + n);),
        BODY(
            "deep_branches", int r = 0; if (i > 1) {
                if (i > 5) {
                    if (i > 9) {
                        if (i > 20) {
                            r = 4;
                        } else r = 3;
                        r += 10;
                    } else r = 2;
                    r += 100;
                }
                r += 1000;
            } return r;),
        BODY(
            "loop_in_branch", int s = 0; if (i % 2 == 0) {
                for (int k = 0; k < i; ++k) s += k;
            } else {
                int k = i;
                while (k > 0) {
                    s -= k;
                    k -= 3;
                }
            } return s;),
};

std::string text_of(const Body& body) {
    return kernel_text(std::string("__device__ double f(int i) { ") + body.text + " }",
                       "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < rows) y[i] = f(i);");
}

} // namespace

class SimtLanguageTest : public QObject {
    Q_OBJECT
private slots:
    void a_constant_is_stored_by_every_thread() {
        const auto ran = run_text(kernel_text("", "y[threadIdx.x] = 2.5;"));
        QCOMPARE(ran->refusal, std::string());
        QCOMPARE(ran->y, std::vector<double>(64, 2.5));
    }
    void each_body_gives_what_the_host_compiler_gives_data() {
        QTest::addColumn<int>("number");
        for (std::size_t b = 0; b < bodies.size(); ++b) QTest::newRow(bodies[b].name) << static_cast<int>(b);
    }
    void each_body_gives_what_the_host_compiler_gives() {
        QFETCH(int, number);
        const Body& body = bodies[static_cast<std::size_t>(number)];
        for (const bool traced : {false, true}) {
            RunOptions options;
            options.traced = traced;
            const auto ran = run_text(text_of(body), options);
            QCOMPARE(ran->refusal, std::string());
            for (int i = 0; i < 64; ++i)
                if (ran->y[static_cast<std::size_t>(i)] != body.host(i))
                    QFAIL(qPrintable(QString("i = %1: %2, not %3")
                                         .arg(i)
                                         .arg(ran->y[static_cast<std::size_t>(i)])
                                         .arg(body.host(i))));
        }
    }
    void a_file_of_many_features_is_taken_and_right() {
        const auto ran = run_text(R"(#include <cstdio>
#define BLOCK 64
#define SQUARE(v) ((v) * (v))
constexpr int shift = 2;
const double factor = 0.5;
template <typename T> struct Pair { T first, second; };
struct Point { double x, y; int tag[2]; };
template <typename T, int N> __device__ T sum_of(const T* values) {
    T s = 0;
#pragma unroll
    for (int k = 0; k < N; ++k) s += values[k];
    return s;
}
__device__ void exchange(int& a, int& b) { int t = a; a = b; b = t; }
__device__ __forceinline__ Point moved(Point p, double by) { p.x += by; p.tag[1] += 1; return p; }
template <typename T> __device__ T twice(T v) { return v + v; }
__global__ void __launch_bounds__(BLOCK) k(int rows, const int* __restrict__ in, double* y) {
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= rows) return;
    double v[3] = {1.0, 2.0, (double)i};
    int a = i, b = 7;
    exchange(a, b);
    Point p = {1.0, 2.0, {3, 4}};
    p = moved(p, i * factor);
    Pair<double> pair;
    pair.first = p.x;
    pair.second = p.tag[1];
    float2 f = make_float2(0.5f, 1.5f);
    double2 d{f.x + 1.0, 2.0};
    int4 q = make_int4(1, 2, 3, 4);
    const int* from = in + shift;
    double* to = &y[i];
    auto more = nullptr == in ? 1 : 0;
    *to = sum_of<double, 3>(v) + a * 100 + b + pair.first + pair.second + f.y + d.x + q.w + SQUARE(i + 1) + twice(1.5) + from[-shift] + more;
}
void run(int rows, const int* in, double* y, int block) {
    dim3 grid((rows + BLOCK - 1) / BLOCK);
    k<<<grid, BLOCK>>>(rows, in, y);
    cudaDeviceSynchronize();
}
)");
        QCOMPARE(ran->refusal, std::string());
        for (int i = 0; i < 64; ++i)
            QCOMPARE(ran->y[static_cast<std::size_t>(i)],
                     1.0 + 2.0 + i + 700 + i + (1 + i * 0.5) + 5 + 1.5 + 1.5 + 4 + (i + 1) * (i + 1) + 3 + 0);
    }
    void templates_are_made_for_each_type_and_number() {
        const auto ran = run_text(R"(
template <int N> __device__ int power(int v) { int r = 1; for (int k = 0; k < N; ++k) r *= v; return r; }
template <typename A, typename B> __device__ A add(A a, B b) { return a + b; }
template <int N, typename T> __global__ void k(int rows, T* y) {
    if (N > 2) y[threadIdx.x] = power<N>(2) + add(1, 2.75) + add(0.25, 1);
}
void run(int rows, double* y, int block) { k<3><<<1, block>>>(rows, y); }
)");
        QCOMPARE(ran->refusal, std::string());
        QCOMPARE(ran->y, std::vector<double>(64, 8 + 3 + 1.25));
    }
    void a_struct_that_is_a_parameter_is_changed_in_every_way_and_the_callers_is_not_data() {
        QTest::addColumn<QString>("change");
        for (const char* change :
             {"p.a[1] = 7;", "*(p.a + 1) = 7;", "*(1 + p.a) = 7;", "(p.a + 1)[0] = 7;", "*(p.in.b + 0) = 7;", "++*p.a;",
              "*p.a += 7;", "double* q = p.a; q[1] = 7;", "auto q = p.a; *q = 7;", "double& r = *(p.a + 1); r = 7;",
              "set(p.n);", "set(p.a[1]);", "set(*(p.a + 1));", "fill(p.a);", "fill(p.a + 1);", "change(p.in);"})
            QTest::newRow(change) << QString(change);
    }
    void a_struct_that_is_a_parameter_is_changed_in_every_way_and_the_callers_is_not() {
        QFETCH(QString, change);
        const auto ran = run_text(kernel_text(R"(
struct Inner { double b[2]; };
struct Outer { double n; double a[3]; Inner in; };
__device__ void set(double& x) { x = 7; }
__device__ void fill(double* x) { x[0] = 7; }
__device__ void change(Inner& x) { x.b[1] = 7; }
__device__ double sum(const Outer& p) { return p.n + p.a[0] + p.a[1] + p.a[2] + p.in.b[0] + p.in.b[1]; }
__device__ double changed(Outer p) { )" + change.toStdString() +
                                                  R"( return p.n + p.a[0] + p.a[1] + p.a[2] + p.in.b[0] + p.in.b[1]; }
)",
                                              "Outer mine = {1, {1, 1, 1}, {{1, 1}}}; double after = changed(mine);\n"
                                              "y[threadIdx.x] = sum(mine) + 100 * after;"));
        QCOMPARE(ran->refusal, std::string());
        const double added = change.contains("+=") ? 7 : change.contains("++") ? 1 : 6;
        QCOMPARE(ran->y, std::vector<double>(64, 6 + 100 * (6 + added)));
    }
    void a_number_of_a_template_may_have_a_standard_value() {
        const auto ran = run_text(R"(
template <typename T, int N = 1 + 1> __device__ T power(T v) { T r = 1; for (int k = 0; k < N; ++k) r *= v; return r; }
template <int N = 8 / 2, int M = N> __device__ int product() { return N * M; }
__global__ void k(double* y) { y[threadIdx.x] = power(3.0) + power<double, 3>(2) + product() * 100 + product<3>() * 10000; }
void run(int rows, double* y, int block) { k<<<1, block>>>(y); }
)");
        QCOMPARE(ran->refusal, std::string());
        QCOMPARE(ran->y, std::vector<double>(64, 9 + 8 + 16 * 100 + 9 * 10000));
    }
    /// Regression test: the list of calls was reallocated while a reference to an outer call was in use.
    void a_function_returns_what_others_return_at_any_depth() {
        std::string text = "__device__ int f0(int i) { return i; }\n";
        for (int depth = 1; depth < 16; ++depth)
            text += "__device__ int f" + std::to_string(depth) + "(int i) { if (i < 0) return 7; return f" +
                    std::to_string(depth - 1) + "(i) + 1; }\n";
        const auto ran = run_text(kernel_text(text, "y[threadIdx.x] = f15(threadIdx.x);"));
        QCOMPARE(ran->refusal, std::string());
        for (int i = 0; i < 64; ++i) QCOMPARE(ran->y[static_cast<std::size_t>(i)], i + 15);
    }
    void a_variable_hides_a_template_of_its_name() {
        const auto ran = run_text(R"(
template <int N> __global__ void k(int rows, double* y) {
    double sum = 0;
    for (int k = 0; k < rows; ++k) sum += k < 3;
    y[threadIdx.x] = sum;
}
void run(int rows, double* y, int block) {
    for (int k = 0; k < 1; ++k) rows = rows + k;
    k<3><<<1, block>>>(rows, y);
}
)");
        QCOMPARE(ran->refusal, std::string());
        QCOMPARE(ran->y, std::vector<double>(64, 3));
    }
    void the_host_computes_grids_and_loops_over_launches() {
        const auto ran = run_text(R"(
// scratch: work double[rows * 2 + (rows - 1) / 4]
__global__ void start(double* work, int n) { if (threadIdx.x < n) work[threadIdx.x] = threadIdx.x; }
__global__ void halve(double* work, int n) { if (threadIdx.x < n) work[threadIdx.x] += work[threadIdx.x + n]; }
__global__ void give(const double* work, double* y) { y[threadIdx.x] = work[0]; }
int half(int n) { return n / 2; }
void run(int rows, double* y, double* work, int block) {
    start<<<1, block>>>(work, rows);
    int n = half(rows);
    while (n > 0) {
        halve<<<dim3(1, 1, 1), dim3(block)>>>(work, n);
        n = half(n);
    }
    give<<<1, rows>>>(work, y);
}
)");
        QCOMPARE(ran->refusal, std::string());
        QCOMPARE(ran->y, std::vector<double>(64, 63 * 64 / 2));
    }
    void blocks_and_grids_have_three_dimensions() {
        const auto ran = run_text(R"(
__global__ void k(double* y) {
    int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    y[block * 8 + thread] = blockIdx.z * 100 + blockIdx.y * 10 + threadIdx.z + 0.5 * threadIdx.y + gridDim.z;
}
void run(double* y) { dim3 grid(2, 2, 2), threads(2, 2, 2); k<<<grid, threads>>>(y); }
)");
        QCOMPARE(ran->refusal, std::string());
        for (int b = 0; b < 8; ++b)
            for (int t = 0; t < 8; ++t)
                QCOMPARE(ran->y[static_cast<std::size_t>(b * 8 + t)],
                         (b / 4) * 100 + (b / 2 % 2) * 10 + t / 4 + 0.5 * (t / 2 % 2) + 2);
    }
    void what_is_printed_is_kept_in_the_order_of_blocks() {
        RunOptions options;
        options.block = 32;
        const auto ran = run_text(
            kernel_text("", "if (threadIdx.x == 3) printf(\"%d of %u: %5.2f%%\\n\", blockIdx.x, gridDim.x, 1.5);"),
            options);
        QCOMPARE(ran->refusal, std::string());
        QCOMPARE(ran->printed.text, std::string("0 of 2:  1.50%\n1 of 2:  1.50%\n"));
        options.traced = true;
        QCOMPARE(
            run_text(kernel_text("", "if (threadIdx.x == 3) printf(\"%d\\n\", blockIdx.x);"), options)->printed.text,
            std::string("0\n1\n"));
    }
    void what_is_printed_is_bounded_and_the_rest_counted() {
        RunOptions options;
        options.rows = 1 << 14;
        for (const bool is_traced : {false, true})
            for (const int threads : {1, 4}) {
                options.traced = is_traced;
                options.host_threads = threads;
                const auto ran =
                    run_text(kernel_text("", "printf(\"%d\\n\", blockIdx.x * 64 + threadIdx.x);"), options);
                QCOMPARE(ran->printed.lost, std::int64_t{(1 << 14) - 1000});
                QCOMPARE(std::count(ran->printed.text.begin(), ran->printed.text.end(), '\n'), std::ptrdiff_t{1000});
                QVERIFY(ran->printed.text.find("\n999\n") != std::string::npos);
            }
        const std::string wide(10'000, 'w');
        const auto ran = run_text(kernel_text("", "printf(\"" + wide + "\");"), options);
        QCOMPARE(ran->printed.text.size(), std::size_t{60'000}); // only complete calls, up to 64 KiB
        QCOMPARE(ran->printed.lost, std::int64_t{(1 << 14) - 6});
    }
    void what_run_prints_stands_where_it_was_printed() {
        const auto ran = run_text("__global__ void k(int n, double* y) { if (threadIdx.x == 0) printf(\"k%d \", n); }\n"
                                  "void run(int rows, double* y) { printf(\"a \"); k<<<1, 32>>>(1, y); printf(\"b \"); "
                                  "k<<<1, 32>>>(2, y); printf(\"c\"); }");
        QCOMPARE(ran->refusal, std::string());
        QCOMPARE(ran->printed.text, std::string("a k1 b k2 c"));
    }
    void any_bytes_are_answered() {
        for (const char* text :
             {"", "\0\xff", "__global__", "{{{{", "void run() { run(); }", "#define A A A\nA",
              "#define F(x) x x x\nF(F(F(F(1))))", "void run() { for (;;) {} }",
              "int f(int n) { return f(n - 1); } void run() { f(3); }", "struct A { A a; }; void run() {}",
              "void run() { int a[1000000000]; }", "/*", "\"", "'"})
            try_text(text);
        try_text(std::string(100000, '('));
        try_text("void run() { int x = " + std::string(50000, '-') + "1; }");
    }
};

WARPLOOM_TEST(SimtLanguageTest);

#include "simt_language_test.moc"
