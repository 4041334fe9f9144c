// `run` with many matrices, and `scaling`, distributed over local processes or over the nodes of a cluster.
#include "app/operations/operation.h"
#include "app/run/joined_runs.h"
#include "app/run/scaling.h"
#include "app/tasks/command_tasks.h"
#include "called_engine.h"
#include "engine/error.h"
#include "engine/table.h"
#include "pretended_cluster.h"
#include "support/runner.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace warploom;
using namespace warploom::app;

namespace {

using Outcome = warploom::test::CalledEngine;

Outcome call(const QStringList& arguments, const QString& programs = {}) {
    return warploom::test::call_engine(arguments, programs);
}

Table table_in(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? table_from_csv(file.readAll().toStdString()) : Table();
}

QByteArray text_in(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& path, const QByteArray& text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

const QStringList modelled{"--kernels", "csr-scalar,csr-vector", "--machine", "simulated:h200"};

/// Returns a run as a node with one of these GPUs would produce it.
NodeRun run_of(const std::string& node, const std::string& title, const std::string& id, double time_ns) {
    NodeRun each;
    each.node = node;
    each.run.operation = Operation::spmv;
    each.run.operation_name = "spmv";
    each.run.input.name = "laplace2d:n=8";
    each.run.environment.machine.title = title;
    each.run.environment.machine.id = id;
    each.run.environment.machine.kind = MachineKind::cuda;
    Row row;
    row.kernel = "csr-vector";
    row.machine = id;
    row.block = 128;
    row.status = RowStatus::ok;
    row.time.median = row.time.q1 = row.time.q3 = time_ns;
    row.time.count = 10;
    row.result = SpmvResult{};
    each.run.results = {row};
    return each;
}

} // namespace

class RunsOverTest : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

    QString folder(const char* name) const { return folder_.filePath(QLatin1String(name)); }
    static QStringList matrices() { return {"laplace2d:n=12", "tridiagonal:n=100", "laplace2d:n=20"}; }

private slots:
    void several_matrices_make_one_table_with_what_each_finds_alone() {
        const Outcome all =
            call(QStringList{"run", "spmv"} + matrices() + modelled + QStringList{"--out", folder("many")});
        QVERIFY2(all.status == 0, qPrintable(all.error));
        const Table table = table_in(folder("many") + "/runs.csv");
        QCOMPARE(table.rows.size(), std::size_t{6});
        std::size_t row = 0;
        for (const QString& matrix : matrices()) {
            const QString alone = folder("alone.csv");
            QCOMPARE(call(QStringList{"run", "spmv", matrix} + modelled + QStringList{"--csv", alone}).status, 0);
            const Table own = table_in(alone);
            for (std::size_t i = 0; i < own.rows.size(); ++i, ++row) {
                QCOMPARE(table.text(row, table.column("matrix")), own.rows.empty() ? "" : matrix.toStdString());
                QCOMPARE(table.text(row, table.column("kernel")), own.text(i, own.column("kernel")));
                QCOMPARE(table.number(row, table.column("median_ns")), own.number(i, own.column("median_ns")));
                QCOMPARE(table.text(row, table.column("node")), node_name());
            }
        }
        QVERIFY2(all.out.contains("modeled "), qPrintable(all.out));
    }

    void a_job_array_has_a_task_for_each_matrix_and_the_tables_are_those_of_one_process() {
        QVERIFY(QDir().mkpath(folder("cluster")));
        pretended_cluster::make(folder("cluster"));
        const Outcome outcome =
            call(QStringList{"run", "spmv"} + matrices() + modelled +
                     QStringList{"--over=slurm", "--submit=--partition=class", "--out", folder("slurm")},
                 folder("cluster"));
        QVERIFY2(outcome.status == 0, qPrintable(outcome.error));
        const Table one = table_in(folder("many") + "/runs.csv"), spread = table_in(folder("slurm") + "/runs.csv");
        QCOMPARE(spread.rows.size(), one.rows.size());
        for (std::size_t i = 0; i < one.rows.size(); ++i)
            QCOMPARE(spread.number(i, spread.column("median_ns")), one.number(i, one.column("median_ns")));
        QCOMPARE(spread.text(0, spread.column("node")), std::string("node0"));
        QCOMPARE(spread.text(2, spread.column("node")), std::string("node1"));
        QFile asked(folder("cluster") + "/asked");
        QVERIFY(asked.open(QIODevice::ReadOnly));
        const QByteArray words = asked.readAll();
        QVERIFY2(words.contains("--array=0-2") && words.contains("--partition=class"), words.constData());
        QVERIFY2(!words.contains("--exclusive"), words.constData()); // nothing is measured
    }

