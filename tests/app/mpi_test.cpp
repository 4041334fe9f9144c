// MPI ranks as processes: two of them on this computer, started by mpirun, without a GPU (mpi_ranks.cpp).
#include "support/runner.h"

#include <QFile>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStandardPaths>
#include <QTest>

namespace {

struct Ended {
    int status = -1;
    QStringList lines;
    QByteArray errors;
};

Ended start(const QString& program, const QStringList& arguments, const QString& ranks = QStringLiteral("2")) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    // Open MPI requires confirmation to run as root or with fewer cores than ranks.
    environment.insert("OMPI_ALLOW_RUN_AS_ROOT", "1");
    environment.insert("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    environment.insert("OMPI_MCA_rmaps_base_oversubscribe", "1");
    environment.insert("OMP_NUM_THREADS", "1");
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral("mpirun"), QStringList{"-n", ranks, program} + arguments);
    if (!process.waitForFinished(120'000)) {
        process.kill();
        process.waitForFinished();
        return {};
    }
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            QString::fromUtf8(process.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts),
            process.readAllStandardError()};
}

Ended ranks(const char* what, const QString& count = QStringLiteral("2")) {
    return start(QStringLiteral(WARPLOOM_BINARY_DIR "/tests/mpi_ranks"), {QString::fromLatin1(what)}, count);
}

} // namespace

class MpiTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        if (QStandardPaths::findExecutable("mpirun").isEmpty()) QSKIP("mpirun is not installed (openmpi-bin)");
        if (!QFile::exists(WARPLOOM_BINARY_DIR "/lib/libwarploom_mpi.so"))
            QSKIP("this build has no MPI (libopenmpi-dev)");
    }

    void a_product_is_shared_among_processes_and_checked_like_any_other_data() {
        QTest::addColumn<QString>("count");
        for (const char* count : {"2", "3"}) QTest::newRow(count) << QString::fromLatin1(count);
    }
    void a_product_is_shared_among_processes_and_checked_like_any_other() {
        QFETCH(QString, count);
        const Ended ended = ranks("spmv", count);
        QVERIFY2(ended.status == 0, ended.errors.constData());
        QCOMPARE(ended.lines.size(), 7);
        QCOMPARE(ended.lines[0], QStringLiteral("ranks %1, copy %1 GB/s").arg(count));
        // Correct on every rank, with the time of the slowest one.
        for (const char* row :
             {"csr-scalar double ok", "csr-scalar float ok", "csr-vector double ok", "csr-vector float ok"})
            QVERIFY2(ended.lines.join('\n').contains(QLatin1String(row) + " " + count + "000000 "),
                     qPrintable(ended.lines.join('\n')));
    }

    void a_solver_takes_the_same_decisions_everywhere() {
        const Ended ended = ranks("cg");
        QVERIFY2(ended.status == 0, ended.errors.constData());
        QVERIFY2(ended.lines.join('\n').contains("cg:csr-vector double ok"), qPrintable(ended.lines.join('\n')));
    }

    void a_process_without_room_makes_all_skip_the_row_and_the_others_go_on() {
        const Ended ended = ranks("no-room");
        QVERIFY2(ended.status == 0, ended.errors.constData());
        const QString all = ended.lines.join('\n');
        QVERIFY2(all.contains("csr-scalar double skipped 0 Rank 1: There is no room for this here."), qPrintable(all));
        QVERIFY2(all.contains("csr-vector double ok"), qPrintable(all));
    }

    void a_process_without_the_input_is_not_waited_for() {
        const Ended ended = ranks("no-input");
        QVERIFY2(ended.status == 0, ended.errors.constData());
        const QString all = ended.lines.join('\n');
        QVERIFY2(all.contains("csr-vector double skipped 0 Rank 1: This rank cannot convert it."), qPrintable(all));
        QVERIFY2(all.contains("csr-scalar double ok"), qPrintable(all));
    }

    void a_process_that_is_lost_ends_all_of_them_with_its_sentence() {
        const Ended ended = ranks("lost");
        QVERIFY(ended.status != 0);
        QVERIFY2(ended.errors.contains("The GPU of this rank is gone."), ended.errors.constData());
    }

    void one_process_is_told_to_be_several() {
        const Ended ended = start(QStringLiteral(WARPLOOM_BINARY_DIR "/bin/warploom-engine"),
                                  {"run", "spmv", "laplace2d:n=8", "--kernels", "csr-vector", "--machine", "cuda:mpi"},
                                  QStringLiteral("1"));
        QVERIFY(ended.status != 0);
        QVERIFY2(ended.errors.contains("requires at least two processes") && ended.errors.contains("mpirun -n 2"),
                 ended.errors.constData());
    }

    void without_gpus_one_process_says_so() {
        const Ended ended = start(QStringLiteral(WARPLOOM_BINARY_DIR "/bin/warploom-engine"),
                                  {"run", "spmv", "laplace2d:n=8", "--kernels", "csr-vector", "--machine", "cuda:mpi"});
        if (ended.status == 0) QSKIP("there are GPUs here");
        QCOMPARE(ended.errors.count("The machine 'cuda:mpi' is not available") +
                     ended.errors.count("no GPU for this process"),
                 1);
    }
};

WARPLOOM_TEST(MpiTest);
#include "mpi_test.moc"
