#include "engine/protocol/framing/messages.h"
#include "support/own_time.h"
#include "support/runner.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

using warploom::Json;

namespace {

constexpr int patience_ms = 30000;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr qint64 most_kibibytes = 1024 * 1024; // sanitizers keep freed memory and shadow memory
#else
constexpr qint64 most_kibibytes = 256 * 1024;
#endif

QString program(const QString& engine) {
    return engine == "troubled" ? QStringLiteral(WARPLOOM_BINARY_DIR "/tests/troubled_engine")
                                : QStringLiteral(WARPLOOM_BINARY_DIR "/bin/warploom-engine");
}

/// Returns whether an answer contains everything in the pattern. In a pattern, "*" matches any value, "?" as the first
/// element of a list matches any number of elements before the next one, and "..." as the last matches any number of
/// elements.
bool matches(const Json& pattern, const Json& answer) {
    if (pattern == "*") return !answer.is_null();
    if (pattern.is_object()) {
        if (!answer.is_object()) return false;
        for (const auto& [key, value] : pattern.items())
            if (!answer.contains(key) || !matches(value, answer[key])) return false;
        return true;
    }
    if (!pattern.is_array()) return pattern == answer;
    if (!answer.is_array()) return false;
    std::size_t next = 0;
    bool may_skip = false;
    for (const Json& element : pattern) {
        if (element == "...") return true;
        if (element == "?") {
            may_skip = true;
            continue;
        }
        while (may_skip && next < answer.size() && !matches(element, answer[next])) ++next;
        if (next >= answer.size() || !matches(element, answer[next])) return false;
        ++next;
        may_skip = false;
    }
    return next == answer.size();
}

/// A worker process and the lines that it writes.
class Worker {
public:
    explicit Worker(const QString& engine) {
        process.setProgram(program(engine));
        process.setArguments({"serve"});
        process.start();
    }
    ~Worker() {
        process.kill();
        process.waitForFinished(patience_ms);
    }

    void write(const QByteArray& bytes) {
        process.write(bytes);
        while (process.bytesToWrite() > 0 && process.waitForBytesWritten(patience_ms)) {}
    }

    /// Returns the next line without its end; null after the last one.
    QByteArray next_line() {
        QElapsedTimer timer;
        timer.start();
        while (!process.canReadLine() && timer.elapsed() < patience_ms)
            if (!process.waitForReadyRead(patience_ms) && process.state() == QProcess::NotRunning) break;
        return process.canReadLine() ? process.readLine().trimmed() : QByteArray();
    }

    QProcess process;
};

} // namespace

class ServeTest : public QObject {
    Q_OBJECT
private slots:
    void transcript_data() {
        QTest::addColumn<QString>("path");
        const QDir folder(QStringLiteral(WARPLOOM_SOURCE_DIR "/tests/app/transcripts"));
        for (const QString& name : folder.entryList({"*.txt"}, QDir::Files))
            QTest::newRow(qPrintable(name.chopped(4))) << folder.filePath(name);
    }

    /// A transcript is a list of
    ///     # a remark       engine troubled   the worker whose machines have faults
    ///     > a line to send   >> text to send without a line end   > close: closes the input
    ///     << the next line   < the next line that is not progress, samples or row   ~ the first line that matches
    ///     chatter text       standard error contains the text
    ///     kill               kill -9
    ///     exit N             the process exits with status N   crash: it ends by a signal
    void transcript() {
        QFETCH(QString, path);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        std::unique_ptr<Worker> worker;
        QString engine;
        int number = 0;
        bool has_ended = false;
        for (const QByteArray& raw : file.readAll().split('\n')) {
            const QByteArray line = raw.trimmed();
            const std::string where = path.toStdString() + ":" + std::to_string(++number) + ": ";
            const QByteArray text = line.mid(line.indexOf(' ') + 1);
            if (line.isEmpty() || line.startsWith("# ")) continue;
            if (line.startsWith("engine ")) {
                engine = QString::fromUtf8(text);
                continue;
            }
            if (worker == nullptr) worker = std::make_unique<Worker>(engine);
            if (line == "> close") worker->process.closeWriteChannel();
            else if (line.startsWith(">> ")) worker->write(text);
            else if (line.startsWith("> ")) worker->write(text + "\n");
            else if (line.startsWith("< ") || line.startsWith("<< ") || line.startsWith("~ "))
                await(*worker, line, text, where);
            else if (line.startsWith("chatter ")) has_chatter(*worker, text, where);
            else if (line == "kill") worker->process.kill();
            else if (line.startsWith("exit ") || line == "crash") {
                has_ended = true;
                ends(*worker, line == "crash" ? -1 : text.toInt(), where);
            } else QFAIL((where + "not a line of a transcript").c_str());
            if (QTest::currentTestFailed()) return;
        }
        QVERIFY(has_ended);
    }

