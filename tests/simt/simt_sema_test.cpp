#include "engine/simt/program_impl.h"
#include "simt_support.h"
#include "support/runner.h"

#include <QDirIterator>
#include <QTest>

#include <algorithm>
#include <string>

using namespace warploom;
using namespace warploom::simt::test;

// The types that semantic analysis assigns to expressions. Expected types are derived by hand from the C++ standard.

namespace {

const char* const declarations = R"(
struct Row {
    double a[2];
    int n;
    __device__ int size() const { return n; }
    __device__ double& first() { return a[0]; }
};
constexpr int two = 2;
__device__ int pick(int x) { return x; }
__device__ float pick(float x) { return x; }
__device__ double pick(double x) { return x; }
__device__ int pick(const double* x) { return 1; }
__device__ unsigned taken(int* x) { return 1; }
__device__ double taken(const int* x) { return 1; }
__device__ constexpr int next(int x) { return x + 1; }
template <typename T> __device__ T twice(T x) { return x + x; }
template <int n> __device__ float scaled(int x) { return n * x; }
template <typename T, int n> __device__ T sum(const T (&values)[n]) { return values[0] + n; }
)";

const char* const variables = R"(
bool b = rows > 0;
char c = 1;
unsigned char uc = 1;
short s = 1;
int i = 1;
unsigned u = 1;
long long l = 1;
unsigned long long ul = 1;
float f = 1;
double d = 1;
const int k = 3;
int a[4] = {};
double m[2][3] = {};
const float* p = nullptr;
volatile int* v = nullptr;
Row row = {};
const Row fixed = {};
__shared__ float tile[8][8];
)";

/// Describes the expression in the last statement of the kernel with `describe`, or the error of the source.
template <class Describe> std::string checked(const std::string& expression, const Describe& describe) {
    const auto translation =
        simt::translate("test.cu", kernel_text(declarations, std::string(variables) + expression + ";"));
    if (!translation.refusals.empty()) return "refused: " + translation.refusals.front().sentence;
    simt::Library& library = *translation.program->half(true).translated;
    const simt::Function& kernel = *library.functions("k").front();
    return describe(library.instance(kernel, {}, nullptr, false), *kernel.body->parts.back()->value);
}

/// Returns a description such as "const int lvalue = 3".
std::string description_of(const simt::Instance& instance, const simt::Expression& e) {
    const simt::Typed& typed = instance.typed(e);
    std::string text =
        (typed.is_const ? "const " : "") + simt::name_of(typed.type) + (typed.is_lvalue ? " lvalue" : "");
    if (!typed.is_constant()) return text;
    const bool is_real = typed.type->is_real();
    return text + " = " +
           QString(is_real ? QString::number(typed.constant.real)
                           : QString::number(static_cast<qint64>(typed.constant.bits)))
               .toStdString();
}

/// Returns the implicit conversions within an expression, such as "i: double", and the type in which it changes a
/// variable, such as "in int".
std::string conversions_in(const simt::Instance& instance, const simt::Expression& e) {
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() || part.empty() ? "" : ", ") + part; };
    for (const auto& child : e.children) add(conversions_in(instance, *child));
    const auto known = instance.expressions.find(&e);
    if (known == instance.expressions.end()) return text;
    if (known->second.operation != nullptr) add("in " + known->second.operation->name);
    if (known->second.converted != nullptr) add(e.text + ": " + known->second.converted->name);
    return text;
}

std::string in_each_other(const char* begin, const char* middle, const char* end, int times) {
    std::string text = middle;
    for (int n = 0; n < times; ++n) text = begin + text + end;
    return text;
}

std::int64_t steps_of(const std::string& expression) {
    return simt::translate("test.cu", kernel_text(declarations, std::string(variables) + expression + ";")).steps;
}

} // namespace

