// Problems that kernel sources declare: directives, inputs and correct results.

#include "engine/declared/declared_input.h"
#include "engine/declared/declared_source.h"
#include "engine/declared/directives.h"
#include "engine/declared/expected.h"
#include "engine/declared/shipped_problems.h"
#include "engine/error.h"
#include "support/runner.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace warploom;
using namespace warploom::declared;

namespace {

QString text_at(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Returns the value of a "// NAME: value" line; empty if there is none.
QString line_of(const QString& text, const char* name) {
    const QString begin = QStringLiteral("// %1: ").arg(QLatin1String(name));
    for (const QString& line : text.split(QLatin1Char('\n')))
        if (line.startsWith(begin)) return line.mid(begin.size()).trimmed();
    return {};
}

std::shared_ptr<const DeclaredProblem> problem_of(const std::string& text) {
    const ParsedProblem parsed = parse_problem(text);
    return parsed.problem;
}

std::string code_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const Error& error) { return error.code(); }
    return {};
}

Domain domain_of(const std::string& text) {
    const auto problem = problem_of("// out: a T[n]\n// n: " + text + "\n");
    return problem == nullptr ? Domain{1, 0, 1, false} : problem->numbers.front().domain;
}

constexpr const char* sums = "// in: a T[n]\n// in: b int[n]\n// out: c T[n]\n// out: d int[n]\n// n: 0 .. 1000\n"
                             "int twice(int x) { return 2 * x; }\n"
                             "template <typename T> void expected(int n, const T* a, const int* b, T* c, int* d) {\n"
                             "  T sum = 0;\n"
                             "  for (int i = 0; i < n; ++i) { sum += a[i]; c[i] = sum; d[i] = twice(b[i]); }\n"
                             "}\n";

/// The arrays c and d of `sums`, as `expected` computes them in the precision of a kernel.
std::vector<NumberArray> results_of(const DeclaredInput& input, bool is_double) {
    std::vector<NumberArray> arrays = draw(input, is_double);
    double sum = 0;
    for (std::int64_t i = 0; i < arrays[0].size(); ++i) {
        sum += arrays[0].real(i);
        if (!is_double) sum = static_cast<float>(sum);
        arrays[2].set_real(i, sum);
        arrays[3].set_integer(i, 2 * arrays[1].integer(i));
    }
    return {arrays[2], arrays[3]};
}

} // namespace

class DeclaredProblemTest : public QObject {
    Q_OBJECT

private slots:
    void directives_stand_in_the_comments_at_the_top() {
        const auto lines = directives_of("// title: One\n\n/* in: a T[n]\n out: b */\n//out : c T[ n ]  \r\n// no key\n"
                                         "int x; // n: 1\n// n: 2\n");
        QCOMPARE(lines.size(), std::size_t{2});
        QCOMPARE(lines[1].key, std::string("out"));
        QCOMPARE(lines[1].value, std::string("c T[ n ]"));
        QCOMPARE(lines[1].place.line, 5);
        QCOMPARE(lines[1].place.column, 9);
        QVERIFY(declares_problem("// out: a T[n]\n"));
        QVERIFY(declares_problem("// problem: scan\n"));
        QVERIFY(!declares_problem("// title: x\nint y;\n// out: a T[n]\n"));
    }

    void arrays_numbers_and_tolerance_are_read() {
        const auto problem = problem_of("// A comment: of any kind\n// in: a unsigned char[rows][cols + 1]\n"
                                        "// inout: b long long[rows / 2]\n// out: c T[3]\n// rows: 2 .. 9\n// cols: 4\n"
                                        "// steps: -1 .. 5\n// a: integers 1..7\n// tolerance: 1e-5\n");
        QVERIFY(problem != nullptr);
        QCOMPARE(problem->arrays.size(), std::size_t{3});
        const std::map<std::string, std::int64_t> numbers{{"rows", 5}, {"cols", 4}};
        QCOMPARE(problem->sizes_of(problem->arrays[0], numbers), (std::vector<std::int64_t>{5, 5}));
        QCOMPARE(problem->sizes_of(problem->arrays[1], numbers), (std::vector<std::int64_t>{2}));
        QCOMPARE(parameter_type(problem->arrays[0]), std::string("const unsigned char*"));
        QCOMPARE(parameter_type(problem->arrays[1]), std::string("long long*"));
        QVERIFY(problem->arrays[1].role == Role::inout && problem->arrays[2].role == Role::out);
        QCOMPARE(problem->numbers.size(), std::size_t{3}); // the comment is none
        QCOMPARE(problem->numbers[2].domain.least, std::int64_t{-1});
        QVERIFY(problem->arrays[0].drawing.kind == Drawing::Kind::integers);
        QCOMPARE(problem->arrays[0].drawing.greatest, 7.0);
        QCOMPARE(problem->tolerance.value_or(0), 1e-5);
    }

