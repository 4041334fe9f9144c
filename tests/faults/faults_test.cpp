// Whatever system call fails, a program must exit by itself with a correct status and an error message, and must leave
// only complete files. WARPLOOM_FAULTS=300 injects 300 faults of each kind into each program, and as many signals,
// instead of a few.
#include "engine/error.h"
#include "engine/experiment/result.h"
#include "support/runner.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <algorithm>
#include <csignal>
#include <map>
#include <memory>

using namespace warploom;

namespace {

const QString engine = QStringLiteral(WARPLOOM_BINARY_DIR "/bin/warploom-engine");
const QString window = QStringLiteral(WARPLOOM_BINARY_DIR "/bin/warploom");
const QString tiny = QStringLiteral(WARPLOOM_SOURCE_DIR "/tests/app/data/experiments/tiny.json");

/// Raises Qt Test's limit of five minutes per function, which a long campaign exceeds. Read before main() sets it.
const bool is_patient = qputenv("QTEST_FUNCTION_TIMEOUT", "86400000");

/// A command that writes to a folder.
struct Subject {
    const char* name;
    QString program;
    QStringList arguments; ///< OUT stands for the folder
    QStringList files;     ///< some of the files that exist after success
    int faults;            ///< number of faults per kind, unless WARPLOOM_FAULTS is set
    int first;             ///< first call of its kind that fails in that case
};

const std::vector<Subject>& subjects() {
    static const std::vector<Subject> all{
        {"run",
         engine,
         {"run", "spmv", "diagonal:n=9", "--kernels", "cpu-csr", "--quick", "--cache", "warm", "--csv", "OUT/t.csv"},
         {"t.csv", "t-samples.csv", "t-environment.csv"},
         2,
         1},
        {"experiment",
         engine,
         {"experiment", "run", tiny, "--quick", "--machine", "none", "--out", "OUT"},
         {"tiny.json", "tiny.csv", "tiny-samples.csv", "tiny-claims.csv", "tiny.html"},
         1,
         4},
        {"report", window, {"--report", "OUT", "diagonal:n=9"}, {"index.html"}, 0, 1}};
    return all;
}

struct Ended {
    bool by_itself = false;
    int status = -1; ///< -N if it was ended by signal N
    QByteArray out, error;
};

class Call {
public:
    Call(const Subject& subject, const QString& folder, const QByteArray& fault) {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("QT_QPA_PLATFORM", "offscreen");
        environment.insert("XDG_CONFIG_HOME", folder + "-home");
        if (!fault.isEmpty()) {
            environment.insert("LD_PRELOAD", WARPLOOM_FAIL_LIBRARY);
            environment.insert("WARPLOOM_FAIL", QString::fromLatin1(fault));
        }
        process_.setProcessEnvironment(environment);
        QStringList arguments = subject.arguments;
        for (QString& word : arguments) word.replace("OUT", folder);
        process_.start(subject.program, arguments);
        process_.waitForStarted();
        id_ = static_cast<pid_t>(process_.processId());
    }
    void signal(int number) const {
        if (id_ > 0) ::kill(id_, number); // 0 would be this process group
    }
    Ended end() {
        Ended ended;
        ended.by_itself = id_ > 0 && (process_.state() == QProcess::NotRunning || process_.waitForFinished(240'000));
        if (!ended.by_itself) process_.kill();
        process_.waitForFinished();
        ended.status = process_.exitStatus() == QProcess::NormalExit ? process_.exitCode() : -process_.exitCode();
        ended.out = process_.readAllStandardOutput();
        ended.error = process_.readAllStandardError();
        return ended;
    }

private:
    QProcess process_;
    pid_t id_ = 0;
};

QByteArray contents(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Returns whether a file is complete, judging by its format; true for other formats.
bool is_whole(const QString& path) {
    const QByteArray text = contents(path);
    if (path.endsWith(".json")) {
        try {
            return experiment::check_seal(text.toStdString(), "it").is_intact;
        } catch (const Error&) { return false; }
    }
    if (path.endsWith(".html")) return text.endsWith("</html>\n");
    if (path.endsWith(".svg")) return text.trimmed().endsWith("</svg>");
    if (path.endsWith(".csv")) return text.endsWith('\n');
    if (path.endsWith(".png")) return text.endsWith("IEND\xAE\x42\x60\x82");
    if (path.endsWith(".pdf")) return text.trimmed().endsWith("%%EOF");
    if (path.endsWith(".journal")) return text.startsWith("{\"warploom_journal\":1");
    return false;
}

/// Returns our processes that still use the folder.
QStringList left_running(const QString& folder) {
    QStringList found;
    for (const QString& id : QDir("/proc").entryList(QDir::Dirs)) {
        const QByteArray line = contents("/proc/" + id + "/cmdline");
        if (line.contains("warploom") && line.contains(folder.toUtf8())) found << id;
    }
    return found;
}

int wished(int usual) {
    const int wish = qEnvironmentVariableIntValue("WARPLOOM_FAULTS");
    return wish > 0 ? wish : usual;
}

/// Returns what is wrong with the outcome; empty if nothing. `is_sudden`: ended in a way that cannot be caught.
QString wrong_with(const Subject& subject, const Ended& ended, const QString& folder, bool is_sudden = false) {
    if (!ended.by_itself) return "it did not end";
    if (!is_sudden && ended.status < 0) return QStringLiteral("signal %1 ended it").arg(-ended.status);
    if (ended.status != 0 && !is_sudden && ended.error.trimmed().isEmpty()) return "it ended without a sentence";
    QElapsedTimer clock; // child processes of a killed one may take a moment
    clock.start();
    while (!left_running(folder).isEmpty() && clock.elapsed() < 10'000) QThread::msleep(10);
    if (!left_running(folder).isEmpty()) return "a process is left";
    for (const QFileInfo& file : QDir(folder).entryInfoList(QDir::Files | QDir::Hidden | QDir::NoDotAndDotDot)) {
        const bool is_partial = file.fileName().startsWith(".part-");
        if (is_partial && !is_sudden) return "a temporary file is left: " + file.fileName();
        if (!is_partial && !is_whole(file.filePath())) return "half a file: " + file.fileName();
    }
    if (ended.status == 0)
        for (const QString& name : subject.files)
            if (!QFile::exists(folder + "/" + name)) return "it ended with 0 and without " + name;
    return {};
}

} // namespace

class FaultsTest : public QObject {
    Q_OBJECT

    static constexpr std::size_t most_at_once = 4;
    struct Started {
        Started(const Subject& subject, const QString& out, const QByteArray& what)
            : folder(out), fault(what), call(subject, out, what) {}
        QString folder;
        QByteArray fault;
        Call call;
        int signal = 0, wait_ms = 0;
    };

    QTemporaryDir folder_;
    int next_ = 0;
    std::map<std::string, int> runs_, fine_;

    QString fresh() {
        const QString folder = folder_.filePath(QString::number(next_++));
        QDir().mkpath(folder);
        return folder;
    }

    void count(const std::string& what, const Ended& ended) {
        ++runs_[what];
        if (ended.status == 0) ++fine_[what];
    }

    /// Returns what is wrong with the outcome; empty if nothing.
    QString wrong_after_signal(const Subject& subject, Started& one) {
        const Ended ended = one.call.end();
        count(std::string(subject.name) + ", signal " + std::to_string(one.signal), ended);
        const QString when = QStringLiteral("signal %1 after %2 ms: ").arg(one.signal).arg(one.wait_ms);
        // Before the program has installed its handler, the signal ends it immediately; at that point, there are no
        // files.
        const bool is_early = one.signal != SIGKILL && ended.status == -one.signal && QDir(one.folder).isEmpty();
        const int caught = one.signal == SIGKILL ? -one.signal : 128 + one.signal;
        if (!is_early && ended.status != 0 && ended.status != caught)
            return when + QString::number(ended.status) + "\n" + ended.error;
        const QString wrong = wrong_with(subject, ended, one.folder, is_early || one.signal == SIGKILL);
        return wrong.isEmpty() ? wrong : when + wrong + "\n" + ended.error;
    }

private slots:
    void a_call_that_fails_ends_well_data() {
        QTest::addColumn<int>("number");
        QTest::addColumn<QByteArray>("what");
        for (std::size_t i = 0; i < subjects().size(); ++i)
            for (const char* what : {"write", "fsync", "rename", "open", "malloc", "thread"})
                QTest::addRow("%s, %s", subjects()[i].name, what) << static_cast<int>(i) << QByteArray(what);
    }
    void a_call_that_fails_ends_well() {
        QFETCH(int, number);
        QFETCH(QByteArray, what);
        const Subject& subject = subjects()[static_cast<std::size_t>(number)];
        const int most = wished(subject.faults);
        std::vector<std::unique_ptr<Started>> started;
        // Memory is allocated thousands of times, so only some of these calls fail. The others fail early, late, and
        // permanently.
        for (int i = 1; i <= most; ++i) {
            const int first = qEnvironmentVariableIsSet("WARPLOOM_FAULTS") ? 1 : subject.first;
            const int k = what == "malloc" ? 1 + i * i * 37 : first + (i - 1) / 2;
            const QByteArray fault = what + ":" + QByteArray::number(k) + (what != "malloc" && i % 2 == 0 ? "+" : "");
            started.push_back(std::make_unique<Started>(subject, fresh(), fault));
            if (i != most && started.size() < most_at_once) continue;
            for (const auto& one : started) {
                const Ended ended = one->call.end();
                count(what.toStdString(), ended);
                // Qt crashes if it gets no memory, and clang's OpenMP exits if it cannot create a thread. The files
                // must be complete nevertheless.
                const bool is_sudden = (what == "malloc" && subject.program == window) ||
                                       (what == "thread" && ended.error.contains("OMP: System error"));
                const QString wrong = wrong_with(subject, ended, one->folder, is_sudden);
                QVERIFY2(wrong.isEmpty(), qPrintable(one->fault + ": " + wrong + "\n" + ended.error));
                QDir(one->folder).removeRecursively();
            }
            started.clear();
        }
    }

    void a_signal_at_any_moment_ends_it_well_data() {
        QTest::addColumn<int>("number");
        for (std::size_t i = 0; i < subjects().size(); ++i)
            QTest::addRow("%s", subjects()[i].name) << static_cast<int>(i);
    }
    void a_signal_at_any_moment_ends_it_well() {
        QFETCH(int, number);
        const Subject& subject = subjects()[static_cast<std::size_t>(number)];
        const int most = wished(subject.faults > 0 ? 1 : 0);
        for (int i = 0; i < most; ++i) {
            std::vector<std::unique_ptr<Started>> started;
            for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGKILL}) {
                started.push_back(std::make_unique<Started>(subject, fresh(), QByteArray()));
                started.back()->signal = signal;
                started.back()->wait_ms = QRandomGenerator::global()->bounded(60, 800);
            }
            std::sort(started.begin(), started.end(),
                      [](const auto& a, const auto& b) { return a->wait_ms < b->wait_ms; });
            QElapsedTimer clock;
            clock.start();
            for (const auto& one : started) {
                QThread::msleep(static_cast<unsigned long>(std::max<qint64>(0, one->wait_ms - clock.elapsed())));
                one->call.signal(one->signal);
            }
            for (const auto& one : started) {
                const QString wrong = wrong_after_signal(subject, *one);
                QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
                QDir(one->folder).removeRecursively();
            }
        }
    }

    void cleanupTestCase() {
        for (const auto& [what, runs] : runs_)
            qInfo("%s: %d runs, %d of them with status 0", what.c_str(), runs, fine_[what]);
    }
};

WARPLOOM_TEST(FaultsTest);
#include "faults_test.moc"
