// The tables of docs/protocol.md must match the field lists. WARPLOOM_WRITE_TABLES=1 regenerates them.
#include "engine/exercise/judgement.h"
#include "engine/experiment/result.h"
#include "engine/lesson/question.h"
#include "engine/protocol/messages/cg.h"
#include "engine/protocol/messages/check.h"
#include "engine/protocol/messages/debug.h"
#include "engine/protocol/messages/kept_run.h"
#include "engine/protocol/messages/layout.h"
#include "engine/protocol/messages/pitfall.h"
#include "engine/protocol/messages/run.h"
#include "engine/protocol/messages/settings.h"
#include "engine/protocol/messages/warp.h"

#include "support/runner.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <iterator>

using namespace warploom;

namespace {

const QString page = QStringLiteral(WARPLOOM_SOURCE_DIR "/docs/protocol.md");
const QString first_line = QStringLiteral(
    "<!-- fields: A test generates the tables below from engine/protocol/messages. Do not edit them by hand. -->\n");

/// Returns the usual name of a unit.
QString unit_of(const QString& unit) { return unit == "gbytes_per_s" ? "GB/s" : unit == "gflops" ? "GFLOP/s" : unit; }

template <class T> QString table_of(const protocol::Fields<T>& fields) {
    QString text =
        "\n### " + QString::fromStdString(fields.title()) + "\n\n| field | type | meaning |\n| --- | --- | --- |\n";
    const auto is_setting = [](const protocol::Field<T>& field) {
        const auto named = [&](const protocol::Setting& setting) { return field.name == std::string(setting.name); };
        return std::any_of(std::begin(protocol::run_settings), std::end(protocol::run_settings), named);
    };
    constexpr bool has_settings = requires(T t) { t.settings; };
    for (const protocol::Field<T>& field : fields) {
        if (has_settings && is_setting(field)) continue;
        QString kind = QString::fromStdString(field.kind());
        if (field.may_be_left_out) {
            if (kind.endsWith(" or null")) kind.chop(8);
            kind.prepend(kind.isEmpty() ? "optional" : "optional ");
        }
        if (*field.unit != '\0') kind += (kind.isEmpty() ? "" : ", ") + unit_of(field.unit);
        text += QStringLiteral("| `%1` | %2 | %3 |\n")
                    .arg(QString::fromUtf8(field.name), kind, QString::fromUtf8(field.about));
    }
    if (has_settings && std::any_of(fields.begin(), fields.end(), is_setting))
        text += "| | | and the [settings of a run](#the-settings-of-a-run) |\n";
    return text;
}

template <class... T> QString tables() { return (table_of(T::fields()) + ...); }

/// Returns a table with one row per setting: its type, default, option, operations and meaning.
QString table_of_settings() {
    QString text = "\n### The settings of a run\n\n| field | type | default | option | operations | meaning |\n"
                   "| --- | --- | --- | --- | --- | --- |\n";
    auto field = protocol::RunSettings::fields().begin();
    for (const protocol::Setting& setting : protocol::run_settings) {
        QStringList operations;
        if (setting.operations != protocol::Setting::every)
            for (const Operation each : all_of<Operation>)
                if (setting.is_shown(each, 0)) operations.append(QStringLiteral("`%1`").arg(to_string(each)));
        const Json usual = field->write({});
        const char* const option = setting.option != nullptr ? setting.option : setting.name;
        text +=
            QStringLiteral("| `%1` | %2 | %3 | %4 | %5 | %6 |\n")
                .arg(setting.name, QString::fromStdString(field->kind()),
                     usual.is_null() || usual == "" ? QString()
                                                    : QStringLiteral("`%1`").arg(QString::fromStdString(usual.dump())),
                     (setting.shown & protocol::on_run) != 0 ? QStringLiteral("`--%1`").arg(option) : QString(),
                     operations.join(", "), QString::fromUtf8(setting.help));
        ++field;
    }
    return text;
}

QString all_tables() {
    using namespace protocol;
    return first_line +
           tables<Handshake, MachineEntry, KernelEntry, Format, ProgressEvent, Failure, SamplesEvent, Run, Input>() +
           tables<RunEnvironment>() + table_of_settings() + tables<RunRequest>() +
           tables<Row, RowSummary, Time, RowModel, Terms, Speedup, SpmvResult, TridiagonalResult, AtaResult, CgResult,
                  TrsvResult, CgParts, Exchange, ExchangePlan>() +
           tables<CgOpened, CgStanding, CgSwitched, IterationsEvent, Pitfall, Layout, LayoutNonzero, FormatLayout>() +
           tables<LayoutArray, LayoutOwners, LayoutOwner, Footprints, Footprint, Trace, TraceSample, TraceAccess,
                  ProfilerCount>() +
           tables<TraceLaunch, TraceBlock, TracePreparation, TraceFinding, Roofline, Array, WarpDocument, WarpLaunch,
                  WarpSource, WarpSite>() +
           tables<WarpStep, WarpOwners, WarpBoard, WarpBoardArray, Check, CheckNote, CheckEntry, CheckChange,
                  CheckWriter>() +
           tables<CheckCoverage, CheckRange, CheckCosts, CheckName, KeptRun, RunPlan, KeptRow>() +
           tables<DebugSession, DebugArray, DebugFinding, DebugState, DebugFrame, DebugVariable, DebugWarp>() +
           tables<DebugBreakpoint, DebugWatchpoint, DebugOrigin, DebugValue, DebugDifference>() +
           tables<experiment::Result, experiment::Cell, experiment::CellValue>() +
           tables<experiment::ProfileResult, lesson::Question, lesson::Answer>() +
           tables<exercise::Grading, exercise::GateResult, exercise::GradingCounts>();
}

} // namespace

class WireDocumentsTest : public QObject {
    Q_OBJECT
private slots:
    void the_tables_of_the_page_are_those_of_the_lists() {
        QFile file(page);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(file.readAll());
        file.close();
        const auto at = text.indexOf(first_line);
        QVERIFY2(at > 0, "docs/protocol.md has no place for the tables.");
        if (qEnvironmentVariableIsSet("WARPLOOM_WRITE_TABLES")) {
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write((text.left(at) + all_tables()).toUtf8());
            return;
        }
        const QStringList there = text.mid(at).split('\n'), wanted = all_tables().split('\n');
        for (qsizetype i = 0; i < std::max(there.size(), wanted.size()); ++i)
            QVERIFY2(
                there.value(i) == wanted.value(i),
                qPrintable("The page says:  " + there.value(i) + "\nThe list says:  " + wanted.value(i) +
                           "\nRun `WARPLOOM_WRITE_TABLES=1 engine_tests wire_documents_test` to regenerate them."));
    }
};

WARPLOOM_TEST(WireDocumentsTest);
#include "wire_documents_test.moc"
