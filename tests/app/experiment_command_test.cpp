#include "called_engine.h"
#include "engine/protocol/framing/messages.h"
#include "support/runner.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using warploom::Json;

namespace {

const QString tiny = QStringLiteral(WARPLOOM_SOURCE_DIR "/tests/app/data/experiments/tiny.json");

struct Outcome : warploom::test::CalledEngine {
    Json json() const { return Json::parse(out.toStdString(), nullptr, false); }
};

Outcome call(const QStringList& arguments) {
    return {warploom::test::call_engine(QStringList{"experiment"} + arguments)};
}

QString text_of(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

void write(const QString& path, const QString& text) {
    QFile file(path);
    if (file.open(QIODevice::WriteOnly | QIODevice::Truncate)) file.write(text.toUtf8());
}

} // namespace

class ExperimentCommandTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        outcome_ = call({"run", tiny, "--quick", "--machine", "none", "--out", folder("run")});
        QCOMPARE(outcome_.error, QString());
        QCOMPARE(outcome_.status, 0);
    }

    void a_run_writes_tables_and_a_report_and_says_where() {
        for (const char* name : {"tiny.json", "tiny.csv", "tiny-samples.csv", "tiny-claims.csv", "tiny.html"}) {
            QVERIFY2(QFile(folder("run") + "/" + name).size() > 0, name);
            QVERIFY2(outcome_.out.contains(name), name);
        }
        QVERIFY(outcome_.out.contains("Wrote to " + folder("run")));
        const QStringList cells = text_of(folder("run") + "/tiny.csv").split('\n', Qt::SkipEmptyParts);
        QCOMPARE(cells.size(), 1 + 8);
        QVERIFY(cells[0].startsWith("series,order,precision,unit,published"));
        const QStringList claims = text_of(folder("run") + "/tiny-claims.csv").split('\n', Qt::SkipEmptyParts);
        QCOMPARE(claims.size(), 1 + 1);
        QVERIFY(text_of(folder("run") + "/tiny-samples.csv").split('\n').size() > 20);
    }

    void an_edited_result_is_told_from_one_that_was_not() {
        const QString path = folder("run") + "/tiny.json";
        QCOMPARE(call({"check", path}).status, 0);
        QCOMPARE(call({"check", folder("run") + "/tiny.html"}).status, 0);
        Json document = Json::parse(text_of(path).toStdString());
        for (Json& cell : document["cells"])
            if (cell["series"] == "ell" && cell["at"]["precision"] == "double") cell["modelled"]["number"] = 1e-9;
        write(folder("") + "/edited.json", QString::fromStdString(document.dump()));
        const Outcome outcome = call({"check", folder("") + "/edited.json", "--json"});
        QCOMPARE(outcome.status, 1);
        QVERIFY(outcome.json()["intact"] == false);
        QVERIFY(!outcome.json()["edited"].empty());
        QVERIFY(outcome.json()["edited"][0].get<std::string>().find("ELL") != std::string::npos);
    }

    void two_results_are_set_side_by_side() {
        const QString path = folder("run") + "/tiny.json", csv = folder("") + "/both.csv";
        const Outcome outcome = call({"compare", path, path, "--csv", csv, "--json"});
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.json()["rows"].size(), std::size_t{8});
        QVERIFY(text_of(csv).contains("ell,64,float"));
    }

    void a_run_is_gone_on_with() {
        const QString path = folder("resumed") + "/tiny.json";
        QVERIFY(QDir().mkpath(folder("resumed")));
        QVERIFY(QFile::copy(folder("run") + "/tiny.json", path));
        const Outcome outcome =
            call({"run", tiny, "--quick", "--machine", "none", "--resume", "--json", "--out", folder("resumed")});
        QCOMPARE(outcome.status, 0);
        const Json before = Json::parse(text_of(folder("run") + "/tiny.json").toStdString());
        QCOMPARE(outcome.json()["cells"].size(), before["cells"].size());
        for (std::size_t i = 0; i < before["cells"].size(); ++i)
            QVERIFY(outcome.json()["cells"][i]["measured"] == before["cells"][i]["measured"]);
        const Outcome other = call({"run", tiny, "--machine", "none", "--resume", "--out", folder("resumed")});
        QCOMPARE(other.status, 2); // the full form is a different result
    }

    void nothing_runs_where_nothing_can_be_written_data() {
        QTest::addColumn<QString>("where");
        QTest::newRow("a device") << "/dev/full";
        QTest::newRow("below a file") << tiny + "/below";
        QTest::newRow("not ours") << "/proc/nobody";
    }
    void nothing_runs_where_nothing_can_be_written() {
        QFETCH(QString, where);
        const Outcome outcome = call({"run", tiny, "--quick", "--out", where, "--json"});
        QCOMPARE(outcome.status, 1);
        QVERIFY(outcome.json()["error"]["code"] == "file.write");
    }

    void a_journal_that_takes_nothing_is_noticed_before_the_run() {
        QVERIFY(QDir().mkpath(folder("full")));
        QVERIFY(QFile::link("/dev/full", folder("full") + "/tiny.journal"));
        const Outcome outcome = call({"run", tiny, "--quick", "--out", folder("full"), "--json"});
        QCOMPARE(outcome.status, 1);
        QVERIFY(outcome.json()["error"]["code"] == "file.write");
        QCOMPARE(QDir(folder("full")).entryList({"*.csv", "*.html"}).size(), 0);
    }

    void senseless_calls_are_told_so_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("status");
        const QString out = folder("never");
        QTest::newRow("nothing to do") << QStringList{} << 2;
        QTest::newRow("no folder") << QStringList{"run", tiny} << 2;
        QTest::newRow("unknown experiment") << QStringList{"show", "no-such-experiment"} << 2;
        QTest::newRow("unknown machine") << QStringList{"run", tiny, "--machine", "cuda:99", "--out", out} << 2;
        QTest::newRow("simulated machine")
            << QStringList{"run", tiny, "--machine", "simulated:h200", "--out", out} << 2;
        QTest::newRow("no such result") << QStringList{"check", "/nowhere.json"} << 1;
        QTest::newRow("no result") << QStringList{"check", tiny} << 1;
    }
    void senseless_calls_are_told_so() {
        QFETCH(QStringList, arguments);
        const Outcome outcome = call(arguments);
        QTEST(outcome.status, "status");
        QVERIFY(outcome.error.startsWith("warploom-engine: "));
    }

    void experiments_are_listed_and_shown() {
        const Json list = call({"list", "--json"}).json();
        QVERIFY(list["experiments"].size() >= 10);
        const Outcome shown = call({"show", tiny});
        QCOMPARE(shown.status, 0);
        for (const char* word : {"order", "ell-rate", "gflops", "random-rows:n={order},fraction=0.2", "ell / host"})
            QVERIFY2(shown.out.contains(word), word);
        QVERIFY(call({"show", tiny, "--json"}).json()["id"] == "tiny");
    }

private:
    QString folder(const char* name) const { return name[0] == '\0' ? folder_.path() : folder_.filePath(name); }

    QTemporaryDir folder_;
    Outcome outcome_;
};

WARPLOOM_TEST(ExperimentCommandTest);
#include "experiment_command_test.moc"
