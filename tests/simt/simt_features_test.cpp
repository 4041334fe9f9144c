#include "engine/simt/language/words.h"
#include "simt_support.h"
#include "support/runner.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace warploom;
using namespace warploom::simt::test;

// CUDA C++ features that students use. Each one is either supported, and its kernel computes 7, or rejected with a
// message that names it. A syntax error instead would make the student look for a mistake that does not exist.

namespace {

enum class Place { before, kernel, run, host };

struct Feature {
    const char* name;
    Place place;
    const char* text;
    const char* said = ""; ///< part of the message; empty if the feature is supported
};

const std::vector<Feature> features{
    // Supported:
    {"static shared array", Place::kernel, "static __shared__ int s[64]; s[threadIdx.x] = 7; r = s[threadIdx.x];"},
    {"static const array", Place::kernel, "static const int a[3] = {1, 7, 3}; r = a[1];"},
    {"static constexpr number", Place::kernel, "static constexpr int a = 7; r = a;"},
    {"aligned shared arrays", Place::kernel,
     "__shared__ __align__(16) float s[64]; alignas(2 * 8) __shared__ float u[64]; s[threadIdx.x] = u[threadIdx.x] = "
     "7; "
     "r = s[threadIdx.x];"},
    {"register", Place::kernel, "register int q = 7; for (register int k = 0; k < 1; ++k) r = q;"},
    {"register parameter", Place::before, "__device__ int f(register int a) { return a; }"},
    {"default template argument", Place::before, "template <int N = 7> __device__ int f() { return N; }"},
    {"unnamed parameters", Place::before, "__device__ int f(int = 3, const float* = nullptr) { return 7; }"},
    {"dim3 by a list", Place::host, "dim3 grid = {1u}, threads{64}; k<<<grid, threads>>>(rows, in, y);"},
    {"cudaGetLastError", Place::run, "if (cudaGetLastError() != cudaSuccess) return;"},
    {"cudaPeekAtLastError", Place::run, "cudaError_t error = cudaPeekAtLastError(); assert(error == cudaSuccess);"},
    {"cudaGetErrorString", Place::run,
     "cudaError_t e = cudaDeviceSynchronize(); if (e != cudaSuccess) { fprintf(stderr, \"%s:%d %s %s\\n\", __FILE__, "
     "__LINE__, cudaGetErrorString(e), cudaGetErrorName(e)); exit(EXIT_FAILURE); }"},
    {"cudaMemset's result", Place::run, "if (cudaMemset(y, 0, 8) != cudaSuccess) return;"},
    {"cudaFuncSetAttribute", Place::run,
     "cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);"},
    {"atomicDec", Place::kernel,
     "__shared__ unsigned a; if (threadIdx.x == 0) { a = 8; atomicDec(&a, 9u); } __syncthreads(); r = a;"},
    {"attribute of a variable", Place::kernel, "[[maybe_unused]] int unused = 3; r = 7;"},
    {"attribute of a branch", Place::kernel, "if (rows > 0) [[likely]] r = 7;"},
    {"attribute of a function", Place::before, "[[nodiscard]] __device__ int f() { return 7; }"},
    {"attribute of a parameter", Place::before, "__device__ int f([[maybe_unused]] int a) { return 7; }"},
    {"noexcept", Place::before, "__device__ int f() noexcept { return 7; }"},
    {"number types of std", Place::kernel, "std::size_t a = 3; std::uint32_t b = 4u; r = a + b;"},
    {"limits", Place::kernel,
     "float least = FLT_MAX; double most = -DBL_MAX; unsigned u = UINT_MAX; r = least > most && u > 1 ? 7 : 0;"},
    {"character", Place::kernel, "r = 'a' - 90;"},
    {"fields as constants", Place::kernel, "const int2 p = make_int2(3, 4); r = p.x + p.y;"},

    {"raw string", Place::kernel, "printf(R\"x(\"hi\" \\ )x\"); printf(R\"(\n)\"); r = 7;"},
    {"pragma operator", Place::kernel, "_Pragma(\"unroll\") for (int i = 0; i < 7; ++i) ++r;"},
    {"using declaration", Place::kernel, "using std::max; r = max(3, 7);"},
    {"version of C++", Place::before, "#if __cplusplus >= 202002L\n__device__ int f() { return 7; }\n#endif"},

    // Not supported; the message names the feature:
    {"goto", Place::kernel, "int q = 0; again: ++q; if (q < 3) goto again;", "Labels (`again:`) are not supported"},
    {"goto alone", Place::kernel, "goto end;", "`goto`"},
    {"bit-field", Place::before, "struct P { unsigned a : 4; unsigned b : 28; };", "Bit-fields are not supported."},
    {"unnamed bit-field", Place::before, "struct P { unsigned a; unsigned : 28; };", "Bit-fields are not supported."},
    {"function pointer", Place::kernel, "int (*g)(int) = nullptr;", "Function pointers are not supported."},
    {"function pointer of two words", Place::kernel, "unsigned int (*g)(int) = nullptr;", "Function pointers"},
    {"function pointer parameter", Place::before, "__device__ int f(int (*g)(int)) { return g(1); }",
     "Function pointers"},
    {"function pointer typedef", Place::before, "typedef int (*F)(int);", "Function pointers"},
    {"function pointer using", Place::before, "using F = int (*)(int);", "Function pointers"},
    {"function pointer field", Place::before, "struct P { int (*f)(int); };", "Function pointers"},
    {"global function pointer", Place::before, "__device__ int (*f)(int);", "Function pointers"},
    {"pointer to an array", Place::kernel, "int A[2][4]; int (*p)[4] = A;", "Pointers to arrays"},
    {"reference to an array", Place::kernel, "int A[4]; int (&p)[4] = A;", "References to arrays"},
    {"pointer to an array parameter", Place::before, "__device__ int f(int (*p)[4]) { return 1; }",
     "Pointers to arrays"},
    {"typedef of an array", Place::before, "typedef int Four[4];", "Array type aliases are not supported."},
    {"structured binding", Place::kernel, "int2 p = make_int2(1, 2); auto [u, v] = p;",
     "Structured bindings are not supported."},
    {"structured binding by reference", Place::kernel, "int2 p = make_int2(1, 2); const auto& [u, v] = p;",
     "Structured bindings"},
    {"wide character", Place::kernel, "r = L'a';", "Character literals with a prefix (`L`)"},
    {"utf-8 string", Place::kernel, "printf(u8\"hi\");", "String literals with a prefix (`u8`)"},
    {"lambda", Place::kernel, "auto f = [](int a) { return a; };", "Lambda expressions"},
    {"range-based for over a list", Place::kernel, "for (int v : {1, 2, 3}) r += v;", "needs the name of an array"},
    {"declaration in if", Place::kernel, "if (int q = 3; q > 2) r = 1;", "A declaration in the condition of `if`"},
    {"declaration in while", Place::kernel, "while (const int q = 3) r = 1;",
     "A declaration in the condition of `while`"},
    {"range of cases", Place::kernel, "switch (rows) { case 1 ... 3: r = 1; }", "Case ranges are not supported."},
    {"designated initializer", Place::kernel, "int2 p = {.x = 1, .y = 2};", "Designated initializers"},
    {"compound literal", Place::kernel, "float2 p = (float2){1, 2};", "A braced list is not allowed here."},
    {"trailing return type", Place::before, "__device__ auto f() -> int { return 1; }", "Trailing return types"},
    {"explicit instantiation", Place::before,
     "template <typename T = int> __device__ T f() { return 7; }\ntemplate int f<int>();", ""},
    {"alias template", Place::before, "template <typename T> using V = T*;", "Alias templates are not supported."},
    {"variable template", Place::before, "template <typename T> constexpr T pi = 3;",
     "Variable templates are not supported."},
    {"variadic template", Place::before, "template <typename... T> __device__ int f(T... a) { return 1; }", "`...`"},
    {"concept", Place::before, "template <typename T> requires true __device__ int f(T a) { return 1; }",
     "Constraints (`requires`)"},
    {"struct in a function", Place::kernel, "struct P { int a; };", "Local structs"},
    {"struct without a name", Place::kernel, "struct { int a; } p;", "Local structs"},
    {"struct in a struct", Place::before, "struct P { struct Q { int a; } q; };", "Nested structs"},
    {"struct and variable", Place::before, "struct P { int a; } p;",
     "Declaring a variable together with its struct is not supported."},
    {"field with a value", Place::before, "struct P { int a = 3; };", "Default member initializers"},
    {"constant in a struct", Place::before, "struct P { constexpr int a = 3; };", "field must be static"},
    {"static member", Place::before, "struct P { static int a; };", "must be a constant"},
    {"static array", Place::before, "struct P { static constexpr int a[2] = {1, 2}; };", "Constant arrays"},
    {"type in a struct", Place::before,
     "struct P { int a; }; __device__ int f(int a) { typename P::type b = a; return b; }", "Types inside structs"},
    {"private", Place::before, "struct P { private: int a; }; __device__ int f() { return 7; }", ""},
    {"class", Place::before, "class P { public: int a; }; __device__ int f() { P p{7}; return p.a; }", ""},
    {"operator function", Place::before,
     "struct P { int a; };\n__device__ P operator+(P a, P b) { return P{a.a + b.a}; }\n"
     "__device__ int f() { P p{3}; return (p + P{4}).a; }",
     ""},
    {"attribute of gcc", Place::before, "__attribute__((noinline)) __device__ int f() { return 1; }",
     "`__attribute__`"},
    {"128 bits", Place::kernel, "__int128 a = 1;", "128-bit integers"},
    {"half", Place::kernel, "half2 p;", "`half2` is not supported."},
    {"stream", Place::run, "cudaStream_t s;", "Streams are not supported"},
    {"stream by address", Place::run, "cudaStreamCreate(nullptr);", "`cudaStreamCreate` is not supported"},
    {"device properties", Place::run, "cudaDeviceProp p;", "Device properties are not available"},
    {"occupancy", Place::run, "cudaOccupancyMaxPotentialBlockSize(nullptr, nullptr, k);",
     "`cudaOccupancyMaxPotentialBlockSize` is not supported"},
    {"error code", Place::run, "if (cudaGetLastError() == cudaErrorInvalidValue) return;",
     "`cudaErrorInvalidValue` is not supported"},
    {"numeric_limits", Place::kernel, "r = std::numeric_limits<int>::max();",
     "`std::numeric_limits` is not supported."},
    {"cuda::atomic", Place::kernel, "cuda::atomic<int> a;", "`cuda::atomic` is not supported."},
    {"memcpy", Place::kernel, "memcpy(y, in, 4);", "`memcpy` is not supported."},
    {"trap", Place::kernel, "__trap();", "`__trap` is not supported."},
    {"decltype", Place::kernel, "decltype(r) q = 1;", "`decltype`"},
    {"thread_local", Place::kernel, "thread_local int q = 1;", "`thread_local` is not supported."},
    {"static counter", Place::kernel, "static int calls = 0; ++calls;", "`static` local variables"},
    {"other namespace", Place::kernel, "r = thrust::abs(-1);", "Thrust is a host library"},
};

} // namespace

