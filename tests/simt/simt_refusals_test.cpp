#include "simt_support.h"
#include "support/runner.h"

#include <QDir>
#include <QTest>

using namespace warploom;
using namespace warploom::simt::test;

// One file per compile error. Its first line gives the location and the message.

class SimtRefusalsTest : public QObject {
    Q_OBJECT
private slots:
    void a_forgotten_semicolon_is_told_where_it_belongs() {
        const auto translation = simt::translate("a.cu", "void run(int rows) {\n    int n = rows\n}\n");
        QCOMPARE(translation.refusals.size(), std::size_t{1});
        QCOMPARE(translation.refusals[0].line, 2);
        QCOMPARE(translation.refusals[0].column, 17);
        QCOMPARE(translation.refusals[0].hint, std::string("Write `;` here."));
    }
    void each_file_is_refused_at_its_place_data() {
        QTest::addColumn<QString>("file");
        const QStringList files =
            QDir(QStringLiteral(WARPLOOM_SIMT_DATA "/refused")).entryList({"*.cu"}, QDir::Files, QDir::Name);
        QVERIFY(files.size() >= 60);
        for (const QString& file : files) QTest::newRow(qPrintable(file)) << file;
    }
    void each_file_is_refused_at_its_place() {
        QFETCH(QString, file);
        const std::string text = file_text("refused/" + file);
        const auto translation = simt::translate("refused.cu", text);
        QVERIFY(translation.program == nullptr);
        QVERIFY(!translation.refusals.empty());
        const auto& first = translation.refusals.front();
        const QString said = QString("// refused: %1:%2 %3")
                                 .arg(first.line)
                                 .arg(first.column)
                                 .arg(QString::fromStdString(first.sentence));
        QCOMPARE(said, QString::fromStdString(text.substr(0, text.find('\n'))));
    }
    void every_line_with_an_error_is_reported_and_no_other_data() {
        QTest::addColumn<QString>("file");
        const QStringList files =
            QDir(QStringLiteral(WARPLOOM_SIMT_DATA "/several_errors")).entryList({"*.cu"}, QDir::Files, QDir::Name);
        QVERIFY(files.size() >= 40);
        for (const QString& file : files) QTest::newRow(qPrintable(file)) << file;
    }
    void every_line_with_an_error_is_reported_and_no_other() {
        QFETCH(QString, file);
        const std::string text = file_text("several_errors/" + file);
        const QStringList lines = QString::fromStdString(text).split('\n');
        QStringList marked, reported;
        for (int line = 0; line < lines.size(); ++line)
            if (lines[line].endsWith("// error")) marked << QString::number(line + 1);
        QVERIFY(marked.size() >= 2);
        QString sentences;
        for (const auto& each : simt::translate("a.cu", text).refusals) {
            reported << QString::number(each.line);
            sentences += QString("\n%1: %2").arg(each.line).arg(QString::fromStdString(each.sentence));
        }
        QVERIFY2(reported == marked, qPrintable("marked " + marked.join(' ') + ", reported" + sentences));
    }
    void words_of_one_unsupported_feature_are_reported_once_data() {
        QTest::addColumn<QString>("statements");
        QTest::addColumn<QString>("said");
        QTest::newRow("goto and its label") << "again: ++n; if (n < 3) goto again;"
                                            << "Labels (`again:`) are not supported.";
        QTest::newRow("label behind its goto") << "if (n > 3) goto end; ++n; end: --n;"
                                               << "`goto` is not supported.";
        QTest::newRow("new and delete") << "double* a = new double[3]; delete[] a;"
                                        << "`new` is not supported because a kernel cannot allocate memory.";
        QTest::newRow("half and its conversion") << "half h = __float2half(1.0f); half g = h;"
                                                 << "`half` is not supported yet.";
    }
    void words_of_one_unsupported_feature_are_reported_once() {
        QFETCH(QString, statements);
        QFETCH(QString, said);
        const auto refusals =
            simt::translate("a.cu", "__global__ void a(int n, double* y) { " + statements.toStdString() +
                                        " y[0] = n; }\nvoid run(int rows, double* y) { a<<<1, 1>>>(rows, y); }\n")
                .refusals;
        QCOMPARE(refusals.size(), std::size_t{1});
        QCOMPARE(QString::fromStdString(refusals[0].sentence), said);
    }
    void mistakes_of_several_functions_are_told_together() {
        const auto translation =
            simt::translate("a.cu", "__global__ void a(double* y) { y[0] = q; }\n__global__ void b(double* y) { y[0] = "
                                    "1 % 2.0; }\nvoid run(double* y) { a<<<1, 1>>>(y); }\n");
        QCOMPARE(translation.refusals.size(), std::size_t{2});
        QCOMPARE(translation.refusals[0].line, 1);
        QCOMPARE(translation.refusals[1].line, 2);
    }
};

WARPLOOM_TEST(SimtRefusalsTest);

#include "simt_refusals_test.moc"
