// Files of earlier versions can still be opened, and are written again unchanged.
#include "engine/experiment/result.h"
#include "engine/protocol/framing/trace_file.h"
#include "engine/protocol/messages/run.h"
#include "engine/protocol/messages/warp.h"

#include "support/runner.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace warploom;

namespace {

const QDir folder(QStringLiteral(WARPLOOM_SOURCE_DIR "/tests/data/old_files"));

std::string text_of(const QString& name) {
    QFile file(folder.filePath(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

/// Returns the first difference between two documents. A field that exists only in the newer one does not count.
QString difference(const Json& before, const Json& after, const QString& at = {}) {
    if (before.is_object() && after.is_object()) {
        for (const auto& [key, value] : before.items()) {
            const QString place = at + "." + QString::fromStdString(key);
            if (!after.contains(key)) return place + " is gone";
            const QString inside = difference(value, after[key], place);
            if (!inside.isEmpty()) return inside;
        }
        return {};
    }
    if (before.is_array() && after.is_array() && before.size() == after.size()) {
        for (std::size_t i = 0; i < before.size(); ++i) {
            const QString inside = difference(before[i], after[i], at + QStringLiteral("[%1]").arg(i));
            if (!inside.isEmpty()) return inside;
        }
        return {};
    }
    if (before == after) return {};
    return at + ": " + QString::fromStdString(before.dump() + " became " + after.dump());
}

} // namespace

class WireOldFilesTest : public QObject {
    Q_OBJECT
private slots:
    void runs_are_read_and_written_again_the_same_data() {
        QTest::addColumn<QString>("name");
        for (const QString& name : folder.entryList({"run-*.json"}, QDir::Files))
            QTest::newRow(qPrintable(name)) << name;
    }
    void runs_are_read_and_written_again_the_same() {
        QFETCH(QString, name);
        const Json before = Json::parse(text_of(name));
        const protocol::Run run = protocol::read_run(before);
        QVERIFY(!run.results.empty());
        QVERIFY(run.results.front().has_time());
        QVERIFY(!run.results.front().samples.empty());
        const QString changed = difference(before, protocol::write_run(run));
        QVERIFY2(changed.isEmpty(), qPrintable(changed));
    }

    void a_trace_is_read_and_written_again_the_same() {
        const auto file = protocol::read_trace_file(folder.filePath("spmv.warploom-trace").toStdString());
        const protocol::Trace trace = protocol::read_trace(file.trace);
        const protocol::WarpDocument warp = protocol::read_warp(file.warp);
        QCOMPARE(trace.kernel, std::string("csr-vector"));
        QCOMPARE(trace.card.id, std::string("gtx295"));
        QVERIFY(warp.step_count() > 3);
        QVERIFY(!warp.sources.front().lines.empty());
        Json before = file.warp;
        for (Json& site : before["sites"]) // now counted where it is shown
            for (const char* count : {"warp_instructions", "transactions", "lane_accesses"}) site.erase(count);
        for (const QString& changed :
             {difference(file.trace, protocol::write(trace)), difference(before, protocol::write(warp))})
            QVERIFY2(changed.isEmpty(), qPrintable(changed));
    }

    void a_result_is_read_with_its_seal_intact() {
        const std::string text = text_of("result-tiny.json");
        const experiment::Result result = experiment::result_from_text(text, "the file");
        QVERIFY(result.edited.empty());
        QVERIFY(result.cells.size() >= 6);
        QVERIFY(experiment::check_seal(text, "the file").is_intact);
        Json before = Json::parse(text), after = Json::parse(experiment::result_to_json(result));
        for (Json* document : {&before, &after}) { // recomputed on reading: the verdict "outside" is new
            document->erase("claims");
            document->at("seals").erase("claims");
            document->erase("seal"); // covered by these seals
        }
        const QString changed = difference(before, after);
        QVERIFY2(changed.isEmpty(), qPrintable(changed));
    }
};

WARPLOOM_TEST(WireOldFilesTest);
#include "wire_old_files_test.moc"
