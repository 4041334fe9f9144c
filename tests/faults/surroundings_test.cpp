// Changes in a program's environment while it runs: the GPU is lost, the driver is old, the system time jumps.
#include "engine/protocol/framing/messages.h"
#include "support/runner.h"

#include <QDir>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using warploom::Json;

namespace {

const QString engine = QStringLiteral(WARPLOOM_BINARY_DIR "/bin/warploom-engine");
const QString window = QStringLiteral(WARPLOOM_BINARY_DIR "/bin/warploom");
constexpr int patience_ms = 60'000;
constexpr const char* invented_gpu = "Invented GPU"; ///< name in lost_gpu_plugin.cpp

struct Ended {
    int status = -1; ///< 128 plus the signal number if a signal was not caught
    QByteArray out, error;
    Json document() const { return Json::parse(out.toStdString(), nullptr, false); }
};

using ExecutionContext = std::vector<std::pair<const char*, QString>>;

Ended call(const QStringList& arguments, const ExecutionContext& surroundings, const QByteArray& input = {}) {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const auto& [name, value] : surroundings) environment.insert(name, value);
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(engine, arguments);
    process.write(input);
    process.closeWriteChannel();
    Ended ended;
    if (!process.waitForFinished(patience_ms)) {
        process.kill();
        process.waitForFinished(patience_ms);
        return ended;
    }
    ended.status = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : 128 + process.exitCode();
    ended.out = process.readAllStandardOutput();
    ended.error = process.readAllStandardError();
    return ended;
}

ExecutionContext gpu_lost_at(int call) {
    return {{"WARPLOOM_CUDA_PLUGIN", WARPLOOM_LOST_GPU_PLUGIN}, {"WARPLOOM_GPU_LOST_AT", QString::number(call)}};
}

const QStringList run_on_gpu{"run",    "spmv",    "diagonal:n=64", "--kernels", "csr-scalar,ell", "--machine",
                             "cuda:0", "--quick", "--cache",       "warm",      "--json"};

} // namespace

class SurroundingsTest : public QObject {
    Q_OBJECT

private slots:
    void a_gpu_that_answers_measures_every_row() {
        const Ended ended = call(run_on_gpu, gpu_lost_at(0));
        QVERIFY2(ended.status == 0, ended.error.constData());
        for (const Json& row : ended.document()["results"]) QVERIFY(row["status"] == "ok");
    }

    void a_gpu_that_is_lost_costs_only_what_came_after_data() {
        QTest::addColumn<int>("lost_at");
        const int many = qEnvironmentVariableIntValue("WARPLOOM_FAULTS");
        for (const int lost_at : {1, 2, 3, 5, 8, 13, 40, 200}) QTest::addRow("at call %d", lost_at) << lost_at;
        for (int lost_at = 201; lost_at < 200 + many; lost_at += 7) QTest::addRow("at call %d", lost_at) << lost_at;
    }
    void a_gpu_that_is_lost_costs_only_what_came_after() {
        QFETCH(int, lost_at);
        const Ended ended = call(run_on_gpu, gpu_lost_at(lost_at));
        QVERIFY2(ended.status == 1 || (ended.status == 0 && lost_at > 100), ended.error.constData());
        const Json document = ended.document();
        QVERIFY2(document.is_object(), ended.out.constData());
        for (const Json& row : document["results"]) {
            if (row["status"] == "ok") continue;
            QVERIFY(row["code"] == "device.fault");
            QVERIFY(!row["reason"].get<std::string>().empty());
            QVERIFY(row["time_ns"].is_null() || row["time_ns"]["median"].is_null());
        }
    }

    void a_worker_whose_gpu_is_lost_answers_and_ends() {
        const QByteArray ask =
            R"({"id":"1","request":"run","matrix":"diagonal:n=64","kernels":["csr-scalar","ell"],"machine":"cuda:0","quick":true,"cache":"warm"})"
            "\n"
            R"({"id":"2","request":"info","matrix":"diagonal:n=4"})"
            "\n";
        const Ended ended = call({"serve"}, gpu_lost_at(5), ask);
        QCOMPARE(ended.status, 3); // asks for a new process
        const QList<QByteArray> lines = ended.out.trimmed().split('\n');
        const Json last = Json::parse(lines.last().toStdString(), nullptr, false);
        QVERIFY(last["id"] == "1");
        QVERIFY(last["event"] == "done");
        QVERIFY(last["result"]["results"].size() == 2);
        const auto is_lost = [](const QByteArray& line) {
            const Json event = Json::parse(line.toStdString(), nullptr, false);
            return event.value("event", "") == "row" && event["row"]["code"] == "device.fault";
        };
        QVERIFY(std::any_of(lines.begin(), lines.end(), is_lost));
    }

