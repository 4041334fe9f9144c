// Answers of the command line: suggestions for misspelled words, the exit statuses of solvers, and counters.
#include "called_engine.h"
#include "engine/protocol/serialization/json.h"
#include "support/runner.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <map>
#include <set>

using warploom::test::call_engine;
using Called = warploom::test::CalledEngine;
using warploom::Json;

namespace {

const QString counters = QStringLiteral(WARPLOOM_SOURCE_DIR "/tests/app/data/ncu/");

QString write(const QTemporaryDir& folder, const char* name, const char* text) {
    QFile file(folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) < 0) qFatal("cannot write a test file");
    return file.fileName();
}

void write_program(const QTemporaryDir& folder, const char* name, const QString& script) {
    const QString file = write(folder, name, ("#!/bin/sh\n" + script).toUtf8().constData());
    QFile::setPermissions(file, QFile::permissions(file) | QFile::ExeOwner | QFile::ExeUser);
}

const QStringList counters_of_diagonal{"counters", "spmv", "diagonal:n=64", "--kernel", "csr-scalar", "--block", "32"};

} // namespace

class CommandAnswersTest : public QObject {
    Q_OBJECT
private slots:
    void a_misspelled_word_is_answered_with_a_suggestion_data() {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("says");
        QTest::addColumn<QString>("suggests");
        const auto row = [](const char* arguments, const char* says, const char* suggests) {
            QTest::newRow(arguments) << QString(arguments) << QString(says) << QString(suggests);
        };
        row("adivse laplace2d:n=9", "There is no command named 'adivse'.", "Did you mean \"advise\"?");
        row("run smpv laplace2d:n=9", "`run` cannot be followed by 'smpv'.", "Did you mean \"spmv\"?");
        row("--json trace spvm laplace2d:n=9", "`trace` cannot be followed by 'spvm'.", "Did you mean \"spmv\"?");
        row("advise laplace2d:n=9 --machine simulated:rtx4070", "no machine named 'simulated:rtx4070'",
            "Did you mean \"simulated:rtx40");
        row("advise laplace2d:n=9 --machine h100", "no machine named 'h100'", "Did you mean \"simulated:h100\"?");
        row("run spmv laplace2d:n=9 --machine rtx496", "no machine named 'rtx496'", "Did you mean \"simulated:rtx40");
        row("advise laplace2d:n=9 --machine simulated:abacus", "no machine named 'simulated:abacus'", "simulated:h200");
        row("order laplace2d:n=9 --card simulated:h200", "no card named \"simulated:h200\"", "Did you mean \"h200\"?");
        row("trace spmv laplace2d:n=9 --kernel ell --card h20", "no card named \"h20\"", "Did you mean \"h200\"?");
        row("trace spmv laplace2d:n=9 --kernel csr-scaler", "no kernel named 'csr-scaler'",
            "Did you mean \"csr-scalar\"?");
    }
    void a_misspelled_word_is_answered_with_a_suggestion() {
        QFETCH(QString, arguments);
        QFETCH(QString, says);
        QFETCH(QString, suggests);
        const Called called = call_engine(arguments.split(' '));
        QCOMPARE(called.status, 2);
        QVERIFY2(called.error.contains(says), qPrintable(called.error));
        QVERIFY2(called.error.contains(suggests), qPrintable(called.error));
    }

