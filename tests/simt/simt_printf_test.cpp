#include "simt_support.h"
#include "support/runner.h"

#include <QTest>

#include <cstdio>
#include <functional>
#include <string>

using namespace warploom;
using namespace warploom::simt::test;

// Each printf call is executed by the interpreter and by the C library.

namespace {

struct Call {
    const char* text;
    std::function<std::string()> host;
};
template <class... Values> std::string by_c(const char* format, Values... values) {
    const int size = std::snprintf(nullptr, 0, format, values...);
    std::string text(static_cast<std::size_t>(size) + 1, '\0');
    std::snprintf(text.data(), text.size(), format, values...);
    text.pop_back();
    return text;
}
#define CALL(...)                                                                                                      \
    {                                                                                                                  \
#__VA_ARGS__, [] { return by_c(__VA_ARGS__); }                                                                 \
    }

const std::vector<Call> calls{
    CALL("no values\n"),
    CALL("100%% %d%%", 7),
    CALL("%x", -5),
    CALL("%X %#X %#x", -5, -5, 0),
    CALL("%o %#o", -1, 8),
    CALL("%u", -1),
    CALL("%d", 4000000000u),
    CALL("%i|%+i|% i|%05i|%-5i|%.3i", 7, 7, 7, 7, 7, 7),
    CALL("%d|%+d|% d|%05d|%-5d|%.3d|%8.3d|%-8.3d|%+08d", -7, -7, -7, -7, -7, -7, -7, -7, -7),
    CALL("%.0d|%5.0d|%.d", 0, 0, 0),
    CALL("%hhd %hhd %hhu %hhx", 300, 200, 300, -1),
    CALL("%hd %hd %hu %hx", 70000, 40000, 70000, -2),
    CALL("%ld %lld %lu %llu", -5L, -5LL, 5UL, 18446744073709551615ULL),
    CALL("%lx %llX %llo", -5L, -5LL, -5LL),
    CALL("%zu", sizeof(double)),
    CALL("%jd %td", -1L, -2L),
    CALL("%20lld|%-20lld|%020lld", -9223372036854775807LL, 9223372036854775807LL, 42LL),
    CALL("%d %d %d", 'a', true, '\xff'),
    CALL("%c%c%c", 'a', 98, 99 + 256),
    CALL("%3c|%-3c|", 'x', 'y'),
    CALL("%f %F %e %E %g %G", 1.5, 1.5, 1.5, 1.5, 1.5, 1.5),
    CALL("%f %g %e", 0.1f, 0.1f, 0.1f),
    CALL("%.0f %.0f %.0f %#.0f", 0.5, 1.5, 2.5, 3.0),
    CALL("%.99f", 0.1),
    CALL("%f", 1e308),
    CALL("%.99f", 1e308),
    CALL("%.300e", 1.0 / 3),
    CALL("%012.10f|%12.3f|%-12.3f|%+012.3f|% .3f", 3.14159265358979, 2.5, 2.5, 2.5, 2.5),
    CALL("%g %g %g %#g %.3g %.10g", 1e-5, 1e6, 123456789.0, 1.0, 12345.0, 0.1),
    CALL("%a %A %.2a %20a", 1.0, 0.1, 0.1, -3.5),
    CALL("%lf %lg %le", 1.0, 2.0, 3.0),
    CALL("%f %e %g %F", INFINITY, -INFINITY, INFINITY, -INFINITY),
    CALL("%10f|%-10f|%010f", INFINITY, INFINITY, INFINITY),
    CALL("%f", -0.0),
    CALL("%*d|%-*d|%0*d", 5, 42, 5, 42, 5, 42),
    CALL("%*d|", -5, 42),
    CALL("%.*f|%.*f|%*.*f", 2, 3.14159, -1, 3.14159, 10, 3, 3.14159),
    CALL("%s|%10s|%-10s|%.2s|%*s", "abc", "abc", "abc", "abc", 6, "abc"),
    CALL("%s %s", 1 < 2 ? "yes" : "no", 1 > 2 ? "yes" : "no"),
    CALL("%s%%s", "%d"),
    CALL("%4000d|", 1),
    CALL("%.4000d|", 1),
    CALL("%p", nullptr),
    CALL("a"
         "b%d"
         "c",
         1),
};

std::string printed_by_machine(const std::string& call, const std::string& before = "") {
    const auto ran = run_text(
        kernel_text("", "if (threadIdx.x > 0 || blockIdx.x > 0) return;\n" + before + "printf(" + call + ");"));
    return ran->refusal.empty() ? ran->printed.text : "refused: " + ran->refusal;
}

} // namespace

