// The number parser of the matrix reader must give the same bits as the standard library.
#include "engine/matrix/number_parser.h"
#include "support/runner.h"

#include <QTest>

#include <bit>
#include <charconv>
#include <cstdint>
#include <random>
#include <string>

namespace {

/// Appends text that may follow a number in a file.
std::string padded(const std::string& word) { return word + "\n 1 2 3 4 5"; }

std::uint64_t bits_of(double number) { return std::bit_cast<std::uint64_t>(number); }

/// Returns the bits of a parsed number; 1, which is no number in these tests, if the parser rejects it or does not stop
/// at its end.
std::uint64_t read_bits(const std::string& word) {
    const std::string text = padded(word);
    const char* p = text.data();
    double number = 0;
    return warploom::parse_real(p, number) && p == text.data() + word.size() ? bits_of(number) : 1;
}

std::uint64_t standard_bits(const std::string& word) {
    double number = 0;
    const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), number);
    return failure == std::errc() && end == word.data() + word.size() ? bits_of(number) : 1;
}

} // namespace

class NumberParserTest : public QObject {
    Q_OBJECT

    std::mt19937_64 random_{20261123};

    std::uint64_t below(std::uint64_t end) { return random_() % end; }
    std::string digits(std::uint64_t count) {
        std::string word;
        while (word.size() < count) word += static_cast<char>('0' + below(10));
        return word;
    }
    void compare(const std::string& word) {
        const std::uint64_t expected = standard_bits(word);
        if (expected == 1) return; // beyond double; covered by the tests of the reader
        if (read_bits(word) != expected) QFAIL(("other bits: " + word).c_str());
    }

private slots:
    void well_known_numbers_have_the_nearest_double_data() {
        QTest::addColumn<QString>("word");
        QTest::addColumn<double>("number");
        const auto row = [](const char* word, double number) { QTest::newRow(word) << QString(word) << number; };
        row("1", 1.0);
        row("-0.5", -0.5);
        row("+2.25", 2.25);
        row(".5", 0.5);
        row("5.", 5.0);
        row("0.1", 0x1.999999999999ap-4);
        row("-0.14307042520967372", -0.14307042520967372);
        row("123456789012345678", 123456789012345678.0);
        row("1e22", 1e22);
        row("1e23", 0x1.52d02c7e14af6p+76); // not 1e22 * 10, which is the adjacent double
        row("9007199254740993", 0x1p53);    // 2^53 + 1 is halfway between two doubles; the even one is the lower
        row("9007199254740995", 0x1.0000000000002p53);
        row("9007199254740992.5", 0x1p53);
        row("18014398509481986", 0x1p54); // the same with one more binary digit
        row("2.2250738585072014e-308", 0x1p-1022);
        row("2.2250738585072011e-308", 0x0.fffffffffffffp-1022); // subnormal; some parsers hang on it
        row("4.9406564584124654e-324", 0x1p-1074);
        row("1.7976931348623157e308", 0x1.fffffffffffffp1023);
        row("1d3", 1000.0);
        row("2.5D-1", 0.25);
        row("00000000000000000000000001.5", 1.5);
        row("0.00000000000000000000000012345678901234567", 1.2345678901234567e-25);
        row("-0", -0.0);
        row("0e9999", 0.0);
    }
    void well_known_numbers_have_the_nearest_double() {
        QFETCH(QString, word);
        QFETCH(double, number);
        QCOMPARE(read_bits(word.toStdString()), bits_of(number));
    }

    void every_count_of_digits_gives_the_bits_of_the_standard_library() {
        for (std::uint64_t whole = 0; whole <= 25; ++whole)
            for (std::uint64_t fraction = whole == 0; fraction <= 25; ++fraction)
                for (int repeat = 0; repeat < 20; ++repeat) {
                    std::string word = below(2) != 0 ? "-" : "";
                    word += digits(whole);
                    if (fraction > 0) word += "." + digits(fraction);
                    compare(word);
                }
    }

