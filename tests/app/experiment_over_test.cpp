// Experiments whose work is distributed over local processes or over the nodes of a cluster.
#include "app/experiment/tasks/experiment_tasks.h"
#include "app/tasks/do_tasks.h"
#include "called_engine.h"
#include "engine/atomic_file.h"
#include "engine/error.h"
#include "experiment_results.h"
#include "pretended_cluster.h"
#include "support/runner.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <QTest>

#include <set>
#include <string>

using namespace warploom;
using namespace warploom::app;
using warploom::test::result_in;
using warploom::test::text_of;

namespace {

const QString tiny = QStringLiteral(WARPLOOM_SOURCE_DIR "/tests/app/data/experiments/tiny.json");

using Outcome = warploom::test::CalledEngine;

Outcome call(const QStringList& arguments, const QString& programs = {}) {
    return warploom::test::call_engine(QStringList{"experiment"} + arguments, programs);
}

} // namespace

class ExperimentOverTest : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    experiment::Result whole_; ///< result of a single process

    QString folder(const char* name) const { return folder_.filePath(QLatin1String(name)); }
    QStringList command(const char* out, const QStringList& more) const {
        return QStringList{"run", tiny, "--quick", "--machine", "none", "--out", folder(out)} + more;
    }
    void has_the_figures_of_one_process(const experiment::Result& result) {
        warploom::test::has_the_figures_of(whole_, result);
    }

