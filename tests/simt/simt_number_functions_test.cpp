#include "simt_support.h"
#include "support/runner.h"

#include <QTest>

#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

using namespace warploom;
using namespace warploom::simt::test;

// Each body is compiled by the host compiler, with CUDA functions implemented as documented, and by this compiler. All
// pairs of 16 edge values are tested; results must be bitwise equal.

namespace {

constexpr int values = 16, pairs = values * values;

struct Body {
    const char* name;
    const char* text;
    double (*host)(int i);
};

const std::string given_text =
    "const double reals[16] = {0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 0.3, 2147483647.0, -2147483648.0, 4294967295.5,\n"
    "                          1e19, -1e300, 5e-324, INFINITY, NAN};\n"
    "const unsigned long long wholes[16] = {0, 1, 2, 3, 31, 32, 33, 0x7fffffff, 0x80000000, 0xffffffff, 0x12345678,\n"
    "    0x7654, 0x100000000, 0x7fffffffffffffff, 0x8000000000000000, 0xfedcba9876543210};\n"
    "const double a = reals[i % 16], b = reals[i / 16];\n"
    "const float fa = a, fb = b;\n"
    "const unsigned long long m = wholes[i % 16], n = wholes[i / 16];\n"
    "const unsigned p = m, q = n;\n";

constexpr double reals[values] = {0.0,
                                  -0.0,
                                  0.5,
                                  -0.5,
                                  1.5,
                                  2.5,
                                  -2.5,
                                  0.3,
                                  2147483647.0,
                                  -2147483648.0,
                                  4294967295.5,
                                  1e19,
                                  -1e300,
                                  5e-324,
                                  std::numeric_limits<double>::infinity(),
                                  std::numeric_limits<double>::quiet_NaN()};
constexpr unsigned long long wholes[values] = {0,
                                               1,
                                               2,
                                               3,
                                               31,
                                               32,
                                               33,
                                               0x7fffffff,
                                               0x80000000,
                                               0xffffffff,
                                               0x12345678,
                                               0x7654,
                                               0x100000000,
                                               0x7fffffffffffffff,
                                               0x8000000000000000,
                                               0xfedcba9876543210};

using std::copysign;
using std::erf;
using std::isfinite;
using std::signbit;

/// Converts as a GPU does: out-of-range values are clamped, and NaN becomes 0.
template <class To> To saturated(double x) {
    if (x != x) return 0;
    const double least = static_cast<double>(std::numeric_limits<To>::min());
    const double beyond = std::ldexp(1.0, std::numeric_limits<To>::digits);
    return x < least     ? std::numeric_limits<To>::min()
           : x >= beyond ? std::numeric_limits<To>::max()
                         : static_cast<To>(x);
}
#define CONVERSIONS(from, to, From, To)                                                                                \
    To __##from##2##to##_rn(From x) { return saturated<To>(static_cast<double>(std::rint(x))); }                       \
    To __##from##2##to##_rz(From x) { return saturated<To>(static_cast<double>(std::trunc(x))); }                      \
    To __##from##2##to##_ru(From x) { return saturated<To>(static_cast<double>(std::ceil(x))); }                       \
    To __##from##2##to##_rd(From x) { return saturated<To>(static_cast<double>(std::floor(x))); }
CONVERSIONS(float, int, float, int)
CONVERSIONS(float, uint, float, unsigned)
CONVERSIONS(float, ll, float, long long)
CONVERSIONS(float, ull, float, unsigned long long)
CONVERSIONS(double, int, double, int)
CONVERSIONS(double, uint, double, unsigned)
CONVERSIONS(double, ll, double, long long)
CONVERSIONS(double, ull, double, unsigned long long)
float __int2float_rn(int x) { return static_cast<float>(x); }
float __uint2float_rn(unsigned x) { return static_cast<float>(x); }
float __ll2float_rn(long long x) { return static_cast<float>(x); }
float __ull2float_rn(unsigned long long x) { return static_cast<float>(x); }
double __int2double_rn(int x) { return x; }
double __uint2double_rn(unsigned x) { return x; }
double __ll2double_rn(long long x) { return static_cast<double>(x); }
double __ull2double_rn(unsigned long long x) { return static_cast<double>(x); }
float __double2float_rn(double x) { return static_cast<float>(x); }

__extension__ using Wide = __int128;
__extension__ using Unsigned = unsigned __int128;
unsigned __umulhi(unsigned x, unsigned y) { return static_cast<unsigned>(std::uint64_t{x} * y >> 32); }
int __mulhi(int x, int y) { return static_cast<int>(std::int64_t{x} * y >> 32); }
unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
    return static_cast<unsigned long long>(static_cast<Unsigned>(x) * y >> 64);
}
long long __mul64hi(long long x, long long y) { return static_cast<long long>(static_cast<Wide>(x) * y >> 64); }
std::uint64_t joined(unsigned low, unsigned high) { return std::uint64_t{high} << 32 | low; }
unsigned __funnelshift_l(unsigned low, unsigned high, unsigned by) {
    return static_cast<unsigned>(joined(low, high) << (by & 31) >> 32);
}
unsigned __funnelshift_r(unsigned low, unsigned high, unsigned by) {
    return static_cast<unsigned>(joined(low, high) >> (by & 31));
}
unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned by) {
    return by >= 32 ? low : __funnelshift_l(low, high, by);
}
unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned by) {
    return by >= 32 ? high : __funnelshift_r(low, high, by);
}
unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
    unsigned char bytes[8], taken[4];
    std::memcpy(bytes, &x, 4);
    std::memcpy(bytes + 4, &y, 4);
    for (int byte = 0; byte < 4; ++byte) taken[byte] = bytes[selector >> 4 * byte & 7];
    unsigned result = 0;
    std::memcpy(&result, taken, 4);
    return result;
}
unsigned __brev(unsigned x) {
    unsigned result = 0;
    for (int bit = 0; bit < 32; ++bit) result |= (x >> bit & 1u) << (31 - bit);
    return result;
}
unsigned long long __brevll(unsigned long long x) {
    return static_cast<unsigned long long>(__brev(static_cast<unsigned>(x))) << 32 |
           __brev(static_cast<unsigned>(x >> 32));
}
float __frcp_rn(float x) { return 1.0f / x; }
double __drcp_rn(double x) { return 1.0 / x; }
float __fdividef(float x, float y) { return x / y; }
float __saturatef(float x) { return x > 0 ? std::fmin(x, 1.0f) : 0.0f; }

