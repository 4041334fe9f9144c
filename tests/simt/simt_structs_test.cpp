#include "simt_support.h"
#include "support/runner.h"

#include <QTest>

#include <cstddef>
#include <string>

using namespace warploom;
using namespace warploom::simt::test;

// Overloads, methods, struct templates with type and non-type parameters, references to arrays. Each source is compiled
// twice: by the host compiler, and by this compiler, where 64 threads call its function `f`.

#pragma GCC diagnostic ignored "-Wold-style-cast"
#pragma GCC diagnostic ignored "-Wshadow"

namespace {

// NOLINTBEGIN(bugprone-reserved-identifier): CUDA's words, which mean nothing on the host.
#define __device__
#define BOTH(name, ...)                                                                                                \
    namespace name {                                                                                                   \
    __VA_ARGS__                                                                                                        \
    }                                                                                                                  \
    constexpr const char* text_of_##name = #__VA_ARGS__;

BOTH(
    by_number_of_arguments, __device__ int g(int a) { return a; } __device__ int g(int a, int b) {
        return a * b;
    } __device__ int g() { return 5; } __device__ double f(int i) { return g() + 10 * g(i) + 100 * g(i, i + 1); })
BOTH(
    by_types, __device__ int g(int v) { return 1; } __device__ int g(double v) { return 2; } __device__ int g(float v) {
        return 3;
    } __device__ int g(const double* v) { return 4; } __device__ int g(unsigned v) {
        return 5;
    } __device__ double f(int i) {
        double v[2] = {0, 1};
        char c = 'a';
        bool b = i > 3;
        return g(i) + 10 * g(i * 1.0) + 100 * g(i * 1.0f) + 1000 * g(v) + 1e4 * g(c) + 1e5 * g(b) + 1e6 * g(3u);
    })
BOTH(
    promotion_before_conversion, __device__ int g(int v) { return 1; } __device__ int g(long long v) {
        return 2;
    } __device__ int h(double v) { return 3; } __device__ int h(int v) { return 4; } __device__ double f(int i) {
        short s = i;
        return g(s) + 10 * g((long long)i) + 100 * h(1.5f) + 1000 * h(s);
    })
BOTH(
    pointers_to_const, __device__ int g(const double* v) { return 1; } __device__ int g(double* v) {
        return 2;
    } __device__ double f(int i) {
        double v[3] = {1, 2, 3};
        const double* p = v;
        return g(p) + 10 * g(v) + i;
    })
BOTH(
    a_plain_function_before_a_template,
    template <typename T>
    __device__ int g(T v) { return 1; } __device__ int g(double v) { return 2; } template <typename T>
    __device__ int h(T v) { return 3; } template <typename T>
    __device__ int h(T* v) { return 4; } __device__ double f(int i) {
        double v[2] = {1, 2};
        return g(i) + 10 * g(1.5) + 100 * g(1.5f) + 1000 * h(i) + 10000 * h(v);
    })
BOTH(
    structs_choose, struct A { int n; }; struct B { int n; }; __device__ int g(A a) {
        return a.n;
    } __device__ int g(const B& b) { return 100 * b.n; } __device__ double f(int i) {
        A a = {i};
        B b = {i + 1};
        return g(a) + g(b);
    })
BOTH(
    methods_read_and_change,
    struct Sum {
        double total;
        int count;
        __device__ void add(double v) {
            total += v;
            ++count;
        }
        __device__ double mean() const { return count > 0 ? total / count : 0; }
    };
    __device__ double f(int i) {
        Sum s = {0, 0};
        for (int k = 0; k < i % 7; ++k) s.add(k * 0.5 + i);
        return s.mean() + s.count;
    })
BOTH(
    methods_call_each_other_and_hide_functions, __device__ int twice(int v) { return -v; } struct N {
        int n;
        __device__ int twice(int v) const { return 2 * v; }
        __device__ int four() const { return twice(n) + this->twice(n); }
        __device__ void set(int n) { this->n = n; }
    };
    __device__ double f(int i) {
        N v = {1};
        v.set(i);
        return v.four() + 1000 * twice(i);
    })
BOTH(
    methods_of_elements_and_pointers,
    struct P {
        int x;
        int y;
        __device__ int dot(const P& o) const { return x * o.x + y * o.y; }
        __device__ void turn() {
            int t = x;
            x = -y;
            y = t;
        }
    };
    __device__ void turn(P* p) { p->turn(); } __device__ double f(int i) {
        P v[3] = {{i, 1}, {2, i}, {3, 4}};
        int k = i % 3;
        v[k].turn();
        turn(&v[1]);
        return v[0].dot(v[1]) * 10 + v[k].dot(v[2]);
    })
BOTH(
    an_index_that_a_method_changes,
    struct N {
        int n;
        __device__ void step(int& k) {
            ++k;
            n += 10 * k;
        }
    };
    __device__ double f(int i) {
        N v[4] = {{1}, {2}, {3}, {4}};
        int k = i % 3;
        v[k].step(k);
        return v[0].n + 100 * v[1].n + 10000 * v[2].n + 1000000 * v[3].n + k;
    })
BOTH(
    the_value_of_a_method_stays,
    struct N {
        int n;
        __device__ int next() { return n++; }
        __device__ int get() const { return n; }
    };
    __device__ double f(int i) {
        N v = {i};
        int a = v.get();
        int b = v.next();
        int c = v.next();
        return a + 100 * b + 10000 * c + 1e6 * v.get();
    })
BOTH(
    const_and_not,
    struct N {
        int n;
        __device__ int which() { return 1; }
        __device__ int which() const { return 2; }
    };
    __device__ int ask(const N& v) { return v.which(); } __device__ double f(int i) {
        N v = {i};
        const N w = {i};
        return v.which() + 10 * w.which() + 100 * ask(v);
    })
BOTH(
    methods_of_what_a_function_gives,
    struct N {
        int n;
        __device__ N plus(int k) const {
            N made = {n + k};
            return made;
        }
        __device__ int get() const { return n; }
    };
    __device__ N make(int n) { return N{n}; } __device__ double f(int i) {
        return make(i).get() + 100 * make(i).plus(3).plus(4).get() + 1e4 * N{i * 2}.get();
    })
BOTH(
    returns_in_branches,
    struct R {
        int low;
        int high;
        __device__ int place(int v) const {
            if (v < low) return -1;
            for (int k = low; k < high; ++k)
                if (k * k > v) return k;
            return 1000;
        }
    };
    __device__ double f(int i) {
        R r = {i % 5, i % 11};
        return r.place(i % 9);
    })
BOTH(
    templates_over_numbers,
    template <typename T, int n> struct Rows {
        T v[n];
        __device__ T sum() const {
            T s = 0;
            for (int k = 0; k < n; ++k) s += v[k];
            return s;
        }
        __device__ void fill(T first) {
            for (int k = 0; k < n; ++k) v[k] = first + k;
        }
        __device__ Rows doubled() const {
            Rows made = *this;
            for (int k = 0; k < n; ++k) made.v[k] *= 2;
            return made;
        }
    };
    template <typename T, int n> __device__ int size(const Rows<T, n>& r) { return n; } template <int n>
    __device__ double of(int i) {
        Rows<double, n + 1> r;
        r.fill(i);
        return r.sum() + 1000 * size(r);
    } __device__ double f(int i) {
        Rows<int, 3> r;
        r.fill(i);
        return r.sum() + 100 * r.doubled().sum() + 1e4 * size(r) + 1e5 * of<4>(i) + sizeof(Rows<float, 6>);
    })
BOTH(
    templates_with_standards, template <typename T = double, int n = 2> struct Pair { T v[n]; };
    template <int n, bool twice = false> struct Number {
        __device__ int get() const { return twice ? 2 * n : n; }
        int filler;
    };
    __device__ double f(int i) {
        Pair<> a = {{1, i * 0.5}};
        Pair<int, 3> b = {{i, i, i}};
        Number<4> c = {0};
        Number<4, true> d = {0};
        return a.v[1] + b.v[2] + c.get() + 100 * d.get();
    })
BOTH(
    structs_in_structs,
    struct Inner {
        int n;
        __device__ void add(int k) { n += k; }
    };
    template <int n> struct Outer {
        Inner part[n];
        __device__ void add(int k) {
            for (int p = 0; p < n; ++p) part[p].add(k * p);
        }
    };
    __device__ double f(int i) {
        Outer<3> o = {{{1}, {2}, {3}}};
        o.add(i);
        o.part[i % 3].add(7);
        return o.part[0].n + 100 * o.part[1].n + 10000 * o.part[2].n;
    })
BOTH(
    references_to_arrays,
    __device__ void rotate(int (&v)[4]) {
        int first = v[0];
        for (int k = 0; k < 3; ++k) v[k] = v[k + 1];
        v[3] = first;
    } template <typename T, int n>
    __device__ T sum(const T (&v)[n]) {
        T s = 0;
        for (int k = 0; k < n; ++k) s += v[k];
        return s * n;
    } template <typename T, int m, int n>
    __device__ T corner(T (&v)[m][n]) { return v[m - 1][n - 1]; } __device__ double f(int i) {
        int v[4] = {i, 2, 3, 4};
        double w[3] = {0.5, 1.5, i * 1.0};
        int t[2][3] = {{1, 2, 3}, {4, 5, i}};
        rotate(v);
        return v[0] + 10 * v[3] + 1000 * sum(v) + 1e5 * sum(w) + 1e7 * corner(t) + 1e8 * sum(t[1]);
    })
BOTH(
    arrays_choose_by_their_size,
    __device__ int g(int (&v)[2]) { return 2; } __device__ int g(int (&v)[3]) { return 3; } struct A { int v[3]; };
    __device__ double f(int i) {
        int v[2] = {i, i};
        A a = {{1, 2, 3}};
        return g(v) + 10 * g(a.v);
    })
#undef __device__
// NOLINTEND(bugprone-reserved-identifier)

} // namespace