    // The statuses are documented in the man page, and in docs/cg.md.
    void a_solver_ends_with_the_status_of_its_result_data() {
        QTest::addColumn<QByteArray>("matrix");
        QTest::addColumn<QString>("options");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("state");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const char* matrix, const char* options, int status, const char* state,
                            const char* code, const char* says) {
            QTest::newRow(name) << QByteArray(matrix) << QString(options) << status << QString(state) << QString(code)
                                << QString(says);
        };
        const char* const definite = "%%MatrixMarket matrix coordinate real symmetric\n3 3 5\n1 1 2\n2 1 -1\n2 2 2\n"
                                     "3 2 -1\n3 3 2\n";
        const char* const half = "%%MatrixMarket matrix coordinate real general\n3 3 5\n1 1 2\n2 1 -1\n2 2 2\n"
                                 "3 2 -1\n3 3 2\n";
        const char* const indefinite = "%%MatrixMarket matrix coordinate real symmetric\n3 3 5\n1 1 1\n2 1 0.9\n"
                                       "2 2 1\n3 2 0.9\n3 3 1\n";
        row("converged", definite, "", 0, "converged", "", "");
        row("limit", definite, "--limit 1", 1, "limit", "cg.not_converged", "Choose another preconditioner");
        row("half a matrix", half, "--limit 50", 1, "", "cg.not_symmetric", "did you mean symmetric?");
        row("indefinite", indefinite, "", 1, "", "cg.not_positive_definite", "Cholesky factorization");
    }
    void a_solver_ends_with_the_status_of_its_result() {
        QFETCH(QByteArray, matrix);
        QFETCH(QString, options);
        QFETCH(QString, state);
        QFETCH(QString, code);
        QFETCH(QString, says);
        const QTemporaryDir folder;
        const QString file = write(folder, "a.mtx", matrix.constData());
        QStringList arguments{"run", "cg", file, "--kernels", "cg:cpu-csr", "--machine", "cpu", "--quick"};
        arguments += options.split(' ', Qt::SkipEmptyParts);
        const Called text = call_engine(arguments);
        QTEST(text.status, "status");
        QVERIFY2((text.out + text.error).contains(says), qPrintable(text.out + text.error));
        const Json run = Json::parse(call_engine(arguments + QStringList{"--json"}).out.toStdString());
        const Json row = run["results"][0];
        QCOMPARE(row["status"] == "ok", code.isEmpty());
        QCOMPARE(QString::fromStdString(row.value("code", "")), code);
        if (!state.isEmpty()) QCOMPARE(QString::fromStdString(row["cg"]["state"]), state);
    }
    void advice_for_an_indefinite_matrix_names_bicgstab_and_the_reason() {
        const QTemporaryDir folder;
        const QString file = write(folder, "a.mtx",
                                   "%%MatrixMarket matrix coordinate real symmetric\n3 3 5\n1 1 1\n2 1 0.9\n2 2 1\n"
                                   "3 2 0.9\n3 3 1\n");
        const Called called = call_engine({"advise", file, "--operation", "cg"});
        QCOMPARE(called.status, 0);
        QVERIFY2(called.out.contains("ends with the pivot -3.26"), qPrintable(called.out));
        QVERIFY2(called.out.contains("Use bicgstab:"), qPrintable(called.out));
    }

    void counts_are_printed_with_the_names_of_the_profiler() {
        const Called called =
            call_engine({"trace", "spmv", "diagonal:n=64", "--kernel", "csr-scalar", "--card", "h200", "--ncu"});
        QCOMPARE(called.status, 0);
        const QStringList lines = called.out.split('\n');
        QCOMPARE(lines[0], QString("\"ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\""));
        QVERIFY2(lines.contains("\"0\",\"csr_scalar\",\"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum\",\"sector\","
                                "\"16\""),
                 qPrintable(called.out));
        const Called old =
            call_engine({"trace", "spmv", "diagonal:n=64", "--kernel", "csr-scalar", "--card", "c2050", "--ncu"});
        QVERIFY2(old.error.contains("does not support"), qPrintable(old.error));
    }
    void a_file_of_the_profiler_is_compared() {
        const QStringList trace{"trace",  "spmv", "diagonal:n=64", "--kernel", "csr-scalar",
                                "--card", "h200", "--block",       "32",       "--counters"};
        const Called called = call_engine(trace + QStringList{counters + "good-raw.csv"});
        QCOMPARE(called.status, 0);
        QVERIFY2(called.out.contains("load_sectors") && called.out.contains("1058"), qPrintable(called.out));
        QCOMPARE(call_engine(trace + QStringList{counters + "bad-no-table.csv"}).status, 1);
        QCOMPARE(call_engine(trace + QStringList{counters + "good-raw.csv", "--blocks", "1"}).status, 2);
        QCOMPARE(call_engine(trace + QStringList{counters + "good-raw.csv", "--ncu"}).status, 2);
    }

    // A script stands in for ncu. It writes its arguments to a file and prints what a real one printed.
    void counters_come_from_the_profiler() {
        const QTemporaryDir folder;
        const QString seen = folder.filePath("arguments");
        write_program(folder, "ncu", "echo \"$*\" > " + seen + "\ncat " + counters + "good-raw.csv\n");
        const Called called = call_engine(counters_of_diagonal, folder.path());
        QCOMPARE(called.status, 0);
        QVERIFY2(called.out.contains("load_sectors") && called.out.contains("1058"), qPrintable(called.out));
        QFile file(seen);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString arguments = file.readAll();
        QVERIFY2(arguments.contains("--kernel-name regex:^(csr_scalar)$ --launch-count 1 "), qPrintable(arguments));
        QVERIFY2(arguments.contains(",smsp__inst_executed_op_global_st.sum,"), qPrintable(arguments));
        QVERIFY2(arguments.contains("run spmv diagonal:n=64 --kernels csr-scalar --machine cuda:0 --precision double "
                                    "--block 32"),
                 qPrintable(arguments));
    }
    void a_profiler_that_fails_is_reported_data() {
        QTest::addColumn<QString>("script");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const char* script, const char* code, const char* says) {
            QTest::newRow(name) << QString(script) << QString(code) << QString(says);
        };
        row("permission",
            "echo '==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU Performance "
            "Counters on the target device 0.'\nexit 1\n",
            "counters.permission", "You do not have permission to read the counters of the GPU (ERR_NVGPUCTRPERM).");
        row("another error", "echo '==ERROR== Failed to connect.'\nexit 9\n", "counters.failed",
            "Nsight Compute failed: Failed to connect.");
        row("no message", "exit 9\n", "counters.failed", "Nsight Compute exited with status 9.");
        row("no launch", "echo '==WARNING== No kernels were profiled.'\n", "counters.format",
            "ncu: The file does not contain a table of Nsight Compute.");
        row("no such GPU", "while [ \"$1\" != run ]; do program=$1; shift; done\nexec \"$program\" \"$@\"\n",
            "machine.unknown", "cuda:77");
        row("no profiler", "", "counters.missing", "Nsight Compute (ncu) was not found.");
    }
    void a_profiler_that_fails_is_reported() {
        QFETCH(QString, script);
        QFETCH(QString, code);
        QFETCH(QString, says);
        const QTemporaryDir folder;
        const QByteArray path = qgetenv("PATH");
        if (script.isEmpty()) qputenv("PATH", folder.path().toUtf8()); // a real ncu may be in another folder
        else write_program(folder, "ncu", script);
        const Called called =
            call_engine(counters_of_diagonal + QStringList{"--machine", "cuda:77", "--json"}, folder.path());
        qputenv("PATH", path);
        QVERIFY2(called.status == 1 || called.status == 2, qPrintable(QString::number(called.status)));
        const Json document = Json::parse(called.out.toStdString(), nullptr, false);
        QVERIFY2(document.is_object() && document.contains("error"), qPrintable(called.out));
        QCOMPARE(QString::fromStdString(document["error"].value("code", "")), code);
        const QString message = QString::fromStdString(document["error"].value("message", ""));
        QVERIFY2(message.contains(says), qPrintable(message));
    }
    void cards_without_a_profiler_have_no_counters() {
        const Called called = call_engine(counters_of_diagonal + QStringList{"--card", "c2050"});
        QCOMPARE(called.status, 1);
        QVERIFY2(called.error.contains("Nsight Compute does not support"), qPrintable(called.error));
    }

    // 1,280 blocks on 132 multiprocessors, so that several blocks are on a multiprocessor at the same time.
    void a_timeline_has_every_block_and_no_two_at_once_in_one_slot() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("timeline.json");
        const Called called = call_engine({"trace", "spmv", "diagonal:n=40960", "--kernel", "csr-scalar", "--card",
                                           "h200", "--block", "32", "--perfetto", path});
        QCOMPARE(called.status, 0);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const Json timeline = Json::parse(file.readAll().toStdString(), nullptr, false);
        QVERIFY(timeline.is_object());
        std::map<std::pair<int, int>, std::vector<std::pair<double, double>>> blocks;
        std::set<std::pair<int, int>> named;
        std::set<int> seen, multiprocessors;
        for (const Json& event : timeline["traceEvents"]) {
            const std::pair<int, int> thread{event["pid"], event["tid"]};
            if (event["ph"] == "M") {
                if (event["name"] == "thread_name") named.insert(thread);
                continue;
            }
            QCOMPARE(event["ph"].get<std::string>(), std::string("X"));
            const double start = event["ts"], length = event["dur"];
            QVERIFY(start >= 0 && length > 0);
            blocks[thread].emplace_back(start, start + length);
            QVERIFY(seen.insert(event["args"]["block"].get<int>()).second);
            multiprocessors.insert(event["args"]["multiprocessor"].get<int>());
        }
        QCOMPARE(seen.size(), std::size_t{1280});
        QCOMPARE(multiprocessors.size(), std::size_t{132});
        for (auto& [thread, times] : blocks) {
            QVERIFY(named.count(thread) == 1);
            std::sort(times.begin(), times.end());
            for (std::size_t i = 1; i < times.size(); ++i) QVERIFY(times[i].first >= times[i - 1].second - 1e-9);
        }
        QCOMPARE(blocks.size(), named.size());
    }

    void a_timeline_of_warps_has_every_step_and_ends_barriers_together() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("warps.json"), saved = folder.filePath("a.warploom-trace");
        const Called called = call_engine({"trace", "ata", "dense:rows=40,cols=40", "--kernel", "tiled@none", "--card",
                                           "h200", "--perfetto-warps", path, "--save", saved});
        QVERIFY2(called.status == 0, qPrintable(called.error));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const Json timeline = Json::parse(file.readAll().toStdString(), nullptr, false);
        QVERIFY(timeline.is_object());
        QCOMPARE(timeline["otherData"]["truncated"].get<bool>(), false);
        std::map<int, std::vector<std::pair<int, int>>> steps, barriers;
        for (const Json& event : timeline["traceEvents"]) {
            if (event["ph"] == "M") continue;
            const int warp = event["tid"], start = event["ts"], length = event["dur"];
            steps[warp].emplace_back(start, start + length);
            if (event["cat"] == "barrier") barriers[warp].emplace_back(start, start + length);
            else QCOMPARE(length, 1);
        }
        const Called opened = call_engine({"trace", "open", saved, "--json"});
        const Json warp = Json::parse(opened.out.toStdString()).at("warp");
        QCOMPARE(steps.size(), warp["launches"][0]["warps_per_block"].get<std::size_t>());
        QCOMPARE(steps.at(0).size(), warp["steps"].size());
        for (const auto& [number, times] : steps)
            for (std::size_t i = 0; i < times.size(); ++i) // without gaps
                QCOMPARE(times[i].first, i == 0 ? 0 : times[i - 1].second);
        QVERIFY(barriers.size() > 1 && barriers.at(0).size() > 1);
        bool has_waited = false;
        for (const auto& [number, times] : barriers) {
            QCOMPARE(times.size(), barriers.at(0).size());
            for (std::size_t i = 0; i < times.size(); ++i) {
                QCOMPARE(times[i].second, barriers.at(0)[i].second);
                has_waited = has_waited || times[i].second - times[i].first > 1;
            }
        }
        QVERIFY(has_waited);
    }

    // A folder stands in for the server. It has a matrix of 4 x 5 under two names, one of which the collection lists
    // with another size.
    void a_matrix_is_fetched_and_verified() {
        const QTemporaryDir server, folder;
        const QString group = server.filePath("MM/Williams/");
        QVERIFY(QDir().mkpath(group));
        for (const char* const name : {"pdb1HYS.tar.gz", "small.tar.gz"})
            QVERIFY(
                QFile::copy(QStringLiteral(WARPLOOM_SOURCE_DIR "/tests/data/imports/good-suite.tar.gz"), group + name));
        const QStringList options{"--from", "file://" + server.path(), "--folder", folder.path()};
        if (QStandardPaths::findExecutable("curl").isEmpty()) QSKIP("curl is not installed.");
        // A download that was interrupted is continued.
        QFile whole(group + "small.tar.gz"), part(folder.filePath("small.tar.gz.part"));
        QVERIFY(whole.open(QIODevice::ReadOnly) && part.open(QIODevice::WriteOnly));
        part.write(whole.read(50));
        part.close();
        const Called called = call_engine(QStringList{"fetch", "Williams/small"} + options);
        QVERIFY2(called.out.contains("4 x 5, 7 nonzeros") && called.status == 0, qPrintable(called.out + called.error));
        QVERIFY(!part.exists());
        const Called again = call_engine(QStringList{"fetch", "Williams/small"} + options);
        QVERIFY2(again.out.contains("already exists"), qPrintable(again.out + again.error));
        const Called other = call_engine(QStringList{"fetch", "pdb1HYS"} + options);
        QCOMPARE(other.status, 1);
        QVERIFY2(other.error.contains("the collection lists 36417 x 36417 with 4344765 nonzeros"),
                 qPrintable(other.error));
        const Called absent = call_engine(QStringList{"fetch", "Williams/absent"} + options);
        QCOMPARE(absent.status, 1);
        QVERIFY2(absent.error.contains("/MM/Williams/absent.tar.gz could not be downloaded"), qPrintable(absent.error));
    }
    void what_cannot_be_fetched_is_reported() {
        const QTemporaryDir folder;
        write_program(folder, "curl", "exit 6\n"); // curl's status for a host that cannot be resolved
        const Called offline = call_engine({"fetch", "pdb1HYS", "--folder", folder.path()}, folder.path());
        QCOMPARE(offline.status, 1);
        QVERIFY2(offline.error.contains("https://sparse.tamu.edu/MM/Williams/pdb1HYS.tar.gz could not be downloaded "
                                        "(curl exited with status 6)"),
                 qPrintable(offline.error));
        const Called unknown = call_engine({"fetch", "pdb1HYZ"});
        QCOMPARE(unknown.status, 2);
        QVERIFY2(unknown.error.contains("Did you mean \"pdb1HYS\"?"), qPrintable(unknown.error));
        QCOMPARE(call_engine({"fetch", "../secret"}).status, 2);
        QCOMPARE(call_engine({"fetch", "HB/../secret"}).status, 2);
        const Called list = call_engine({"fetch"});
        QVERIFY2(list.status == 0 && list.out.contains("webbase-1M"), qPrintable(list.out));
    }

    void a_document_has_the_version_of_its_schema() {
        for (const char* const arguments :
             {"info laplace2d:n=9 --json", "trace spmv laplace2d:n=9 --kernel ell --json", "kernels --json",
              "advise laplace2d:n=9 --machine cpu --json", "info no-such-file.mtx --json"}) {
            const Called called = call_engine(QString(arguments).split(' '));
            const Json document = Json::parse(called.out.toStdString(), nullptr, false);
            QVERIFY2(document.is_object() && document.value("warploom_schema", 0) == 1, arguments);
        }
    }
    void info_has_percentiles_of_the_row_lengths() {
        const Called called = call_engine({"info", "one-long-row:n=1000"});
        QVERIFY2(called.out.contains("half of the rows have up to "), qPrintable(called.out));
    }
};

WARPLOOM_TEST(CommandAnswersTest);
#include "command_answers_test.moc"
