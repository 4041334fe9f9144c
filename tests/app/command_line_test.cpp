#include "called_engine.h"
#include "engine/protocol/framing/messages.h"
#include "support/runner.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <sys/resource.h>

using warploom::Json;

namespace {

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr int longest_run_ms = 600'000; // flushing the caches takes a minute
#else
constexpr int longest_run_ms = 60'000;
#endif

struct Outcome {
    int status = -1;
    std::string out, error;
    Json json() const { return Json::parse(out, nullptr, false); }
};

Outcome call(const QStringList& arguments) {
    QProcess process;
    process.start(QStringLiteral(WARPLOOM_BINARY_DIR "/bin/warploom-engine"), arguments);
    Outcome outcome;
    if (!process.waitForFinished(longest_run_ms)) {
        process.kill();
        return outcome;
    }
    outcome.status = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    outcome.out = process.readAllStandardOutput().toStdString();
    outcome.error = process.readAllStandardError().toStdString();
    return outcome;
}

Outcome call(const char* arguments) { return call(QString(arguments).split(' ', Qt::SkipEmptyParts)); }

/// Returns the rows of a CSV file without quoted cells, including the header row.
std::vector<QStringList> csv_of(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return {};
    std::vector<QStringList> rows;
    for (const QString& line : QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts))
        rows.push_back(line.split(','));
    return rows;
}

QString cell(const std::vector<QStringList>& csv, std::size_t row, const char* column) {
    return csv.at(row).value(csv.at(0).indexOf(column));
}

} // namespace

class CommandLineTest : public QObject {
    Q_OBJECT
private slots:
    void help_lists_all_commands_in_groups() {
        const QString help = warploom::test::call_engine({"--help"}).out;
        const auto place = [&](const char* text) { return help.indexOf(QLatin1String(text)); };
        QVERIFY(place("\nMatrices:\n") > 0);
        QVERIFY(place("\n  info ") > place("\nMatrices:\n"));
        QVERIFY(place("\nKernels:\n") > place("\n  info "));
        QVERIFY(place("\nExamples:\n") > place("\n  lsp "));
        QVERIFY2(!help.contains("Subcommands:"), "commands without a group: see app/cli/command_groups.cpp");
        QCOMPARE(help.count(QRegularExpression("\n  info ")), 1);
    }

    void a_process_without_threads_and_memory_answers_and_ends_data() {
        QTest::addColumn<QString>("arguments");
        for (const char* arguments :
             {"info laplace2d:n=300", "kernels", "run spmv laplace2d:n=8 --kernels cpu-csr --machine cpu --quick"})
            QTest::newRow(arguments) << QString(arguments);
    }
    void a_process_without_threads_and_memory_answers_and_ends() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("a sanitizer needs address space of its own");
#endif
        QFETCH(QString, arguments);
        // Libraries that start threads when they are loaded may prevent such a process from exiting.
        QProcess process;
        process.setChildProcessModifier([] {
            const rlimit memory{200'000'000, 200'000'000};
            ::setrlimit(RLIMIT_AS, &memory);
        });
        process.start(QStringLiteral(WARPLOOM_BINARY_DIR "/bin/warploom-engine"), arguments.split(' '));
        const bool has_ended = process.waitForFinished(20'000);
        if (!has_ended) process.kill();
        QVERIFY(has_ended);
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
    }