private slots:
    void initTestCase() {
        QCOMPARE(call(command("whole", {})).status, 0);
        whole_ = result_in(folder("whole") + "/tiny.json");
    }

    void shares_do_all_the_work_and_none_of_it_twice() {
        std::set<std::string> modelled, measured;
        for (int share = 0; share < 3; ++share) {
            const QString out = QStringLiteral("share%1").arg(share);
            const Outcome outcome = call(command(qPrintable(out), {"--share", QStringLiteral("%1/3").arg(share)}));
            QVERIFY2(outcome.status == 0, qPrintable(outcome.error));
            QCOMPARE(QDir(folder(qPrintable(out))).entryList(QDir::Files), QStringList{"tiny.json"});
            const experiment::Result part = result_in(folder(qPrintable(out)) + "/tiny.json");
            for (const experiment::Cell& cell : part.cells) {
                if (!part.experiment.find_series(cell.series)->run) continue;
                std::string name = cell.series;
                for (const auto& [variable, value] : cell.at) name += " " + value;
                if (cell.modelled.number) QVERIFY2(modelled.insert(name).second, name.c_str());
                if (cell.measured.number) QVERIFY2(measured.insert(name).second, name.c_str());
            }
        }
        std::size_t all_modelled = 0, all_measured = 0;
        for (const experiment::Cell& cell : whole_.cells) {
            if (!whole_.experiment.find_series(cell.series)->run) continue;
            all_modelled += cell.modelled.number ? 1 : 0;
            all_measured += cell.measured.number ? 1 : 0;
        }
        QCOMPARE(modelled.size(), all_modelled);
        QCOMPARE(measured.size(), all_measured);
        QVERIFY(all_modelled > 0 && all_measured > 0);
    }

    void what_is_no_share_is_refused_data() {
        QTest::addColumn<QString>("share");
        for (const char* share : {"3", "3/3", "1/0", "a/b", "1/3x", "-1/3"}) QTest::newRow(share) << share;
    }
    void what_is_no_share_is_refused() {
        QFETCH(QString, share);
        const Outcome outcome = call(command("none", {"--share=" + share}));
        QVERIFY(outcome.status != 0);
        QVERIFY2(outcome.error.contains("not a valid part"), qPrintable(outcome.error));
    }

    void processes_here_find_what_one_finds() {
        const Outcome outcome = call(command("local", {"--over", "local:2"}));
        QVERIFY2(outcome.status == 0, qPrintable(outcome.error + outcome.out));
        const experiment::Result result = result_in(folder("local") + "/tiny.json");
        has_the_figures_of_one_process(result);
        QVERIFY(QFile::exists(folder("local") + "/tiny.csv"));
        QCOMPARE(call({"check", folder("local") + "/tiny.json"}).status, 0);
        for (const experiment::Cell& cell : result.cells)
            if (cell.measured.number && result.experiment.find_series(cell.series)->run)
                QVERIFY2(cell.measured.note.find("On " + node_name()) != std::string::npos, cell.measured.note.c_str());
    }

    void what_came_to_no_result_is_told_and_done_by_the_same_command() {
        const QString out = folder("broken");
        QVERIFY(QDir().mkpath(out + "/tasks"));
        QFile in_the_way(out + "/tasks/0001"); // blocks the creation of a folder
        QVERIFY(in_the_way.open(QIODevice::WriteOnly));
        in_the_way.close();
        const Outcome first = call(command("broken", {"--over", "local:2"}));
        QCOMPARE(first.status, 1);
        QVERIFY2(first.error.contains("1 of") && first.error.contains("did not produce a result"),
                 qPrintable(first.error));
        QVERIFY2(first.error.contains("run again"), qPrintable(first.error));
        QVERIFY(!result_in(out + "/tiny.json").is_complete);
        const QDateTime done = QFileInfo(out + "/tasks/0000/tiny.json").lastModified();
        QVERIFY(in_the_way.remove());
        const Outcome second = call(command("broken", {"--over", "local:2"}));
        QVERIFY2(second.status == 0, qPrintable(second.error));
        QVERIFY2(second.error.contains("were completed by an earlier run"), qPrintable(second.error));
        QCOMPARE(QFileInfo(out + "/tasks/0000/tiny.json").lastModified(), done); // not repeated
        has_the_figures_of_one_process(result_in(out + "/tiny.json"));
    }

    void tasks_of_other_work_are_left_alone() {
        QVERIFY(QFile::exists(folder("local") + "/tasks/list.json"));
        const Outcome outcome = call(command("local", {"--over", "local", "--no-host"}));
        QVERIFY(outcome.status != 0);
        QVERIFY2(outcome.error.contains("a different command"), qPrintable(outcome.error));
    }

    void a_result_that_is_not_whole_or_another_tasks_is_done_again() {
        const QString tasks = folder("local") + "/tasks/";
        QVERIFY(QFile::resize(tasks + "0000/tiny.json", 100));
        QVERIFY(QFile::remove(tasks + "0001/tiny.json"));
        QVERIFY(QFile::copy(tasks + "0002/tiny.json", tasks + "0001/tiny.json"));
        const Outcome outcome = call(command("local", {"--over", "local:2"}));
        QVERIFY2(outcome.status == 0, qPrintable(outcome.error));
        QVERIFY2(outcome.error.contains("tasks/0000/tiny.json' is incomplete"), qPrintable(outcome.error));
        QVERIFY2(outcome.error.contains("tasks/0001/tiny.json' contains the result of another task"),
                 qPrintable(outcome.error));
        has_the_figures_of_one_process(result_in(folder("local") + "/tiny.json"));
    }

    void a_job_array_finds_what_one_process_finds() {
        QVERIFY(QDir().mkpath(folder("cluster")));
        pretended_cluster::make(folder("cluster"));
        const Outcome outcome =
            call(command("slurm", {"--over", "slurm", "--submit=--partition=class"}), folder("cluster"));
        QVERIFY2(outcome.status == 0, qPrintable(outcome.error));
        const experiment::Result result = result_in(folder("slurm") + "/tiny.json");
        has_the_figures_of_one_process(result);
        const QByteArray asked = text_of(folder("cluster") + "/asked");
        QVERIFY2(asked.contains("--requeue") && asked.contains("--partition=class"), asked.constData());
        QCOMPARE(asked.count("--exclusive"), 1); // jobs that measure need exclusive nodes
        std::string nodes;
        for (const auto& [key, value] : result.facts)
            if (key == "measured on the nodes") nodes = value;
        QVERIFY2(nodes.find("node") != std::string::npos, nodes.c_str());
    }

    void without_slurm_it_says_so() {
        QVERIFY(QDir().mkpath(folder("empty")));
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("PATH", folder("empty"));
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(WARPLOOM_BINARY_DIR "/bin/warploom-engine"),
                      QStringList{"experiment"} + command("nowhere", {"--over", "slurm"}));
        QVERIFY(process.waitForFinished(60'000));
        const QByteArray errors = process.readAllStandardError();
        QVERIFY(process.exitCode() != 0);
        QVERIFY2(errors.contains("sbatch was not found"), errors.constData());
    }

    void machines_of_two_kinds_never_share_a_column() {
        // Two nodes have measured parts of the same experiment, but one of them is a different machine.
        ExperimentSettings settings;
        settings.quick = true;
        settings.machine = "none";
        const experiment::Experiment experiment = whole_.experiment;
        const ExperimentTasks tasks(experiment, "tiny", settings, folder("mixed").toStdString(), 2);
        QCOMPARE(tasks.count(), std::size_t{2});
        std::size_t cells = 0;
        for (std::size_t task = 0; task < 2; ++task) {
            experiment::Result part = begin_experiment(experiment, true);
            part.measured_on = task == 0 ? "host: A (cpu)" : "host: B (cpu)";
            part.facts = {{node_fact, task == 0 ? "a" : "b"}, {task_fact, tasks.mark_of(task)}};
            for (std::size_t i = 0; i < part.cells.size(); ++i) {
                if (!experiment.find_series(part.cells[i].series)->run || i % 2 != task) continue;
                part.cells[i].measured.number = 1.0 + static_cast<double>(task);
                ++cells;
            }
            QVERIFY(QDir().mkpath(QString::fromStdString(tasks.folder_of(task))));
            write_whole_file(tasks.folder_of(task) + "/tiny.json", experiment::result_to_json(part));
        }
        const std::vector<experiment::Result> results = joined(tasks, experiment, true);
        QCOMPARE(results.size(), std::size_t{2});
        std::size_t found = 0;
        for (const experiment::Result& result : results) {
            const double its = result.measured_on == "host: A (cpu)" ? 1.0 : 2.0;
            for (const experiment::Cell& cell : result.cells) {
                if (!cell.measured.number || !experiment.find_series(cell.series)->run) continue;
                QCOMPARE(*cell.measured.number, its);
                QVERIFY(cell.measured.note.find(its == 1.0 ? "On a." : "On b.") != std::string::npos);
                ++found;
            }
        }
        QCOMPARE(found, cells);
    }

    void where_work_is_spread_is_read_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("at_once");
        QTest::newRow("local") << "local" << 0;
        QTest::newRow("four") << "local:4" << 4;
        QTest::newRow("none") << "local:0" << -1;
        QTest::newRow("a word") << "pbs" << -1;
        QTest::newRow("more behind it") << "local:4x" << -1;
    }
    void where_work_is_spread_is_read() {
        QFETCH(QString, text);
        QFETCH(int, at_once);
        if (at_once >= 0) QCOMPARE(task_place(text.toStdString()).at_once, at_once);
        else QVERIFY_THROWS_EXCEPTION(Error, task_place(text.toStdString()));
    }
};

WARPLOOM_TEST(ExperimentOverTest);
#include "experiment_over_test.moc"
