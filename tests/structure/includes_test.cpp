// Compares every #include in the four layers with the dependency rule.

#include "include_rules.h"
#include "support/runner.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

class IncludesTest : public QObject {
    Q_OBJECT

private slots:
    void the_rule_tells_allowed_from_forbidden_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("include");
        QTest::addColumn<bool>("allowed");

        const auto row = [](const char* name, const char* file, const char* include, bool allowed) {
            QTest::newRow(name) << QString(file) << QString(include) << allowed;
        };
        row("engine uses the standard library", "engine/table.cpp", "<vector>", true);
        row("engine uses POSIX", "engine/memory.cpp", "<sys/mman.h>", true);
        row("engine knows itself", "engine/table.cpp", "\"engine/error.h\"", true);
        row("engine does not know kernels", "engine/table.cpp", "\"kernels/machine/machine.h\"", false);
        row("engine does not know Qt", "engine/table.cpp", "<QString>", false);
        row("engine does not know a Qt module", "engine/table.cpp", "<QtCore/QString>", false);
        row("engine does not know CUDA", "engine/table.cpp", "<cuda_runtime.h>", false);
        row("engine does not know the CUDA engine", "engine/table.cpp", "\"engine/cuda/buffer.h\"", false);
        row("the CUDA engine knows CUDA", "engine/cuda/buffer.h", "<cuda_runtime.h>", true);
        row("a kernel includes a part", "kernels/spmv/csr.cu", "\"../headers/warp_sum.cuh\"", true);
        row("a part includes a part", "kernels/headers/carries.cuh", "\"warp_sum.cuh\"", true);
        row("a part includes words of CUDA", "kernels/headers/carries.cuh", "<cuda_pipeline.h>", true);
        row("a kernel includes nothing else", "kernels/spmv/csr.cu", "\"kernels/formats/csr.h\"", false);
        row("kernels know the engine", "kernels/machine/machine.h", "\"engine/progress.h\"", true);
        row("kernels do not know the window", "kernels/machine/machine.h", "\"ui/pages/page.h\"", false);
        row("kernels do not know CUDA", "kernels/spmv/ell.h", "<cuda_runtime.h>", false);
        row("kernels do not know Eigen", "kernels/spmv/ell.h", "<Eigen/Sparse>", false);
        row("host kernels know Eigen", "kernels/cpu/eigen.cpp", "<Eigen/Sparse>", true);
        row("CUDA kernels know cuSPARSE", "kernels/cuda/cusparse.cpp", "<cusparse.h>", true);
        row("CUDA kernels know the CUDA engine", "kernels/cuda/gpu.h", "\"engine/cuda/buffer.h\"", true);
        row("the window knows Qt", "ui/pages/page.h", "<QWidget>", true);
        row("the window does not know kernels", "ui/pages/page.h", "\"kernels/machine/machine.h\"", false);
        row("the window does not know CUDA", "ui/pages/page.h", "<cuda_runtime.h>", false);
        row("a page knows its own parts", "ui/pages/run/run_page.cpp", "\"ui/pages/run/runs_panel.h\"", true);
        row("a page knows the base of pages", "ui/pages/run/run_page.h", "\"ui/pages/page.h\"", true);
        row("a page does not know another", "ui/pages/step/step_page.cpp", "\"ui/pages/warp/warp_page.h\"", false);
        row("a component knows no page", "ui/components/spy/spy_view.h", "\"ui/pages/run/run_page.h\"", false);
        row("the main window knows the pages", "ui/mainwindow/pages.cpp", "\"ui/pages/run/run_page.h\"", true);
        row("programs know all", "app/run.cpp", "\"kernels/machine/machine.h\"", true);
        row("programs do not know CUDA", "app/run.cpp", "<cuda_runtime.h>", false);
        row("a path from here is refused", "ui/pages/page.h", "\"session.h\"", false);
        row("a library nobody has heard of", "app/run.cpp", "<fmt/format.h>", false);
        row("a folder nobody has heard of", "misc/run.cpp", "<vector>", false);
    }

    void the_rule_tells_allowed_from_forbidden() {
        QFETCH(QString, file);
        QFETCH(QString, include);
        QFETCH(bool, allowed);

        QCOMPARE(structure::forbidden_include(file, include).isEmpty(), allowed);
    }

    void every_include_keeps_the_dependency_rule() {
        const QDir root(WARPLOOM_SOURCE_DIR);
        static const QRegularExpression directive("^\\s*#\\s*include\\s*([<\"][^>\"]+[>\"])");
        QStringList broken;
        int includes = 0;

        for (const char* folder : {"engine", "kernels", "ui", "app"}) {
            QDirIterator files(root.filePath(folder), {"*.h", "*.cpp", "*.cu", "*.cuh"}, QDir::Files,
                               QDirIterator::Subdirectories);
            while (files.hasNext()) {
                QFile file(files.next());
                QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
                const QString name = root.relativeFilePath(file.fileName());
                for (int line = 1; !file.atEnd(); ++line) {
                    const auto match = directive.match(QString::fromUtf8(file.readLine()));
                    if (!match.hasMatch()) continue;
                    ++includes;
                    const QString reason = structure::forbidden_include(name, match.captured(1));
                    if (!reason.isEmpty())
                        broken << QStringLiteral("%1:%2: %3: %4").arg(name).arg(line).arg(match.captured(1), reason);
                }
            }
        }

        QVERIFY2(broken.isEmpty(), qPrintable("\n" + broken.join('\n')));
        QVERIFY2(includes > 100, "hardly any include was found: is the source folder still there?");
    }

    // The interpreter owns the interface to the recorders and models of its runs (engine/simt/trace).
    void the_interpreter_includes_the_cost_model_once_at_most() {
        const QDir root(WARPLOOM_SOURCE_DIR);
        QDirIterator files(root.filePath("engine/simt"), {"*.h", "*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
        QStringList lines;
        int read = 0;
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
            ++read;
            while (!file.atEnd())
                if (const QByteArray line = file.readLine(); line.startsWith("#include \"engine/simulated/"))
                    lines << root.relativeFilePath(file.fileName()) + ": " + QString::fromUtf8(line.trimmed());
        }
        QVERIFY(read > 50);
        QVERIFY2(lines.size() <= 1, qPrintable("\n" + lines.join('\n')));
    }

    // Requests are structs (engine/protocol/messages); the worker client alone adds what the protocol itself needs.
    void the_window_writes_no_request_as_json() {
        const QDir root(WARPLOOM_SOURCE_DIR);
        QStringList lines;
        int read = 0;
        for (const char* folder : {"ui", "app/window"}) {
            QDirIterator files(root.filePath(folder), {"*.h", "*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
            while (files.hasNext()) {
                QFile file(files.next());
                QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
                ++read;
                if (file.fileName().endsWith("/worker_client.cpp")) continue;
                while (!file.atEnd())
                    if (const QByteArray line = file.readLine(); line.contains("\"request\""))
                        lines << root.relativeFilePath(file.fileName()) + ": " + QString::fromUtf8(line.trimmed());
            }
        }
        QVERIFY(read > 100);
        QVERIFY2(lines.isEmpty(), qPrintable("\n" + lines.join('\n')));
    }
};

WARPLOOM_TEST(IncludesTest);
#include "includes_test.moc"
