// Runs the command-line program as a user would.
#pragma once

#include <QProcess>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

namespace warploom::test {

struct CalledEngine {
    int status = -1; ///< -1: it did not exit by itself within four minutes
    QString out, error;
};

/// `programs`: a folder that is searched for other programs first; may be empty.
inline CalledEngine call_engine(const QStringList& arguments, const QString& programs = {}) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    if (!programs.isEmpty()) environment.insert("PATH", programs + ":" + environment.value("PATH"));
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(WARPLOOM_BINARY_DIR "/bin/warploom-engine"), arguments);
    CalledEngine called;
    if (!process.waitForFinished(240'000)) {
        process.kill();
        process.waitForFinished();
        return called;
    }
    called.status = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    called.out = QString::fromUtf8(process.readAllStandardOutput());
    called.error = QString::fromUtf8(process.readAllStandardError());
    return called;
}

} // namespace warploom::test