    void calls_end_with_the_status_that_fits_data() {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("sentence"); // on standard error
        const auto row = [](const char* arguments, int status, const char* sentence = "") {
            QTest::newRow(arguments) << QString(arguments) << status << QString(sentence);
        };
        row("devices", 0);
        row("kernels", 0);
        row("info tridiagonal:n=10", 0);
        row("convert tridiagonal:n=10 --format csr", 0);
        row("run spmv tridiagonal:n=10 --kernels csr-scalar --machine simulated:h200 --quick --cache warm", 0);
        row("run spmv tridiagonal:n=10 --kernels cpu-csr,csr-vector --machine cpu --quick --cache warm",
            0); // one row is skipped
        row("run tridiagonal tridiagonal:n=100,kind=3 --kernels thomas --machine cpu --quick --threads 1", 0);
        row("run tridiagonal tridiagonal:n=40,kind=3 --kernels cr,thomas --machine simulated:h200 --quick", 0);
        row("run ata dense:rows=20,cols=7 --kernels tiled@none,naive --machine simulated:h200 --quick", 0);
        row("run ata dense:rows=20,cols=7 --kernels cpu-ata --machine cpu --quick --precision float,double", 0);
        row("run trsv laplace2d:n=8 --machine cpu --quick --precision float,double", 0);
        row("run trsv laplace2d:n=8 --machine simulated:h200 --quick", 0);
        row("run ilu laplace2d:n=8 --machine cpu --quick --precision float,double", 0);
        row("run ilu reservoir:grid=2,block=3 --machine simulated:h200 --quick", 0);
        row("trace ilu laplace2d:n=8 --kernel levels", 0);
        row("trace trsv laplace2d:n=8 --kernel levels", 0);
        row("trace trsv laplace2d:n=8 --kernel counters --card h200 --block 64 --blocks 1", 0);
        row("run cg laplace2d:n=8 --kernels cg:cpu-csr --machine cpu --quick --preconditioner jacobi --limit 100 "
            "--tolerance 1e-8",
            0);
        row("run cg --help", 0);
        row("info hillside.inp --step 2 --with-fill", 0);
        row("run spmv hillside.inp:fill=1 --step 1 --kernels cpu-csr --machine cpu --quick --cache warm", 0);
        row("run cg hillside.inp --rhs given --kernels cg:cpu-csr --machine cpu --quick --preconditioner ic0", 0);
        row("trace tridiagonal tridiagonal:n=40 --kernel cr --card c2050", 0);
        row("trace ata dense:rows=20,cols=7 --kernel tiled@padding", 0);
        row("trace cg laplace2d:n=8 --kernel cg:ell --preconditioner jacobi", 0);
        row("cards", 0);
        row("trace spmv tridiagonal:n=10 --kernel csr-scalar", 0);
        row("trace spmv tridiagonal:n=100 --kernel ell --card c2050 --block 64 --precision float --blocks 1 "
            "--cache warm --transfers --lane-order 7",
            0);
        row("trace spmv tridiagonal:n=10 --kernel csr-vector --blocks all", 0);
        row("--help", 0);
        row("run spmv --help", 0);
        row("--version", 0);
        row("lesson show warp", 0);
        row("lesson show no-such-lesson", 2, "There is no lesson");
        row("info random-rows:n=2000000000", 1, "PiB");
        row("run spmv random-rows:n=2000000000 --kernels cpu-csr", 1, "is available");
        row("trace spmv random-rows:n=2000000000 --kernel csr-scalar", 1, "PiB");
        row("run ata dense:rows=2000000000,cols=2000000000 --kernels cpu-ata", 1, "is available");
        row("info no-such-file.mtx", 1, "no-such-file.mtx");
        row("convert one-long-row:n=200000 --format ell", 1, "more than the limit");
        row("run spmv no-such-file.mtx --kernels cpu-csr", 1, "no-such-file.mtx");
        row("run spmv diagonal:n=3 --kernels cpu-csr --quick --csv /no/such/folder/a.csv", 1, "Cannot write");
        row("write diagonal:n=3 /no/such/folder/a.mtx", 1, "/no/such/folder");
        row("", 2,
            "A command (cards, trace, counters, experiment, lesson, exercise, grade, grader, course, scaling, advise, "
            "order, "
            "measure-card, page, check, contest, fetch, devices, "
            "kernels, "
            "info, convert, "
            "write, run, fit, fidelity, serve, dap, lsp, manual) is required");
        row("dance", 2, "dance");
        row("info", 2, "matrix");
        row("info a b", 2);
        row("info no-such-town.inp:step=2", 1, "no-such-town.inp");
        row("info diagonal:n=3 --step 2", 2, "diagonal:n=3 is not a water network");
        row("info hillside.inp:steps=2", 2, "There is no parameter named 'steps'");
        row("info hillside.inp --step -1", 2, "--step");
        row("run cg laplace2d:n=4 --rhs given --kernels cg:cpu-csr --machine cpu", 2,
            "does not come with a right-hand side");
        row("run cg laplace2d:n=4 --rhs mine", 2, "mine");
        row("run spmv hillside.inp --rhs given", 2, "--rhs");
        row("info diagonal:n=-1", 2, "n");
        row("info diagonal:m=4", 2, "m");
        row("convert diagonal:n=3", 2, "--format");
        row("convert diagonal:n=3 --format origami", 2, "There is no format named 'origami'.");
        row("convert diagonal:n=3 --format csr --precision half", 2, "half");
        row("run", 2, "An operation to run (spmv, cg, tridiagonal, ata, trsv, ilu) is required");
        row("run dgemm diagonal:n=3", 2, "dgemm");
        row("run tridiagonal random-rows:n=9 --kernels thomas", 2,
            "random-rows:n=9 is not tridiagonal: it has an entry in row 0");
        row("run tridiagonal tridiagonal:n=9,kind=99 --kernels thomas", 2, "kind");
        row("run tridiagonal tridiagonal:n=9 --kernels thomas --threads -1", 2, "-1 threads");
        row("run tridiagonal tridiagonal:n=9 --kernels csr-scalar", 2, "There is no kernel named 'csr-scalar'.");
        row("run ata dense:rows=9,cols=9 --kernels naive@padding", 2, "Kernel 'naive' has no options.");
        row("run ata dense:rows=9,cols=9 --kernels tiled@glitter", 2, "glitter");
        row("run cg dense:rows=9,cols=7 --kernels cg:cpu-csr", 2, "requires a square matrix");
        row("run trsv dense:rows=9,cols=7", 2, "requires a square matrix");
        row("run ilu dense:rows=9,cols=7", 2, "requires a square matrix");
        row("run ilu empty-rows:n=9 --machine cpu", 2, "has no entry on the diagonal");
        row("run trsv tridiagonal:n=9 --kernels cr", 2, "There is no kernel named 'cr'.");
        row("trace trsv laplace2d:n=4 --kernel cpu-trsv", 2, "cannot be traced. Host kernels do not run");
        row("run cg laplace2d:n=4 --kernels cg:quantum", 2, "quantum");
        row("run cg laplace2d:n=4 --kernels cg:cpu-csr --tolerance 2", 2, "The tolerance 2 is not valid.");
        row("run cg laplace2d:n=4 --preconditioner magic", 2, "magic");
        row("run spmv diagonal:n=3 --tolerance 1e-3", 2, "--tolerance");
        row("trace tridiagonal tridiagonal:n=9 --kernel thomas", 2, "cannot be traced. Host kernels do not run");
        row("run spmv diagonal:n=3 --kernels quantum", 2, "There is no kernel named 'quantum'.");
        row("run spmv diagonal:n=3 --machine abacus", 2, "There is no machine named 'abacus'.");
        row("run spmv diagonal:n=3 --machine simulated:h200 --block 33", 2, "33");
        row("run spmv diagonal:n=3 --machine simulated:h200 --block many", 2, "many");
        row("run spmv diagonal:n=3 --x twos", 2, "twos");
        row("run spmv diagonal:n=3 --precision half", 2, "half");
        row("run spmv diagonal:n=3 --cache lukewarm", 2, "lukewarm");
        row("run spmv diagonal:n=3 --baseline quantum", 2, "quantum");
        row("run spmv diagonal:n=3 --nonsense", 2, "--nonsense");
        row("run spmv diagonal:n=3 --machine simulated:riva128", 2, "There is no machine named 'simulated:riva128'.");
        row("run spmv diagonal:n=3 --machine simulated:/no/such/card.json", 1, "/no/such/card.json");
        row("trace", 2,
            "An operation to trace (spmv, cg, tridiagonal, ata, trsv, ilu, free) or open (open) is required");
        row("trace spmv diagonal:n=3", 2, "--kernel is required");
        row("trace spmv diagonal:n=3 --kernel quantum", 2, "There is no kernel named 'quantum'.");
        row("trace spmv diagonal:n=3 --kernel cpu-csr", 2, "cannot be traced. Host kernels do not run");
        row("trace spmv diagonal:n=3 --kernel cusparse-csr", 2,
            "cannot be traced. This kernel is compiled code from a vendor library");
        row("trace spmv diagonal:n=3 --kernel ell --card riva128", 2, "There is no card");
        row("trace spmv diagonal:n=3 --kernel ell --block 48", 2, "A block of 48 threads");
        row("trace spmv diagonal:n=3 --kernel ell --blocks 0", 2, "'0' is not a valid number of blocks");
        row("trace spmv diagonal:n=3 --kernel ell --blocks -4", 2, "'-4' is not a valid number of blocks");
        row("trace spmv diagonal:n=3 --kernel ell --blocks some", 2, "'some' is not a valid number of blocks");
        row("trace spmv diagonal:n=3 --kernel ell --precision half", 2, "half");
        row("trace spmv no-such-file.mtx --kernel ell", 1, "no-such-file.mtx");
        row("trace spmv diagonal:n=3 --kernel ell --save /no/such/folder/t", 1, "Cannot write '/no/such/folder/t'");
        row("trace open", 2, "file is required");
        row("trace open no-such-file", 1, "Cannot read 'no-such-file'");
    }

