// Work on a real Slurm: its daemons run on this computer, with two nodes, one of which fails during the work. The
// requests to Slurm are tested without it in experiment_over_test and runs_over_test; this tests what only Slurm can
// do.
#include "called_engine.h"
#include "engine/table.h"
#include "experiment_results.h"
#include "support/loopback_slurm.h"
#include "support/runner.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <memory>
#include <sys/types.h>

using namespace warploom;

namespace {

/// Slurm declares a node that does not respond down after a timeout, and then requeues its tasks.
constexpr int patience_ms = 150'000;

/// Each task traces for some seconds, so that events happen while it runs; each has two result rows.
QStringList long_work(int tasks = 4) {
    QStringList words{"run", "spmv"};
    for (int i = 0; i < tasks; ++i) words.append("laplace2d:n=" + QString::number(600 + i));
    return words + QStringList{"--kernels", "csr-scalar,csr-vector", "--machine", "simulated:h200"};
}

Table runs_in(const QString& folder) { return table_from_csv(test::text_of(folder + "/runs.csv").toStdString()); }

/// The command-line program while it is running.
class Submitted {
public:
    explicit Submitted(const QStringList& arguments) {
        process_.setProcessChannelMode(QProcess::MergedChannels);
        process_.start(QStringLiteral(WARPLOOM_BINARY_DIR "/bin/warploom-engine"), arguments);
    }
    ~Submitted() {
        process_.kill();
        process_.waitForFinished();
    }
    Submitted(const Submitted&) = delete;
    Submitted& operator=(const Submitted&) = delete;

    void send(int signal) const { ::kill(static_cast<pid_t>(process_.processId()), signal); }
    /// Returns its exit status; -1 if it was killed or did not exit.
    int status() {
        const bool has_ended = QTest::qWaitFor([&] { return process_.state() == QProcess::NotRunning; }, patience_ms);
        return has_ended && process_.exitStatus() == QProcess::NormalExit ? process_.exitCode() : -1;
    }
    QByteArray text() { return text_ += process_.readAll(); }

private:
    QProcess process_;
    QByteArray text_;
};

} // namespace

class SlurmTest : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    std::unique_ptr<test::LoopbackSlurm> slurm_;

    QString folder(const char* name) const { return folder_.filePath(QLatin1String(name)); }
    QStringList long_work_in(const char* name, int tasks = 4) const {
        return long_work(tasks) + QStringList{"--over", "slurm", "--out", folder(name)};
    }
    /// Returns the path of a task's result.
    QString found_by(const char* name, const QString& task) const {
        return QStringLiteral("%1/tasks/%2/runs.json").arg(folder(name), task.rightJustified(4, '0'));
    }
    /// Returns the number of the task that a node is running, once that is not `other_than`; empty after a timeout.
    static QString task_on(const QString& node, const QString& other_than = {}) {
        QString task;
        const bool has_one = QTest::qWaitFor(
            [&] {
                for (const QString& line : test::LoopbackSlurm::running())
                    if (const QStringList words = line.split(' '); words.size() == 2 && words[1] == node)
                        task = words[0];
                return !task.isEmpty() && task != other_than;
            },
            patience_ms);
        return has_one ? task : QString();
    }

