// tests/verdicts: wrong kernels that must be rejected, and unusual but correct ones that must pass. The Write page,
// `run`, and exercises (including `grade`) must agree on all of them.
#include "app/check/check.h"
#include "app/exercise/judge.h"
#include "app/operations/operation.h"
#include "app/run/runner.h"
#include "engine/error.h"
#include "engine/exercise/exercise.h"
#include "engine/simt/program.h"
#include "kernels/sources/names.h"
#include "kernels/sources/text_of_kernel.h"
#include "support/runner.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <algorithm>
#include <string>

using namespace warploom;
using namespace warploom::app;

namespace {

const char* const one_name = "mine.cu";

/// Returns the raw bytes of a file, because some begin with a byte order mark.
QByteArray bytes_at(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Returns the value of a "// NAME: value" line in the source; empty if absent.
QString line_of(const QString& text, const char* name) {
    const QString begin = QStringLiteral("// %1: ").arg(QLatin1String(name));
    for (const QString& line : text.split(QLatin1Char('\n')))
        if (line.contains(begin)) return line.mid(line.indexOf(begin) + begin.size()).trimmed();
    return {};
}

/// Returns the input that is used as the open one.
const char* open_input(const std::string& operation) {
    return operation == "tridiagonal" ? "tridiagonal:n=256,kind=6,seed=9"
           : operation == "ata"       ? "dense:rows=32,cols=16,seed=9"
                                      : "laplace2d:n=16";
}

protocol::Check checked(const char* input) {
    CheckSettings settings;
    settings.kernel = one_name;
    settings.matrix = input;
    settings.card = simulated::find_card("h200");
    Checker checker;
    return protocol::read_check(protocol::write(checker.check(settings, {}))); // round trip through the protocol
}

/// Returns the row of a run with one kernel; if the run fails, a row with the error code.
Row row_of_run(Operation operation, const char* input) {
    static const auto machine = kernels::open_machine("simulated:h200");
    Row row;
    try {
        RunSettings settings;
        settings.kernels = {one_name};
        settings.quick = true;
        Inputs inputs;
        const OperationSpec& spec = spec_of(operation);
        const auto problem = spec.open(inputs, input, settings, {});
        row = run_problem(*machine, *problem, settings).results.at(0);
    } catch (const Error& error) {
        row.status = RowStatus::error;
        row.code = error.code();
        row.reason = error.what();
    }
    return row;
}

/// Grades the kernel with an exercise that any correct kernel passes.
exercise::Grading judged(const std::string& operation, const char* input) {
    auto exercise = exercise::exercise_from_json(
        R"({"warploom_exercise": 1, "id": "any", "title": "Any right kernel", "operation": ")" + operation +
            R"(", "allows_domain": true, "task": ["Be right."], "inputs": [")" + input +
            R"("], "gates": [{"id": "launches", "title": "any", "count": "launches", "at_least": 0, "says": "."}]})",
        "verdicts");
    return judge(exercise, one_name, 1);
}

std::string words_of(const exercise::Grading& judgement) {
    std::string all;
    for (const auto& gate : judgement.gates) all += gate.id + " " + to_string(gate.state) + ": " + gate.sentence + "\n";
    return all;
}

QStringList kinds_of(const protocol::Check& check) {
    QStringList kinds;
    for (const auto& finding : check.findings) kinds << QLatin1String(to_string(finding.kind));
    return kinds;
}

QString lines_of_warnings(const protocol::Check& check) {
    QStringList lines;
    for (const auto& warning : check.warnings) lines << QString::number(warning.line);
    return lines.join(QLatin1Char(' '));
}

bool is_as_said(const protocol::Check& check, const QString& verdict) {
    const QStringList kinds = kinds_of(check);
    const QStringList any = verdict.split(QStringLiteral(" or "));
    return std::any_of(any.begin(), any.end(), [&](const QString& one) {
        if (one == QLatin1String("wrong-result")) return check.verdict == protocol::CheckVerdict::wrong;
        if (one == QLatin1String("refused")) return check.verdict == protocol::CheckVerdict::refused;
        return kinds.contains(one);
    });
}

void files_of(const char* folder, int least = 60) {
    QTest::addColumn<QString>("path");
    const QDir all(QStringLiteral(WARPLOOM_SOURCE_DIR "/tests/verdicts/") + QLatin1String(folder));
    const QStringList names = all.entryList({"*.cu"}, QDir::Files);
    QVERIFY(names.size() >= least);
    for (const QString& name : names) QTest::newRow(qPrintable(name)) << all.filePath(name);
}

} // namespace

class VerdictsTest : public QObject {
    Q_OBJECT

    QString text_;
    std::string operation_;