    void calls_end_with_the_status_that_fits() {
        QFETCH(QString, arguments);
        QFETCH(int, status);
        QFETCH(QString, sentence);
        const Outcome outcome = call(arguments.split(' ', Qt::SkipEmptyParts));
        QVERIFY2(outcome.status == status, (std::to_string(outcome.status) + ": " + outcome.error).c_str());
        QVERIFY2(outcome.error.find(sentence.toStdString()) != std::string::npos, outcome.error.c_str());
        if (status == 0) {
            QVERIFY(!outcome.out.empty());
            return;
        }
        // Errors consist of a message and a hint, without a stack trace.
        QVERIFY(outcome.error.rfind("warploom-engine: ", 0) == 0);
        QVERIFY2(std::count(outcome.error.begin(), outcome.error.end(), '\n') >= 2, outcome.error.c_str());
        QVERIFY(outcome.error.find("terminate") == std::string::npos);
    }

    void with_json_there_is_one_document_and_nothing_else_data() {
        QTest::addColumn<QString>("arguments");
        for (const char* arguments :
             {"devices --json", "kernels --json", "cards --json",
              "trace spmv tridiagonal:n=10 --kernel csr-merge --json",
              "trace spmv tridiagonal:n=10 --kernel quantum --json", "trace open nowhere --json",
              "info tridiagonal:n=10 --json", "convert tridiagonal:n=10 --format ell --json",
              "run spmv tridiagonal:n=10 --kernels cpu-csr --quick --json", "info no-such-file.mtx --json",
              "run spmv diagonal:n=3 --kernels quantum --json", "run spmv diagonal:n=3 --json --nonsense"})
            QTest::newRow(arguments) << QString(arguments);
    }

