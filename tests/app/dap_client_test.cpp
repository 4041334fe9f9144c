#include "support/runner.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

// The debug adapter with a client from another project, dap-mode of Emacs.

namespace {

const char* const wrong_index = R"(// format: csr
__global__ void rows_of(int rows, const int* row_pointer, const int* column, const double* value, const double* x, double* y) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    double sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[row];
    y[row] = sum;
}
void run(int rows, const int* row_pointer, const int* column, const double* value, const double* x, double* y) {
    rows_of<<<(rows + 63) / 64, 64>>>(rows, row_pointer, column, value, x, y);
}
)";

struct Called {
    int status = -1;
    QString out, error;
};

Called call_emacs(const QStringList& arguments) {
    QProcess emacs;
    QTemporaryDir home; // dap-mode writes files
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("HOME", home.path());
    emacs.setProcessEnvironment(environment);
    emacs.start(QStandardPaths::findExecutable("emacs"), QStringList{"--batch"} + arguments);
    Called called;
    if (!emacs.waitForFinished(240'000)) {
        emacs.kill();
        emacs.waitForFinished();
        return called;
    }
    called.status = emacs.exitStatus() == QProcess::NormalExit ? emacs.exitCode() : -1;
    called.out = QString::fromUtf8(emacs.readAllStandardOutput());
    called.error = QString::fromUtf8(emacs.readAllStandardError());
    return called;
}

} // namespace

class DapClientTest : public QObject {
    Q_OBJECT
private slots:
    // Three actions: start, watch the wrong element, expand it.
    void Emacs_leads_from_a_wrong_element_to_its_cause() {
        if (QStandardPaths::findExecutable("emacs").isEmpty()) QSKIP("emacs is not there.");
        if (call_emacs({"--eval", "(package-initialize)", "--eval", "(require 'dap-mode)"}).status != 0)
            QSKIP("dap-mode is not there: on Debian, apt install elpa-dap-mode.");
        QTemporaryDir folder;
        QFile file(folder.filePath("rows.cu"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(wrong_index);
        file.close();
        const Called called =
            call_emacs({"-l", QStringLiteral(WARPLOOM_SOURCE_DIR "/tests/app/dap_walk.el"),
                        QStringLiteral(WARPLOOM_BINARY_DIR "/bin/warploom-engine"), file.fileName(), "y[1]"});
        QVERIFY2(called.status == 0, qPrintable(called.error.left(2000)));
        QVERIFY2(called.out.contains("why: Thread 1 wrote `y[1]` on line 7"), qPrintable(called.out));
        // Row 1 of a 5-point stencil begins with column 0.
        QVERIFY2(
            called.out.contains("first difference: Thread 1 multiplied the entry in column 0 by `x[1]`, in line 6"),
            qPrintable(called.out));
    }
};

WARPLOOM_TEST(DapClientTest);

#include "dap_client_test.moc"
