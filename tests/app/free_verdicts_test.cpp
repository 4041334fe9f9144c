// Kernels whose source declares its own problem, or names a shipped one: correct ones are accepted, and the errors in
// the others are named.

#include "app/check/check.h"
#include "app/check/free_inputs.h"
#include "app/debug/debugger.h"
#include "app/exercise/judge.h"
#include "app/operations/operation.h"
#include "app/operations/trace_kernel.h"
#include "engine/declared/declared_input.h"
#include "engine/declared/shipped_problems.h"
#include "engine/error.h"
#include "engine/exercise/exercise.h"
#include "kernels/sources/text_of_kernel.h"
#include "support/runner.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTest>

#include <algorithm>
#include <set>
#include <string>

using namespace warploom;
using namespace warploom::app;

namespace {

const char* const one_name = "mine.cu";

QString text_at(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString line_of(const QString& text, const char* name) {
    const QString begin = QStringLiteral("// %1: ").arg(QLatin1String(name));
    for (const QString& line : text.split(QLatin1Char('\n')))
        if (line.startsWith(begin)) return line.mid(begin.size()).trimmed();
    return {};
}

protocol::Check checked(const std::string& text, const std::string& input = {}, bool is_drawn = true) {
    kernels::set_request_sources({{one_name, text}});
    CheckSettings settings;
    settings.kernel = one_name;
    settings.matrix = input;
    settings.card = simulated::find_card("h200");
    settings.is_drawn = is_drawn;
    settings.chooses_precision = true;
    Checker checker;
    return protocol::read_check(protocol::write(checker.check(settings, {}))); // round trip through the protocol
}

bool is_as_said(const protocol::Check& check, const QString& verdict) {
    const QStringList any = verdict.split(QStringLiteral(" or "));
    return std::any_of(any.begin(), any.end(), [&](const QString& one) {
        if (one == QLatin1String("wrong-result")) return check.verdict == protocol::CheckVerdict::wrong;
        if (one == QLatin1String("refused")) return check.verdict == protocol::CheckVerdict::refused;
        return std::any_of(check.findings.begin(), check.findings.end(),
                           [&](const auto& finding) { return one == QLatin1String(to_string(finding.kind)); });
    });
}

std::string all_words(const protocol::Check& check) {
    std::string words = to_string(check.verdict) + std::string(": ") + check.sentence;
    for (const auto& finding : check.findings) words += "\n" + finding.sentence;
    return words;
}

/// Adds the .cu files of a folder, and of its subfolders with this name.
void files_of(const char* folder, const QString& name, qsizetype least) {
    QTest::addColumn<QString>("path");
    QStringList paths;
    QDirIterator all(QStringLiteral(WARPLOOM_SOURCE_DIR "/") + QLatin1String(folder), {"*.cu"}, QDir::Files,
                     QDirIterator::Subdirectories);
    while (all.hasNext())
        if (const QString path = all.next(); path.contains(name)) paths << path;
    paths.sort();
    QVERIFY(paths.size() >= least);
    for (const QString& path : paths) QTest::newRow(qPrintable(path.section('/', -3))) << path;
}

constexpr const char* twice =
    "// in: a T[n]\n// out: b T[n]\n// n: 1 .. 300\n"
    "template <typename T> void expected(int n, const T* a, T* b) {\n"
    "  for (int i = 0; i < n; ++i) b[i] = 2 * a[i];\n}\n"
    "template <typename T> __global__ void kernel(int n, const T* a, T* b) {\n"
    "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) b[i] = 2 * a[i];\n}\n"
    "template <typename T> void run(int n, const T* a, T* b, int block) {\n"
    "  kernel<<<(n + block - 1) / block, block>>>(n, a, b);\n}\n";

constexpr const char* rows_kernel_text =
    "template <typename T> __global__ void kernel(int rows, T* y) {\n  if (threadIdx.x < rows) y[threadIdx.x] = 0;\n}\n"
    "template <typename T> void run(int rows, T* y) {\n  kernel<<<1, 32>>>(rows, y);\n}\n";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    return text.replace(text.find(from), from.size(), to);
}

} // namespace

class FreeVerdictsTest : public QObject {
    Q_OBJECT

    static void is_right(const QString& path) {
        const QString text = text_at(path);
        const protocol::Check check = checked(text.toStdString());
        QVERIFY2(check.verdict == protocol::CheckVerdict::right, all_words(check).c_str());
        QCOMPARE(check.operation, std::string("free"));
        QVERIFY(check.sentence.find(line_of(text, "says").toStdString()) != std::string::npos);
        QVERIFY(check.costs && check.costs->transactions > 0 && !check.twin && check.failed_on.empty());
        QVERIFY(check.coverage && check.coverage->least_block > 0);
        QVERIFY(check.names.size() >= 2);
        QVERIFY(check.drawn == static_cast<std::int64_t>(check.inputs.size()));
    }

