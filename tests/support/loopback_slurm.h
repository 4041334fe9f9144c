// Runs a real Slurm on this computer for the duration of a test. The script tests/support/loopback-slurm describes it.
#pragma once

#include <QCoreApplication>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

namespace warploom::test {

/// The exit status of a finished program, and everything that it wrote.
struct SlurmAnswer {
    int status = -1;
    QString text;
};

inline SlurmAnswer ask_slurm_program(const QString& program, const QStringList& arguments) {
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    if (!process.waitForFinished(60'000)) {
        process.kill();
        process.waitForFinished();
        return {};
    }
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            QString::fromUtf8(process.readAll()).trimmed()};
}

/// Two nodes with one core each, node0 and node1. Programs that this process starts afterward find them through
/// SLURM_CONF.
class LoopbackSlurm {
public:
    LoopbackSlurm() {
        qputenv("WARPLOOM_SLURM_UNTIL", QByteArray::number(QCoreApplication::applicationPid()));
        const SlurmAnswer started = call({"start", folder_.path()});
        is_missing_ = started.status == 3;
        if (started.status == 0) qputenv("SLURM_CONF", (folder_.path() + "/slurm.conf").toUtf8());
        else why_not_ = started.text.isEmpty() ? QStringLiteral("Slurm did not start.") : started.text;
    }
    ~LoopbackSlurm() {
        call({"stop", folder_.path()});
        qunsetenv("SLURM_CONF");
    }
    LoopbackSlurm(const LoopbackSlurm&) = delete;
    LoopbackSlurm& operator=(const LoopbackSlurm&) = delete;

    bool is_missing() const { return is_missing_; }     ///< Slurm is not installed; `why_not()` gives the reason
    const QString& why_not() const { return why_not_; } ///< empty: it runs
    /// Simulates a power failure of "node0" or "node1", or a restart of the "controller".
    bool lose(const QString& name) const { return call({"lose", folder_.path(), name}).status == 0; }
    bool bring_back(const QString& name) const { return call({"return", folder_.path(), name}).status == 0; }
    QString log_of(const QString& program) const { return folder_.filePath(program + ".log"); }

    /// Returns text such as "3 node1" for each running task of an array.
    static QStringList running() {
        return ask_slurm_program("squeue", {"--noheader", "--states=R", "--format=%K %N"})
            .text.split('\n', Qt::SkipEmptyParts);
    }
    static QStringList queued() {
        return ask_slurm_program("squeue", {"--noheader", "--format=%i"}).text.split('\n', Qt::SkipEmptyParts);
    }
    static bool both_nodes_are_idle() {
        return ask_slurm_program("sinfo", {"--noheader", "--states=idle", "--format=%D"}).text == "2";
    }

private:
    static SlurmAnswer call(const QStringList& words) {
        return ask_slurm_program(QStringLiteral(WARPLOOM_SOURCE_DIR "/tests/support/loopback-slurm"), words);
    }
    QTemporaryDir folder_;
    QString why_not_;
    bool is_missing_ = false;
};

} // namespace warploom::test