    void the_same_command_goes_on_with_what_is_open() {
        const QStringList command = QStringList{"run", "spmv"} + matrices() + modelled +
                                    QStringList{"--over", "local:2", "--out", folder("resumed")};
        QVERIFY(QDir().mkpath(folder("resumed") + "/tasks"));
        QFile in_the_way(folder("resumed") + "/tasks/0001"); // blocks the creation of a folder
        QVERIFY(in_the_way.open(QIODevice::WriteOnly));
        in_the_way.close();
        const Outcome first = call(command);
        QCOMPARE(first.status, 1);
        QVERIFY2(first.error.contains("1 of 3 tasks did not produce a result"), qPrintable(first.error));
        QCOMPARE(table_in(folder("resumed") + "/runs.csv").rows.size(), std::size_t{4}); // finished rows are written
        const QDateTime done = QFileInfo(folder("resumed") + "/tasks/0000/runs.json").lastModified();
        QVERIFY(in_the_way.remove());
        const Outcome second = call(command);
        QVERIFY2(second.status == 0, qPrintable(second.error));
        QVERIFY2(second.error.contains("2 of 3 tasks were completed by an earlier run"), qPrintable(second.error));
        QCOMPARE(QFileInfo(folder("resumed") + "/tasks/0000/runs.json").lastModified(), done);
        QCOMPARE(table_in(folder("resumed") + "/runs.csv").rows.size(), std::size_t{6});
        const Outcome other = call(QStringList{"run", "spmv", "laplace2d:n=9"} + modelled +
                                   QStringList{"--over", "local", "--out", folder("resumed")});
        QVERIFY2(other.status != 0 && other.error.contains("a different command"), qPrintable(other.error));
    }

    void finished_tasks_are_never_taken_for_those_of_another_command_data() {
        QTest::addColumn<QByteArray>("list"); // empty: the file is removed
        QTest::addColumn<QString>("words");
        QTest::newRow("no list") << QByteArray() << "is missing";
        QTest::newRow("an empty list") << QByteArray("") << "cannot be read";
        QTest::newRow("a list cut short") << QByteArray("{\"command\": [") << "cannot be read";
        QTest::newRow("no list of tasks") << QByteArray("[1, 2]") << "belong to a different command";
    }
    void finished_tasks_are_never_taken_for_those_of_another_command() {
        QFETCH(QByteArray, list);
        QFETCH(QString, words);
        const QString tasks = folder("resumed") + "/tasks", file = tasks + "/list.json";
        const QByteArray before = text_in(file);
        QVERIFY(QFile::remove(file));
        if (!list.isNull()) write(file, list);
        const Outcome other = call(QStringList{"run", "spmv", "laplace2d:n=9", "laplace2d:n=7"} + modelled +
                                   QStringList{"--over", "local", "--out", folder("resumed")});
        QVERIFY(other.status != 0);
        QVERIFY2(other.error.contains(words) && other.error.contains(tasks), qPrintable(other.error));
        QVERIFY2(other.error.contains("Choose another folder"), qPrintable(other.error));
        QVERIFY(QFile::exists(tasks + "/0000/runs.json")); // nothing was changed
        QCOMPARE(QFile::exists(file), !list.isNull());
        write(file, before);
    }

