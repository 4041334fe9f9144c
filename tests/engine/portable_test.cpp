#include "engine/portable.h"
#include "support/runner.h"

#include <QTest>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

using namespace warploom;
namespace own = warploom::portable::stand_in;

namespace {

/// Returns edge cases, all powers of two, and random bit patterns.
std::vector<double> numbers() {
    using Limits = std::numeric_limits<double>;
    std::vector<double> list{0.0,
                             -0.0,
                             1.0,
                             -1.5,
                             0.1,
                             1e15,
                             1e16,
                             123456.0,
                             1e21,
                             1e22,
                             1e23,
                             1e-4,
                             1e-5,
                             0.001,
                             5e-324,
                             Limits::min(),
                             Limits::max(),
                             Limits::infinity(),
                             -1e300,
                             3.0e-5,
                             9007199254740993.0,
                             1.2345678e20,
                             4.35,
                             0.000123,
                             12345678901234567890.0,
                             1e5,
                             1e6,
                             100000000.0,
                             2.0 / 3,
                             299792458.0,
                             6.02214076e23};
    for (int power = -1074; power <= 1023; ++power) list.push_back(std::ldexp(1.0, power));
    std::mt19937_64 random(7);
    for (int i = 0; i < 20'000; ++i) {
        const auto number = portable::bit_cast<double>(static_cast<std::uint64_t>(random()));
        if (std::isfinite(number)) list.push_back(number);
        list.push_back(static_cast<double>(static_cast<std::int64_t>(random() >> (i % 60))) / (1 << (i % 12)));
    }
    return list;
}

template <class... A> std::string by_library(A... arguments) {
    std::array<char, 1200> text{};
    return {text.data(), std::to_chars(text.data(), text.data() + text.size(), arguments...).ptr};
}
template <class... A> std::string by_stand_in(A... arguments) {
    std::array<char, 1200> text{};
    return {text.data(), own::to_chars(text.data(), text.data() + text.size(), arguments...).ptr};
}

} // namespace

class PortableTest : public QObject {
    Q_OBJECT

private slots:
    void a_double_becomes_the_text_that_the_library_gives() {
        QCOMPARE(by_stand_in(0.1), std::string("0.1"));
        QCOMPARE(by_stand_in(1e23), std::string("1e+23"));
        for (const double number : numbers()) {
            QCOMPARE(by_stand_in(number), by_library(number));
            QCOMPARE(by_stand_in(number, std::chars_format::fixed), by_library(number, std::chars_format::fixed));
            QCOMPARE(by_stand_in(number, std::chars_format::general, 3),
                     by_library(number, std::chars_format::general, 3));
        }
    }
    void a_place_too_small_for_the_text_is_refused() {
        std::array<char, 3> text{};
        QVERIFY(own::to_chars(text.data(), text.data() + text.size(), 0.25).ec == std::errc::value_too_large);
        QVERIFY(own::to_chars(text.data(), text.data() + text.size(), 0.5).ec == std::errc());
    }
    void a_text_becomes_the_double_that_the_library_reads() {
        std::vector<std::string> texts{"",
                                       "-",
                                       "+1",
                                       " 1",
                                       "1",
                                       "-1.5e3",
                                       "1e",
                                       "1e+",
                                       "1e+5x",
                                       ".5",
                                       "5.",
                                       ".",
                                       "inf",
                                       "-INF",
                                       "nan",
                                       "nan(1)",
                                       "nan(",
                                       "infinity",
                                       "infinit",
                                       "1e400",
                                       "-1e400",
                                       "1e-400",
                                       "0e999",
                                       "0x10",
                                       "1.2.3",
                                       "1,5",
                                       "4.9e-324",
                                       "2.4e-324",
                                       "1.7976931348623159e308",
                                       "179769313486231580793e289",
                                       "00012",
                                       "1e0005",
                                       "--1",
                                       "abc"};
        for (const double number : numbers()) texts.push_back(by_library(number));
        for (const std::string& text : texts) {
            double expected = 42, found = 42;
            const char* const end = text.data() + text.size();
            const auto by_std = std::from_chars(text.data(), end, expected);
            const auto by_own = own::from_chars(text.data(), end, found);
            QVERIFY2(by_std.ec == by_own.ec, text.c_str());
            QVERIFY2(by_std.ptr == by_own.ptr, text.c_str());
            QVERIFY2(std::memcmp(&expected, &found, sizeof found) == 0 || (std::isnan(expected) && std::isnan(found)),
                     text.c_str());
        }
    }
    void hexadecimal_and_float_are_read_alike() {
        for (const std::string text : {"1.8p3", "ff", "A.8p-2", "p3", "1p5000", "1p-5000", "0.0p1"}) {
            double expected = 42, found = 42;
            const char* const end = text.data() + text.size();
            const auto by_std = std::from_chars(text.data(), end, expected, std::chars_format::hex);
            const auto by_own = own::from_chars(text.data(), end, found, std::chars_format::hex);
            QVERIFY2(by_std.ec == by_own.ec && by_std.ptr == by_own.ptr, text.c_str());
            QCOMPARE(found, expected);
        }
        for (const std::string text : {"0.1", "3.4e38", "3.5e38", "1e-46", "16777217"}) {
            float expected = 42, found = 42;
            const char* const end = text.data() + text.size();
            const auto by_std = std::from_chars(text.data(), end, expected);
            const auto by_own = own::from_chars(text.data(), end, found);
            QVERIFY2(by_std.ec == by_own.ec && by_std.ptr == by_own.ptr, text.c_str());
            QCOMPARE(found, expected);
        }
    }
};

WARPLOOM_TEST(PortableTest);
#include "portable_test.moc"