    void a_line_of_a_gigabyte_is_skipped_in_little_memory() {
        Worker worker("");
        worker.next_line();
        const QByteArray megabyte(1 << 20, 'x');
        for (int i = 0; i < 1024; ++i) worker.write(megabyte);
        worker.write("\n{\"id\":\"1\",\"request\":\"ping\"}\n");
        await(
            worker, "<",
            R"({"id":null,"event":"error","error":{"code":"protocol.long","message":"A line longer than 16 MiB was skipped."}})",
            "");
        await(worker, "<", R"({"id":"1","event":"done"})", "");
        QFile status("/proc/" + QString::number(worker.process.processId()) + "/status");
        QVERIFY(status.open(QIODevice::ReadOnly));
        for (const QByteArray& line : status.readAll().split('\n'))
            if (line.startsWith("VmHWM:"))
                QVERIFY2(line.simplified().split(' ')[1].toLongLong() < most_kibibytes, line.constData());
    }

    void a_line_that_no_request_looks_like_is_refused_and_the_next_one_answered_data() {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QByteArray>("told");
        const auto row = [](const char* name, const QByteArray& line, const char* told) {
            QTest::newRow(name) << line << QByteArray(told);
        };
        const QByteArray deep = QByteArray(200'000, '[') + QByteArray(200'000, ']');
        row("only brackets", deep, "Brackets are nested too deeply.");
        row("brackets before the id", "{\"a\":" + deep + R"(,"id":"1","request":"ping"})",
            "Brackets are nested too deeply.");
        row("a card of brackets",
            R"({"id":"1","request":"trace","matrix":"diagonal:n=4","kernel":"ell","card":)" + deep + "}",
            "Brackets are nested too deeply.");
        QByteArray keys = "{";
        for (int i = 0; i < 150'000; ++i) keys += "\"" + QByteArray::number(i) + "\":0,";
        row("many keys", keys + R"("id":"1","request":"ping"})", "This object has more than 1000 keys.");
        row("a key twice", R"({"id":"1","id":"2","request":"ping"})", "The key \\\"id\\\" occurs twice.");
        row("bytes of no text", "{\"id\":\"\xff\",\"request\":\"ping\"}", "This is not valid JSON.");
    }
    void a_line_that_no_request_looks_like_is_refused_and_the_next_one_answered() {
        QFETCH(QByteArray, line);
        QFETCH(QByteArray, told);
        Worker worker("");
        worker.next_line();
        const warploom::test::OwnTime time;
        worker.write(line + "\n{\"id\":\"2\",\"request\":\"ping\"}\n");
        await(
            worker, "<",
            R"({"id":null,"event":"error","error":{"code":"protocol.line","message":"A line is not a valid request: )" +
                told + R"("}})",
            "");
        await(worker, "<", R"({"id":"2","event":"done"})", "");
        const double took = time.ms();
        QVERIFY2(took < 5000, QByteArray::number(took).constData());
    }

    void a_ping_is_answered_while_a_large_request_is_read_and_worked_on() {
        Worker worker("");
        worker.next_line();
        const QByteArray have = "{\"id\":\"1\",\"request\":\"experiment\",\"experiment\":\"ata-table-1\",\"have\":[" +
                                QByteArray("{},").repeated(500'000) + "{}]}\n";
        const warploom::test::OwnTime time;
        worker.write(have + "{\"id\":\"2\",\"request\":\"ping\"}\n");
        await(worker, "~", R"({"id":"2","event":"done"})", "");
        const double took = time.ms();
        qInfo("a ping behind a request of %lld KiB came back after %.0f ms", static_cast<long long>(have.size() >> 10),
              took);
        QVERIFY2(took < 5000, "the goal is a second; the rest is room for a busy machine");
    }

    void a_network_of_many_unknown_sections_is_told_of_in_one_line() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("sections.inp");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            "[JUNCTIONS]\n a 10 1\n b 10 1\n[RESERVOIRS]\n r 50\n[PIPES]\n p r a 100 100 100\n q a b 100 100 100\n");
        for (int i = 0; i < 150'000; ++i)
            file.write("[UNKNOWN-SECTION-OF-SOME-LENGTH-" + QByteArray::number(i) + "]\n x\n");
        file.close();
        Worker worker("");
        worker.next_line();
        worker.write("{\"id\":\"1\",\"request\":\"info\",\"matrix\":\"" + path.toUtf8() + "\"}\n");
        QByteArray line;
        do line = worker.next_line();
        while (line.contains("\"progress\""));
        QVERIFY(line.startsWith("{\"id\":\"1\""));
        QVERIFY2(line.size() < (1 << 20), QByteArray::number(line.size()).constData());
    }

    void a_worker_whose_answers_nobody_takes_ends_with_its_input() {
        int wire[2];
        QCOMPARE(::pipe(wire), 0);
        QProcess worker;
        worker.setProgram(program(""));
        worker.setArguments({"serve"});
        worker.setChildProcessModifier([&] { ::dup2(wire[1], STDOUT_FILENO); });
        worker.start();
        QVERIFY(worker.waitForStarted(patience_ms));
        worker.write(QByteArray("{\"id\":\"1\",\"request\":\"ping\"}\n").repeated(4000)); // more than a pipe can hold
        QTest::qWait(1000);
        worker.closeWriteChannel();
        const bool has_ended = worker.waitForFinished(20'000);
        ::close(wire[0]);
        ::close(wire[1]);
        worker.kill();
        worker.waitForFinished(patience_ms);
        QVERIFY(has_ended);
    }

    void requests_are_answered_in_their_order_even_when_the_input_closes() {
        Worker worker("");
        worker.write("{\"id\":\"1\",\"request\":\"info\",\"matrix\":\"diagonal:n=4\"}\n{\"id\":\"2\",\"request\":"
                     "\"info\",\"matrix\":\"diagonal:n=5\"}\n");
        worker.process.closeWriteChannel();
        await(worker, "<<", R"({"warploom":"worker"})", "");
        await(worker, "<", R"({"id":"1","event":"done","result":{"rows":4}})", "");
        await(worker, "<", R"({"id":"2","event":"done","result":{"rows":5}})", "");
        ends(worker, 0, "");
    }

    void a_desk_that_goes_away_in_the_middle_of_a_run_ends_the_worker() {
        Worker worker("troubled");
        worker.next_line();
        worker.write(
            R"({"id":"1","request":"run","matrix":"diagonal:n=64","machine":"troubled:slow","kernels":["ell","csr-scalar"],"cache":"warm"})"
            "\n");
        worker.next_line();
        const warploom::test::OwnTime time;
        worker.process.closeWriteChannel();
        ends(worker, 0, "");
        const double took = time.ms();
        QVERIFY2(took < 6000, QByteArray::number(took).constData());
    }

    void a_trace_that_nobody_waits_for_ends_soon() {
        Worker worker("");
        worker.next_line();
        // Takes seconds to trace: one thread processes a million entries.
        worker.write(
            R"({"id":"1","request":"trace","matrix":"tridiagonal:n=400000","kernel":"coo-serial","card":"h200","sample":"all"})"
            "\n");
        await(worker, "~", R"({"id":"1","event":"progress","stage":"tracing"})", "");
        QTest::qWait(300);
        const warploom::test::OwnTime time;
        worker.write("{\"id\":\"2\",\"request\":\"cancel\",\"target\":\"1\"}\n");
        await(worker, "~", R"({"id":"1","event":"error","error":{"code":"cancelled"}})", "");
        const double took = time.ms();
        qInfo("cancelled after %.0f ms", took);
        QVERIFY2(took < 1500, "the goal is 100 ms; the rest is room for a busy machine");
    }

    void whatever_runs_a_ping_and_a_cancel_are_answered_within_a_second_data() {
        QTest::addColumn<QByteArray>("request");
        const auto row = [](const char* name, const char* fields) {
            QTest::newRow(name) << "{\"id\":\"1\",\"request\":" + QByteArray(fields) + "}\n";
        };
        row("reading a generator", R"("info","matrix":"random-rows:n=8000,fraction=0.2")");
        row("a generator of dense matrices", R"("info","matrix":"tridiagonal:n=1024,kind=8")");
        row("every format", R"("footprints","matrix":"random-rows:n=6000,fraction=0.2")");
        row("a layout", R"("layout","matrix":"laplace2d:n=1200","window":[0,16,0,16],"kernel":"ell")");
        row("every kernel of the host", R"("run","matrix":"random-rows:n=4000,fraction=0.2","machine":"cpu")");
        row("every kernel of a card", R"("run","matrix":"laplace2d:n=200","machine":"simulated:h200")");
        row("a solution", R"("run","operation":"cg","matrix":"laplace2d:n=400","machine":"cpu","tolerance":0)");
        row("a large system", R"("run","operation":"tridiagonal","matrix":"tridiagonal:n=2000000","machine":"cpu")");
        row("a large product", R"("run","operation":"ata","matrix":"dense:rows=1200,cols=1200","machine":"cpu")");
        row("a triangle", R"("run","operation":"trsv","matrix":"laplace2d:n=600","machine":"cpu")");
        row("a trace", R"("trace","matrix":"laplace2d:n=500","kernel":"csr-vector","card":"h200","sample":"all")");
        row("a warp", R"("warp","matrix":"laplace2d:n=900","kernel":"csr-scalar","card":"h200","block_index":3)");
        row("a pitfall", R"("pitfall","name":"clock","machine":"cpu","n":4000000)");
        row("an experiment", R"("experiment","experiment":"ata-table-1","machine":"cpu")");
        row("a network", R"("info","matrix":"water-network:n=300000,fill=1")");
    }
    void whatever_runs_a_ping_and_a_cancel_are_answered_within_a_second() {
        QFETCH(QByteArray, request);
        Worker worker("");
        worker.next_line();
        worker.write(request);
        QTest::qWait(300);
        warploom::test::OwnTime time;
        worker.write("{\"id\":\"2\",\"request\":\"ping\"}\n");
        await(worker, "~", R"({"id":"2","event":"done"})", "");
        const double ping_ms = time.ms();
        time.start();
        worker.write("{\"id\":\"3\",\"request\":\"cancel\",\"target\":\"1\"}\n");
        await(worker, "~", R"({"id":"3","event":"done"})", "");
        const double cancel_ms = time.ms();
        worker.write("{\"id\":\"4\",\"request\":\"cards\"}\n"); // waits until the first request has finished
        await(worker, "~", R"({"id":"4","event":"done"})", "");
        qInfo("ping %.0f ms, cancel %.0f ms, over after %.0f ms", ping_ms, cancel_ms, time.ms());
        constexpr double most_ms = 2000; // the goal is one second; the rest is a margin for a busy machine
        QVERIFY(ping_ms < most_ms && cancel_ms < most_ms);
    }

    void a_file_that_was_written_again_is_read_again() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("diagonal.mtx");
        const auto write_diagonal = [&](int n) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("%%MatrixMarket matrix coordinate real general\n" + QByteArray::number(n) + " " +
                       QByteArray::number(n) + " 1\n1 1 1\n");
        };
        const QByteArray ask = "{\"id\":\"1\",\"request\":\"info\",\"matrix\":\"" + path.toUtf8() + "\"}\n";
        Worker worker("");
        worker.next_line();
        write_diagonal(5);
        worker.write(ask);
        await(worker, "<", R"({"id":"1","event":"done","result":{"rows":5}})", "");
        write_diagonal(11);
        worker.write(ask);
        await(worker, "<", R"({"id":"1","event":"done","result":{"rows":11}})", "");
        QFile::remove(path);
        worker.write(ask);
        await(worker, "<", R"({"id":"1","event":"error","error":{"code":"file.missing"}})", "");
    }