class SimtSemaTest : public QObject {
    Q_OBJECT
private slots:
    void each_expression_has_the_type_of_cxx_data() {
        QTest::addColumn<QByteArray>("type");
        const auto row = [](const char* expression, const char* type) {
            QTest::newRow(expression) << QByteArray(type);
        };
        // Literals and constants
        row("7", "int = 7");
        row("7u", "unsigned = 7");
        row("2147483648", "long long = 2147483648");
        row("1.5f", "float = 1.5");
        row("1.5", "double = 1.5");
        row("'a'", "char = 97");
        row("true", "bool = 1");
        row("k", "const int lvalue = 3");
        row("k * 2 + two", "int = 8");
        row("k / 2.0", "double = 1.5");
        row("k > 2 && i > 0", "bool");
        row("k < 2 && i > 0", "bool = 0");
        row("k > 2 ? 1 : 2.5", "double = 1");
        row("next(k)", "int = 4");
        row("next(i)", "int");
        row("2147483647 + k", "int"); // overflows, so it is not folded
        row("INT_MAX", "int = 2147483647");
        row("sizeof(Row)", "unsigned long long = 24");
        row("sizeof a", "unsigned long long = 16");
        row("sizeof(m[0])", "unsigned long long = 24");
        // Usual arithmetic conversions
        row("c + c", "int");
        row("uc * s", "int");
        row("b + b", "int");
        row("s * u", "unsigned");
        row("i + l", "long long");
        row("u + l", "long long");
        row("l + ul", "unsigned long long");
        row("ul + f", "float");
        row("f * d", "double");
        row("c << l", "int");
        row("u >> 3", "unsigned");
        row("-s", "int");
        row("~uc", "int");
        row("+f", "float");
        row("!d", "bool");
        row("i < d", "bool");
        row("i, f", "float");
        row("1, 2.5", "double = 2.5");
        row("i = d", "int");
        row("s += d", "short");
        row("++s", "short");
        row("l--", "long long");
        row("i ? c : s", "int");
        row("i ? i : d", "double");
        row("i ? 0 : p", "const float*");
        row("(float)i", "float");
        row("float(k)", "float = 3");
        row("static_cast<short>(k)", "short = 3");
        // Objects and pointers
        row("i", "int lvalue");
        row("a", "int[4] lvalue");
        row("*a", "int lvalue");
        row("a + 1", "int*");
        row("&a[1]", "int*");
        row("m[1]", "double[3] lvalue");
        row("m[1][2]", "double lvalue");
        row("p[0]", "const float lvalue");
        row("p + 1", "const float*");
        row("p - p", "long long");
        row("p == nullptr", "bool");
        row("&p[1]", "const float*");
        row("&v[1]", "volatile int*");
        row("row.n", "int lvalue");
        row("fixed.n", "const int lvalue");
        row("&row.a[1]", "double*");
        row("&fixed.a[1]", "const double*");
        row("fixed.a", "const double[2] lvalue");
        row("(&row)->n", "int lvalue");
        row("tile[1][2]", "float lvalue");
        row("&tile[1][2]", "float*");
        row("Row{}", "Row");
        row("Row{}.n", "int");
        row("threadIdx.x", "unsigned");
        row("in[0]", "const int lvalue");
        // Calls
        row("row.size()", "int");
        row("pick(c)", "int");
        row("pick(f)", "float");
        row("pick(1.5f)", "float = 1.5");
        row("pick(d)", "double");
        row("pick(row.a)", "int");
        row("taken(a)", "unsigned");
        row("taken(in)", "double");
        row("twice(s)", "short");
        row("twice<double>(i)", "double");
        row("twice(pick(f))", "float");
        row("scaled<k>(i)", "float");
        row("sum(a)", "int");
        row("sum(row.a)", "double");
        // Built-in CUDA functions
        row("sqrt(f)", "float");
        row("sqrt(i)", "double");
        row("sqrtf(d)", "float");
        row("pow(f, 2)", "double");
        row("min(i, u)", "unsigned");
        row("fmin(i, 2)", "double");
        row("fmin(f, 2)", "float");
        row("abs(s)", "int");
        row("fma(f, f, f)", "float");
        row("__popc(u)", "int");
        row("__ldg(in)", "int");
        row("__shfl_down_sync(0xffffffff, uc, 1)", "int");
        row("__shfl_xor_sync(0xffffffff, d, 1)", "double");
        row("__ballot_sync(0xffffffff, i)", "unsigned");
        row("__all_sync(0xffffffff, i)", "int");
        row("atomicAdd(y, f)", "double");
        row("atomicCAS(a, 1, 2)", "refused: `a` is local to one thread, so an atomic operation on it is not possible.");
        row("__float2int_rn(f)", "int");
        row("__longlong_as_double(l)", "double");
        row("make_float2(i, d)", "float2");
        row("make_float2(i, d).y", "float");
        row("__syncthreads()", "void");
        // Errors
        row("f % 2", "refused: Operator `%` requires integers, not `float`.");
        row("k = 4", "refused: `k` is const and cannot be modified.");
        row("fixed.n = 4", "refused: `fixed` is const and cannot be modified.");
        row("in[0] = 4", "refused: `in` points to const and cannot be used to modify memory.");
        row("i + 1 = 4", "refused: Expression must be a modifiable lvalue.");
        row("i ? i : __syncthreads()", "refused: The operands of `?:` cannot have type void.");
        row("d = p", "refused: A pointer of type `const float*` cannot be converted to `double`.");
        row("i / 0", "refused: Division by zero.");
    }
    void each_expression_has_the_type_of_cxx() {
        QFETCH(QByteArray, type);
        QCOMPARE(QString::fromStdString(checked(QTest::currentDataTag(), description_of)), QString::fromLatin1(type));
    }
    void implicit_conversions_are_part_of_the_typed_tree_data() {
        QTest::addColumn<QString>("conversions");
        const auto row = [](const char* expression, const char* conversions) {
            QTest::newRow(expression) << conversions;
        };
        row("i", "");
        row("i + i", "");
        row("f + i", "i: float");
        row("c + s", "c: int, s: int");
        row("i < d", "i: double");
        row("u << l", "l: int"); // a shift count is an int
        row("-s", "s: int");
        row("!i", "i: bool");
        row("!b", "");
        row("i && d", "i: bool, d: bool");
        row("i ? c : d", "i: bool, c: double");
        row("d = i", "i: double");
        row("i = i", "");
        row("s += d", "in double");
        row("d *= s", "s: double, in double");
        row("c <<= l", "l: int, in int");
        row("++c", "in int");
        row("f--", "in float");
        row("p == nullptr", "");
        row("p + l", "");
        row("a[c]", "");
        row("(double)i", ""); // an explicit conversion is a node of its own
        row("pick(c)", "c: int");
        row("pick(&d)", "&: const double*");
        row("twice(i)", "");
        row("sqrt(i)", "i: double");
        row("fmin(i, f)", "i: float");
        row("__popc(uc)", "uc: int");
        row("__shfl_down_sync(i, uc, l)", "i: unsigned, uc: int, l: int");
        row("__all_sync(u, d)", "d: bool");
        row("make_float2(i, f)", "i: float");
        row("atomicAdd(y, f)", "f: double");
    }
    void implicit_conversions_are_part_of_the_typed_tree() {
        QFETCH(QString, conversions);
        QCOMPARE(QString::fromStdString(checked(QTest::currentDataTag(), conversions_in)), conversions);
    }
    void the_steps_of_nested_expressions_grow_like_their_depth_data() {
        QTest::addColumn<QByteArray>("begin");
        QTest::addColumn<QByteArray>("middle");
        QTest::addColumn<QByteArray>("end");
        const auto row = [](const char* name, const char* begin, const char* middle, const char* end) {
            QTest::newRow(name) << QByteArray(begin) << QByteArray(middle) << QByteArray(end);
        };
        row("choices", "(i ? ", "1", " : d)");
        row("choices_of_calls", "(i ? pick(c) : ", "1", ")");
        row("choices_in_tests", "(", "i", " ? 1 : 2.5)");
        row("overloads", "pick(", "i", ")");
        row("templates", "twice(", "i", ")");
        row("lvalues", "(i ? u : ", "u", ")");
        row("sizes", "(int)sizeof(", "i", ")");
    }
    /// If results were not cached per node, each level would be checked twice: 2^40 steps for 40 levels.
    void the_steps_of_nested_expressions_grow_like_their_depth() {
        QFETCH(QByteArray, begin);
        QFETCH(QByteArray, middle);
        QFETCH(QByteArray, end);
        const auto steps = [&](int times) {
            return steps_of("d = " + in_each_other(begin.constData(), middle.constData(), end.constData(), times));
        };
        const std::int64_t none = steps(0), ten = steps(10) - none, forty = steps(40) - none;
        QVERIFY(ten > 0);
        QVERIFY2(forty < 8 * ten, qPrintable(QStringLiteral("%1 %2").arg(ten).arg(forty)));
    }
    void expressions_of_ten_thousand_levels_are_refused() {
        for (const auto& [begin, end] :
             {std::pair("(", ")"), std::pair("-", ""), std::pair("pick(", ")"), std::pair("(i ? 1 : ", ")")}) {
            const auto text = kernel_text(declarations, std::string(variables) +
                                                            "d = " + in_each_other(begin, "i", end, 10'000) + ";");
            const auto translation = simt::translate("test.cu", text);
            QVERIFY(translation.program == nullptr);
            QVERIFY2(translation.refusals.front().sentence.find("nested") != std::string::npos,
                     translation.refusals.front().sentence.c_str());
        }
    }
    void a_function_is_checked_once_for_each_list_of_template_arguments() {
        const auto translation = simt::translate(
            "test.cu", kernel_text(declarations, std::string(variables) + "twice(i);\ntwice(k);\ntwice(d);\n"));
        QVERIFY(translation.program != nullptr);
        simt::Library& library = *translation.program->half(true).translated;
        const simt::Function& kernel = *library.functions("k").front();
        const simt::Instance& instance = library.instance(kernel, {}, nullptr, false);
        const auto& parts = kernel.body->parts;
        const auto callee = [&](std::size_t from_end) {
            return instance.typed(*parts[parts.size() - from_end]->value).callee;
        };
        QCOMPARE(callee(3), callee(2));
        QVERIFY(callee(2) != callee(1));
        QCOMPARE(callee(1)->name, std::string("twice<double>"));
    }

    void a_comparison_of_signed_with_unsigned_is_warned_of_where_the_signed_side_may_be_negative_data() {
        QTest::addColumn<QString>("body");
        QTest::addColumn<bool>("is_warned");
        const auto row = [](const char* body, bool is_warned) { QTest::newRow(body) << body << is_warned; };
        row("int left = in[1] - in[0]; y[0] = left < blockDim.x;", true);
        row("y[0] = in[threadIdx.x] >= threadIdx.x;", false); // nothing shows that it is negative
        row("int k = 4; k -= 5; y[0] = threadIdx.x > k;", true);
        row("for (int k = 4; k < blockDim.x; --k) y[0] = k;", true);
        row("int k = (in[0] - in[1]) % 4; y[0] = k >= threadIdx.x;", true);
        row("y[0] = in[0] == threadIdx.x;", false);
        row("y[0] = rows - 1 < sizeof(int);", false);
        row("y[0] = rows - in[0] < sizeof(int);", true);
        row("int left = blockDim.x; while (left > 1) { y[0] = threadIdx.x < left; left = (left + 1) / 2; }", false);
        row("__shared__ int n; n = 3; y[0] = threadIdx.x >= n;", false);
        row("y[0] = (in[0] < 3 ? 1 : -in[0]) > threadIdx.x;", true);
        row("y[0] = threadIdx.x < rows;", false);
        row("const int i = blockIdx.x * blockDim.x + threadIdx.x; y[0] = i < gridDim.x * blockDim.x;", false);
        row("for (int k = 0; k < blockDim.x; ++k) y[0] = k;", false);
        row("for (int k = threadIdx.x; k < gridDim.x; k += blockDim.x) y[0] = k;", false);
        row("for (int s = blockDim.x / 2; s > 0; s >>= 1) y[0] = threadIdx.x < s;", false);
        row("y[0] = threadIdx.x == -1;", false);
        row("y[0] = (unsigned)in[0] < threadIdx.x;", false);
        row("y[0] = in[0] < (int)threadIdx.x;", false);
        row("y[0] = (in[0] & 31) < threadIdx.x;", false);
        row("unsigned char c = 3; y[0] = c < threadIdx.x;", false);
        row("y[0] = (long long)in[0] < threadIdx.x;", false);
        row("y[0] = 2.5 < threadIdx.x;", false);
    }
    void a_comparison_of_signed_with_unsigned_is_warned_of_where_the_signed_side_may_be_negative() {
        QFETCH(QString, body);
        QFETCH(bool, is_warned);
        const auto translation = simt::translate("a.cu", kernel_text("", body.toStdString()));
        QVERIFY2(translation.program != nullptr,
                 translation.refusals.empty() ? "" : translation.refusals[0].sentence.c_str());
        const auto warnings = simt::warnings_of(*translation.program, true);
        QCOMPARE(std::any_of(warnings.begin(), warnings.end(),
                             [](const auto& each) { return each.sentence.starts_with("A signed number"); }),
                 is_warned);
    }
    void one_array_for_two_restrict_parameters_is_warned_of_if_one_can_be_written_data() {
        QTest::addColumn<QString>("call");
        QTest::addColumn<bool>("is_warned");
        const auto row = [](const char* call, bool is_warned) { QTest::newRow(call) << call << is_warned; };
        row("put(a, a)", true);
        row("put(a, b)", false);
        row("put(a, a + 1)", false);
        row("compare(a, a)", false); // both only read
        row("half(a, a)", false);    // only one of them promises not to alias
        row("plain(a, a)", false);
    }
    void one_array_for_two_restrict_parameters_is_warned_of_if_one_can_be_written() {
        QFETCH(QString, call);
        QFETCH(bool, is_warned);
        const auto translation = simt::translate(
            "a.cu",
            kernel_text(
                "__device__ void put(int* __restrict__ to, const int* __restrict__ from) { *to = *from; }\n"
                "__device__ bool compare(const int* __restrict__ p, const int* __restrict__ q) { return *p == *q; }\n"
                "__device__ void half(int* __restrict__ to, const int* from) { *to = *from; }\n"
                "__device__ void plain(int* to, const int* from) { *to = *from; }\n",
                "int a[2] = {1, 2}, b[2] = {3, 4};\n" + call.toStdString() + ";\ny[0] = a[0] + b[0];"));
        QVERIFY2(translation.program != nullptr,
                 translation.refusals.empty() ? "" : translation.refusals[0].sentence.c_str());
        const auto warnings = simt::compiler_warnings_of(*translation.program, true);
        QCOMPARE(std::any_of(warnings.begin(), warnings.end(),
                             [](const auto& each) { return each.sentence.find("__restrict__") != std::string::npos; }),
                 is_warned);
    }
    void no_kernel_of_the_program_compares_a_signed_number_that_may_be_negative() {
        int kernels = 0;
        QStringList warned;
        QDirIterator files(QStringLiteral(WARPLOOM_SOURCE_DIR "/kernels"), {"*.cu"}, QDir::Files,
                           QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            const auto translation = simt::translate("a.cu", file.readAll().toStdString());
            if (translation.program == nullptr) continue; // such as those of cuBLAS
            ++kernels;
            for (const auto& each : simt::warnings_of(*translation.program, true))
                if (each.sentence.starts_with("A signed number"))
                    warned << QString("%1:%2").arg(file.fileName()).arg(each.line);
        }
        QVERIFY2(warned.isEmpty(), qPrintable(warned.join('\n')));
        QVERIFY(kernels > 50);
    }
};

WARPLOOM_TEST(SimtSemaTest);

#include "simt_sema_test.moc"
