#include "kernels/machine/machine.h"
#include "support/runner.h"

#include <QProcess>
#include <QTest>

#include <cstdio>

using namespace warploom::kernels;

// The plug-in is loaded once per process, so each way of finding or missing it is tested in a child process.
namespace {

/// Prints, in a child process, the number of GPUs and the reason if there are none.
int tell() {
    int count = 0;
    for (const auto& machine : machines()) count += machine->info().kind == MachineKind::cuda;
    std::printf("%d | %s\n", count, why_no_cuda().c_str());
    return 0;
}

} // namespace

class CudaPluginTest : public QObject {
    Q_OBJECT

    static QByteArray told_with(const QString& plugin) {
        QProcess child;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        if (!plugin.isNull()) environment.insert("WARPLOOM_CUDA_PLUGIN", plugin);
        child.setProcessEnvironment(environment);
        child.start(QCoreApplication::applicationFilePath(), {"cuda_plugin_test", "--child"});
        if (!child.waitForFinished(60000) || child.exitCode() != 0) return "the child failed";
        return child.readAllStandardOutput().trimmed();
    }

private slots:
    void a_plugin_that_does_not_exist_is_no_error_but_a_sentence() {
        const QByteArray told = told_with("/nowhere/libwarploom_cuda.so");
        QCOMPARE(told,
                 QByteArray("0 | WARPLOOM_CUDA_PLUGIN is set to /nowhere/libwarploom_cuda.so, which does not exist."));
    }

    void a_file_that_is_no_library_is_no_error_but_a_sentence() {
        const QByteArray told = told_with(QStringLiteral(WARPLOOM_SOURCE_DIR "/CMakeLists.txt"));
        QVERIFY2(told.startsWith("0 | The CUDA plug-in cannot be loaded: "), told.constData());
    }

    void there_is_a_cuda_machine_or_a_reason_why_not() {
        const QByteArray told = told_with(QString());
        const bool has_machine = !told.startsWith("0 |");
        const bool has_reason = !told.endsWith("|");
        QVERIFY2(has_machine != has_reason, told.constData());
        if (has_reason) QVERIFY2(told.endsWith('.'), told.constData());
    }
};

WARPLOOM_TEST(CudaPluginTest, tell);

#include "cuda_plugin_test.moc"