    void domains_contain_their_values() {
        QVERIFY(domain_of("7").contains(7) && !domain_of("7").contains(8));
        const Domain multiples = domain_of("multiples of 32");
        QVERIFY(multiples.contains(0) && multiples.contains(64) && !multiples.contains(33));
        QCOMPARE(multiples.at_most(95).value_or(-1), std::int64_t{64});
        QVERIFY(!domain_of("multiples of 32, at least 32").at_most(31));
        const Domain powers = domain_of("a power of two, at most 1024");
        QVERIFY(powers.contains(1) && powers.contains(1024) && !powers.contains(0) && !powers.contains(2048));
        QVERIFY(!powers.contains(96));
        QCOMPARE(powers.at_most(1000).value_or(-1), std::int64_t{512});
        QCOMPARE(domain_of("at least 3000000").greatest, std::int64_t{3000000});
        QCOMPARE(problem_of("// out: a T[n * m]\n// n: multiples of 32\n// m: a power of two\n")->restrictions(),
                 std::string("n a multiple of 32, m a power of two"));
    }

    void an_error_has_its_line_and_a_next_step_data() {
        QTest::addColumn<QString>("path");
        const QDir folder(QStringLiteral(WARPLOOM_SOURCE_DIR "/tests/engine/data/declared/bad"));
        const QStringList names = folder.entryList({"*.cu"}, QDir::Files);
        QVERIFY(names.size() >= 30);
        for (const QString& name : names) QTest::newRow(qPrintable(name)) << folder.filePath(name);
    }
    void an_error_has_its_line_and_a_next_step() {
        QFETCH(QString, path);
        const QString text = text_at(path);
        const ParsedProblem parsed = parse_problem(text.toStdString());
        QVERIFY(parsed.problem == nullptr);
        QCOMPARE(parsed.errors.size(), std::size_t{1});
        const simt::Diagnostic& error = parsed.errors.front();
        QCOMPARE(QString::number(error.line), line_of(text, "line"));
        const std::string says = line_of(text, "says").toStdString(), hint = line_of(text, "hint").toStdString();
        QVERIFY2(!says.empty() && error.sentence.find(says) != std::string::npos, error.sentence.c_str());
        QVERIFY2(!error.hint.empty() && error.hint.find(hint) != std::string::npos, error.hint.c_str());
        QVERIFY(error.column >= 1);
    }

    void all_errors_are_reported_in_source_order() {
        const ParsedProblem parsed = parse_problem("// in: a half[n]\n// out: b T[m]\n// n: 3 .. 1\n// b: sorted\n");
        std::vector<int> lines;
        for (const auto& error : parsed.errors) lines.push_back(error.line);
        QCOMPARE(lines, (std::vector<int>{1, 2, 3, 4}));
    }

    void inputs_have_names() {
        const auto problem = problem_of("// out: a T[n]\n// n: 1 .. 5000\n// bins: 256\n");
        const DeclaredInput usual = parse_input(problem, "");
        QCOMPARE(usual.numbers.at("n"), std::int64_t{1000});
        QCOMPARE(usual.name(), std::string("n=1000,seed=1"));
        const DeclaredInput input = parse_input(problem, "n=33,seed=7,values=least");
        QCOMPARE(input.name(), std::string("n=33,seed=7,values=least"));
        QCOMPARE(parse_input(problem, input.name()).name(), input.name());
        for (const char* const name : {"n=0", "n=5001", "m=3", "n=x", "n", "values=some", "bins=1", "seed=-1"})
            QCOMPARE(code_of([&] { parse_input(problem, name); }), std::string("input.malformed"));
    }

