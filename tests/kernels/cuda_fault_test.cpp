#include "engine/error.h"
#include "kernels/machine/machine.h"
#include "support/runner.h"

#include <QProcess>
#include <QTest>

#include <cstdio>

using namespace warploom;
using namespace warploom::kernels;

namespace {

/// Returns a matrix with a column index far beyond x, so that csr-scalar reads out of bounds.
std::shared_ptr<const HostFormat> format_that_faults() {
    CsrMatrix a;
    a.rows = 1;
    a.cols = 4;
    a.row_pointer = {0, 1};
    a.column = {2000000000};
    a.value = {1.0};
    return make_format("csr", a, Precision::float64);
}

/// Runs in a separate process, because after a fault, the device cannot be used any more.
int fault_and_tell() {
    const auto machine = open_machine("cuda:0");
    const auto bound = machine->bind("csr-scalar", format_that_faults(), 32);
    for (int attempt = 0; attempt < 2; ++attempt) try {
            bound->set_x({1, 2, 3, 4});
            bound->enqueue();
            bound->finish();
            std::printf("no error\n");
        } catch (const Error& error) {
            std::printf("%s | %s | %s\n", error.code().c_str(), error.what(), error.hint().c_str());
        }
    return 0;
}

} // namespace

class CudaFaultTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (!why_no_cuda().empty()) QSKIP(qPrintable("all tests skipped: " + QString::fromStdString(why_no_cuda())));
    }

    void a_read_far_outside_ends_as_an_error_that_asks_for_a_new_worker() {
        QProcess child;
        child.start(QCoreApplication::applicationFilePath(), {"cuda_fault_test", "--child"});
        QVERIFY(child.waitForFinished(60000));
        QCOMPARE(child.exitStatus(), QProcess::NormalExit);
        QCOMPARE(child.exitCode(), 0);
        const QList<QByteArray> lines = child.readAllStandardOutput().trimmed().split('\n');
        QCOMPARE(lines.size(), 2);
        for (const QByteArray& line : lines) { // the first attempt faults, the second one finds an unusable device
            QVERIFY2(line.startsWith("device.fault | "), line.constData());
            QVERIFY2(line.contains("illegal memory access"), line.constData());
            QVERIFY2(line.contains("Restart the worker"), line.constData());
        }
    }

    void a_block_that_cannot_be_launched_is_refused_and_leaves_the_device_usable() {
        const auto machine = open_machine("cuda:0");
        CsrMatrix a;
        a.rows = a.cols = 1;
        a.row_pointer = {0, 1};
        a.column = {0};
        a.value = {2.0};
        const auto format = make_format("csr", a, Precision::float64);
        for (const int block : {0, 16, 33, 2048}) {
            try {
                machine->bind("csr-scalar", format, block);
                QFAIL("a block size that no launch has was accepted");
            } catch (const Error& error) { QCOMPARE(error.code(), std::string("kernel.block")); }
        }
        const auto bound = machine->bind("csr-scalar", format, 1024);
        bound->set_x({21.0});
        bound->enqueue();
        bound->finish();
        QCOMPARE(bound->y(), std::vector<double>{42.0});
    }

    void a_kernel_that_gets_another_format_says_which_it_reads() {
        const auto machine = open_machine("cuda:0");
        CsrMatrix a;
        const auto format = make_format("ell", a, Precision::float64);
        try {
            machine->bind("csr-scalar", format, 128);
            QFAIL("csr-scalar accepted ELL");
        } catch (const Error& error) {
            QCOMPARE(error.code(), std::string("kernel.format"));
            QVERIFY(std::string(error.what()).find("reads the format csr") != std::string::npos);
        }
    }
};

WARPLOOM_TEST(CudaFaultTest, fault_and_tell);

#include "cuda_fault_test.moc"
