#include "simt_support.h"
#include "support/runner.h"

#include <QTest>

#include <string>
#include <type_traits>

using namespace warploom;
using namespace warploom::simt::test;

// Each literal is compiled twice: by the host compiler and by this compiler. int, long and char have the same size on
// the host as in CUDA.

namespace {

struct Literal {
    const char* text;
    double bytes, is_signed, value, low;
};
template <class T> Literal literal(const char* text, T value) {
    double low = 0;
    if constexpr (std::is_integral_v<T>)
        low = static_cast<double>(static_cast<unsigned long long>(value) & 0xffffffffu);
    return {text, sizeof(T), T(-1) < T(0) ? 1.0 : 0.0, static_cast<double>(value), low};
}
#define LITERAL(x) literal(#x, x)

const std::vector<Literal> literals{LITERAL(0),
                                    LITERAL(42),
                                    LITERAL(2147483647),
                                    LITERAL(2147483648),
                                    LITERAL(4294967295),
                                    LITERAL(4294967296),
                                    LITERAL(9223372036854775807),
                                    LITERAL(1u),
                                    LITERAL(1U),
                                    LITERAL(4294967295u),
                                    LITERAL(4294967296u),
                                    LITERAL(1l),
                                    LITERAL(1L),
                                    LITERAL(1ll),
                                    LITERAL(1LL),
                                    LITERAL(1ul),
                                    LITERAL(1lu),
                                    LITERAL(1LU),
                                    LITERAL(1uLL),
                                    LITERAL(1llU),
                                    LITERAL(1ULL),
                                    LITERAL(18446744073709551615u),
                                    LITERAL(0x7fffffff),
                                    LITERAL(0x80000000),
                                    LITERAL(0XFFFFFFFF),
                                    LITERAL(0XfFfFfFfFL),
                                    LITERAL(0x100000000),
                                    LITERAL(0x7fffffffffffffff),
                                    LITERAL(0x8000000000000000),
                                    LITERAL(0xFFFFFFFFFFFFFFFF),
                                    LITERAL(0xffu),
                                    LITERAL(0xbeefLL),
                                    LITERAL(00),
                                    LITERAL(017),
                                    LITERAL(017777777777),
                                    LITERAL(037777777777),
                                    LITERAL(040000000000),
                                    LITERAL(01777777777777777777777),
                                    LITERAL(037L),
                                    LITERAL(0b0),
                                    LITERAL(0b101),
                                    LITERAL(0B1111),
                                    LITERAL(0b11111111111111111111111111111111),
                                    LITERAL(0b1u),
                                    LITERAL(1'000),
                                    LITERAL(1'0'0'0ull),
                                    LITERAL(0x7fff'ffff),
                                    LITERAL(0b1000'0000),
                                    LITERAL(01'7),
                                    LITERAL(1.5),
                                    LITERAL(.5),
                                    LITERAL(1.),
                                    LITERAL(1e3),
                                    LITERAL(1E+3),
                                    LITERAL(1e-3),
                                    LITERAL(1'000.000'1),
                                    LITERAL(1.5f),
                                    LITERAL(1.F),
                                    LITERAL(.1e1f),
                                    LITERAL(0x1p4),
                                    LITERAL(0x1.8p+3f),
                                    LITERAL(0X.8P-2),
                                    LITERAL(0xA.bp0),
                                    LITERAL(0.1),
                                    LITERAL(0.1f),
                                    LITERAL(1.00000017881393432617187499f),
                                    LITERAL(1.00000017881393432617187500f),
                                    LITERAL(1.00000017881393432617187501f),
                                    LITERAL(16777217.0f),
                                    LITERAL(3.4028235677973366e38f), // the largest value that rounds to a finite float
                                    LITERAL(1.4e-45f),
                                    LITERAL(0.6e-45f),
                                    LITERAL(0.00001e-45f),
                                    LITERAL(4.9e-324),
                                    LITERAL(1.7976931348623157e308),
                                    LITERAL(2.2250738585072011e-308),
                                    LITERAL(9007199254740993.0),
                                    LITERAL(0x1.00000100000000001p0f),
                                    LITERAL('a'),
                                    LITERAL('\a'),
                                    LITERAL('\b'),
                                    LITERAL('\f'),
                                    LITERAL('\v'),
                                    LITERAL('\n'),
                                    LITERAL('\t'),
                                    LITERAL('\r'),
                                    LITERAL('\''),
                                    LITERAL('"'),
                                    LITERAL('\"'),
                                    LITERAL('\?'),
                                    LITERAL('\\'),
                                    LITERAL('\0'),
                                    LITERAL('\7'),
                                    LITERAL('\33'),
                                    LITERAL('\101'),
                                    LITERAL('\377'),
                                    LITERAL('\x41'),
                                    LITERAL('\xff'),
                                    LITERAL('\x0000007'),
                                    LITERAL('\x80')};

struct Text {
    const char *text, *value;
};
#define TEXT(x)                                                                                                        \
    { #x, x }
const std::vector<Text> texts{TEXT("plain"),
                              TEXT("\a\b\f\v\n\t\r"),
                              TEXT("\101\x42\103"),
                              TEXT("\1012 \08"),
                              TEXT("\x1b[31m"),
                              TEXT("\x41"
                                   "B"),
                              TEXT("quoted \"this\" and \'that\' \?\?"),
                              TEXT("a\\n"),
                              TEXT("ends here\0 and not here"),
                              TEXT("\303\244 and ä")};

/// The same value, once known at compile time and once not.
struct Known {
    const char *type, *number, *use;
    double wanted;
};
const std::vector<Known> known{
    {"long long", "9007199791611905LL", "(float)v", 9007200328482816.0},
    {"unsigned long long", "18446744073709551615ull", "(float)v", 18446744073709551616.0},
    {"unsigned long long", "9223372586610589697ull", "(float)v", 9223373136366403584.0},
    {"float", "3e9f", "(int)v", 2147483647},
    {"float", "-3e9f", "(int)v", -2147483648.0},
    {"float", "-3e9f", "(unsigned)v", 0},
    {"double", "1e300", "(long long)v", 9223372036854775807.0},
    {"double", "5e9", "(unsigned)v", 4294967295.0},
    {"double", "300.7", "(unsigned char)v", 44},
    {"double", "-1.9", "(int)v", -1},
    {"double", "0.0", "(int)(v / v)", 0},
    {"double", "0.1", "(float)v == 0.1f", 1},
    {"float", "0.1f", "v * v", static_cast<double>(0.1f * 0.1f)},
    {"float", "16777216.0f", "v + 1", 16777216},
    {"float", "1e30f", "v * 1e30f * 1e-30f > 1e38f", 1},
    {"float", "1.0f", "v / 3", static_cast<double>(1.0f / 3)},
    {"int", "16777217", "v + 0.0f", 16777216},
    {"int", "-7", "v / 2 * 100 + v % 3", -301},
    {"int", "300", "(char)v", 44},
    {"int", "-2147483647", "-v", 2147483647},
    {"unsigned", "3u", "v - 4", 4294967295.0},
    {"unsigned", "1u", "v << 31 >> 3", 268435456},
    {"int", "-9", "v >> 1", -5},
    {"long long", "-9", "(v >> 1) - (v << 40)", -5 + 9895604649984.0},
    {"int", "-1", "v < 1u", 0},
    {"int", "-1", "(unsigned long long)v >> 60", 15},
    {"unsigned char", "200", "v * v + ~v", 39799},
    {"bool", "2.5", "v + v", 2},
    {"double", "-0.0", "1 / v < 0", 1},
    {"double", "0.0", "-v == v && 1 / -v < 0", 1},
};

} // namespace

class SimtLiteralsTest : public QObject {
    Q_OBJECT
private slots:
    void each_literal_has_the_type_and_the_value_that_cpp_gives_it() {
        std::string body = "if (threadIdx.x > 0 || blockIdx.x > 0) return;\n";
        for (std::size_t n = 0; n < literals.size(); ++n) {
            const std::string x = literals[n].text, at = "y[" + std::to_string(4 * n) + " + ";
            const bool is_real = literals[n].low == 0 && x.find_first_of(".") != std::string::npos;
            body += at + "0] = sizeof " + x + ";\n" + at + "1] = " + x + " * 0 - 1 < 0;\n" + at + "2] = " + x + ";\n" +
                    at + "3] = " + (is_real ? "0" : "(unsigned)(" + x + ")") + ";\n";
        }
        RunOptions options;
        options.rows = static_cast<int>(4 * literals.size());
        const auto ran = run_text(kernel_text("", body), options);
        QVERIFY2(ran->refusal.empty(), ran->refusal.c_str());
        for (std::size_t n = 0; n < literals.size(); ++n) {
            const Literal& wanted = literals[n];
            const double* const got = &ran->y[4 * n];
            const bool is_narrow = wanted.bytes == 1; // char is promoted to int before any operation
            const std::string all = wanted.text + std::string(": ") + std::to_string(got[0]) + " bytes, signed " +
                                    std::to_string(got[1]) + ", value " + std::to_string(got[2]);
            QVERIFY2(got[0] == wanted.bytes, all.c_str());
            QVERIFY2(got[1] == (is_narrow ? 1 : wanted.is_signed), all.c_str());
            QVERIFY2(got[2] == wanted.value, all.c_str());
            QVERIFY2(wanted.low == 0 || got[3] == wanted.low, all.c_str());
        }
    }
    void each_text_has_the_characters_that_cpp_gives_it_data() {
        QTest::addColumn<int>("number");
        for (std::size_t t = 0; t < texts.size(); ++t) QTest::newRow(texts[t].text) << static_cast<int>(t);
    }
    void each_text_has_the_characters_that_cpp_gives_it() {
        QFETCH(int, number);
        const Text& text = texts[static_cast<std::size_t>(number)];
        const auto ran = run_text(kernel_text("", "if (threadIdx.x == 0) printf(" + std::string(text.text) + ");"));
        QVERIFY2(ran->refusal.empty(), ran->refusal.c_str());
        QCOMPARE(ran->printed.text, std::string(text.value));
    }
    void what_is_known_before_is_what_a_lane_computes() {
        std::string body = "if (threadIdx.x > 0 || blockIdx.x > 0) return;\n";
        for (std::size_t n = 0; n < known.size(); ++n) {
            const std::string type = known[n].type, at = "y[" + std::to_string(2 * n) + " + ";
            const std::string declared = type + " v = " + known[n].number + ";";
            body += "{ const " + declared + " " + at + "0] = " + known[n].use + "; }\n";
            body += "{ " + declared + " if (in[0] > 0) v = 0; " + at + "1] = " + known[n].use + "; }\n";
        }
        const auto ran = run_text(kernel_text("", body));
        QVERIFY2(ran->refusal.empty(), ran->refusal.c_str());
        for (std::size_t n = 0; n < known.size(); ++n) {
            const std::string all = std::string(known[n].number) + ": " + known[n].use + " is " +
                                    std::to_string(ran->y[2 * n]) + " and " + std::to_string(ran->y[2 * n + 1]);
            QVERIFY2(ran->y[2 * n] == known[n].wanted && ran->y[2 * n + 1] == known[n].wanted, all.c_str());
        }
    }
    void a_constant_outside_of_functions_is_cut_to_its_type() {
        const auto ran = run_text(kernel_text("constexpr unsigned char c = 300; constexpr float f = 0.1;\n"
                                              "const int n = 2.9f; const bool b = 4; const unsigned u = -1;",
                                              "y[0] = c; y[1] = f == 0.1f; y[2] = n; y[3] = b; y[4] = u;"),
                                  RunOptions{5, 1});
        QVERIFY2(ran->refusal.empty(), ran->refusal.c_str());
        QCOMPARE(ran->y, (std::vector<double>{44, 1, 2, 1, 4294967295.0}));
    }
    void constants_that_do_not_fit_an_int_wrap_and_are_found() {
        RunOptions options;
        options.traced = true;
        const auto ran = run_text(kernel_text("", "y[0] = 2147483647 + 1;\n    y[1] = 65536 * 65536 + 7;\n"
                                                  "    if (rows < 0) y[2] = 2147483647 * 2;\n    y[3] = 1 << 31;"),
                                  options);
        QVERIFY2(ran->refusal.empty(), ran->refusal.c_str());
        QCOMPARE(ran->y[0], -2147483648.0);
        QCOMPARE(ran->y[1], 7.0);
        QVERIFY(ran->has(simulated::Finding::Kind::integer_overflow, 3));
        QVERIFY(ran->has(simulated::Finding::Kind::integer_overflow, 4));
        QVERIFY(!ran->has(simulated::Finding::Kind::integer_overflow, 5)); // in an untaken branch
        QVERIFY(!ran->has(simulated::Finding::Kind::integer_overflow, 6)); // masks are computed this way
    }
};

WARPLOOM_TEST(SimtLiteralsTest);

#include "simt_literals_test.moc"