class SimtFeaturesTest : public QObject {
    Q_OBJECT
private slots:
    void each_feature_is_supported_or_named_in_its_refusal_data() {
        QTest::addColumn<int>("number");
        for (std::size_t f = 0; f < features.size(); ++f) QTest::newRow(features[f].name) << static_cast<int>(f);
    }
    void each_feature_is_supported_or_named_in_its_refusal() {
        QFETCH(int, number);
        const Feature& feature = features[static_cast<std::size_t>(number)];
        const std::string text = feature.text;
        const bool is_supported = feature.said[0] == '\0', is_used = is_supported && feature.place == Place::before;
        const std::string body =
            feature.place == Place::kernel                                                           ? text
            : !is_used                                                                               ? "r = 7;"
            : text.find("f(register") != std::string::npos || text.find("f([[") != std::string::npos ? "r = f(7);"
            : text.find("template") != std::string::npos                                             ? "r = f<>();"
                                                                                                     : "r = f();";
        const std::string launch = feature.place == Place::host
                                       ? text
                                       : std::string("k<<<(rows + block - 1) / block, block>>>(rows, in, y);\n") +
                                             (feature.place == Place::run ? text : "");
        const auto ran = run_text((feature.place == Place::before ? text : std::string()) +
                                  "\n__global__ void k(int rows, const int* in, double* y) {\nint r = 0;\n" + body +
                                  "\ny[blockIdx.x * blockDim.x + threadIdx.x] = r;\n}\n"
                                  "void run(int rows, const int* in, double* y, int block) {\n" +
                                  launch + "\n}\n");
        if (is_supported) {
            QCOMPARE(ran->refusal, std::string());
            const std::size_t cleared = text.find("cudaMemset") != std::string::npos ? 1 : 0;
            QCOMPARE(std::vector<double>(ran->y.begin() + static_cast<std::ptrdiff_t>(cleared), ran->y.end()),
                     std::vector<double>(64 - cleared, 7.0));
            return;
        }
        const QString said = QString::fromStdString(ran->refusal);
        QVERIFY2(said.contains(QLatin1String(feature.said)), qPrintable(said));
        QVERIFY2(!said.contains(QLatin1String("Expected")), qPrintable(said));
    }