    static void is_named(const QString& path) {
        const QString text = text_at(path);
        const QString said = line_of(text, "verdict");
        QVERIFY(!said.isEmpty());
        const protocol::Check check = checked(text.toStdString());
        QVERIFY2(check.verdict != protocol::CheckVerdict::right && is_as_said(check, said), all_words(check).c_str());
        QVERIFY2(all_words(check).find(line_of(text, "says").toStdString()) != std::string::npos,
                 all_words(check).c_str());
        QVERIFY(!check.costs && !check.coverage);
        QVERIFY(check.verdict == protocol::CheckVerdict::refused || check.failed_on == check.inputs.back());
    }

private slots:
    void a_solution_of_a_shipped_problem_is_right_data() { files_of("datasets/problems", "/solution.cu", 24); }
    void a_solution_of_a_shipped_problem_is_right() {
        QFETCH(QString, path);
        is_right(path);
    }
    void a_wrong_kernel_of_a_shipped_problem_is_named_data() { files_of("datasets/problems", "/wrong/", 65); }
    void a_wrong_kernel_of_a_shipped_problem_is_named() {
        QFETCH(QString, path);
        is_named(path);
    }
    void the_starter_of_a_shipped_problem_compiles_and_is_not_right() {
        for (const declared::ShippedProblem& problem : declared::shipped_problems()) {
            const std::string text = declared::starter_of(problem);
            QVERIFY2(text.starts_with("// problem: " + problem.name + "\n// "), text.c_str());
            const protocol::Check check = checked(text);
            QVERIFY2(check.verdict == protocol::CheckVerdict::wrong, (text + all_words(check)).c_str());
        }
    }
    void inputs_that_are_too_large_to_generate_are_tested_in_a_few_blocks_data() {
        QTest::addColumn<QString>("grid");
        QTest::addColumn<QString>("index");
        QTest::addColumn<QString>("greatest");
        QTest::addColumn<QString>("verdict");
        QTest::addColumn<QString>("says");
        const char* const tiles = "dim3((cols + 31) / 32, (rows + 7) / 8), dim3(32, 8)";
        QTest::newRow("an index in an int") << tiles << "row * cols + col"
                                            << "200000"
                                            << "doubtful"
                                            << "The kernel fails if the smaller of rows and cols is 46,341 or more.";
        QTest::newRow("an index in a long long") << tiles << "(long long)row * cols + col"
                                                 << "200000"
                                                 << "right"
                                                 << "";
        QTest::newRow("an index in an int that always fits") << tiles << "row * cols + col"
                                                             << "46000"
                                                             << "right"
                                                             << "";
        QTest::newRow("a row for each block in y") << "dim3((cols + 31) / 32, rows), dim3(32, 1)"
                                                   << "(long long)row * cols + col"
                                                   << "200000"
                                                   << "right"
                                                   << "This launch fails if rows is 65,536 or more.";
    }
    void inputs_that_are_too_large_to_generate_are_tested_in_a_few_blocks() {
        QFETCH(QString, grid);
        QFETCH(QString, index);
        QFETCH(QString, greatest);
        QFETCH(QString, verdict);
        QFETCH(QString, says);
        const QString text =
            QStringLiteral(
                "// in: a float[rows][cols]\n// out: b float[rows][cols]\n// rows: 1 .. %3\n// cols: 1 .. %3\n"
                "void expected(int rows, int cols, const float* a, float* b) {\n"
                "  for (long long i = 0; i < (long long)rows * cols; ++i) b[i] = a[i];\n}\n"
                "__global__ void copy(int rows, int cols, const float* a, float* b) {\n"
                "  const int row = blockIdx.y * blockDim.y + threadIdx.y;\n"
                "  const int col = blockIdx.x * blockDim.x + threadIdx.x;\n"
                "  if (row < rows && col < cols) b[%2] = a[%2];\n}\n"
                "void run(int rows, int cols, const float* a, float* b) {\n"
                "  copy<<<%1>>>(rows, cols, a, b);\n}\n")
                .arg(grid, index, greatest);
        const protocol::Check check = checked(text.toStdString());
        std::string words = all_words(check);
        for (const auto& warning : check.warnings) words += "\n" + warning.sentence;
        QVERIFY2(verdict.toStdString() == to_string(check.verdict), words.c_str());
        QVERIFY2(words.find(says.toStdString()) != std::string::npos, words.c_str());
        QVERIFY2(!says.isEmpty() || words.find("or more") == std::string::npos, words.c_str());
    }
    void a_right_kernel_of_its_own_problem_is_right_data() { files_of("tests/verdicts/free", "/right/", 9); }
    void a_right_kernel_of_its_own_problem_is_right() {
        QFETCH(QString, path);
        is_right(path);
    }
    void a_wrong_kernel_of_its_own_problem_is_named_data() { files_of("tests/verdicts/free", "/wrong/", 8); }
    void a_wrong_kernel_of_its_own_problem_is_named() {
        QFETCH(QString, path);
        is_named(path);
    }

