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
// the checks found. docs/results/debugger.md has the shares over all files. All files take minutes, so by default only
// a sample is tested:
//   WARPLOOM_CAUSES=N            takes about one of N verdict files, chosen by a hash of their names; 1 takes all
//   WARPLOOM_CAUSES_PART=K/N     takes part K of N, so that N processes can share the files
//   WARPLOOM_CAUSES_ONLY=TEXT    takes the files whose names contain a text

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
    settings.most_seconds = 600; // the machine may be busy
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
    } else if (!check.findings.empty() && !check.failed_on.empty()) { // otherwise, only larger inputs fail
        settings.launch = check.findings.front().launch;
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
        if (origin.difference && origin.difference->line > 0) seen.insert(origin.difference->line);
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
            if (debugger.session().findings.empty() && !check.findings.empty()) // only a later run has the error
                move.breakpoints.push_back({check.findings.front().line, {}, 0});
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
        const bool launches_nothing = error.code() == "trace.launch" && check.entry && !check.entry->writer;
        result.outcome = launches_nothing ? Outcome::reached : Outcome::missed;
        result.kind = launches_nothing ? "a kernel that launches nothing" : "a debugger that does not open";
        result.about = QString::fromStdString(error.code() + ": " + error.what());
    }
    return result;
}

/// Files whose cause Why? does not reach, and the reason.
const std::map<QString, const char*>& exceptions() {
    static const std::map<QString, const char*> all{{"limited/cyclic_reduction_index_in_an_int.cu",
                                                     "the line is in the kernel of a later launch, which the "
                                                     "verdict does not name, because no input was run"}};
    return all;
}

/// Returns the FNV-1a hash of a name, which is the same on every machine.
std::uint64_t hash_of(const QString& name) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char byte : name.toUtf8()) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3u;
    return hash;
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
    void why_leads_from_a_verdict_to_the_line_of_its_cause() {
        QStringList paths = files_of("kernels/wrong") + files_of("tests/verdicts/limited");
        const QStringList all = files_of("tests/verdicts/wrong");
        QVERIFY(paths.size() >= 28 && all.size() > 400);
        const int each = std::max(1, qEnvironmentVariable("WARPLOOM_CAUSES", "10").toInt());
        for (const QString& path : all)
            if (hash_of(path.section('/', -1)) % static_cast<std::uint64_t>(each) == 0) paths << path;
        const QStringList part = qEnvironmentVariable("WARPLOOM_CAUSES_PART", "1/1").split('/');
        const QString only = qEnvironmentVariable("WARPLOOM_CAUSES_ONLY");
        std::map<QString, std::pair<int, int>> shares; // reached, asked
        int reached = 0, asked = 0;
        QStringList unexpected;
        QElapsedTimer clock;
        clock.start();
        for (qsizetype n = part.value(0).toInt() - 1; n < paths.size(); n += std::max(1, part.value(1).toInt())) {
            if (!paths[n].section('/', -2).contains(only)) continue;
            const QString name = paths[n].section('/', -2);
            QElapsedTimer one;
            one.start();
            const Result result = cause_of(paths[n]);
            if (one.elapsed() > 10'000)
                qInfo("%s: %.1f s", qPrintable(name), static_cast<double>(one.elapsed()) / 1000);
            if (result.outcome == Outcome::refused) continue;
            auto& [hits, count] = shares[result.kind];
            ++count;
            ++asked;
            const bool is_reached = result.outcome == Outcome::reached;
            hits += is_reached ? 1 : 0;
            reached += is_reached ? 1 : 0;
            const auto exception = exceptions().find(name);
            const QString about = name + ": " + result.kind + ", " + result.about;
            if (is_reached != (exception == exceptions().end())) unexpected << about;
            if (!is_reached) qInfo("%s", qPrintable(about));
        }
        for (const auto& [kind, share] : shares) qInfo("%s: %d of %d", qPrintable(kind), share.first, share.second);
        qInfo("%d of %d files, %.1f s", reached, asked, static_cast<double>(clock.elapsed()) / 1000);
        QVERIFY2(unexpected.isEmpty(), qPrintable(unexpected.join('\n')));
        QVERIFY(asked >= 30 || part.value(1) != "1" || !only.isEmpty());
        QVERIFY(reached * 10 >= asked * 9);
    }
};

WARPLOOM_TEST(DebuggerCausesTest);

#include "debugger_causes_test.moc"