    void what_is_not_a_tasks_own_is_named_and_only_that_task_is_done_again_data() {
        QTest::addColumn<QString>("damage");
        QTest::addColumn<QString>("words");
        QTest::newRow("empty") << ""
                               << "is incomplete";
        QTest::newRow("cut short") << "{\"warploom_runs\": 1, \"runs\": [{\"no"
                                   << "is incomplete";
        QTest::newRow("another document") << "{\"runs\": 3}"
                                          << "is incomplete";
        QTest::newRow("another task's") << "0002"
                                        << "contains the result of another task";
        QTest::newRow("what nobody marked") << "unmarked"
                                            << "contains the result of another task";
    }
    void what_is_not_a_tasks_own_is_named_and_only_that_task_is_done_again() {
        QFETCH(QString, damage);
        QFETCH(QString, words);
        const QString tasks = folder("resumed") + "/tasks/", file = tasks + "0001/runs.json";
        const QByteArray before = text_in(file);
        QByteArray damaged = damage.toUtf8();
        if (damage == "0002") damaged = text_in(tasks + "0002/runs.json");
        if (damage == "unmarked") {
            NodeRuns runs = runs_from(Json::parse(before.toStdString()));
            runs.task.clear();
            damaged = QByteArray::fromStdString(document_of(runs).dump());
        }
        write(file, damaged);
        const QDateTime done = QFileInfo(tasks + "0000/runs.json").lastModified();
        const Outcome again = call(QStringList{"run", "spmv"} + matrices() + modelled +
                                   QStringList{"--over", "local:2", "--out", folder("resumed")});
        QVERIFY2(again.status == 0, qPrintable(again.error));
        QVERIFY2(again.error.contains(file + "' " + words), qPrintable(again.error));
        QVERIFY2(again.error.contains("2 of 3 tasks were completed by an earlier run"), qPrintable(again.error));
        QCOMPARE(QFileInfo(tasks + "0000/runs.json").lastModified(), done);
        QCOMPARE(text_in(file + ".aside"), damaged); // data that somebody may still need is not lost
        const Table table = table_in(folder("resumed") + "/runs.csv");
        QCOMPARE(table.rows.size(), std::size_t{6});
        QCOMPARE(table.text(2, table.column("matrix")), matrices()[1].toStdString());
    }

    void a_matrix_that_cannot_be_opened_is_told_once_and_the_others_are_there() {
        const Outcome outcome = call(QStringList{"run", "spmv", "laplace2d:n=8", "no-such-file.mtx"} + modelled +
                                     QStringList{"--out", folder("broken")});
        QCOMPARE(outcome.status, 1);
        QCOMPARE(outcome.error.count("no-such-file.mtx: "), 1);
        QVERIFY2(!outcome.error.contains("run again"), qPrintable(outcome.error)); // nobody else could open it either
        QCOMPARE(table_in(folder("broken") + "/runs.csv").rows.size(), std::size_t{2});
    }

