// A remote worker: behind a real sshd, and as a step of a real Slurm, both on this computer. The window must not notice
// any difference except for time.
#include "ui/session/worker_client.h"

#include "support/loopback_slurm.h"
#include "support/runner.h"
#include "ui_test_tools.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <memory>
#include <string>
#include <sys/types.h>
#include <vector>

using namespace warploom;
using namespace warploom::ui;
using ui_test::wait_until;

namespace {

constexpr int patience_ms = 60'000;
constexpr const char* of_a_minute = "laplace2d:n=2500"; ///< approximate duration of its trace

struct RemoteOutcome {
    int rows = 0, samples = 0;
    bool are_fine = true; ///< applies to all rows
    Json result;
    WorkerError error;
    bool is_over = false;

    RequestHandlers handlers() {
        return {{},
                [this](const std::string& name, const Json& event) {
                    ++(name == "row" ? rows : samples);
                    if (name == "row") are_fine = are_fine && event["row"].at("status") == "ok";
                },
                [this](const Json& done) {
                    result = done;
                    is_over = true;
                },
                [this](const WorkerError& why) {
                    error = why;
                    is_over = true;
                }};
    }
};

Json remote_run(const char* matrix, const char* machine, std::vector<std::string> kernels) {
    return {{"request", "run"},   {"operation", "spmv"},         {"matrix", matrix},
            {"kernels", kernels}, {"machine", machine},          {"precision", "double"},
            {"blocks", {128}},    {"baseline", kernels.front()}, {"quick", true}};
}

/// Returns the worker processes with such an entry in their environment.
template <class Condition> std::vector<pid_t> serving_processes(const Condition& has_entry) {
    std::vector<pid_t> found;
    for (const QString& name : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
        bool is_number = false;
        const pid_t process = name.toInt(&is_number);
        if (!is_number) continue;
        const QList<QByteArray> words = ui_test::contents("/proc/" + name + "/cmdline").split('\0');
        if (words.value(0) != qgetenv("WARPLOOM_ENGINE") || words.value(1) != "serve") continue;
        const QList<QByteArray> entries = ui_test::contents("/proc/" + name + "/environ").split('\0');
        if (std::any_of(entries.begin(), entries.end(), has_entry)) found.push_back(process);
    }
    return found;
}

bool is_gone(pid_t process) { return ::kill(process, 0) != 0 && errno == ESRCH; }

} // namespace

