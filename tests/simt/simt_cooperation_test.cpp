#include "cooperating_programs.h"
#include "simt_support.h"
#include "support/runner.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace warploom;
using namespace warploom::simt::test;

// Random programs whose threads exchange values, compared with plain C that g++ and clang compile.

class SimtCooperationTest : public QObject {
    Q_OBJECT
private slots:
    void random_programs_compute_what_their_emulation_in_c_computes_data() {
        QTest::addColumn<QString>("compiler");
        QTest::newRow("g++") << "g++";
        QTest::newRow("clang++") << "clang++";
    }
    void random_programs_compute_what_their_emulation_in_c_computes() {
        QFETCH(QString, compiler);
        if (QStandardPaths::findExecutable(compiler).isEmpty()) QSKIP("The compiler is not installed.");
        constexpr int per_file = 100; // compilers need more than linear time
        const int asked = qEnvironmentVariableIntValue("WARPLOOM_RANDOM_PROGRAMS"), programs = std::max(50, asked / 20);
        for (int first = 1; first <= programs; first += per_file) {
            compare(compiler, first, std::min(first + per_file - 1, programs));
            if (QTest::currentTestFailed()) return;
        }
    }

private:
    // Compares programs `first` to `last` (both included; the number is the seed).
    static void compare(const QString& compiler, const int first, const int last) {
        std::string text = "#include <stdio.h>\n", calls;
        for (int p = first; p <= last; ++p) {
            const std::string name = "program_" + std::to_string(p);
            text += CooperatingProgram(static_cast<std::uint64_t>(p)).emulation(name);
            calls += name + "();\n";
        }
        const QTemporaryDir folder;
        QFile source(folder.filePath("programs.cpp"));
        QVERIFY(source.open(QIODevice::WriteOnly));
        source.write(QByteArray::fromStdString(text + "int main() {\n" + calls + "}\n"));
        source.close();
        QCOMPARE(QProcess::execute(compiler, {"-w", "-O0", source.fileName(), "-o", folder.filePath("programs")}), 0);
        QProcess process;
        process.start(folder.filePath("programs"), QStringList());
        QVERIFY(process.waitForFinished(-1));
        const QStringList lines = QString::fromLatin1(process.readAllStandardOutput()).split('\n');
        QVERIFY(lines.size() > last - first + 1);
        for (int p = first; p <= last; ++p) {
            const std::string kernel = CooperatingProgram(static_cast<std::uint64_t>(p)).kernel();
            for (const bool traced : {false, true}) {
                RunOptions options;
                options.traced = traced;
                options.seed = traced ? static_cast<std::uint64_t>(p) : 0;
                const auto ran = run_text(kernel, options);
                const QString program = QString("program %1: ").arg(p) + QString::fromStdString(kernel);
                QVERIFY2(ran->refusal.empty(), qPrintable(QString::fromStdString(ran->refusal) + program));
                QVERIFY2(ran->findings.empty(),
                         qPrintable(QString::fromStdString(ran->findings.empty() ? "" : ran->findings[0].sentence) +
                                    program));
                QString numbers;
                for (const double y : ran->y) numbers += QString::number(static_cast<unsigned>(y)) + ' ';
                QVERIFY2(numbers == lines[p - first], qPrintable(program + numbers + '\n' + lines[p - first]));
            }
        }
    }
};

WARPLOOM_TEST(SimtCooperationTest);

#include "simt_cooperation_test.moc"
