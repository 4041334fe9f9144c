// The tables of docs/protocol.md are those of the field lists. Run with WARPLOOM_WRITE_TABLES=1 to write them anew.
#include "engine/exercise/judgement.h"
#include "engine/experiment/result.h"
#include "engine/lesson/question.h"
#include "engine/wire/cg.h"
#include "engine/wire/check.h"
#include "engine/wire/kept_run.h"
#include "engine/wire/layout.h"
#include "engine/wire/pitfall.h"
#include "engine/wire/run.h"
#include "engine/wire/warp.h"

#include "support/runner.h"

#include <QFile>
#include <QTest>

using namespace warploom;

namespace {

const QString page = QStringLiteral(WARPLOOM_SOURCE_DIR "/docs/protocol.md");
const QString first_line = QStringLiteral("<!-- fields: what follows is made from engine/wire, and tested -->\n");

template <class T> QString table_of(const wire::Fields<T>& fields) {
    QString text =
        "\n### " + QString::fromStdString(fields.title()) + "\n\n| field | what | meaning |\n| --- | --- | --- |\n";
    for (const wire::Field<T>& field : fields) {
        QString kind = QString::fromStdString(field.kind());
        if (*field.unit != '\0') kind += (kind.isEmpty() ? "" : ", ") + QString::fromUtf8(field.unit);
        if (field.may_be_left_out) kind += "; left out where empty";
        text += QStringLiteral("| `%1` | %2 | %3 |\n")
                    .arg(QString::fromUtf8(field.name), kind, QString::fromUtf8(field.about));
    }
    return text;
}

template <class... T> QString tables() { return (table_of(T::fields()) + ...); }

QString all_tables() {
    using namespace wire;
    return first_line + tables<Handshake, Machine, Kernel, Format, ProgressEvent, Failure, SamplesEvent, Run, Input>() +
           tables<RunEnvironment, RunSettings>() + table_of(SpmvResult::settings()) +
           table_of(TridiagonalResult::settings()) + table_of(CgResult::settings()) +
           tables<Row, Time, RowModel, Terms, Speedup, SpmvResult, TridiagonalResult, AtaResult, CgResult, TrsvResult,
                  CgParts>() +
           tables<CgOpened, CgStanding, CgSwitched, IterationsEvent, Pitfall, Layout, LayoutNonzero, FormatLayout>() +
           tables<LayoutArray, LayoutOwners, LayoutOwner, Footprints, Footprint, Trace, TraceSample, TraceAccess>() +
           tables<TraceLaunch, TraceBlock, TraceFinding, Roofline, Array, Warp, WarpLaunch, WarpSource, WarpSite>() +
           tables<WarpStep, WarpOwners, WarpBoard, WarpBoardArray, Check, CheckNote, CheckEntry, CheckWriter>() +
           tables<CheckCosts, CheckName, KeptRun, KeptPlan, KeptRow>() +
           tables<experiment::Result, experiment::Cell, experiment::Value>() +
           tables<experiment::ProfileResult, lesson::Question, lesson::Answer>() +
           tables<exercise::Judgement, exercise::GateResult>();
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
                           "\nRun `WARPLOOM_WRITE_TABLES=1 engine_tests wire_documents_test` to write them anew."));
    }
};

WARPLOOM_TEST(WireDocumentsTest);
#include "wire_documents_test.moc"