    void a_text_that_never_ends_is_not_launched_on_a_gpu_unless_somebody_insists() {
        const QTemporaryDir folder;
        QFile file(folder.filePath("endless.cu"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("template <typename T>\n"
                   "__global__ void endless(int rows, const int* row_pointer, const int* column, const T* value, "
                   "const T* x, T* y) {\n"
                   "    while (rows > 0) y[threadIdx.x] = rows;\n"
                   "}\n"
                   "template <typename T>\n"
                   "void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {\n"
                   "    endless<<<64, 128>>>(rows, row_pointer, column, value, x, y);\n"
                   "}\n");
        file.close();
        QStringList arguments{"run",
                              "spmv",
                              "diagonal:n=64",
                              "--kernels",
                              "csr-scalar," + file.fileName(),
                              "--machine",
                              "cuda:0",
                              "--quick",
                              "--cache",
                              "warm",
                              "--launch-limit",
                              "0.5",
                              "--json"};
        const Ended refused = call(arguments, gpu_lost_at(0));
        QVERIFY2(refused.status == 1, refused.error.constData());
        const Json rows = refused.document()["results"];
        QVERIFY(rows[0]["status"] == "ok"); // the other rows are measured
        QVERIFY(rows[1]["code"] == "result.finding");
        QVERIFY(rows[1]["reason"].get<std::string>().find("endless-loop: In kernel endless, line 3, ") !=
                std::string::npos);

        QElapsedTimer clock;
        clock.start();
        arguments << "--unchecked";
        const Ended ended = call(arguments, gpu_lost_at(0));
        QVERIFY2(ended.status == 3, ended.error.constData());
        QVERIFY(clock.elapsed() < 20'000);
        QVERIFY(ended.document()["error"]["code"] == "launch.limit");
        QVERIFY2(ended.error.contains("A kernel launch did not finish within 0.5 s"), ended.error.constData());
    }

    void a_driver_that_is_too_old_is_told_in_a_sentence() {
        const ExecutionContext old{{"WARPLOOM_CUDA_PLUGIN", WARPLOOM_LOST_GPU_PLUGIN}};
        const Ended devices = call({"devices"}, old);
        QCOMPARE(devices.status, 0);
        QVERIFY2(devices.out.contains("older than the CUDA runtime"), devices.out.constData());
        const Ended run = call(run_on_gpu, old);
        QCOMPARE(run.status, 2); // usage error
        QVERIFY2(
            run.error.contains("The machine 'cuda:0' is not available: There is no NVIDIA driver, or it is older than"),
            run.error.constData());
    }

    void a_library_in_the_working_directory_is_not_loaded() {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath("lib"));
        for (const char* place : {"/libwarploom_cuda.so", "/lib/libwarploom_cuda.so"})
            QVERIFY(QFile::copy(WARPLOOM_LOST_GPU_PLUGIN, folder.path() + place));
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("WARPLOOM_GPU_LOST_AT", "0");
        QProcess process;
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(folder.path());
        process.start(engine, {"devices"});
        QVERIFY(process.waitForFinished(patience_ms));
        QVERIFY(!process.readAllStandardOutput().contains(invented_gpu));
        // The same library works if it is named.
        QVERIFY(call({"devices"}, gpu_lost_at(0)).out.contains(invented_gpu));
    }

    void a_time_of_day_that_jumps_moves_no_measurement() {
        const QStringList arguments{"run",     "spmv", "diagonal:n=2000", "--kernels", "cpu-csr", "--quick",
                                    "--cache", "warm", "--json"};
        QElapsedTimer clock;
        clock.start();
        const Ended ended = call(arguments, {{"LD_PRELOAD", WARPLOOM_FAIL_LIBRARY}, {"WARPLOOM_FAIL", "clock:3600"}});
        QVERIFY2(ended.status == 0, ended.error.constData());
        QVERIFY(clock.elapsed() < 30'000);
        const Json row = ended.document()["results"][0];
        QVERIFY(row["status"] == "ok");
        constexpr double most_ns = 1e9; // an hour would be 3.6e12
        QVERIFY(row["time_ns"]["median"].get<double>() > 0);
        QVERIFY(row["samples_ns"].size() >= 10);
        for (const Json& time : row["samples_ns"]) QVERIFY(time.get<double>() > 0 && time.get<double>() < most_ns);
    }

    void pictures_of_a_page_write_nothing_of_the_person_data() {
        QTest::addColumn<QString>("page"); // pages that save something: recent files, runs, results, sources
        for (const char* page : {"matrix", "run", "write", "solve", "reproduce"}) QTest::newRow(page) << page;
    }
    void pictures_of_a_page_write_nothing_of_the_person() {
        QFETCH(QString, page);
        const QTemporaryDir folder;
        const QString home = folder.filePath("home"), out = folder.filePath("out");
        QVERIFY(QDir().mkpath(home));
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"}) environment.remove(name);
        environment.insert("HOME", home);
        environment.insert("XDG_CACHE_HOME", folder.filePath("cache")); // for the cache of the font library
        QProcess process;
        process.setProcessEnvironment(environment);
        process.start(window, {"--gallery", out, "--only", page, "diagonal:n=64"});
        QVERIFY(process.waitForFinished(180'000));
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0, said.constData());
        QVERIFY(!QDir(out).entryList({page + "-*.png"}).isEmpty());
        QVERIFY2(!said.contains("This plugin does not support"), said.constData());
        // The progress is shown.
        const QStringList lines = QString::fromUtf8(said).split('\n').filter(".png");
        for (int i = 0; i < lines.size(); ++i)
            QVERIFY2(lines[i].startsWith(QString("%1 of %2: ").arg(i + 1).arg(lines.size())), qPrintable(lines[i]));
        QVERIFY(lines.size() >= 5);
        QDirIterator written(home, QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot,
                             QDirIterator::Subdirectories);
        QVERIFY2(!written.hasNext(), qPrintable(written.next()));
    }
};

WARPLOOM_TEST(SurroundingsTest);
#include "surroundings_test.moc"
