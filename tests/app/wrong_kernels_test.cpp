// Every file of kernels/wrong says which mistake it makes, and where: the trace of it must find that one, there; or the
// comparison with the reference, where no rule of the machine is broken.

#include "app/run/run_plan.h"
#include "engine/matrix/matrix_source.h"
#include "engine/measure/reference.h"
#include "kernels/machine/machine.h"
#include "support/runner.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

#include <limits>

using namespace warploom;
using Json = nlohmann::json;

class WrongKernelsTest : public QObject {
    Q_OBJECT

    static QString text_at(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }
    /// Those that are wrong by their result alone, or by what a trace finds.
    static void files_in(std::initializer_list<const char*> folders, bool by_result) {
        QTest::addColumn<QString>("path");
        for (const char* const name : folders) {
            const QDir folder(QStringLiteral(WARPLOOM_SOURCE_DIR "/kernels/") + QLatin1String(name));
            for (const QString& file : folder.entryList({"*.cu"}, QDir::Files)) {
                const QString finding = header(text_at(folder.filePath(file)), "finding");
                if (!finding.isEmpty() && (finding == "wrong-result") == by_result)
                    QTest::newRow(qPrintable(file)) << folder.filePath(file);
            }
        }
    }
    static std::vector<double> x_of(const QString& said, std::int64_t size) {
        std::vector<double> x = app::make_x(said.startsWith("random") ? said.toStdString() : "ones", size);
        if (said == "infinity in column 0") x[0] = std::numeric_limits<double>::infinity();
        return x;
    }

    /// What stands behind "// NAME: " in one of the first lines; empty where there is no such line.
    static QString header(const QString& text, const char* name) {
        const QRegularExpression line(QStringLiteral("^// %1: (.*)$").arg(QLatin1String(name)),
                                      QRegularExpression::MultilineOption);
        return line.match(text).captured(1);
    }

private slots:
    void a_wrong_result_misses_the_reference_data() { files_in({"wrong", "papers"}, true); }
    void a_wrong_result_misses_the_reference() {
        QFETCH(QString, path);
        const QString text = text_at(path);
        const Matrix matrix = load_matrix(header(text, "matrix").toStdString());
        const std::vector<double> x = x_of(header(text, "x"), matrix.csr.cols);
        const auto* const kernel = kernels::find_spmv_kernel(path.toStdString());
        const auto machine = kernels::open_machine("simulated:h200");
        const auto bound = machine->bind(
            path.toStdString(), kernels::make_format(kernel->format, matrix.csr, kernels::Precision::float64), 128);
        bound->set_x(x);
        bound->poison_y();
        bound->enqueue();
        bound->finish();
        const auto check = measure::check_spmv(measure::spmv_reference(matrix.csr, x, false), bound->y());
        QVERIFY(!check.is_right());
        QVERIFY(!check.complaint.empty());
    }

    void each_mistake_is_found_at_its_line_data() { files_in({"wrong"}, false); }
    void each_mistake_is_found_at_its_line() {
        QFETCH(QString, path);
        const QString text = text_at(path), finding = header(text, "finding"), matrix = header(text, "matrix"),
                      block = header(text, "block");
        const QString kind = finding.section(' ', 0, 0);
        const int line = finding.section(' ', 2, 2).toInt();
        QStringList arguments{"trace", matrix.startsWith("dense") ? "ata" : "spmv", matrix, "--kernel", path, "--json"};
        if (!block.isEmpty()) arguments << "--block" << block;

        QProcess engine;
        engine.start(QStringLiteral(WARPLOOM_BINARY_DIR "/bin/warploom-engine"), arguments);
        QVERIFY(engine.waitForFinished(60'000));

        const Json answer = Json::parse(engine.readAllStandardOutput().toStdString(), nullptr, false);
        QVERIFY2(answer.is_object() && !answer.contains("error"), engine.readAllStandardError().constData());
        QStringList found;
        for (const Json& each : answer["findings"])
            found << QStringLiteral("%1 line %2")
                         .arg(QString::fromStdString(each["kind"].get<std::string>()))
                         .arg(each["line"].get<int>());
        QVERIFY2(found.contains(QStringLiteral("%1 line %2").arg(kind).arg(line)), qPrintable(found.join("; ")));
    }
};

WARPLOOM_TEST(WrongKernelsTest);
#include "wrong_kernels_test.moc"
