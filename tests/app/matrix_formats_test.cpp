// Compares matrices that SciPy, NumPy and h5py write with the entries that the program reads.
#include "support/runner.h"

#include <QProcess>
#include <QTest>

class MatrixFormatsTest : public QObject {
    Q_OBJECT

    static QString python() { return qEnvironmentVariable("WARPLOOM_PYTHON", QStringLiteral("python3")); }

private slots:
    void initTestCase() {
        QProcess process;
        process.start(python(), {"-c", "import scipy, h5py"});
        if (!process.waitForFinished(60'000) || process.exitCode() != 0)
            QSKIP("There is no Python with SciPy and h5py. Set WARPLOOM_PYTHON to the path of one.");
    }

    void random_matrices_of_other_programs_have_the_same_entries() {
        QProcess process;
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(python(), {WARPLOOM_SOURCE_DIR "/tests/app/python/test_matrix_formats.py",
                                 WARPLOOM_BINARY_DIR "/bin/warploom-engine", "1", "2", "3"});
        QVERIFY(process.waitForFinished(250'000));
        const QByteArray said = process.readAll();
        QVERIFY2(process.exitCode() == 0, said.constData());
        QVERIFY2(said.contains("111 of 111 files"), said.constData());
    }
};

WARPLOOM_TEST(MatrixFormatsTest);
#include "matrix_formats_test.moc"