class SimtStructsTest : public QObject {
    Q_OBJECT
private slots:
    void a_text_computes_what_it_computes_on_the_host_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<void*>("host");
        const auto row = [](const char* name, const char* text, double (*host)(int)) {
            QTest::newRow(name) << QString::fromLatin1(text) << reinterpret_cast<void*>(host);
        };
#define ROW(name) row(#name, text_of_##name, name::f)
        ROW(by_number_of_arguments);
        ROW(by_types);
        ROW(promotion_before_conversion);
        ROW(pointers_to_const);
        ROW(a_plain_function_before_a_template);
        ROW(structs_choose);
        ROW(methods_read_and_change);
        ROW(methods_call_each_other_and_hide_functions);
        ROW(methods_of_elements_and_pointers);
        ROW(an_index_that_a_method_changes);
        ROW(the_value_of_a_method_stays);
        ROW(const_and_not);
        ROW(methods_of_what_a_function_gives);
        ROW(returns_in_branches);
        ROW(templates_over_numbers);
        ROW(templates_with_standards);
        ROW(structs_in_structs);
        ROW(references_to_arrays);
        ROW(arrays_choose_by_their_size);
#undef ROW
    }
    void a_text_computes_what_it_computes_on_the_host() {
        QFETCH(QString, text);
        QFETCH(void*, host);
        const auto expected = reinterpret_cast<double (*)(int)>(host);
        const auto ran = run_text(kernel_text(text.toStdString(), "    const int i = blockIdx.x * blockDim.x + "
                                                                  "threadIdx.x;\n    y[i] = f(i);"));
        QVERIFY2(ran->refusal.empty(), ran->refusal.c_str());
        for (int i = 0; i < 64; ++i) QCOMPARE(ran->y[static_cast<std::size_t>(i)], expected(i));
    }
    void methods_reach_structs_in_global_and_shared_memory() {
        RunOptions options;
        options.traced = true;
        const auto ran =
            run_text(kernel_text("struct Pair {\n    double a, b;\n    __device__ double sum() const { return a + "
                                 "b; }\n    __device__ void swap() {\n        double t = a;\n        a = b;\n  "
                                 "      b = t;\n    }\n};",
                                 "    __shared__ Pair kept[32];\n    const int i = threadIdx.x;\n"
                                 "    Pair* pairs = (Pair*)y;\n    if (i >= 32) return;\n"
                                 "    kept[i].a = i;\n    kept[i].b = 0.5;\n    kept[i].swap();\n"
                                 "    pairs[i].a = kept[i].sum();\n    pairs[i].b = kept[i].a;\n"
                                 "    pairs[i].swap();"),
                     options);
        QVERIFY2(ran->refusal.empty(), ran->refusal.c_str());
        QVERIFY2(ran->findings.empty(), ran->findings.empty() ? "" : ran->findings[0].sentence.c_str());
        for (std::size_t i = 0; i < 32; ++i) {
            QCOMPARE(ran->y[2 * i], 0.5);
            QCOMPARE(ran->y[2 * i + 1], static_cast<double>(i) + 0.5);
        }
    }
    void a_shared_tile_is_an_array_that_a_function_refers_to() {
        const auto ran = run_text(kernel_text(
            "template <typename T, int rows, int columns>\n__device__ T across(T (&tile)[rows][columns], int "
            "i) { return tile[i % rows][i / rows]; }",
            "    __shared__ double tile[8][9];\n    const int i = threadIdx.x;\n"
            "    tile[i / 8][i % 8] = i;\n    __syncthreads();\n    y[i] = across(tile, i);"));
        QVERIFY2(ran->refusal.empty(), ran->refusal.c_str());
        for (int i = 0; i < 64; ++i) QCOMPARE(ran->y[static_cast<std::size_t>(i)], i % 8 * 8.0 + i / 8);
    }
    void a_kernel_takes_a_struct_of_a_template_over_numbers() {
        const auto ran = run_text("template <typename T, int n> struct Rows { T v[n]; };\n"
                                  "template <int n, typename T> __global__ void k(Rows<T, n> r, double* y) {\n"
                                  "    y[threadIdx.x] = r.v[threadIdx.x % n];\n}\n"
                                  "void run(int rows, double* y, int block) {\n    Rows<double, 3> r = {{1, 2, 4}};\n"
                                  "    k<<<1, block>>>(r, y);\n}\n");
        QVERIFY2(ran->refusal.empty(), ran->refusal.c_str());
        for (std::size_t i = 0; i < 64; ++i) QCOMPARE(ran->y[i], i % 3 == 2 ? 4.0 : 1.0 + static_cast<double>(i % 3));
    }
    // A layout type is a template argument, and no number can be substituted for it. The kernel can therefore be
    // checked only where it is launched.
    void a_kernel_over_a_layout_is_looked_at_where_it_is_launched() {
        const char* const layouts =
            "template <typename T> struct Array { T* at; };\n"
            "template <typename T> struct Pairs { T* at; };\n"
            "template <typename T> __device__ T load(Array<T> a, int i) { return a.at[i]; }\n"
            "template <typename T> __device__ T load(Pairs<T> a, int i) { return a.at[2 * i]; }\n"
            "template <typename T, typename From> __global__ void k(From from, T* y) {\n"
            "    y[32 + threadIdx.x] = load(from, threadIdx.x);\n}\n"
            "__global__ void fill(double* y) { y[threadIdx.x] = threadIdx.x; }\n"
            "void run(int rows, double* y, int block) {\n    fill<<<1, 32>>>(y);\n";
        const auto ran = run_text(std::string(layouts) + "    Pairs<double> pairs = {y};\n"
                                                         "    k<double><<<1, 16>>>(pairs, y);\n}\n");
        QVERIFY2(ran->refusal.empty(), ran->refusal.c_str());
        for (std::size_t i = 0; i < 16; ++i) QCOMPARE(ran->y[32 + i], 2.0 * static_cast<double>(i));
        QVERIFY(run_text(std::string(layouts) + "}\n")->refusal.empty());
        QVERIFY(!run_text(std::string(layouts) + "    k<double><<<1, 16>>>(1.0, y);\n}\n")->refusal.empty());
    }
};

WARPLOOM_TEST(SimtStructsTest);

#include "simt_structs_test.moc"