    void an_unsupported_feature_gives_a_single_error_data() {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const char* before, const char* body, const char* said) {
            QTest::newRow(name) << QString::fromUtf8(before) << QString::fromUtf8(body) << QString::fromUtf8(said);
        };
        row("structured binding", "struct P { int a, b; };", "P p{1, 2}; auto [u, v] = p; r = u + v;",
            "Structured bindings");
        row("rvalue reference", "", "auto&& s = r; s += 1; r = s;", "Rvalue references");
        row("alias template", "template <typename A> using V = const A*;", "V<int> p = in; r = p[0];",
            "Alias templates");
        row("alignas of a struct", "struct alignas(16) P { int a; };", "P p{1}; r = p.a;",
            "`alignas` is not supported");
        row("union", "union U { int a; float b; };", "U u; u.b = 1; r = u.a;", "`union` is not supported");
        row("local union", "", "union { int a; float b; } u; u.b = 1; r = u.a;", "`union` is not supported");
        row("local struct", "", "struct P { int a; }; P p{1}; r = p.a;", "Local structs");
        row("local bit-field", "", "struct { unsigned a : 4; } p; p.a = 1; r = p.a;", "Local structs");
        row("local enumeration", "", "enum { one, two }; r = one;", "Enumerations are not supported inside");
        row("inheritance", "struct A { int a; }; struct B : A { int b; };", "B b; b.a = 1; r = b.a;", "Inheritance");
        row("virtual method", "struct A { int a; __device__ virtual int f() { return 1; } };", "A a; r = a.f();",
            "Virtual functions");
        row("operator", "struct A { int a; __device__ int operator+(A o) const { return a + o.a; } };",
            "A a{1}; r = a + a;", "Operator overloading");
        row("conversion operator", "struct A { int a; __device__ operator int() const { return a; } };",
            "A a{1}; r = a;", "Operator overloading");
        row("stream operator", "struct A { int a; }; __device__ int operator<<(A a, int i) { return a.a + i; }",
            "A a{1}; r = 1;", "Only arithmetic operators and comparisons");
        row("complex number", "", "std::complex<float> c(0, 0); r = c.real();", "`std::complex`");
        row("decltype", "", "decltype(r) s = 1; r = s;", "`decltype`");
        row("constinit", "__device__ constinit int g = 0;", "r = g;", "`constinit`");
        row("consteval", "consteval int f() { return 1; }", "r = f();", "`consteval`");
        row("attribute of gcc", "__attribute__((always_inline)) __device__ int f() { return 1; }", "r = f();",
            "`__attribute__`");
        row("constraint", "template <typename A> requires (sizeof(A) > 0) __device__ A id(A a) { return a; }",
            "r = id(r);", "Constraints");
        row("parameter of type auto", "__device__ auto id(auto a) { return a; }", "r = id(r);",
            "Parameters of type `auto`");
        row("parameter pack", "template <typename... A> __device__ int f(A... a) { return 1; }", "r = f(1, 2);",
            "Parameter packs");
        row("declaration in if", "", "if (int q = rows; q > 2) r = 1;", "A declaration in the condition of `if`");
        row("declaration in switch", "", "switch (int q = rows; q) { case 0: r = 1; break; }",
            "A declaration in the condition of `switch`");
        row("compound literal", "struct P { int a; };", "r = (P){1}.a;", "A braced list is not allowed here.");
        row("statement expression", "", "r = ({ int t = 0; t; });", "A braced list is not allowed here.");
        row("three-way comparison", "", "auto c = rows <=> 3; if (c < 0) r = 1;", "The operator `<=>`");
        row("using enum", "enum class Color { red, green };", "using enum Color; r = Color::red;", "`using enum`");
        row("local function", "", "int f(int a) { return a; } r = f(r);", "Functions cannot be declared");
        row("local prototype", "", "int f(int a); r = f(r);", "Functions cannot be declared");
        row("is_same", "", "if constexpr (std::is_same_v<int, double>) r = 1;", "`std::is_same_v`");
        row("move", "", "r = std::move(r);", "`std::move`");
        row("header test", "#if __has_include(<cuda.h>)\n#endif", "r = 1;", "`__has_include`");
        row("exception", "", "try { r = 1; } catch (...) { r = 2; }", "Exceptions");
    }
    void an_unsupported_feature_gives_a_single_error() {
        QFETCH(QString, before);
        QFETCH(QString, body);
        QFETCH(QString, said);
        const QString text = before + "\n__global__ void k(int rows, const int* in, double* y) {\nint r = 0;\n" + body +
                             "\ny[threadIdx.x] = r;\n}\nvoid run(int rows, const int* in, double* y) {\n"
                             "k<<<1, 32>>>(rows, in, y);\n}\n";
        const auto refusals = simt::translate("a.cu", text.toStdString()).refusals;
        QString all;
        for (const auto& each : refusals) all += QString::fromStdString(each.sentence) + " " + '\n';
        QVERIFY2(refusals.size() == 1, qPrintable(all));
        QVERIFY2(all.contains(said), qPrintable(all));
        QVERIFY(!refusals.front().hint.empty());
    }

    // Each type with two to four members, and its function.
    void every_documented_vector_type_is_supported() {
        QFile page(QStringLiteral(WARPLOOM_SOURCE_DIR "/docs/write-a-kernel.md"));
        QVERIFY(page.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(page.readAll());
        const QString row = text.mid(text.indexOf("| types |")).section('\n', 0, 0);
        static const QRegularExpression vector("\\b([a-z]+)([234])\\b");
        int types = 0;
        for (auto found = vector.globalMatch(row); found.hasNext(); ++types) {
            const QRegularExpressionMatch match = found.next();
            const QString type = match.captured(0);
            const int members = match.captured(2).toInt();
            if (type.contains("make")) continue;
            QStringList values;
            for (int m = 0; m < members; ++m) values << "7";
            const QString body = type + " v = make_" + type + "(" + values.join(", ") + "); " + type +
                                 " w = v; r = (int)w." + QString("xyzw").at(members - 1) + ";";
            const auto ran =
                run_text("__global__ void k(int rows, const int* in, double* y) {\nint r = 0;\n" + body.toStdString() +
                         "\ny[blockIdx.x * blockDim.x + threadIdx.x] = r;\n}\n"
                         "void run(int rows, const int* in, double* y, int block) {\n"
                         "k<<<(rows + block - 1) / block, block>>>(rows, in, y);\n}\n");
            QVERIFY2(ran->refusal.empty(), (type.toStdString() + ": " + ran->refusal).c_str());
            QCOMPARE(ran->y, std::vector<double>(64, 7.0));
        }
        QVERIFY(types >= 15);
    }

    // A word may be in the list of unsupported words only if it is not documented as supported.
    void no_documented_name_is_in_the_list_of_unsupported_words() {
        QFile page(QStringLiteral(WARPLOOM_SOURCE_DIR "/docs/write-a-kernel.md"));
        QVERIFY(page.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(page.readAll());
        static const QRegularExpression name("\\b[A-Za-z_][A-Za-z_0-9]+\\b");
        int names = 0;
        for (const char* const title : {"| types |", "| math |", "| atomic |", "| warp functions |"})
            for (auto found = name.globalMatch(text.mid(text.indexOf(title)).section('\n', 0, 0)); found.hasNext();
                 ++names) {
                const std::string word = found.next().captured(0).toStdString();
                QVERIFY2(word == "enum" || word == "class" || word == "operator" || word == "and" ||
                             simt::find_foreign_word(word) == nullptr,
                         word.c_str());
            }
        QVERIFY(names > 100);
    }
};

WARPLOOM_TEST(SimtFeaturesTest);

#include "simt_features_test.moc"