    void every_power_of_ten_gives_the_bits_of_the_standard_library() {
        for (int power = -345; power <= 310; ++power)
            for (int repeat = 0; repeat < 60; ++repeat) {
                const std::string exponent = (below(2) != 0 ? "e" : "E") + std::to_string(power);
                compare(digits(1) + "." + digits(below(20)) + "1" + exponent);
                compare(digits(1 + below(19)) + exponent);
            }
    }

    void doubles_as_they_are_written_come_back() {
        for (int repeat = 0; repeat < 200000; ++repeat) {
            const auto number = std::bit_cast<double>(random_());
            if (number - number != 0) continue; // infinite or NaN
            char text[64];
            const auto shortest = std::to_chars(text, text + sizeof text, number);
            QCOMPARE(read_bits(std::string(text, shortest.ptr)), bits_of(number));
            const auto seventeen = std::to_chars(text, text + sizeof text, number, std::chars_format::scientific, 16);
            QCOMPARE(read_bits(std::string(text, seventeen.ptr)), bits_of(number));
        }
    }

    void numbers_half_way_between_two_doubles_go_to_the_even_one() {
        // Integers of 54 to 64 bits that are exactly halfway between two doubles, and adjacent ones.
        for (int bits = 54; bits <= 64; ++bits)
            for (int repeat = 0; repeat < 2000; ++repeat) {
                const std::uint64_t half = std::uint64_t{1} << (bits - 54);
                const std::uint64_t middle =
                    (std::uint64_t{1} << (bits - 1)) | (random_() >> (65 - bits) & ~(2 * half - 1)) | half;
                for (const std::uint64_t number : {middle - 1, middle, middle + 1}) compare(std::to_string(number));
            }
        // The same with a fraction: k + 1/2 over a power of two has few enough digits only for exponents down to -4.
        for (int repeat = 0; repeat < 20000; ++repeat) {
            const std::uint64_t whole = (std::uint64_t{1} << 51) + (random_() >> 13);
            for (const char* end : {".125", ".25", ".375", ".5", ".625", ".75", ".875", ".0625", ".5000000000000001"})
                compare(std::to_string(whole) + end);
            compare(std::to_string(whole >> 30) + digits(11) + "5e" + std::to_string(below(24)));
        }
    }

    void the_sixty_fourth_bit_of_the_digits_counts() {
        for (int repeat = 0; repeat < 100000; ++repeat) {
            const std::uint64_t number = random_() | std::uint64_t{1} << 63; // 19 or 20 digits
            compare(std::to_string(number) + "e" + std::to_string(static_cast<int>(below(600)) - 325));
        }
    }

    void counts_of_any_length_are_read_whole() {
        for (int length = 1; length <= 18; ++length)
            for (const char* zeros : {"", "0", "+", "+00000000000000000000000"}) {
                const std::string text = digits(static_cast<std::uint64_t>(length)), word = zeros + text;
                const std::string line = padded(word);
                const char* p = line.data();
                std::int64_t number = -1;
                QVERIFY2(warploom::parse_count(p, number), word.c_str());
                QCOMPARE(number, static_cast<std::int64_t>(std::stoll(text)));
                QCOMPARE(p - line.data(), static_cast<std::ptrdiff_t>(word.size()));
            }
        for (const char* word : {"1234567890123456789", "", "x", "1x", "-1", "++1", "1.0"}) {
            const std::string line = padded(word);
            const char* p = line.data();
            std::int64_t number = 0;
            QVERIFY2(!warploom::parse_count(p, number), word);
        }
    }

    void whole_values_of_any_length_are_the_nearest_double() {
        for (std::uint64_t length = 1; length <= 30; ++length)
            for (int repeat = 0; repeat < 100; ++repeat) {
                const std::string text = digits(length), word = "-" + text, line = padded(word);
                const char* p = line.data();
                double number = 0;
                QVERIFY(warploom::parse_integer(p, number));
                QCOMPARE(bits_of(number), standard_bits(word));
            }
    }
};

WARPLOOM_TEST(NumberParserTest);
#include "number_parser_test.moc"