    void with_json_there_is_one_document_and_nothing_else() {
        QFETCH(QString, arguments);
        const Outcome outcome = call(arguments.split(' '));
        const Json document = outcome.json();
        QVERIFY2(document.is_object(), outcome.out.c_str());
        QCOMPARE(document.contains("error"), outcome.status != 0);
        if (outcome.status != 0)
            for (const char* key : {"code", "message", "hint"})
                QVERIFY(!document["error"][key].get<std::string>().empty());
    }

    void info_counts_what_the_file_says() {
        QTemporaryDir folder;
        QFile file(folder.filePath("a.mtx"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("%%MatrixMarket matrix coordinate real symmetric\n3 3 4\n1 1 2\n2 1 1\n2 1 0.5\n3 3 0\n");
        file.close();
        const Json info = call({"info", file.fileName(), "--json"}).json();
        QCOMPARE(info["rows"].get<int>(), 3);
        QCOMPARE(info["stored"].get<int>(), 4);
        QCOMPARE(info["nonzeros"].get<int>(), 4); // (1,1), (2,1), (1,2), and the explicit zero at (3,3)
        QCOMPARE(info["explicit_zeros"].get<int>(), 1);
        QCOMPARE(info["repeats"].get<int>(), 2);
        QCOMPARE(info["symmetry"].get<std::string>(), std::string("symmetric"));
        QCOMPARE(info["row_length"]["max"].get<int>(), 2);
        QCOMPARE(info["row_length"]["empty"].get<int>(), 0);
        QVERIFY(info["values_symmetric"].get<bool>());
        QVERIFY(info["runnable"].get<bool>());
    }

    void a_complex_matrix_is_described_but_not_run() {
        QTemporaryDir folder;
        QFile file(folder.filePath("a.mtx"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("%%MatrixMarket matrix coordinate complex general\n2 2 2\n1 1 1 2\n2 2 3 -4\n");
        file.close();
        const Outcome info = call({"info", file.fileName(), "--json"});
        QCOMPARE(info.status, 0);
        QCOMPARE(info.json()["field"].get<std::string>(), std::string("complex"));
        QVERIFY(!info.json()["runnable"].get<bool>());
        const Outcome run = call({"run", "spmv", file.fileName(), "--kernels", "cpu-csr", "--json"});
        QCOMPARE(run.status, 2);
        QVERIFY(run.json()["error"]["message"] == info.json()["why_not_runnable"]);
    }

    void a_matrix_larger_than_memory_is_described() {
        QTemporaryDir folder;
        QFile file(folder.filePath("a.mtx"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("%%MatrixMarket matrix coordinate real general\n99999999999 99999999999 1\n99999999999 1 2\n");
        file.close();
        const Outcome info = call({"info", file.fileName(), "--json"});
        QVERIFY2(info.status == 0, info.error.c_str());
        QCOMPARE(info.json()["rows"].get<std::int64_t>(), std::int64_t{99999999999});
        QCOMPARE(info.json()["nonzeros"].get<int>(), 1);
        QVERIFY(!info.json()["runnable"].get<bool>());
        QCOMPARE(call({"info", file.fileName()}).status, 0);
        for (const QStringList& arguments : {QStringList{"run", "spmv", file.fileName(), "--kernels", "cpu-csr"},
                                             QStringList{"convert", file.fileName(), "--format", "csr"},
                                             QStringList{"write", file.fileName(), folder.filePath("b.mtx")}})
            QCOMPARE(call(arguments).status, 2);
    }

    void a_written_matrix_is_the_same_matrix() {
        QTemporaryDir folder;
        const QString path = folder.filePath("a.mtx");
        QCOMPARE(call({"write", "random-rows:n=50,fraction=0.2,seed=7", path}).status, 0);
        const Json written = call({"info", path, "--json"}).json();
        const Json generated = call({"info", "random-rows:n=50,fraction=0.2,seed=7", "--json"}).json();
        QVERIFY(written["hash"] == generated["hash"]);
    }

    void the_result_of_a_run_has_every_promised_field() {
        const Outcome outcome = call(
            "run spmv tridiagonal:n=100 --kernels cpu-csr --machine cpu --x reciprocal --cache warm --quick --json");
        QCOMPARE(outcome.status, 0);
        const Json row = outcome.json()["results"].at(0);
        for (const char* key : {"kernel", "machine", "precision", "block", "status", "reason", "time_ns", "gflops",
                                "gbytes_per_s", "format_bytes", "conversion_ns", "y", "error_bound_ratio"})
            QVERIFY2(row.contains(key), key);
        for (const char* key : {"median", "q1", "q3", "min", "samples", "kind"})
            QVERIFY2(row["time_ns"].contains(key), key);
        QCOMPARE(row["time_ns"]["kind"].get<std::string>(), std::string("measured"));
        QVERIFY(row["time_ns"]["samples"].get<int>() >= 10);
        QCOMPARE(row["samples_ns"].size(), row["time_ns"]["samples"].get<std::size_t>());
        QVERIFY(row["y"]["norm2"].is_number());
        QVERIFY(outcome.json()["copy_gbytes_per_s"].get<double>() > 0.1);
    }

    void lists_of_precisions_and_blocks_make_a_row_each() {
        const Json document = call("run spmv diagonal:n=50 --kernels csr-scalar,ell --machine simulated:h200 "
                                   "--precision float,double --block 32,64 "
                                   "--cache warm --quick --json")
                                  .json();
        QCOMPARE(document["results"].size(), std::size_t{8});
    }

    void a_run_on_a_card_that_was_never_checked_says_so() {
        const std::string sentence = "Counts are exact; times were not validated on this card.";
        const auto says_so = [&](const char* run) { return call(run).out.find(sentence) != std::string::npos; };
        QVERIFY(says_so("run spmv diagonal:n=50 --kernels ell --machine simulated:t4"));
        QVERIFY(!says_so("run spmv diagonal:n=50 --kernels ell --machine simulated:h100"));
        QVERIFY(!says_so("run spmv diagonal:n=50 --kernels ell --machine simulated:c2050"));
    }

    void a_saved_trace_is_opened_again() {
        QTemporaryDir folder;
        const QString path = folder.filePath("a.warploom-trace");
        const QStringList arguments{"trace", "spmv", "laplace2d:n=20", "--kernel", "csr-scalar", "--card", "c2050"};
        const Outcome saved = call(arguments + QStringList{"--save", path, "--json"});
        QVERIFY2(saved.status == 0, saved.error.c_str());
        const Json opened = call({"trace", "open", path, "--json"}).json();
        Json printed = saved.json();
        QCOMPARE(printed.erase("warploom_schema"), std::size_t{1}); // the file has a version of its own
        QVERIFY(opened["trace"] == printed);
        QCOMPARE(opened["warp"]["kernel"].get<std::string>(), std::string("csr-scalar"));
        QVERIFY(!opened["warp"]["steps"].empty());
        const std::string text = call({"trace", "open", path}).out;
        QVERIFY(text.find("csr-scalar on Tesla C2050 (simulated)") != std::string::npos);
        QVERIFY(text.find(call(arguments).out) != std::string::npos);
        QFile other(folder.filePath("b.warploom-trace"));
        QVERIFY(other.open(QIODevice::WriteOnly));
        other.write(R"({"warploom_trace":7,"trace":{}})");
        other.close();
        const Outcome refused = call({"trace", "open", other.fileName()});
        QCOMPARE(refused.status, 1);
        QVERIFY2(refused.error.find("has version 7, but this program reads version 1.") != std::string::npos,
                 refused.error.c_str());
        QFile hollow(folder.filePath("c.warploom-trace"));
        QVERIFY(hollow.open(QIODevice::WriteOnly));
        hollow.write(R"({"warploom_trace":1,"trace":{"matrix":7}})");
        hollow.close();
        QVERIFY(call({"trace", "open", hollow.fileName()}).error.find("data is missing") != std::string::npos);
    }

    void a_trace_in_words_has_a_line_for_each_array_and_names_the_term_that_binds() {
        const Outcome outcome = call("trace spmv power-law:n=300,mean=5 --kernel coo-segmented --card h200");
        for (const char* part :
             {"binds", "Active lanes", "blocks were traced", "GFLOP/s", "(simulated)", "Modeled time: ≈ "})
            QVERIFY2(outcome.out.find(part) != std::string::npos, part);
        const Json json = call("trace spmv power-law:n=300,mean=5 --kernel coo-segmented --card h200 --json").json();
        for (const Json& access : json["accesses"])
            if (access["space"] == "global") {
                const std::string line = std::to_string(access["transactions"].get<std::int64_t>());
                QVERIFY(outcome.out.find(access["array"].get<std::string>()) != std::string::npos);
                QVERIFY(outcome.out.find(line) != std::string::npos);
            }
    }

    void a_trace_in_words_names_the_block_that_all_others_wait_for() {
        const std::string waits = "Cause: The slowest block is block 0 (rows 0 to 127), which takes ";
        const Outcome arrow = call("trace spmv arrow:n=2000 --kernel csr-scalar --card h200");
        QVERIFY2(arrow.out.find(waits) != std::string::npos, arrow.out.c_str());
        const Outcome even = call("trace spmv laplace2d:n=30 --kernel csr-scalar --card h200");
        QVERIFY(even.status == 0 && even.out.find("The card waits") == std::string::npos);
    }

    void csv_files_hold_the_numbers_of_the_document() {
        QTemporaryDir folder;
        const QString path = folder.filePath("times.csv");
        const Outcome outcome = call({"run", "spmv", "tridiagonal:n=100", "--kernels", "cpu-csr,cpu-ell", "--cache",
                                      "warm", "--quick", "--json", "--csv", path});
        QVERIFY2(outcome.status == 0, outcome.error.c_str());
        const Json results = outcome.json()["results"];
        const auto csv = csv_of(path);
        const auto samples = csv_of(folder.filePath("times-samples.csv"));
        QCOMPARE(csv.size(), results.size() + 1);
        std::size_t next = 1;
        for (std::size_t i = 0; i < results.size(); ++i) {
            const Json& row = results[i];
            QCOMPARE(cell(csv, i + 1, "kernel").toStdString(), row["kernel"].get<std::string>());
            QCOMPARE(cell(csv, i + 1, "median_ns").toDouble(), row["time_ns"]["median"].get<double>());
            QCOMPARE(cell(csv, i + 1, "gflops").toDouble(), row["gflops"].get<double>());
            for (const Json& time : row["samples_ns"]) {
                QCOMPARE(cell(samples, next, "kernel").toStdString(), row["kernel"].get<std::string>());
                QCOMPARE(cell(samples, next++, "time_ns").toDouble(), time.get<double>());
            }
        }
        QCOMPARE(samples.size(), next);
        const auto environment = csv_of(folder.filePath("times-environment.csv"));
        QVERIFY(environment.size() > 10);
        QCOMPARE(environment[0], (QStringList{"key", "value"}));
    }

    void nothing_that_moves_a_cursor_reaches_a_terminal() {
        QTemporaryDir folder;
        const QString hand_ins = folder.filePath("class"), kernel = folder.filePath("k\x1b[2J.cu"),
                      lesson = folder.filePath("lesson.md");
        QVERIFY(QDir().mkpath(hand_ins));
        const auto write = [](const QString& path, const QByteArray& text) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text);
        };
        write(hand_ins + "/Eve\x1b[2J\n8 of 8  Bob.cu", "int x;");
        write(kernel, "__global__ void say() { printf(\"%c[31mred%c\\n\", 27, 7); }\n"
                      "void run(int rows, const double* x, double* y) { say<<<1, 1>>>(); }\n");
        write(lesson, "# \x1b]0;title\x07\nid: a\n\nWords.\n\n## Step\n\nWords.\n");
        const QString csv = folder.filePath("grades.csv");
        const QString name = QString::fromUtf8("no\x1b[31m\xc2\x9b"
                                               "file.mtx");
        for (const QStringList& arguments :
             {QStringList{"grade", hand_ins, "--exercise", "sort-rows", "--csv", csv, "--seconds", "1"},
              QStringList{"grade", hand_ins, "--exercise", "sort-rows", "--json", "--seconds", "1"},
              QStringList{"trace", "spmv", "diagonal:n=3", "--kernel", kernel}, QStringList{"info", name},
              QStringList{"info", name, "--json"}, QStringList{"lesson", "show", lesson},
              QStringList{"lesson", "show", name}, QStringList{"run", "spmv", name, "--kernels", kernel},
              QStringList{name}, QStringList{"info", "diagonal:n=3", "--" + name}}) {
            const Outcome outcome = call(arguments);
            for (const std::string& text : {outcome.out, outcome.error})
                for (const char* raw : {"\x1b", "\x07", "\xc2\x9b"})
                    QVERIFY2(text.find(raw) == std::string::npos, (arguments.join(' ').toStdString() + text).c_str());
            if (arguments.contains("--json")) QVERIFY(outcome.json().is_object());
            if (arguments.first() == "trace")
                QVERIFY2(outcome.error.find("\\x1b[31mred\\x07\n") != std::string::npos, outcome.error.c_str());
            if (arguments.first() == "grade" && !outcome.json().is_object())
                QVERIFY2(outcome.out.find("Eve\\x1b[2J\\x0a8 of 8  Bob\n") != std::string::npos, outcome.out.c_str());
        }
        QFile file(csv); // control characters in names would break programs that read the file
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray rows = file.readAll();
        QVERIFY2(rows.contains("Eve\\x1b[2J") && !rows.contains('\x1b'), rows.constData());
    }

    void a_lesson_is_shown_as_it_was_written_and_reads_back() {
        const Outcome shown = call("lesson show tiles");
        QFile own(WARPLOOM_SOURCE_DIR "/datasets/lessons/10-tiles.md");
        QVERIFY(own.open(QIODevice::ReadOnly));
        QCOMPARE(QByteArray::fromStdString(shown.out), own.readAll());
        QTemporaryDir folder;
        QFile file(folder.filePath("mine.md"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(shown.out.c_str());
        file.close();
        const Outcome again = call({"lesson", "show", file.fileName()});
        QCOMPARE(again.status, 0);
        QCOMPARE(again.out, shown.out);
        QVERIFY(call("lesson show warploom:state?page=Warp").out.find("page: Warp") != std::string::npos);
    }

    void a_card_that_was_never_compared_has_no_error_of_its_model() {
        QTemporaryDir folder;
        const QString csv = folder.filePath("a.csv");
        for (const bool is_compared : {false, true}) {
            const QString machine = is_compared ? "simulated:gtx295" : "simulated:t4";
            const QStringList run{"run", "spmv", "diagonal:n=64", "--kernels", "csr-scalar", "--machine", machine};
            const Json model = call(run + QStringList{"--json", "--csv", csv}).json()["results"][0]["model"];
            QCOMPARE(model["error"].is_null(), !is_compared);
            QCOMPARE(cell(csv_of(csv), 1, "model_error").isEmpty(), !is_compared);
        }
        for (const Json& card : call("cards --json").json()["cards"])
            QCOMPARE(card["model_error"].is_null(), card["model_cells"] == 0);
        const Json trace = call("trace spmv diagonal:n=64 --kernel csr-scalar --json").json();
        QVERIFY(trace["card"]["model_error"].is_null());
    }

    void text_output_has_a_line_for_each_result_and_its_reason() {
        const Outcome outcome = call("run spmv diagonal:n=50 --kernels cpu-csr,csr-vector --quick --cache warm");
        QVERIFY(outcome.out.find("cpu-csr ") != std::string::npos);
        QVERIFY(outcome.out.find("skipped: Kernel csr-vector is a GPU kernel") != std::string::npos);
        QVERIFY(call("kernels").out.find("csr-scalar") != std::string::npos);
        QVERIFY(call("devices").out.find("simulated:h200") != std::string::npos);
        QVERIFY(call("info diagonal:n=7").out.find("rows                7\n") != std::string::npos);
    }
};

WARPLOOM_TEST(CommandLineTest);
#include "command_line_test.moc"
