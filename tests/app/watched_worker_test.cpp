// System calls by a worker that checks a source, recorded by strace. The source must not cause any of them.
#include "engine/protocol/serialization/json.h"
#include "support/runner.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <string>

using warploom::Json;

namespace {

constexpr int patience_ms = 60'000;

std::string kernel_with(const std::string& before, const std::string& statement) {
    return before +
           "template <typename T>\n"
           "__global__ void k(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) "
           "{\n"
           "    const int row = blockIdx.x * blockDim.x + threadIdx.x;\n"
           "    if (row >= rows) return;\n"
           "    T sum = 0;\n"
           "    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];\n    " +
           statement +
           "\n}\n"
           "template <typename T>\n"
           "void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) "
           "{\n"
           "    k<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);\n"
           "}\n";
}
const std::string writes_y = "y[row] = sum;";

Json check_of(const std::string& text) {
    return {{"id", "1"},
            {"request", "check"},
            {"kernel", "mine.cu"},
            {"texts", {{"mine.cu", text}}},
            {"matrix", "laplace2d:n=20"},
            {"card", "h200"}};
}

/// Files that are opened, programs that are started, and all socket calls, without duplicates: "openat /lib/libc.so.6".
struct Seen {
    QSet<QString> calls;
    QByteArray answer; ///< last line of the worker's output
    QString failure;   ///< why strace failed
};

Seen watched(const Json& request) {
    Seen seen;
    QTemporaryDir folder;
    const QString log = folder.filePath("calls");
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("ASAN_OPTIONS", environment.value("ASAN_OPTIONS") + ":detect_leaks=0"); // it uses ptrace, too
    process.setProcessEnvironment(environment);
    process.start(QStandardPaths::findExecutable("strace"),
                  {"-f", "-qq", "-s", "4096", "-e", "trace=%file,%network", "-e", "signal=none", "-o", log,
                   QStringLiteral(WARPLOOM_BINARY_DIR "/bin/warploom-engine"), "serve"});
    process.write(QByteArray::fromStdString(warploom::protocol::to_line(request)) + "\n");
    // The input stays open until the answer: a worker whose input has ended cancels what takes longer than seconds.
    QByteArray output;
    const QDeadlineTimer deadline(patience_ms);
    const auto has_ended = [&] {
        return output.contains("\"event\":\"done\"") || output.contains("\"event\":\"error\"");
    };
    while (!has_ended() && !deadline.hasExpired() && process.waitForReadyRead(patience_ms))
        output += process.readAllStandardOutput();
    process.closeWriteChannel();
    if (!process.waitForFinished(patience_ms) || process.exitCode() != 0) {
        seen.failure = QString::fromUtf8(process.readAllStandardError()).trimmed();
        if (seen.failure.isEmpty()) seen.failure = QStringLiteral("it did not end well");
        process.kill();
        process.waitForFinished(patience_ms);
        return seen;
    }
    output += process.readAllStandardOutput();
    seen.answer = output.trimmed().split('\n').last();
    QFile file(log);
    if (!file.open(QIODevice::ReadOnly)) return seen;
    static const QRegularExpression call("^\\d+\\s+(\\w+)\\("), name("\"((?:[^\"\\\\]|\\\\.)*)\""), number("\\d+");
    for (const QString& line : QString::fromUtf8(file.readAll()).split('\n')) {
        const auto which = call.match(line);
        if (!which.hasMatch()) continue; // the remainder of a system call that was interrupted by another one
        QString words = which.captured(1);
        const auto path = name.match(line);
        if (path.hasMatch()) words += ' ' + path.captured(1);
        if (words.contains("/proc/")) words.replace(number, "N");       // process and thread IDs
        if (words == "openat /proc/sys/vm/overcommit_memory") continue; // malloc, when it returns memory
        if (words.contains("/dev/shm/__KMP_REGISTERED_LIB_")) continue; // clang's OpenMP; contains the process ID
        if (words == "openat /proc/N/maps") continue; // clang's OpenMP, when it determines the stack of a new thread
        seen.calls.insert(words);
    }
    return seen;
}

QString join(const QSet<QString>& calls) {
    QStringList all(calls.begin(), calls.end());
    all.sort();
    return all.join('\n');
}

} // namespace