    void the_verdict_says_what_was_tested() {
        const protocol::Check check = checked(twice);
        QCOMPARE(check.format, std::string("declared"));
        QVERIFY2(check.sentence.find("Tested with 32 to 1,024 threads per block in float and double. Tested values: n "
                                     "from 1 to 300.") != std::string::npos,
                 check.sentence.c_str());
        QCOMPARE(check.coverage->numbers.size(), std::size_t{1});
        QCOMPARE(check.coverage->numbers[0].least, std::int64_t{1});
        QCOMPARE(check.coverage->numbers[0].most, std::int64_t{300});
        QVERIFY(check.coverage->domain.empty());
        QCOMPARE(check.names[0].type, std::string("const T*"));
        QCOMPARE(check.names[2].name, std::string("n"));
        QCOMPARE(check.names.back().name, std::string("block"));
    }

    void an_input_can_be_asked_for() {
        const protocol::Check check = checked(twice, "n=77,seed=5", false);
        QVERIFY2(check.verdict == protocol::CheckVerdict::right, all_words(check).c_str());
        QCOMPARE(check.inputs, std::vector<std::string>{"n=77,seed=5"});
        QCOMPARE(check.sentence, std::string("Correct on n=77,seed=5."));
        const protocol::Check with_all = checked(twice, "n=77,seed=5");
        QCOMPARE(with_all.inputs.front(), std::string("n=77,seed=5"));
        QVERIFY(with_all.drawn + 1 == static_cast<std::int64_t>(with_all.inputs.size()));
        QVERIFY(checked(twice, "laplace2d:n=9").inputs.front() != "laplace2d:n=9"); // not an input of this problem
    }

    void a_wrong_element_has_its_place_and_its_thread() {
        const protocol::Check check =
            checked(replaced(twice, "b[i] = 2 * a[i];\n}\ntemplate <typename T> void run",
                             "b[i] = i == 5 ? 7 : 2 * a[i];\n}\ntemplate <typename T> void run"));
        QCOMPARE(to_string(check.verdict), "wrong");
        QCOMPARE(check.entry->place, std::string("b[5]"));
        QCOMPARE(check.entry->array, std::string("b"));
        QCOMPARE(check.entry->element, std::int64_t{5});
        QCOMPARE(check.entry->computed, std::string("7"));
        QVERIFY(check.entry->writer && check.entry->writer->thread() == 5 && check.entry->writer->line == 9);
        QVERIFY2(check.sentence.find("`b[5]` should be ") != std::string::npos, check.sentence.c_str());
    }

