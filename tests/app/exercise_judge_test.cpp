// Grading of small exercises whose counts are known: with one thread per CSR row, each value is read once.
#include "app/exercise/judge.h"
#include "engine/error.h"
#include "engine/exercise/exercise.h"
#include "support/runner.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <string>

using namespace warploom;
using exercise::Exercise;
using exercise::Gate;
using exercise::GateResult;
using exercise::Grading;

namespace {

/// Returns a kernel that reads each value `times` times. `y` is the expression that it stores.
std::string rows_kernel(const std::string& y = "sum", int times = 1) {
    std::string loops;
    for (int i = 0; i < times; ++i)
        loops += "    sum = 0;\n    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * "
                 "x[column[k]];\n";
    return "template <typename T>\n"
           "__global__ void mine(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* "
           "y) {\n"
           "    const int row = blockIdx.x * blockDim.x + threadIdx.x;\n"
           "    if (row >= rows) return;\n"
           "    T sum = 0;\n" +
           loops + "    y[row] = " + y +
           ";\n}\n"
           "template <typename T>\n"
           "void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) "
           "{\n"
           "    mine<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);\n}\n";
}

Gate gate(const std::string& id, double most, const std::string& input = "", std::vector<std::string> needs = {}) {
    Gate made;
    made.id = made.title = id;
    made.count = exercise::Count::accesses;
    made.array = "value";
    made.at_most = most;
    made.input = input;
    made.needs = std::move(needs);
    made.points = 3;
    made.says = "Read less.";
    return made;
}

/// Returns an exercise whose starter reads each value three times.
Exercise exercise_with(std::vector<Gate> gates) {
    Exercise exercise;
    exercise.version = 1;
    exercise.id = "any";
    exercise.title = "Any";
    exercise.inputs = {"diagonal:n=20", "dense:rows=2,cols=9"};
    exercise.gates = std::move(gates);
    exercise.starter = rows_kernel("sum", 3);
    return exercise;
}

std::vector<std::string> states(const Grading& judgement) {
    std::vector<std::string> all;
    for (const GateResult& each : judgement.gates) all.emplace_back(to_string(each.state));
    return all;
}
using States = std::vector<std::string>;

} // namespace

class ExerciseJudgeTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    Grading judged(const Exercise& exercise, const std::string& text) {
        const QString path = folder_.filePath(QStringLiteral("answer.cu"));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly)) return {};
        file.write(QByteArray::fromStdString(text));
        file.close();
        return app::judge(exercise, path.toStdString(), 1);
    }

