#include "app/check/check.h"
#include "app/debug/debugger.h"
#include "engine/error.h"
#include "engine/simt/recording/variables.h"
#include "kernels/sources/text_of_kernel.h"
#include "support/runner.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTest>

#include <algorithm>
#include <map>
#include <queue>
#include <set>
#include <tuple>
#include <vector>

using namespace warploom;
using namespace warploom::app;

// From a verdict to its cause: for wrong kernels, Why? leads from the first wrong value to the line of an error that
// the checks found. The results for all files are in docs/results/debugger.md.

namespace {

constexpr int most_nodes = 5000;

enum class Outcome { reached, missed, refused };

struct Result {
    Outcome outcome = Outcome::missed;
    QString kind;  ///< which question was asked
    QString about; ///< lines, and how the explanation ends
};

std::string text_of(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

/// Returns the input that a file names in "// matrix: NAME", or the usual one of its operation.
std::string matrix_for(const std::string& text) {
    const std::size_t at = text.find("// matrix: ");
    if (at != std::string::npos) return text.substr(at + 11, text.find('\n', at) - at - 11);
    if (text.find("const T* a, const T* b") != std::string::npos) return "tridiagonal:n=256,kind=6,seed=9";
    return "laplace2d:n=16";
}

/// Opens the debugger as the Write page does for a verdict.
DebugSettings settings_for(const protocol::Check& check, const std::string& matrix) {
    DebugSettings settings;
    settings.kernel = "mine.cu";
    settings.card = simulated::find_card("h200");
    settings.operation = named<Operation>(check.operation).value_or(Operation::spmv);
    settings.block = check.block;
    settings.precision = check.precision;
    settings.input.name = !check.failed_on.empty() ? check.failed_on : check.inputs.empty() ? matrix : check.inputs[0];
    if (check.change) {
        settings.input.x = check.change->x;
        settings.input.power = check.change->power;
        settings.input.row_power = check.change->row_power;
        settings.input.column_power = check.change->column_power;
    }
    if (check.entry && check.entry->writer) {
        settings.launch = check.entry->writer->launch;
        settings.block_index = check.entry->writer->block;
    } else if (!check.findings.empty()) {
        settings.block_index = std::max<std::int64_t>(0, check.findings.front().block);
    }
    return settings;
}

/// Expands the tree of an explanation until a node is on one of the lines. Expands later values first, so that the
/// debugger records each part of a long block at most once.
Result explained(Debugger& debugger, const protocol::DebugValue& root, const std::set<int>& lines) {
    Result result;
    const auto is_earlier = [](const protocol::DebugValue& left, const protocol::DebugValue& right) {
        return left.position < right.position;
    };
    std::priority_queue asked(is_earlier, std::vector{root});
    std::set<std::tuple<std::string, int, int, std::int64_t>> known;
    std::set<int> seen;
    std::map<std::string, int> forms;
    for (int n = 0; n < most_nodes && !asked.empty(); ++n) {
        const protocol::DebugOrigin origin = debugger.why(asked.top());
        asked.pop();
        ++forms[origin.form];
        if (origin.line > 0) seen.insert(origin.line);
        if (origin.written_later) {
            const auto& recording = debugger.recording();
            const auto& where = simt::location_of(recording.code(), recording[*origin.written_later].pc);
            seen.insert(where.place.line);
        }
        const bool is_reached = std::any_of(lines.begin(), lines.end(), [&](int line) { return seen.count(line) > 0; });
        if (is_reached) {
            result.outcome = Outcome::reached;
            break;
        }
        for (const protocol::DebugValue& input : origin.inputs)
            if (known.insert({input.name, input.warp, input.lane, input.position}).second) asked.push(input);
    }
    QStringList all;
    for (const int line : lines) all << QString::number(line);
    result.about = "wanted " + all.join(' ') + ", seen";
    for (const int line : seen) result.about += ' ' + QString::number(line);
    for (const auto& [form, count] : forms) result.about += QString(" %1:%2").arg(form.c_str()).arg(count);
    return result;
}

/// Asks for the cause of a verdict.
Result cause_of(const QString& path) {
    const std::string text = text_of(path), matrix = matrix_for(text);
    kernels::set_request_sources({{"mine.cu", text}});
    CheckSettings settings;
    settings.kernel = "mine.cu";
    settings.matrix = matrix;
    settings.card = simulated::find_card("h200");
    Checker checker;
    const protocol::Check check = checker.check(settings, {});
    Result result;
    if (check.verdict == protocol::CheckVerdict::refused || check.verdict == protocol::CheckVerdict::right) {
        result.outcome = Outcome::refused;
        return result;
    }
    std::set<int> lines;
    for (const auto& finding : check.findings)
        if (finding.line > 0) lines.insert(finding.line);
    Inputs inputs;
    try {
        Debugger debugger(inputs, settings_for(check, matrix), {});
        if (!check.entry) {
            DebugMove move;
            move.step = protocol::DebugStep::run;
            move.stops_at_findings = true;
            const DebugStop stop = debugger.move(move);
            const protocol::DebugState state = debugger.state(stop);
            result.kind = "an error without a wrong value";
            result.about = "stops at";
            for (const protocol::DebugFrame& frame : state.frames) { // the line of the error may be in a function
                if (lines.count(frame.line) > 0) result.outcome = Outcome::reached;
                result.about += " line " + QString::number(frame.line);
            }
            return result;
        }
        protocol::DebugValue value;
        value.name = check.entry->array + '[' + std::to_string(check.entry->element) + ']';
        value.is_element = true;
        value.element = check.entry->element;
        value.position = debugger.session().instructions;
        const bool has_finding = !lines.empty();
        if (!has_finding) {
            if (!check.entry->writer) {
                result = explained(debugger, value, {0});
                result.kind = "a value that no thread wrote";
                result.outcome = result.about.contains("contents:1") ? Outcome::reached : Outcome::missed;
                return result;
            }
            lines.insert(check.entry->writer->line);
        }
        result = explained(debugger, value, lines);
        result.kind = has_finding ? "a wrong value with an error" : "a wrong value only: the line of its writer";
    } catch (const Error& error) {
        result.kind = "a debugger that does not open";
        result.about = QString::fromStdString(error.code() + ": " + error.what());
    }
    return result;
}

QStringList files_of(const char* folder) {
    const QDir all(QStringLiteral(WARPLOOM_SOURCE_DIR "/") + QLatin1String(folder));
    QStringList paths;
    for (const QString& name : all.entryList({"*.cu"}, QDir::Files, QDir::Name)) paths << all.filePath(name);
    return paths;
}

} // namespace

class DebuggerCausesTest : public QObject {
    Q_OBJECT
private slots:
    // With WARPLOOM_CAUSES=N, every N-th wrong kernel in tests/verdicts is tested; with 1, all of them are.
    void why_leads_from_a_verdict_to_the_line_of_its_cause() {
        const int each = qEnvironmentVariableIntValue("WARPLOOM_CAUSES");
        const QStringList all = files_of("tests/verdicts/wrong");
        QStringList paths = files_of("kernels/wrong");
        QVERIFY(paths.size() >= 20 && all.size() > 300);
        const int step = each > 0 ? each : 25; // testing all of them takes minutes of processor time
        for (int n = 0; n < all.size(); n += step) paths << all[n];
        QElapsedTimer clock;
        clock.start();
        std::map<QString, std::pair<int, int>> shares; // reached, asked
        int reached = 0, asked = 0;
        qint64 longest = 0;
        for (const QString& path : paths) {
            QElapsedTimer one;
            one.start();
            const Result result = cause_of(path);
            longest = std::max(longest, one.elapsed());
            if (one.elapsed() > 10'000)
                qInfo("%s: %.1f s", qPrintable(path.section('/', -2)), static_cast<double>(one.elapsed()) / 1000);
            if (result.outcome == Outcome::refused) continue;
            auto& [hits, count] = shares[result.kind];
            ++count;
            ++asked;
            if (result.outcome == Outcome::reached) {
                ++hits;
                ++reached;
            } else {
                qInfo("%s: %s, %s", qPrintable(path.section('/', -2)), qPrintable(result.kind),
                      qPrintable(result.about));
            }
        }
        for (const auto& [kind, share] : shares) qInfo("%s: %d of %d", qPrintable(kind), share.first, share.second);
        qInfo("%d of %d files, %.1f s, at most %.1f s for one", reached, asked,
              static_cast<double>(clock.elapsed()) / 1000, static_cast<double>(longest) / 1000);
        QVERIFY(asked >= 30);
        QVERIFY(reached * 10 >= asked * 9);
    }
};

WARPLOOM_TEST(DebuggerCausesTest);

#include "debugger_causes_test.moc"