    void errors_of_the_declaration_are_notes_with_lines_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<int>("line");
        QTest::addColumn<QString>("says");
        QTest::newRow("type") << "a T[n]"
                              << "a half[n]" << 1 << "`half` is not a type";
        QTest::newRow("size") << "b T[n]"
                              << "b T[m]" << 2 << "`m`, in the size of array `b`, is not declared.";
        QTest::newRow("range") << "1 .. 300"
                               << "3 .. 1" << 3 << "its range is empty";
        QTest::newRow("expected") << "void expected("
                                  << "void correct(" << 1 << "`expected`";
        QTest::newRow("other parameters") << "expected(int n"
                                          << "expected(int m, int n" << 4 << "Unknown parameter `m`";
        QTest::newRow("outside") << "i < n; ++i) b[i]"
                                 << "i <= n; ++i) b[i]" << 5 << "";
        QTest::newRow("kernel and declaration") << "b[i] = 2 * a[i];\n}\ntemplate <typename T> __"
                                                << "b[i] = ;\n}\ntemplate <typename T> __" << 5 << "";
    }
    void errors_of_the_declaration_are_notes_with_lines() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(int, line);
        QFETCH(QString, says);
        const protocol::Check check = checked(replaced(twice, from.toStdString(), to.toStdString()));
        QCOMPARE(to_string(check.verdict), "refused");
        QCOMPARE(check.operation, std::string("free"));
        QVERIFY(!check.notes.empty());
        QCOMPARE(check.notes.front().line, line);
        QVERIFY2(check.notes.front().sentence.find(says.toStdString()) != std::string::npos,
                 check.notes.front().sentence.c_str());
    }

    void an_unknown_problem_is_named() {
        const protocol::Check check = checked(replaced(twice, "// in: a T[n]\n", "// problem: saxpi\n"));
        QCOMPARE(to_string(check.verdict), "refused");
        QVERIFY2(check.sentence.find("There is no problem `saxpi`.") != std::string::npos, check.sentence.c_str());
        QVERIFY(check.notes.front().hint.find("saxpy") != std::string::npos);
    }

    void an_exercise_grades_answers_that_name_its_problem() {
        const std::string json =
            R"({"warploom_exercise": 1, "id": "sum", "title": "Sum", "operation": "free", "problem": "reduction",)"
            R"( "task": ["Add."], "inputs": ["n=1000,seed=1"], "drawn": ["n={10..99},seed={seed}"], "gates": [)"
            R"({"id": "reads", "title": "reads", "count": "accesses", "array": "a", "at_most": 1000, "says": "."}]})";
        const auto exercise = exercise::exercise_from_json(json, "sum.json");
        const auto graded = [&](const std::string& text) {
            kernels::set_request_sources({{one_name, text}});
            return judge(exercise, one_name, 1);
        };
        const std::string solution =
            text_at(QStringLiteral(WARPLOOM_SOURCE_DIR "/datasets/problems/reduction/solution.cu")).toStdString();
        const exercise::Grading right = graded(solution);
        QVERIFY(right.is_passed() && right.points == right.out_of);
        QCOMPARE(right.gates[2].value.value_or(0), 1000.0);
        const exercise::Grading wrong = graded(replaced(solution, "i < n;", "i < n - 1;"));
        QVERIFY(wrong.points == 0 && !wrong.failed_on.empty());
        // An answer that declares its own problem could compute anything.
        const exercise::Grading own = graded("// out: sum T[1]\ntemplate <typename T> void expected(T* sum) {}\n"
                                             "template <typename T> void run(T* sum) {}\n");
        QVERIFY(own.points == 0 && own.gates[0].state == exercise::GateState::not_understood);
        QVERIFY2(own.gates[0].sentence.find("// problem: reduction") != std::string::npos,
                 own.gates[0].sentence.c_str());
        QVERIFY(graded(rows_kernel_text).points == 0); // a product
        for (const char* const removed : {R"("problem": "reduction",)", R"("operation": "free",)"})
            QVERIFY_THROWS_EXCEPTION(Error, exercise::exercise_from_json(replaced(json, removed, ""), "sum.json"));
    }

    void a_trace_counts_a_declared_problem() {
        kernels::set_request_sources({{one_name, twice}});
        TraceSettings settings;
        settings.kernel = one_name;
        settings.card = simulated::find_card("h200");
        Inputs inputs;
        const TraceInput input = spec_of(Operation::free).trace_input(inputs, "n=256", settings, {});
        QCOMPARE(input.info().name, std::string("n=256,seed=1"));
        const Trace trace = trace_kernel(input.subject({}), settings, {});
        QCOMPARE(trace.grid_blocks, std::int64_t{2});
        std::int64_t transactions = 0;
        for (const auto& site : trace.launches.at(0).sites) transactions += site.transactions;
        QCOMPARE(transactions, std::int64_t{2 * 256 * 8 / 32}); // a and b, in double
        QVERIFY_THROWS_EXCEPTION(Error, spec_of(Operation::free).trace_input(inputs, "n=301", settings, {}));
    }

    void a_declared_problem_can_be_debugged() {
        kernels::set_request_sources({{one_name, twice}});
        DebugSettings settings;
        settings.kernel = one_name;
        settings.card = simulated::find_card("h200");
        settings.operation = Operation::free;
        settings.input.name = "n=40,seed=3";
        settings.block = 64;
        Inputs inputs;
        const Debugger debugger(inputs, settings, {});
        QCOMPARE(debugger.session().matrix.name, std::string("n=40,seed=3"));
        QCOMPARE(debugger.session().warps, 2);
        QVERIFY(debugger.session().instructions > 0);
    }

    void inputs_lie_in_the_declared_ranges_and_at_awkward_sizes() {
        kernels::set_request_sources({{one_name, replaced(twice, "1 .. 300", "0 .. 100000")}});
        KernelSettings settings;
        settings.kernel = one_name;
        settings.card = simulated::find_card("h200");
        kernels::find_kernel_file(Operation::free, one_name);
        std::set<std::string> sizes, names;
        std::set<int> blocks;
        for (const TestInput& input : free_inputs(settings)) {
            QVERIFY2(names.insert(input.name).second, input.name.c_str());
            sizes.insert(input.name.substr(0, input.name.find(',')));
            blocks.insert(input.block);
        }
        for (const char* const size :
             {"n=0", "n=1", "n=31", "n=32", "n=33", "n=127", "n=128", "n=129", "n=1023", "n=1025", "n=977", "n=70001"})
            QVERIFY2(sizes.count(size) == 1, size);
        QVERIFY(blocks.size() >= 5);
        QCOMPARE(tiny_free_input(one_name).name, std::string("n=16,seed=1"));
    }
};

WARPLOOM_TEST(FreeVerdictsTest);
#include "free_verdicts_test.moc"