class RemoteWorkerTest : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    QProcess sshd_;
    std::unique_ptr<test::LoopbackSlurm> slurm_;
    QString no_ssh_, no_slurm_; ///< why it is not available
    QByteArray port_;           ///< port of sshd

    QString config() const { return folder_.filePath("sshd/config"); }

    void start_sshd() {
        sshd_.setProcessChannelMode(QProcess::MergedChannels);
        sshd_.start(QStringLiteral(WARPLOOM_SOURCE_DIR "/tests/support/loopback-sshd"), {folder_.filePath("sshd")});
        wait_until([&] { return sshd_.state() == QProcess::NotRunning || QFile::exists(config()); }, patience_ms);
        static const QRegularExpression port(QStringLiteral("Port ([0-9]+)"));
        port_ = port.match(QString::fromUtf8(ui_test::contents(config()))).captured(1).toUtf8();
        if (!port_.isEmpty()) return;
        no_ssh_ = QString::fromUtf8(sshd_.readAll());
        QVERIFY2(sshd_.exitCode() == 3, qPrintable(no_ssh_));
    }
    void start_slurm() {
        slurm_ = std::make_unique<test::LoopbackSlurm>();
        no_slurm_ = slurm_->why_not();
        QVERIFY2(slurm_->is_missing() || no_slurm_.isEmpty(), qPrintable(no_slurm_));
    }

    static void ways() {
        QTest::addColumn<QString>("way");
        QTest::newRow("ssh") << "ssh";
        QTest::newRow("srun") << "srun";
    }
    /// Returns a client whose worker has answered; null if this kind of connection is not available.
    std::unique_ptr<WorkerClient> greeted(const QString& way) const {
        if (!(way == "ssh" ? no_ssh_ : no_slurm_).isEmpty()) return nullptr;
        const QString engine = qEnvironmentVariable("WARPLOOM_ENGINE");
        auto client = std::make_unique<WorkerClient>();
        client->setCommand(way == "srun" ? QStringList{"srun", "--quiet", "--ntasks=1", engine, "serve"}
                                         : QStringList{"ssh", "-T", "-F", config(), "there", engine, "serve"});
        client->start();
        wait_until([&] { return client->state() == WorkerClient::State::ready; }, patience_ms);
        return client;
    }
    /// Returns the only worker process there; 0 if there is none or more than one.
    pid_t worker_behind(const QString& way) const {
        const QByteArray slurm = "SLURM_CONF=" + qgetenv("SLURM_CONF"), there = " 127.0.0.1 " + port_;
        std::vector<pid_t> found;
        wait_until(
            [&] {
                found = serving_processes([&](const QByteArray& entry) {
                    return way == "srun" ? entry == slurm
                                         : entry.startsWith("SSH_CONNECTION=") && entry.endsWith(there);
                });
                return found.size() == 1;
            },
            patience_ms);
        return found.size() == 1 ? found.front() : 0;
    }
    static bool is_answered(WorkerClient& client) {
        RemoteOutcome outcome;
        client.request({{"request", "ping"}}, outcome.handlers());
        return wait_until([&] { return outcome.is_over; }, patience_ms) && outcome.error.code.empty();
    }

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        if (qEnvironmentVariableIsEmpty("WARPLOOM_ENGINE")) QSKIP("there is no worker here");
        start_sshd();
        start_slurm();
        if (!no_ssh_.isEmpty() && !no_slurm_.isEmpty()) QSKIP(qPrintable(no_ssh_ + no_slurm_));
    }
    void cleanupTestCase() {
        sshd_.terminate();
        sshd_.waitForFinished();
        slurm_.reset();
    }

    void a_run_comes_as_from_this_computer_data() { ways(); }
    void a_run_comes_as_from_this_computer() {
        QFETCH(QString, way);
        const auto client = greeted(way);
        if (!client) QSKIP(qPrintable(no_ssh_ + no_slurm_));
        QVERIFY2(client->state() == WorkerClient::State::ready, qPrintable(client->stateText()));
        QVERIFY(worker_behind(way) > 0);
        RemoteOutcome modelled, measured;
        client->request(remote_run("laplace2d:n=32", "simulated:h200", {"csr-scalar", "csr-vector"}),
                        modelled.handlers());
        client->request(remote_run("laplace2d:n=32", "cpu", {"cpu-csr", "cpu-ell"}), measured.handlers());
        QVERIFY(wait_until([&] { return modelled.is_over && measured.is_over; }, patience_ms));
        for (const RemoteOutcome* outcome : {&modelled, &measured}) {
            QVERIFY2(outcome->error.code.empty(), outcome->error.message.c_str());
            QCOMPARE(outcome->rows, 2);
            QVERIFY(outcome->are_fine);
            QCOMPARE(outcome->result["results"].size(), std::size_t{2});
        }
        QVERIFY(measured.samples > 0);
    }

    void stop_ends_a_run_there_and_the_same_worker_goes_on_data() { ways(); }
    void stop_ends_a_run_there_and_the_same_worker_goes_on() {
        QFETCH(QString, way);
        const auto client = greeted(way);
        if (!client) QSKIP(qPrintable(no_ssh_ + no_slurm_));
        const pid_t worker = worker_behind(way);
        QVERIFY(worker > 0);
        RemoteOutcome outcome;
        const QString id =
            client->request(remote_run(of_a_minute, "simulated:h200", {"csr-scalar"}), outcome.handlers());
        QVERIFY(!wait_until([&] { return outcome.is_over; }, 1500));
        client->cancel(id);
        QVERIFY(wait_until([&] { return outcome.is_over; }, patience_ms));
        // It ends with partial results; a slow computer may not have started a kernel yet.
        if (outcome.error.code.empty()) QVERIFY(outcome.result.at("cancelled").get<bool>());
        else QCOMPARE(outcome.error.code, std::string("cancelled"));
        QVERIFY(is_answered(*client));
        QCOMPARE(worker_behind(way), worker);
    }

    void a_worker_that_is_killed_there_is_told_and_the_next_request_starts_another_data() { ways(); }
    void a_worker_that_is_killed_there_is_told_and_the_next_request_starts_another() {
        QFETCH(QString, way);
        const auto client = greeted(way);
        if (!client) QSKIP(qPrintable(no_ssh_ + no_slurm_));
        const pid_t worker = worker_behind(way);
        QVERIFY(worker > 0);
        RemoteOutcome outcome;
        client->request(remote_run(of_a_minute, "simulated:h200", {"csr-scalar"}), outcome.handlers());
        QVERIFY(!wait_until([&] { return outcome.is_over; }, 1500));
        QCOMPARE(::kill(worker, SIGKILL), 0);
        QVERIFY(wait_until([&] { return outcome.is_over; }, patience_ms));
        QCOMPARE(outcome.error.code, std::string("worker.ended"));
        QVERIFY(!outcome.error.message.empty());
        QVERIFY(is_answered(*client));
        const pid_t next = worker_behind(way);
        QVERIFY(next > 0 && next != worker);
    }

    void what_is_lost_between_them_leaves_no_worker_behind_data() { ways(); }
    void what_is_lost_between_them_leaves_no_worker_behind() {
        QFETCH(QString, way);
        const auto client = greeted(way);
        if (!client) QSKIP(qPrintable(no_ssh_ + no_slurm_));
        const pid_t worker = worker_behind(way);
        QVERIFY(worker > 0);
        RemoteOutcome outcome;
        client->request(remote_run(of_a_minute, "simulated:h200", {"csr-scalar"}), outcome.handlers());
        QVERIFY(!wait_until([&] { return outcome.is_over; }, 1500));
        QCOMPARE(::kill(static_cast<pid_t>(client->processId()), SIGKILL), 0); // ssh or srun
        QVERIFY(wait_until([&] { return outcome.is_over; }, patience_ms));
        QCOMPARE(outcome.error.code, std::string("worker.ended"));
        QVERIFY2(wait_until([&] { return is_gone(worker); }, patience_ms), "it still works there, for nobody");
    }
};

WARPLOOM_WINDOW_TEST(RemoteWorkerTest);
#include "remote_worker_test.moc"
