// How the command-line program ends: it reports failed writes, keeps existing results, and returns a correct exit
// status.
#include "engine/protocol/framing/messages.h"
#include "support/runner.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <algorithm>
#include <csignal>
#include <functional>

using warploom::Json;

namespace {

const QString engine = QStringLiteral(WARPLOOM_BINARY_DIR "/bin/warploom-engine");
const QString tiny = QStringLiteral(WARPLOOM_SOURCE_DIR "/tests/app/data/experiments/tiny.json");

struct Ended {
    int status = -1; ///< 128 plus the signal number if a signal was not caught
    QString out, error;
};

Ended end_of(QProcess& process) {
    Ended ended;
    if (!process.waitForFinished(120'000)) {
        process.kill();
        return ended;
    }
    ended.status = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : 128 + process.exitCode();
    ended.out = QString::fromUtf8(process.readAllStandardOutput());
    ended.error = QString::fromUtf8(process.readAllStandardError());
    return ended;
}

/// Runs a shell command in which $0 is the program.
Ended shell(const QString& line) {
    QProcess process;
    process.start("sh", {"-c", line, engine});
    return end_of(process);
}

Ended call(const QStringList& arguments) {
    QProcess process;
    process.start(engine, arguments);
    return end_of(process);
}

/// Runs the program and sends it a signal as soon as `is_time` returns true.
Ended stopped(const QStringList& arguments, int signal, const std::function<bool()>& is_time) {
    QProcess process;
    process.start(engine, arguments);
    process.waitForStarted();
    QElapsedTimer clock;
    clock.start();
    while (!is_time() && clock.elapsed() < 60'000) QThread::msleep(2);
    ::kill(static_cast<pid_t>(process.processId()), signal);
    return end_of(process);
}

QByteArray contents(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

Json json_of(const QByteArray& text) { return Json::parse(text.toStdString(), nullptr, false); }

/// Returns the number of cells with a modeled or measured number.
std::ptrdiff_t known_cells(const Json& result) {
    return std::count_if(result["cells"].begin(), result["cells"].end(), [](const Json& cell) {
        return (cell.contains("modelled") && cell["modelled"].contains("number")) ||
               (cell.contains("measured") && cell["measured"].contains("number"));
    });
}

} // namespace

class EndingsTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    QString path(const QString& name) const { return folder_.filePath(name); }

    static QStringList long_experiment(const QString& out) { return {"run", tiny, "--machine", "none", "--out", out}; }
    static QStringList experiment(const QString& out) {
        return QStringList{"experiment"} + long_experiment(out) + QStringList{"--quick"};
    }
    static void signals_that_stop() {
        QTest::addColumn<int>("signal");
        QTest::newRow("SIGINT") << SIGINT;
        QTest::newRow("SIGTERM") << SIGTERM;
        QTest::newRow("SIGHUP") << SIGHUP;
    }

private slots:
    void an_answer_that_nobody_takes_is_complained_of_data() {
        QTest::addColumn<QString>("arguments");
        for (const char* arguments :
             {"--version", "--help", "devices", "kernels", "cards --json", "info diagonal:n=3",
              "info diagonal:n=3 --json", "convert diagonal:n=3 --format csr",
              "run spmv diagonal:n=3 --kernels cpu-csr --quick --cache warm", "experiment list",
              "experiment show it168-coo", "trace spmv diagonal:n=3 --kernel ell", "serve </dev/null"})
            QTest::newRow(arguments) << QString(arguments);
    }
    void an_answer_that_nobody_takes_is_complained_of() {
        QFETCH(QString, arguments);
        for (const char* where : {" >/dev/full", " >&-"}) {
            const Ended ended = shell("\"$0\" " + arguments + where);
            QCOMPARE(ended.status, 1);
            QVERIFY2(ended.error.contains("The output could not be written: "), qPrintable(ended.error));
        }
    }

    void a_file_never_gets_what_was_meant_for_a_closed_stream() {
        const QString file = path("a.mtx");
        const Ended ended = shell("\"$0\" write diagonal:n=3 " + file + " <&- >&- 2>&-");
        QCOMPARE(ended.status, 1);
        QVERIFY(contents(file).startsWith("%%MatrixMarket"));
        QVERIFY(!contents(file).contains("Wrote"));
    }

    void a_run_whose_file_is_refused_still_says_what_it_found() {
        for (const char* form : {"--json", "--quick"}) {
            const Ended ended = call({"run", "spmv", "diagonal:n=3", "--kernels", "cpu-csr", "--quick", "--cache",
                                      "warm", "--csv", "/dev/full", form});
            QCOMPARE(ended.status, 1);
            QVERIFY2(ended.out.contains("cpu-csr"), qPrintable(ended.out));
            QVERIFY2(ended.error.contains("'/dev/full'"), qPrintable(ended.error));
            if (form == std::string("--json")) QVERIFY(!json_of(ended.out.toUtf8()).is_discarded());
        }
        QVERIFY(!QFile::exists("/dev/full-samples.csv"));
    }

    void a_disk_that_is_full_in_the_middle_leaves_whole_files_data() {
        QTest::addColumn<int>("blocks"); // file size limit in blocks of 512 bytes; clang's OpenMP needs two
        for (const int blocks : {2, 4, 8}) QTest::addRow("%d", blocks) << blocks;
    }
    void a_disk_that_is_full_in_the_middle_leaves_whole_files() {
        QFETCH(int, blocks);
        const QString folder = path(QStringLiteral("small-%1").arg(blocks));
        QVERIFY(QDir().mkpath(folder));
        const Ended ended = shell(QStringLiteral("trap '' XFSZ; ulimit -f %1; \"$0\" run spmv diagonal:n=3 --kernels "
                                                 "cpu-csr --quick --cache warm --csv %2/t.csv")
                                      .arg(QString::number(blocks), folder));
        QCOMPARE(ended.status, 1);
        QVERIFY(ended.out.contains("cpu-csr"));
        QVERIFY(ended.error.contains("File too large"));
        for (const QString& file : QDir(folder).entryList(QDir::Files | QDir::Hidden)) {
            QVERIFY2(!file.contains("part"), qPrintable(file));
            QVERIFY2(contents(folder + "/" + file).endsWith('\n'), qPrintable(file));
            QVERIFY2(file != "t-samples.csv", qPrintable(file));
        }
    }

    void a_signal_stops_a_run_and_keeps_what_it_has_data() { signals_that_stop(); }
    void a_signal_stops_a_run_and_keeps_what_it_has() {
        QFETCH(int, signal);
        const QString file = path("stopped.csv");
        QElapsedTimer clock;
        clock.start();
        const Ended ended = stopped({"run", "spmv", "random-rows:n=2000,fraction=0.2", "--kernels", "cpu-csr,cpu-ell",
                                     "--cache", "warm", "--json", "--csv", file},
                                    signal, [&] { return clock.elapsed() > 500; });
        QCOMPARE(ended.status, 128 + signal);
        QVERIFY2(ended.error.contains(QStringLiteral("Stopped by %1").arg(QTest::currentDataTag())),
                 qPrintable(ended.error));
        QVERIFY(!json_of(ended.out.toUtf8()).is_discarded());
        for (const QString& left : QDir(folder_.path()).entryList(QDir::Files | QDir::Hidden))
            QVERIFY2(!left.startsWith(".part"), qPrintable(left));
    }

    void a_signal_stops_an_experiment_and_keeps_what_it_has_data() { signals_that_stop(); }
    void a_signal_stops_an_experiment_and_keeps_what_it_has() {
        QFETCH(int, signal);
        const QString out = path(QStringLiteral("experiment-%1").arg(signal));
        const Ended ended = stopped(QStringList{"experiment"} + long_experiment(out), signal,
                                    [&] { return contents(out + "/tiny.journal").count('\n') > 1; });
        QCOMPARE(ended.status, 128 + signal);
        QVERIFY(ended.error.contains(QStringLiteral("Stopped by %1").arg(QTest::currentDataTag())));
        const Json result = json_of(contents(out + "/tiny.json"));
        QVERIFY(known_cells(result) > 0);
        QVERIFY(result["complete"] == false);
        QVERIFY(!QFile::exists(out + "/tiny.journal")); // everything in it is also in the result
        QVERIFY(QFile::exists(out + "/tiny.html"));
    }

    void what_was_ignored_stays_ignored() {
        const Ended ended = shell("trap '' HUP; \"$0\" run spmv diagonal:n=3 --kernels cpu-csr --quick --cache warm & "
                                  "sleep 0.1; kill -HUP $!; wait $!");
        QCOMPARE(ended.status, 0);
    }

    void an_experiment_that_was_killed_is_gone_on_with() {
        const QString out = path("killed");
        const Ended killed = stopped(QStringList{"experiment"} + long_experiment(out), SIGKILL,
                                     [&] { return contents(out + "/tiny.journal").count('\n') > 4; });
        QCOMPARE(killed.status, 128 + SIGKILL);
        QVERIFY(!QFile::exists(out + "/tiny.json"));
        QFile journal(out + "/tiny.journal");
        QVERIFY(journal.open(QIODevice::Append));
        journal.write("{\"series\": \"ell\", \"at\""); // as if the process had been killed while writing a line
        journal.close();
        const Ended other = call(experiment(out)); // the quick form is a different run
        QCOMPARE(other.status, 0);
        QVERIFY2(!other.error.contains("cells were restored"), qPrintable(other.error));
        QVERIFY(QFile::exists(out + "/tiny.journal.old"));
        QVERIFY(QFile::rename(out + "/tiny.journal.old", out + "/tiny.journal"));
        const Ended ended = call(QStringList{"experiment"} + long_experiment(out));
        QCOMPARE(ended.status, 0);
        QVERIFY2(ended.error.contains(QRegularExpression("^[2-9] of 16 cells were restored from")),
                 qPrintable(ended.error));
        QVERIFY(json_of(contents(out + "/tiny.json"))["complete"] == true);
        QVERIFY(!QFile::exists(out + "/tiny.journal"));
    }

    void a_result_for_which_there_is_no_room_is_printed_and_kept() {
        const QString out = path("no-room");
        QVERIFY(QDir().mkpath(out));
        QVERIFY(QFile::link("/dev/full", out + "/tiny-samples.csv"));
        const Ended full = call(experiment(out) + QStringList{"--json"});
        QCOMPARE(full.status, 1);
        QVERIFY(full.error.contains("No space left on device"));
        const Json printed = json_of(full.out.toUtf8());
        QVERIFY(known_cells(printed) > 4);
        QVERIFY(QFile::exists(out + "/tiny.journal"));
        QVERIFY(QFile::remove(out + "/tiny-samples.csv"));
        const Ended again = call(experiment(out) + QStringList{"--json"});
        QCOMPARE(again.status, 0);
        QVERIFY2(again.error.contains(" of 8 cells were restored"), qPrintable(again.error));
        const Json result = json_of(again.out.toUtf8());
        for (std::size_t i = 0; i < result["cells"].size(); ++i)
            QVERIFY(result["cells"][i]["measured"] == printed["cells"][i]["measured"]);
    }

    void two_runs_do_not_write_into_one_journal() {
        const QString out = path("two");
        QProcess first;
        first.start(engine, QStringList{"experiment"} + long_experiment(out));
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(out + "/tiny.journal"), 20'000);
        const Ended second = call(experiment(out));
        QCOMPARE(second.status, 1);
        QVERIFY2(second.error.contains("Another run is writing to"), qPrintable(second.error));
        first.terminate();
        QVERIFY(first.waitForFinished(60'000));
    }

    void an_old_result_stays_until_there_is_a_new_one() {
        const QString out = path("old");
        QCOMPARE(call(experiment(out)).status, 0);
        const QByteArray before = contents(out + "/tiny.json"), page = contents(out + "/tiny.html");
        QVERIFY(before.size() > 100 && page.size() > 100);
        const Ended killed = stopped(QStringList{"experiment"} + long_experiment(out), SIGKILL,
                                     [&] { return contents(out + "/tiny.journal").count('\n') > 1; });
        QCOMPARE(killed.status, 128 + SIGKILL);
        QCOMPARE(contents(out + "/tiny.json"), before);
        QCOMPARE(contents(out + "/tiny.html"), page);
    }
};

WARPLOOM_TEST(EndingsTest);
#include "endings_test.moc"
