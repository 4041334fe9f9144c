// Runs the tests of the Python interface with the engine of this build.
#include "support/runner.h"

#include <QProcess>
#include <QProcessEnvironment>
#include <QTest>

class PythonTest : public QObject {
    Q_OBJECT

    static QString python() { return qEnvironmentVariable("WARPLOOM_PYTHON", QStringLiteral("python3")); }

private slots:
    void initTestCase() {
        QProcess process;
        process.start(python(), {"-c", "import pandas"});
        if (!process.waitForFinished(60'000) || process.exitCode() != 0)
            QSKIP("There is no Python with pandas; WARPLOOM_PYTHON may name one.");
    }

    void tables_notebook_and_refusals() {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("PYTHONPATH", WARPLOOM_SOURCE_DIR "/packaging/python");
        environment.insert("PYTHONDONTWRITEBYTECODE", "1");
        environment.insert("WARPLOOM_ENGINE", WARPLOOM_BINARY_DIR "/bin/warploom-engine");
        process.setProcessEnvironment(environment);
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(python(), {WARPLOOM_SOURCE_DIR "/tests/app/python/test_warploom.py", "-v"});
        QVERIFY(process.waitForFinished(250'000));
        const QByteArray said = process.readAll();
        QVERIFY2(process.exitCode() == 0, said.right(1500).constData());
        QVERIFY2(said.contains("OK"), said.constData());
    }
};

WARPLOOM_TEST(PythonTest);
#include "python_test.moc"