private slots:
    void initTestCase() {
        slurm_ = std::make_unique<test::LoopbackSlurm>();
        if (slurm_->is_missing()) QSKIP(qPrintable(slurm_->why_not()));
        QVERIFY2(slurm_->why_not().isEmpty(), qPrintable(slurm_->why_not()));
    }
    void init() {
        QVERIFY(QTest::qWaitFor([] { return test::LoopbackSlurm::both_nodes_are_idle(); }, patience_ms));
    }
    void cleanupTestCase() { slurm_.reset(); }

    void a_node_that_dies_in_the_middle_costs_nothing_but_its_task() {
        constexpr int tasks = 6; // enough tasks that each node gets two of them, even on a busy machine
        Submitted work(long_work_in("lost", tasks));
        const QString first = task_on("node1");
        QVERIFY2(!first.isEmpty(), work.text().constData());
        const QString second = task_on("node1", first);
        QVERIFY2(!second.isEmpty(), work.text().constData());
        QVERIFY(slurm_->lose("node1"));
        QVERIFY(QFile::exists(found_by("lost", first)));
        QVERIFY2(!QFile::exists(found_by("lost", second)), "it was done before its node died");
        const QDateTime done = QFileInfo(found_by("lost", first)).lastModified();

        QVERIFY2(work.status() == 0, work.text().constData());
        QCOMPARE(QFileInfo(found_by("lost", first)).lastModified(), done); // not repeated
        QVERIFY(test::text_of(slurm_->log_of("slurmctld")).contains("node1 not responding, setting DOWN"));
        const test::CalledEngine alone = test::call_engine(long_work(tasks) + QStringList{"--out", folder("alone")});
        QVERIFY2(alone.status == 0, qPrintable(alone.error));
        const Table here = runs_in(folder("alone")), there = runs_in(folder("lost"));
        QCOMPARE(there.rows.size(), std::size_t{2 * tasks});
        for (std::size_t i = 0; i < there.rows.size(); ++i) {
            for (const char* column : {"matrix", "kernel"})
                QCOMPARE(there.text(i, there.column(column)), here.text(i, here.column(column)));
            QCOMPARE(there.number(i, there.column("median_ns")), here.number(i, here.column("median_ns")));
            const QString task = QString::number(i / 2);
            if (task == first) QCOMPARE(there.text(i, there.column("node")), std::string("node1"));
            if (task == second) QCOMPARE(there.text(i, there.column("node")), std::string("node0"));
        }
        QVERIFY(slurm_->bring_back("node1"));
    }

    void an_experiment_finds_what_one_process_finds_though_a_node_is_dead() {
        const QString tiny = QStringLiteral(WARPLOOM_SOURCE_DIR "/tests/app/data/experiments/tiny.json");
        const QStringList command{"experiment", "run", tiny, "--quick", "--machine", "none", "--out"};
        QCOMPARE(test::call_engine(command + QStringList{folder("whole")}).status, 0);
        QVERIFY(slurm_->lose("node1")); // Slurm does not know yet, and still assigns tasks to it
        Submitted work(command + QStringList{folder("spread"), "--over", "slurm"});
        QVERIFY2(work.status() == 0, work.text().constData());
        const experiment::Result spread = test::result_in(folder("spread") + "/tiny.json");
        test::has_the_figures_of(test::result_in(folder("whole") + "/tiny.json"), spread);
        std::size_t measured = 0;
        for (const experiment::Cell& cell : spread.cells) {
            if (!cell.measured.number || !spread.experiment.find_series(cell.series)->run) continue;
            QVERIFY2(cell.measured.note.find("On node0") != std::string::npos, cell.measured.note.c_str());
            ++measured;
        }
        QVERIFY(measured > 0);
        QVERIFY(slurm_->bring_back("node1"));
    }

    void an_interrupted_command_takes_its_jobs_along() {
        Submitted work(long_work_in("interrupted"));
        QVERIFY2(!task_on("node0").isEmpty(), work.text().constData());
        work.send(SIGINT);
        QVERIFY(work.status() != 0);
        QVERIFY2(QTest::qWaitFor([] { return test::LoopbackSlurm::queued().isEmpty(); }, patience_ms),
                 qPrintable(test::LoopbackSlurm::queued().join(' ')));
    }

    void the_controller_may_restart() {
        Submitted work(long_work_in("restarted"));
        QVERIFY2(!task_on("node0").isEmpty(), work.text().constData());
        QVERIFY(slurm_->lose("controller"));
        QVERIFY2(QTest::qWaitFor([&] { return work.text().contains("is not responding"); }, patience_ms),
                 work.text().constData());
        QVERIFY(slurm_->bring_back("controller"));
        QVERIFY2(work.status() == 0, work.text().constData());
        QCOMPARE(runs_in(folder("restarted")).rows.size(), std::size_t{8});
        QCOMPARE(work.text().count("were submitted as"), 1);
    }

    void the_same_command_waits_for_jobs_that_go_on_without_the_first() {
        QString job;
        {
            Submitted killed(long_work_in("resumed"));
            QVERIFY2(!task_on("node0").isEmpty(), killed.text().constData());
            static const QRegularExpression number(QStringLiteral("submitted as ([0-9]+)"));
            job = number.match(QString::fromUtf8(killed.text())).captured(1);
            QVERIFY2(!job.isEmpty(), killed.text().constData());
            killed.send(SIGKILL);
            QCOMPARE(killed.status(), -1);
        }
        QCOMPARE(test::ask_slurm_program("scontrol", {"hold", job}).status, 0); // the tasks that have not started
        Submitted again(long_work_in("resumed"));
        QVERIFY2(QTest::qWaitFor([&] { return again.text().contains("Slurm holds a task of job " + job.toUtf8()); },
                                 patience_ms),
                 again.text().constData());
        QCOMPARE(test::ask_slurm_program("scontrol", {"release", job}).status, 0);
        QVERIFY2(again.status() == 0, again.text().constData());
        QVERIFY2(again.text().contains("jobs of an earlier command"), again.text().constData());
        QVERIFY2(!again.text().contains("were submitted"), again.text().constData());
        QCOMPARE(runs_in(folder("resumed")).rows.size(), std::size_t{8});
    }

    void scaling_counts_gpus_on_nodes_or_says_what_nodes_said() {
        const test::CalledEngine called =
            test::call_engine({"scaling", "spmv", "laplace2d:n=64", "--kernel", "csr-vector", "--gpus", "1,2",
                               "--quick", "--over", "slurm", "--out", folder("scaling")});
        QCOMPARE(QFile::exists(folder("scaling") + "/scaling.csv"), called.status == 0);
        QCOMPARE(called.error.contains("did not produce a result"), called.status != 0);
        for (const char* task : {"0", "1"}) {
            if (QFile::exists(found_by("scaling", QString::fromLatin1(task)))) continue;
            // The node does not have that many GPUs: the task was tried three times, and the log gives the reason each
            // time.
            const QByteArray log = test::text_of(folder("scaling") + "/tasks/" + task + ".log");
            QVERIFY2(log.count("warploom-engine: ") == 3 && log.contains("GPU"), log.constData());
        }
    }
};

WARPLOOM_TEST(SlurmTest);
#include "slurm_test.moc"