class WatchedWorkerTest : public QObject {
    Q_OBJECT
    QSet<QString> usual_; ///< system calls during the check of a correct source

private slots:
    void initTestCase() {
        if (QStandardPaths::findExecutable("strace").isEmpty()) QSKIP("strace is not installed");
        const Seen seen = watched(check_of(kernel_with("", writes_y)));
        if (seen.failure.contains("ptrace")) QSKIP(qPrintable("processes cannot be watched here: " + seen.failure));
        QVERIFY2(seen.failure.isEmpty(), qPrintable(seen.failure));
        QVERIFY2(seen.answer.contains("\"verdict\":\"right\""), seen.answer.constData());
        usual_ = seen.calls;
        QVERIFY(usual_.size() > 5);
    }

    void a_file_that_is_asked_for_is_seen() { // a control test
        QTemporaryDir folder;
        const QString path = folder.filePath("watched.mtx");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1\n");
        file.close();
        Json request = check_of(kernel_with("", writes_y));
        request["matrix"] = path.toStdString();
        const Seen seen = watched(request);
        QVERIFY2(seen.calls.contains("openat " + path), qPrintable(join(seen.calls)));
    }

    void a_text_opens_starts_and_calls_nothing_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QByteArray>("verdict");
        const auto row = [](const char* what, const std::string& text, const char* verdict) {
            QTest::newRow(what) << QString::fromStdString(text) << QByteArray(verdict);
        };
        row("right", kernel_with("", writes_y), "right");
        row("wrong", kernel_with("", "y[row] = row == 7 ? 0 : sum;"), "wrong");
        row("nobody writes", kernel_with("", ""), "wrong");
        row("a race", kernel_with("", "y[0] = sum; y[row] = sum;"), "");
        row("out of bounds", kernel_with("", "y[row + 1] = sum; y[row] = sum;"), "");
        row("an include", kernel_with("#include \"/etc/passwd\"\n", writes_y), "");
        row("an include of the system", kernel_with("#include <sys/socket.h>\n", writes_y), "");
        row("a macro that names a file", kernel_with("#define FILE_OF_MINE \"/etc/hostname\"\n", writes_y), "right");
        row("a line that names another file", kernel_with("#line 3 \"/etc/hostname\"\n", writes_y), "");
        row("a matrix that is a generator", kernel_with("// matrix: diagonal:n=9\n", writes_y), "right");
        row("a matrix that is a file", kernel_with("// matrix: /etc/hostname\n", writes_y), "refused");
        row("a word for a matrix", kernel_with("// matrix: hostname\n", writes_y), "refused");
        row("printf of a path", kernel_with("", writes_y + " printf(\"/etc/hostname %d\\n\", row);"), "right");
        row("printf without end", kernel_with("", writes_y + " for (int i = 0; i < 999; ++i) printf(\"%d\\n\", i);"),
            "right");
        row("an assertion that fails", kernel_with("", writes_y + " assert(row < 3);"), "");
        row("a shell", kernel_with("", writes_y + " system(\"touch /tmp/warploom-was-here\");"), "refused");
        row("a file of C", kernel_with("", writes_y + " fopen(\"/etc/hostname\", \"r\");"), "refused");
        row("an endless loop", kernel_with("", "while (sum == sum) sum = sum;"), "");
        row("no kernel at all", "\"/etc/hostname\"", "refused");
    }
    void a_text_opens_starts_and_calls_nothing() {
        QFETCH(QString, text);
        QFETCH(QByteArray, verdict);
        const Seen seen = watched(check_of(text.toStdString()));
        QVERIFY2(seen.failure.isEmpty(), qPrintable(seen.failure));
        QVERIFY2(seen.answer.contains("\"event\":\"done\""), seen.answer.constData());
        if (!verdict.isEmpty())
            QVERIFY2(seen.answer.contains("\"verdict\":\"" + verdict + '"'), seen.answer.constData());
        const QSet<QString> own = seen.calls - usual_;
        QVERIFY2(own.isEmpty(), qPrintable(join(own)));
    }
};

WARPLOOM_TEST(WatchedWorkerTest);
#include "watched_worker_test.moc"