    void take(const QString& path) {
        const std::string text = bytes_at(path).toStdString();
        text_ = QString::fromStdString(text);
        kernels::set_request_sources({{one_name, text}});
        const auto program = simt::translate(one_name, text).program;
        operation_ = program == nullptr ? "spmv" : kernels::to_string(kernels::operation_of(*program));
    }

private slots:
    void a_wrong_kernel_is_named_by_all_who_judge_data() { files_of("wrong"); }
    void a_wrong_kernel_is_named_by_all_who_judge() {
        QFETCH(QString, path);
        take(path);
        const QString said = line_of(text_, "verdict");
        QVERIFY(!said.isEmpty() && said != QLatin1String("right"));
        const char* const input = open_input(operation_);

        const protocol::Check check = checked(input);
        const std::string found = check.sentence + " " + kinds_of(check).join(' ').toStdString();
        QVERIFY2(is_as_said(check, said), found.c_str());
        QVERIFY(!check.costs && !check.twin); // a wrong kernel has no costs
        const bool was_run = check.verdict != protocol::CheckVerdict::refused;
        QCOMPARE(check.failed_on.empty(), check.inputs.empty());
        QVERIFY(!was_run || check.failed_on == check.inputs.back());
        QVERIFY(!was_run || check.matrix.name == check.failed_on);

        const Row row = row_of_run(*kernels::operation_from(check.operation), input);
        QVERIFY2(row.status != RowStatus::ok, row.detail.c_str());
        QVERIFY2(!was_run || row.status == RowStatus::wrong || row.status == RowStatus::error,
                 (row.code + row.reason).c_str());
        QVERIFY(row.samples.empty() && !row.model && !(row.time.median > 0) && !row.reason.empty());

        const exercise::Grading judgement = judged(check.operation, input);
        QVERIFY2(judgement.points == 0 && !judgement.is_passed(), words_of(judgement).c_str());
        // The converse may not hold: an exercise may reach an input first for which the launch is invalid.
        QVERIFY(was_run || judgement.gates[0].state == exercise::GateState::not_understood);
        for (const auto& gate : judgement.gates) QVERIFY(!gate.value);
    }

    /// Correct on every test input, but wrong on larger ones, as static analysis of the source shows.
    void what_only_large_inputs_break_is_warned_of_data() { files_of("warned", 6); }
    void what_only_large_inputs_break_is_warned_of() {
        QFETCH(QString, path);
        take(path);
        const protocol::Check check = checked(open_input(operation_));
        QVERIFY2(check.verdict == protocol::CheckVerdict::right, check.sentence.c_str());
        QVERIFY(!check.warnings.empty());
        QCOMPARE(lines_of_warnings(check), line_of(text_, "warned"));
        const std::string says = line_of(text_, "says").toStdString();
        QVERIFY(!says.empty());
        for (const auto& warning : check.warnings)
            QVERIFY2(warning.sentence.find(says) != std::string::npos && !warning.hint.empty(),
                     warning.sentence.c_str());
    }

    /// Correct on every test input, but wrong from a size on that is too large to generate.
    void what_fails_on_large_inputs_is_doubtful_data() { files_of("limited", 5); }
    void what_fails_on_large_inputs_is_doubtful() {
        QFETCH(QString, path);
        take(path);
        const char* const input = open_input(operation_);
        const protocol::Check check = checked(input);
        const std::string says = line_of(text_, "says").toStdString();
        QVERIFY2(check.verdict == protocol::CheckVerdict::doubtful, check.sentence.c_str());
        QVERIFY2(is_as_said(check, line_of(text_, "verdict")), qPrintable(kinds_of(check).join(' ')));
        QVERIFY2(!says.empty() && check.sentence.find(says) != std::string::npos, check.sentence.c_str());
        QVERIFY(check.sentence.find("Correct on") == 0 && check.costs && check.failed_on.empty());
        QCOMPARE(row_of_run(*kernels::operation_from(check.operation), input).status, RowStatus::ok);
    }

    void a_right_kernel_passes_however_unusual_data() { files_of("right"); }
    void a_right_kernel_passes_however_unusual() {
        QFETCH(QString, path);
        take(path);
        QCOMPARE(line_of(text_, "verdict"), QStringLiteral("right"));
        const char* const input = open_input(operation_);

        const protocol::Check check = checked(input);
        QVERIFY2(check.verdict == protocol::CheckVerdict::right, check.sentence.c_str());
        QVERIFY(check.costs && check.inputs.size() >= 5 && check.failed_on.empty());
        QCOMPARE(check.inputs.front(), std::string(input));
        QVERIFY(check.drawn > 0 && check.drawn + 1 >= static_cast<std::int64_t>(check.inputs.size()));
        QCOMPARE(lines_of_warnings(check), line_of(text_, "warned"));

        const Row row = row_of_run(*kernels::operation_from(check.operation), input);
        QVERIFY2(row.status == RowStatus::ok, row.reason.c_str());
        QVERIFY(row.time.median > 0);

        const exercise::Grading judgement = judged(check.operation, input);
        QVERIFY2(judgement.is_passed() && judgement.points == judgement.out_of, words_of(judgement).c_str());
    }
};

WARPLOOM_TEST(VerdictsTest);
#include "verdicts_test.moc"
