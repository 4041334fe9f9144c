// Every file of kernels/wrong says which mistake it makes, and where: the trace of it must find that one, there.

#include "support/runner.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

using Json = nlohmann::json;

class WrongKernelsTest : public QObject {
    Q_OBJECT

    /// What stands behind "// NAME: " in one of the first lines; empty where there is no such line.
    static QString header(const QString& text, const char* name) {
        const QRegularExpression line(QStringLiteral("^// %1: (.*)$").arg(QLatin1String(name)),
                                      QRegularExpression::MultilineOption);
        return line.match(text).captured(1);
    }

private slots:
    void each_mistake_is_found_at_its_line_data() {
        QTest::addColumn<QString>("path");
        const QDir folder(QStringLiteral(WARPLOOM_SOURCE_DIR "/kernels/wrong"));
        for (const QString& name : folder.entryList({"*.cu"}, QDir::Files))
            QTest::newRow(qPrintable(name)) << folder.filePath(name);
    }
    void each_mistake_is_found_at_its_line() {
        QFETCH(QString, path);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(file.readAll()), finding = header(text, "finding"),
                      matrix = header(text, "matrix"), block = header(text, "block");
        const QString kind = finding.section(' ', 0, 0);
        const int line = finding.section(' ', 2, 2).toInt();
        QStringList arguments{"trace", matrix.startsWith("dense") ? "ata" : "spmv", matrix, "--kernel", path, "--json"};
        if (!block.isEmpty()) arguments << "--block" << block;

        QProcess engine;
        engine.start(QStringLiteral(WARPLOOM_BINARY_DIR "/bin/warploom-engine"), arguments);
        QVERIFY(engine.waitForFinished(60'000));

        const Json answer = Json::parse(engine.readAllStandardOutput().toStdString(), nullptr, false);
        QVERIFY2(answer.is_object() && !answer.contains("error"), engine.readAllStandardError().constData());
        if (kind == "wrong-result")
            return; // no rule of the machine is broken: the comparison with the reference finds it
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