private slots:
    void a_figure_that_is_not_whole_has_four_figures_unless_they_would_contradict_the_verdict() {
        const auto sentence_with = [&](double most) {
            Gate made = gate("each", most, "dense:rows=3,cols=7");
            made.array = "row_pointer";
            made.per = exercise::Per::nonzero;
            return judged(exercise_with({made}), rows_kernel()).gates[2];
        };
        const GateResult missed = sentence_with(1);
        QCOMPARE(*missed.value, 27.0 / 21); // the start of a row once, its end in each of 8 loop tests
        QVERIFY2(missed.sentence.starts_with("Measured: 1.286 accesses per nonzero, array row_pointer. "),
                 missed.sentence.c_str());
        const GateResult met = sentence_with(1.2858);
        QVERIFY(met.is_met());
        QVERIFY2(met.sentence.starts_with("Measured: 1.28571 accesses per nonzero, array row_pointer. "),
                 met.sentence.c_str());
    }

    void a_gate_counts_on_the_first_input_or_on_the_one_that_it_names() {
        const Grading judgement = judged(exercise_with({gate("first", 20), gate("named", 18, "dense:rows=2,cols=9"),
                                                        gate("other", 6, "diagonal:n=7")}),
                                         rows_kernel());
        QCOMPARE(judgement.gates[2].value.value(), 20.0);
        QCOMPARE(judgement.gates[3].value.value(), 18.0);
        QCOMPARE(judgement.gates[4].value.value(), 7.0);
        QCOMPARE(states(judgement), (States{"met", "met", "met", "met", "missed"}));
        QCOMPARE(judgement.gates[4].sentence,
                 std::string("Measured: 7 accesses, array value. Required: at most 6. Read less."));
        QCOMPARE(judgement.points, 1.0 + 2 + 3 + 3);
        QCOMPARE(judgement.out_of, 12.0);
        const auto count = [&](const char* input) {
            return std::count(judgement.inputs.begin(), judgement.inputs.end(), input);
        };
        QCOMPARE(count("diagonal:n=7"), 1);
        QCOMPARE(count("diagonal:n=1"), 1); // one of the inputs on which every source is tested
    }

    // prepare reads each of the 20 values once, and run reads the copy.
    void the_work_of_prepare_is_counted_unless_the_exercise_allows_it() {
        const std::string text = R"(// scratch: copied T[nonzeros]
template <typename T> __global__ void copy(int n, const T* from, T* to) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = from[i];
}
template <typename T> void prepare(int nonzeros, const T* value, T* copied, int block) {
    copy<<<(nonzeros + block - 1) / block, block>>>(nonzeros, value, copied);
}
template <typename T>
__global__ void mine(int rows, const int* row_pointer, const int* column, const T* copied, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += copied[k] * x[column[k]];
    y[row] = sum;
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* copied, const T* x, T* y, int block) {
    mine<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, copied, x, y);
}
)";
        Gate launches = gate("launches", 1);
        launches.count = exercise::Count::launches;
        launches.array = "";
        Exercise exercise = exercise_with({gate("values", 19), launches});
        const Grading counted = judged(exercise, text);
        QCOMPARE(states(counted), (States{"met", "met", "missed", "missed"}));
        QCOMPARE(counted.gates[2].value.value(), 20.0);
        QCOMPARE(counted.gates[3].value.value(), 2.0);
        QCOMPARE(counted.gates[3].sentence,
                 std::string("Measured, including prepare: 2 launches. Required: at most 1. Read less."));
        exercise.allows_prepare = true;
        const Grading allowed = judged(exercise, text);
        QCOMPARE(states(allowed), (States{"met", "met", "met", "met"}));
        QCOMPARE(allowed.gates[2].value.value(), 0.0);
        QCOMPARE(allowed.gates[3].value.value(), 1.0);
    }

    void an_answer_with_a_domain_is_rejected_unless_the_exercise_allows_it() {
        const std::string text = "// sizes: multiples of 5\n" + rows_kernel();
        Exercise exercise = exercise_with({gate("first", 20)});
        exercise.inputs = {"diagonal:n=20"};
        const Grading rejected = judged(exercise, text);
        QCOMPARE(states(rejected).front(), std::string("not_understood"));
        QCOMPARE(rejected.points, 0.0);
        QVERIFY2(rejected.gates[0].sentence.find("correct only for rows and cols a multiple of 5") != std::string::npos,
                 rejected.gates[0].sentence.c_str());
        exercise.allows_domain = true;
        const Grading allowed = judged(exercise, text);
        QCOMPARE(states(allowed), (States{"met", "met", "met"}));
        QVERIFY(std::none_of(allowed.inputs.begin(), allowed.inputs.end(),
                             [](const std::string& input) { return input == "diagonal:n=1"; }));
    }

    void an_answer_that_is_no_cu_file_is_refused_with_what_to_do_data() {
        QTest::addColumn<QString>("name");
        for (const char* const name :
             {"answer.txt", "answer.cpp", "answer.CU", "README.md", "warm", "csr-vector", "cg:warm", "", ".cu", "."})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void an_answer_that_is_no_cu_file_is_refused_with_what_to_do() {
        QFETCH(QString, name);
        try {
            app::judge(exercise_with({gate("first", 20)}), name.toStdString(), 1);
            QFAIL("it was judged");
        } catch (const Error& error) {
            QCOMPARE(error.code(), std::string("exercise.answer"));
            QVERIFY2(error.hint().find("answer.cu") != std::string::npos, error.hint().c_str());
            QVERIFY(std::string(error.what()).find(name.toStdString()) != std::string::npos);
        }
    }
    void a_file_or_a_folder_that_cannot_be_read_is_an_error() {
        QVERIFY(QDir(folder_.path()).mkdir(QStringLiteral("folder.cu")));
        for (const char* const name : {"folder.cu", "nowhere.cu"})
            QVERIFY_THROWS_EXCEPTION(Error, app::judge(exercise_with({gate("first", 20)}),
                                                       folder_.filePath(QLatin1String(name)).toStdString(), 1));
    }

    void a_wrong_result_on_the_second_input_leaves_no_figures_of_the_first() {
        const Grading judgement =
            judged(exercise_with({gate("first", 20)}), rows_kernel("row == 1 && row_pointer[1] == 9 ? 0 : sum"));
        QCOMPARE(states(judgement), (States{"met", "missed", "not_looked_at"}));
        QVERIFY(!judgement.gates[2].value);
        QCOMPARE(judgement.failed_on, std::string("dense:rows=2,cols=9"));
        QCOMPARE(judgement.points, 0.0);
    }

    void a_gate_that_needs_a_missed_one_is_not_looked_at() {
        const std::vector<Gate> gates{gate("few", 19), gate("easy", 100, "", {"few"}), gate("met", 100)};
        const Grading missed = judged(exercise_with(gates), rows_kernel());
        QCOMPARE(states(missed), (States{"met", "met", "missed", "not_looked_at", "met"}));
        QVERIFY(!missed.gates[3].value);
        QCOMPARE(missed.gates[3].sentence, std::string("Checked once this gate is passed: few."));
        std::vector<Gate> wider = gates;
        wider[0].at_most = 20;
        QCOMPARE(states(judged(exercise_with(wider), rows_kernel())), (States{"met", "met", "met", "met", "met"}));
    }

    void points_begin_with_a_gate_that_the_starter_misses() {
        const Exercise exercise = exercise_with({gate("few", 40), gate("fewer", 20), gate("none", 0)});
        const Grading as_starter = judged(exercise, rows_kernel("sum", 4)),
                      better = judged(exercise, rows_kernel("sum", 2));
        QCOMPARE(as_starter.points, 0.0);
        QCOMPARE(as_starter.sentence,
                 std::string("The answer is correct, but it passes no more gates than the starter. To earn points, "
                             "pass one of these gates: few, fewer, none."));
        QCOMPARE(better.points, 1.0 + 2 + 3);
        QVERIFY(better.sentence.empty());
    }

    void a_finding_is_told_before_the_result_is_looked_at() {
        const Grading judgement =
            judged(exercise_with({gate("first", 20)}), rows_kernel("sum + 0 * row_pointer[rows + 1 + row]"));
        QCOMPARE(states(judgement), (States{"missed", "not_looked_at", "not_looked_at"}));
        QCOMPARE(judgement.failed_on, std::string("diagonal:n=20"));
        QVERIFY2(judgement.gates[0].sentence.find("Make the extra threads return immediately") != std::string::npos,
                 judgement.gates[0].sentence.c_str());
    }
};

WARPLOOM_TEST(ExerciseJudgeTest);
#include "exercise_judge_test.moc"