private:
    static void await(Worker& worker, const QByteArray& how, const QByteArray& text, const std::string& where) {
        const Json pattern = Json::parse(text.toStdString(), nullptr, false);
        QVERIFY2(!pattern.is_discarded(), (where + "the pattern is not JSON").c_str());
        for (;;) {
            const QByteArray line = worker.next_line();
            QVERIFY2(!line.isNull(), (where + "no answer like " + text.toStdString()).c_str());
            const Json answer = Json::parse(line.toStdString(), nullptr, false);
            QVERIFY2(answer.is_object(), (where + "not one JSON object: " + line.toStdString()).c_str());
            const bool is_match = matches(pattern, answer);
            if (is_match) return;
            const std::string event = answer.value("event", "");
            const bool is_on_the_way = event == "progress" || event == "samples" || event == "row";
            const bool may_skip = how.startsWith("~") || (is_on_the_way && !how.startsWith("<<"));
            QVERIFY2(may_skip,
                     (where + "expected " + text.toStdString() + "\n   but got " + line.toStdString()).c_str());
        }
    }

    static void has_chatter(Worker& worker, const QByteArray& text, const std::string& where) {
        QVERIFY2(worker.process.readAllStandardError().contains(text),
                 (where + "standard error does not hold it").c_str());
    }

    static void ends(Worker& worker, int status, const std::string& where) {
        // Nothing may remain unread: an unexpected answer is an error.
        QVERIFY2(worker.process.state() == QProcess::NotRunning || worker.process.waitForFinished(patience_ms),
                 (where + "it does not end").c_str());
        QCOMPARE(worker.process.exitStatus(), status < 0 ? QProcess::CrashExit : QProcess::NormalExit);
        if (status < 0) return;
        QCOMPARE(worker.process.exitCode(), status);
        while (worker.process.canReadLine()) {
            const Json answer = Json::parse(worker.process.readLine().toStdString(), nullptr, false);
            QVERIFY2(answer.is_object(), (where + "the last lines are not JSON").c_str());
        }
    }
};

WARPLOOM_TEST(ServeTest);
#include "serve_test.moc"