class SimtPrintfTest : public QObject {
    Q_OBJECT
private slots:
    void each_call_prints_what_the_c_library_prints_data() {
        QTest::addColumn<int>("number");
        for (std::size_t c = 0; c < calls.size(); ++c)
            QTest::addRow("%d %s", static_cast<int>(c), calls[c].text) << static_cast<int>(c);
    }
    void each_call_prints_what_the_c_library_prints() {
        QFETCH(int, number);
        const Call& call = calls[static_cast<std::size_t>(number)];
        QCOMPARE(printed_by_machine(call.text), call.host());
    }
    void all_flags_widths_precisions_and_sizes_print_what_the_c_library_prints() {
        int compared = 0;
        std::string body = "if (threadIdx.x > 0 || blockIdx.x > 0) return;\n", wanted;
        for (const char* flags : {"", "-", "+", " ", "0", "#", "-+", "+0", " 0", "-#", "#0", "+ -0#"})
            for (const char* width : {"", "1", "7", "12"})
                for (const char* precision : {"", ".", ".0", ".3", ".11"})
                    for (const char* kind : {"d", "x", "o", "u", "hhd", "hX", "lld", "llx", "f", "e", "g", "a"}) {
                        const std::string format = std::string("%") + flags + width + precision + kind + "|";
                        const bool is_long = kind[0] == 'l',
                                   is_real = std::string("fega").find(kind) != std::string::npos;
                        body += "printf(\"" + format + "\", " +
                                (is_real   ? "-12.625"
                                 : is_long ? "-123456789012LL"
                                           : "-1234") +
                                ");\n";
                        wanted += is_real   ? by_c(format.c_str(), -12.625)
                                  : is_long ? by_c(format.c_str(), -123456789012LL)
                                            : by_c(format.c_str(), -1234);
                        ++compared;
                    }
        RunOptions options;
        options.limits.printed_calls = 100'000;
        options.limits.printed_bytes = 1 << 20;
        const auto ran = run_text(kernel_text("", body), options);
        QVERIFY2(ran->refusal.empty(), ran->refusal.c_str());
        QCOMPARE(ran->printed.text.size(), wanted.size());
        QVERIFY(ran->printed.text == wanted);
        QCOMPARE(compared, 2880);
    }
    void a_value_that_is_not_known_before_prints_alike() {
        QCOMPARE(printed_by_machine("\"%x %u %hhd %.99f\", n - 5, n - 1, n + 300, x",
                                    "int n = in[0];\ndouble x = n + 1e308;\n"),
                 by_c("%x %u %hhd %.99f", -5, -1, 300, 1e308));
        QCOMPARE(
            printed_by_machine("\"%*.*f %s\", n + 9, n + 2, 2.5, n == 0 ? \"none\" : \"some\"", "int n = in[0];\n"),
            std::string("     2.50 none"));
    }
    void a_value_of_another_type_prints_as_the_number_that_it_is() {
        QCOMPARE(printed_by_machine("\"%d %lld %f\", 5000000000LL, -3, 2"), std::string("5000000000 -3 2.000000"));
        QCOMPARE(printed_by_machine("\"%d %x\", 2.75, -1.0f"), std::string("2 ffffffffffffffff"));
    }
    void a_lane_chooses_between_two_texts() {
        const auto ran = run_text(kernel_text(
            "", "if (threadIdx.x < 2) printf(\"%d %s\\n\", threadIdx.x, threadIdx.x == 1 ? \"one\" : \"none\");"));
        QCOMPARE(ran->printed.text, std::string("0 none\n1 one\n"));
    }
    void a_text_longer_than_all_that_is_kept_says_that_it_is_cut() {
        RunOptions options;
        options.limits.printed_bytes = 64;
        const auto ran = run_text(kernel_text("", "if (threadIdx.x == 0) printf(\"%100d\\n\", 1);"), options);
        QVERIFY2(ran->printed.text.find("truncated") != std::string::npos || ran->printed.lost == 1,
                 ran->printed.text.c_str());
    }
};

WARPLOOM_TEST(SimtPrintfTest);

#include "simt_printf_test.moc"