    void elements_are_drawn_as_declared() {
        const auto problem =
            problem_of("// in: a T[n]\n// in: b int[n]\n// in: c int[n]\n// in: d T[n]\n// in: e int[n]\n"
                       "// out: f int[n]\n// n: 1 .. 5000\n// a: uniform 2 .. 3\n// b: integers 0 .. 9\n"
                       "// c: sorted\n// d: one nan\n// e: permutation\n");
        DeclaredInput input = parse_input(problem, "n=1000");
        const auto arrays = draw(input, true);
        std::set<std::int64_t> digits, places;
        int nans = 0;
        for (std::int64_t i = 0; i < 1000; ++i) {
            QVERIFY(arrays[0].real(i) > 2 && arrays[0].real(i) < 3);
            digits.insert(arrays[1].integer(i));
            QVERIFY(i == 0 || arrays[2].integer(i - 1) <= arrays[2].integer(i));
            if (std::isnan(arrays[3].real(i))) ++nans;
            places.insert(arrays[4].integer(i));
            QVERIFY(arrays[5].is_poisoned(i));
        }
        QCOMPARE(digits.size(), std::size_t{10});
        QCOMPARE(*digits.rbegin(), std::int64_t{9});
        QCOMPARE(nans, 1);
        QCOMPARE(places.size(), std::size_t{1000});
        QCOMPARE(*places.rbegin(), std::int64_t{999});
        ++input.seed;
        QVERIFY(draw(input, true)[0].real(0) != arrays[0].real(0));
        input.values = ElementValues::greatest;
        const auto extreme = draw(input, true);
        QVERIFY(extreme[0].real(5) == 3 && extreme[1].integer(5) == 9);
        QVERIFY(extreme[2].integer(0) != extreme[2].integer(999)); // sorted arrays stay as they are
    }