    void what_makes_no_sense_is_said_before_anything_starts_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("words");
        QTest::newRow("no folder") << QStringList{"run", "spmv", "laplace2d:n=8", "laplace2d:n=9"}
                                   << "Specify the folder with --out";
        QTest::newRow("a table elsewhere")
            << QStringList{"run", "spmv", "laplace2d:n=8", "laplace2d:n=9", "--out", folder("x"), "--csv", "a.csv"}
            << "Omit --csv";
        QTest::newRow("counts") << QStringList{"scaling", "spmv",  "laplace2d:n=8", "--kernel", "csr-vector",
                                               "--over",  "local", "--out",         folder("x")}
                                << "--gpus 1,2,4";
        QTest::newRow("a way") << QStringList{"run", "spmv", "laplace2d:n=8", "--over", "pbs", "--out", folder("x")}
                               << "slurm, local, or local:4";
    }
    void what_makes_no_sense_is_said_before_anything_starts() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, words);
        const Outcome outcome = call(arguments);
        QVERIFY(outcome.status != 0);
        QVERIFY2(outcome.error.contains(words), qPrintable(outcome.error));
        QVERIFY(!QFile::exists(folder("x") + "/tasks"));
    }

    void scaling_without_gpus_comes_to_no_result_and_says_where_to_look() {
        const Outcome outcome = call({"scaling", "spmv", "laplace2d:n=8", "--kernel", "csr-vector", "--gpus", "1,2",
                                      "--quick", "--over", "local", "--out", folder("scaling")});
        if (outcome.status == 0) QSKIP("there are GPUs here");
        QVERIFY2(outcome.error.contains("2 of 2 tasks did not produce a result"), qPrintable(outcome.error));
        QVERIFY2(outcome.error.contains("No task produced a result"), qPrintable(outcome.error));
    }

    void a_task_has_the_words_of_the_command_without_what_spreads_it() {
        const CommandTasks tasks({"run", "spmv", "a b.mtx", "c.mtx", "--over=slurm", "--submit", "--x=1", "--out",
                                  "there", "--json", "--quick"},
                                 folder("words").toStdString(), 2, false, 1000);
        QCOMPARE(tasks.command("p", "1", "o"), (std::vector<std::string>{"p", "run", "spmv", "a b.mtx", "c.mtx",
                                                                         "--quick", "--share", "1/2", "--out", "o"}));
        QCOMPARE(tasks.modelled(), std::size_t{0});
    }

    void more_matrices_than_tasks_are_several_a_task() {
        const CommandTasks tasks({"run"}, folder("many-a-task").toStdString(), 2500, true, 1000);
        QCOMPARE(tasks.count(), std::size_t{1000});
        QCOMPARE(tasks.modelled(), std::size_t{1000}); // all tasks only trace
    }

    void machines_of_two_kinds_never_share_a_table() {
        const std::vector<NodeRun> runs{run_of("a", "NVIDIA H200", "cuda:0", 100),
                                        run_of("b", "NVIDIA A100", "cuda:0", 200),
                                        run_of("c", "2 x NVIDIA H200", "cuda:0,1", 60)};
        const std::vector<RunsOfMachine> machines = by_machine(runs);
        QCOMPARE(machines.size(), std::size_t{2});
        QCOMPARE(machines[0].machine, std::string("NVIDIA H200"));
        QCOMPARE(machines[0].runs.size(), std::size_t{2});
        QCOMPARE(machines[1].runs.front().node, std::string("b"));
        const Table table = runs_table(machines[0]);
        QCOMPARE(table.text(0, table.column("node")), std::string("a"));
        QCOMPARE(table.facts.back(), (std::pair<std::string, std::string>{"nodes", "a, c"}));
    }

    void speed_ups_are_over_one_gpu_of_the_same_kind_wherever_it_was() {
        ScalingCommand command;
        command.matrix = "laplace2d:n=8";
        command.kernel = "csr-vector";
        const Table table = scaling_table(
            command, {run_of("b", "2 x NVIDIA H200", "cuda:0,1", 60), run_of("a", "NVIDIA H200", "cuda:0", 90)});
        QCOMPARE(table.number(0, table.column("gpus")), 2.0);
        QCOMPARE(table.number(0, table.column("speedup")), 1.5);
        QCOMPARE(table.number(0, table.column("efficiency")), 0.75);
        QCOMPARE(table.text(0, table.column("node")), std::string("b"));
        const Table alone = scaling_table(command, {run_of("b", "2 x NVIDIA H200", "cuda:0,1", 60)});
        QVERIFY(std::isnan(alone.number(0, alone.column("speedup"))));
    }

    void what_tasks_write_reads_back_the_same() {
        NodeRuns runs;
        runs.runs = {run_of("a", "NVIDIA H200", "cuda:0", 100)};
        runs.failed = {{"no.mtx", "a", "file.open", "It is not there.", "Name another."}};
        const NodeRuns again = runs_from(document_of(runs));
        QCOMPARE(again.runs.size(), std::size_t{1});
        QCOMPARE(again.runs[0].node, std::string("a"));
        QCOMPARE(again.runs[0].run.results[0].time.median, 100.0);
        QVERIFY(again.runs[0].run.operation == Operation::spmv);
        QCOMPARE(again.failed[0].hint, std::string("Name another."));
        QVERIFY_THROWS_EXCEPTION(Error, runs_from(Json{{"runs", 3}}));
    }
};

WARPLOOM_TEST(RunsOverTest);
#include "runs_over_test.moc"