#define BODY(name, ...)                                                                                                \
    {                                                                                                                  \
        name, #__VA_ARGS__, [](int i) -> double {                                                                      \
            [[maybe_unused]] const double a = reals[i % 16], b = reals[i / 16];                                        \
            [[maybe_unused]] const auto fa = static_cast<float>(a), fb = static_cast<float>(b);                        \
            [[maybe_unused]] const unsigned long long m = wholes[i % 16], n = wholes[i / 16];                          \
            [[maybe_unused]] const auto p = static_cast<unsigned>(m), q = static_cast<unsigned>(n);                    \
            __VA_ARGS__                                                                                                \
        }                                                                                                              \
    }
#define CONVERSION(from, to, x)                                                                                        \
    BODY(#from " to " #to ", nearest", return __##from##2##to##_rn(x);),                                               \
        BODY(#from " to " #to ", towards zero", return __##from##2##to##_rz(x);),                                      \
        BODY(#from " to " #to ", up", return __##from##2##to##_ru(x);),                                                \
        BODY(#from " to " #to ", down", return __##from##2##to##_rd(x);)
#define MATHEMATICS(name) BODY(#name, return name(a);), BODY(#name " of a float", return name##f(fa);)

const std::vector<Body> bodies {
    BODY("isfinite", return isfinite(a) + 2 * isfinite(fa);), BODY("signbit", return signbit(a) + 2 * signbit(fb);),
        BODY("copysign", return copysign(a, b);), BODY("copysign of floats", return copysign(fa, fb);),
        BODY("copysignf", return copysignf(a, b);), CONVERSION(float, int, fa), CONVERSION(float, uint, fa),
        CONVERSION(float, ll, fa), CONVERSION(float, ull, fa), CONVERSION(double, int, a), CONVERSION(double, uint, a),
        CONVERSION(double, ll, a), CONVERSION(double, ull, a), BODY("int to float", return __int2float_rn(p);),
        BODY("uint to float", return __uint2float_rn(p);), BODY("ll to float", return __ll2float_rn(m);),
        BODY("ull to float", return __ull2float_rn(m);), BODY("int to double", return __int2double_rn(p);),
        BODY("uint to double", return __uint2double_rn(p);), BODY("ll to double", return __ll2double_rn(m);),
        BODY("ull to double", return __ull2double_rn(m);), BODY("double to float", return __double2float_rn(a);),
        BODY("umulhi", return __umulhi(p, q);), BODY("mulhi", return __mulhi(p, q);),
        BODY("umul64hi, high", unsigned long long r = __umul64hi(m, n); return (unsigned)(r >> 32);),
        BODY("umul64hi, low", unsigned long long r = __umul64hi(m, n); return (unsigned)r;),
        BODY("mul64hi, high", long long r = __mul64hi(m, n); return (int)(r >> 32);),
        BODY("mul64hi, low", long long r = __mul64hi(m, n); return (unsigned)r;),
        BODY("funnelshift_l", return __funnelshift_l(p, 0x89abcdefu, q);),
        BODY("funnelshift_r", return __funnelshift_r(p, 0x89abcdefu, q);),
        BODY("funnelshift_lc", return __funnelshift_lc(p, 0x89abcdefu, q);),
        BODY("funnelshift_rc", return __funnelshift_rc(p, 0x89abcdefu, q);),
        BODY("byte_perm", return __byte_perm(p, 0x89abcdefu, q);), BODY("brev", return __brev(p);),
        BODY("brevll, high", return (unsigned)(__brevll(m) >> 32);), BODY("brevll, low", return (unsigned)__brevll(m);),
        BODY("frcp", return __frcp_rn(fa);), BODY("drcp", return __drcp_rn(a);),
        BODY("fdividef", return __fdividef(fb, 0.3f);), BODY("saturate", return __saturatef(fa);), MATHEMATICS(rint),
        MATHEMATICS(nearbyint), MATHEMATICS(tan), MATHEMATICS(asin), MATHEMATICS(acos), MATHEMATICS(atan),
        MATHEMATICS(sinh), MATHEMATICS(cosh), MATHEMATICS(cbrt), MATHEMATICS(log10), MATHEMATICS(log1p),
        MATHEMATICS(expm1), MATHEMATICS(erf), MATHEMATICS(erfc), BODY("erf of a float is a float", return erf(fa);),
        BODY("limits", return (i % 2 ? 1.0 * INT_MIN + UINT_MAX : FLT_MAX + DBL_EPSILON * LLONG_MAX);)
};

std::uint64_t bits_of(double x) {
    if (x != x) return 1; // all NaNs are equal, except for the sign, which is compared below
    std::uint64_t bits = 0;
    std::memcpy(&bits, &x, sizeof bits);
    return bits;
}

} // namespace

class SimtNumberFunctionsTest : public QObject {
    Q_OBJECT
private slots:
    void each_function_gives_the_bits_that_cuda_defines_data() {
        QTest::addColumn<int>("number");
        for (std::size_t b = 0; b < bodies.size(); ++b) QTest::newRow(bodies[b].name) << static_cast<int>(b);
    }
    void each_function_gives_the_bits_that_cuda_defines() {
        QFETCH(int, number);
        const Body& body = bodies[static_cast<std::size_t>(number)];
        RunOptions options;
        options.rows = pairs;
        const std::string text = kernel_text("__device__ double f(int i) {\n" + given_text + body.text + "\n}",
                                             "y[blockIdx.x * blockDim.x + threadIdx.x] = "
                                             "f(blockIdx.x * blockDim.x + threadIdx.x);");
        const auto ran = run_text(text, options);
        QCOMPARE(ran->refusal, std::string());
        for (int i = 0; i < pairs; ++i)
            if (bits_of(ran->y[static_cast<std::size_t>(i)]) != bits_of(body.host(i)))
                QFAIL(qPrintable(QString("pair %1: %2, not %3")
                                     .arg(i)
                                     .arg(ran->y[static_cast<std::size_t>(i)], 0, 'g', 17)
                                     .arg(body.host(i), 0, 'g', 17)));
    }
    void a_not_a_number_takes_the_sign_that_copysign_gives_it() {
        const auto ran =
            run_text(kernel_text("", "double nan = copysign(NAN, threadIdx.x % 2 ? -1.0 : 1.0);\n"
                                     "y[threadIdx.x] = signbit(nan) ? -copysign(1.0, nan) : isnan(nan) + 1;"));
        QCOMPARE(ran->refusal, std::string());
        for (std::size_t i = 0; i < 64; ++i) QCOMPARE(ran->y[i], i % 2 == 1 ? 1.0 : 2.0);
    }
    void another_rounding_mode_is_refused_with_the_one_that_is_there() {
        const auto ran = run_text(kernel_text("", "y[threadIdx.x] = __fadd_rz(1.0f, 2.0f);"));
        QCOMPARE(ran->refusal, std::string("3:18 `__fadd_rz` is not supported. Operations round to nearest."));
    }
};

WARPLOOM_TEST(SimtNumberFunctionsTest);

#include "simt_number_functions_test.moc"