    void results_of_either_precision_are_right() {
        const auto problem = problem_of(sums);
        const auto expected = compile_expected("sums.cu", sums);
        for (const bool is_double : {false, true})
            for (const char* const name : {"n=0", "n=1", "n=1000", "n=999,values=large", "n=500,values=negative"}) {
                const DeclaredInput input = parse_input(problem, name);
                const auto results = results_of(input, is_double);
                const ExpectedResults right(expected, input, is_double, 100'000);
                QVERIFY2(!right.first_wrong({&results[0], &results[1]}), name);
            }
    }

    void a_wrong_element_is_found() {
        const DeclaredInput input = parse_input(problem_of(sums), "n=100");
        const ExpectedResults right(compile_expected("sums.cu", sums), input, true, 100'000);
        auto results = results_of(input, true);
        results[0].set_real(42, results[0].real(42) + 1e-9);
        auto wrong = right.first_wrong({&results[0], &results[1]});
        QVERIFY(wrong && wrong->array == 2 && wrong->index == 42 && !wrong->is_unwritten);
        results[0].set_real(42, std::nan(""));
        QVERIFY(right.first_wrong({&results[0], &results[1]}));
        results = results_of(input, true);
        results[1].set_integer(7, results[1].integer(7) + 1);
        wrong = right.first_wrong({&results[0], &results[1]});
        QVERIFY(wrong && wrong->array == 3 && wrong->index == 7);
        QCOMPARE(wrong->expected_text, std::to_string(results[1].integer(7) - 1));
        results[1].poison();
        wrong = right.first_wrong({&results[0], &results[1]});
        QVERIFY(wrong && wrong->index == 0 && wrong->is_unwritten);
    }

    /// Terms that cancel make the result small, but not its rounding error.
    void bounds_follow_the_terms_and_the_declared_tolerance() {
        const std::string begin = "// in: a T[n]\n// out: b T[1]\n// n: 1 .. 100\n// a: uniform 0.5 .. 1\n",
                          end = "template <typename T> void expected(int n, const T* a, T* b) {\n"
                                "  T sum = 0;\n  for (int i = 0; i < n; ++i) sum += a[i] - T(0.75);\n"
                                "  for (int i = 0; i < n; ++i) sum -= a[i] - T(0.75);\n  b[0] = sum;\n}\n";
        const auto is_right = [&](const std::string& tolerance, double value) {
            const std::string text = begin + tolerance + end;
            const ExpectedResults right(compile_expected("terms.cu", text), parse_input(problem_of(text), "n=50"), true,
                                        100'000);
            NumberArray b(NumberType::float64, 1);
            b.set_real(0, value);
            return !right.first_wrong({&b});
        };
        QVERIFY(is_right("", 1e-16) && !is_right("", 1e-12));
        QVERIFY(is_right("// tolerance: 1e-3\n", 1e-5) && !is_right("// tolerance: 1e-3\n", 0.1));
        QVERIFY(!is_right("// tolerance: exact\n", 1e-12));
    }

    void elements_that_expected_leaves_open_may_have_any_value() {
        const std::string text = "// out: a int[n]\n// n: 2\nvoid expected(int n, int* a) { a[1] = 5; }\n";
        const ExpectedResults right(compile_expected("open.cu", text), parse_input(problem_of(text), ""), true, 1000);
        NumberArray a(NumberType::int32, 2);
        a.set_integer(0, 77);
        QVERIFY(right.first_wrong({&a}));
        a.set_integer(1, 5);
        QVERIFY(!right.first_wrong({&a}));
    }

    void errors_of_expected_have_their_line_data() {
        QTest::addColumn<QString>("function");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("says");
        QTest::newRow("missing") << ""
                                 << "kernel.refused-text"
                                 << "The host function `expected`";
        QTest::newRow("result") << "int expected(int n, int* a) { return 1; }"
                                << "kernel.refused-text"
                                << "must return void";
        QTest::newRow("syntax") << "void expected(int n, int* a) { a[0] = ; }"
                                << "kernel.refused-text"
                                << "b.cu:3:";
        QTest::newRow("unknown") << "void expected(int n, int* a) { a[0] = x; }"
                                 << "kernel.refused-text"
                                 << "b.cu:3:";
        QTest::newRow("parameter") << "void expected(int m, int* a) {}"
                                   << "kernel.parameter"
                                   << "`m`";
        QTest::newRow("type") << "void expected(int n, float* a) {}"
                              << "kernel.parameter"
                              << "`a`";
        QTest::newRow("outside") << "void expected(int n, int* a) { a[n] = 1; }"
                                 << "kernel.fault"
                                 << "b.cu:3";
        QTest::newRow("endless") << "void expected(int n, int* a) { for (int i = 0; i >= 0; i = i % 7 + 1) a[0] = i; }"
                                 << "kernel.fault"
                                 << "b.cu:3";
    }
    void errors_of_expected_have_their_line() {
        QFETCH(QString, function);
        QFETCH(QString, code);
        QFETCH(QString, says);
        const std::string text = "// out: a int[n]\n// n: 2\n" + function.toStdString() + "\n";
        try {
            const DeclaredSource source = read_declarations("b.cu", text);
            ExpectedResults(source.expected, parse_input(source.problem, ""), true, 10'000);
            QFAIL("no error");
        } catch (const Error& error) {
            QCOMPARE(error.code(), code.toStdString());
            QVERIFY2(std::string(error.what()).find(says.toStdString()) != std::string::npos, error.what());
        }
    }

    void a_shipped_problem_is_named() {
        QVERIFY(shipped_problems().size() >= 14);
        for (const ShippedProblem& problem : shipped_problems()) {
            QVERIFY2(!problem.title.empty() && !problem.solution.empty(), problem.name.c_str());
            QCOMPARE(directive(problem.solution, "problem"), problem.name);
            QVERIFY(read_declarations("mine.cu", "// problem: " + problem.name + "\n").problem != nullptr);
        }
        try {
            read_declarations("mine.cu", "// problem: saxpi\n");
            QFAIL("no error");
        } catch (const Error& error) {
            QCOMPARE(error.code(), std::string("problem.unknown"));
            QVERIFY(error.hint().find("saxpy") != std::string::npos);
        }
    }
};

WARPLOOM_TEST(DeclaredProblemTest);
#include "declared_problem_test.moc"
