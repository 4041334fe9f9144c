// The Step page quotes lines of kernels, which must exist and be unique.
#include "engine/walkthrough/kernel_lines.h"
#include "support/runner.h"

#include <QFile>
#include <QTest>

using namespace warploom::walkthrough;

class StepsLinesTest : public QObject {
    Q_OBJECT

private slots:
    void every_quoted_line_stands_in_its_file_once() {
        for (const KernelLine& line : quote::all) {
            QFile file(QStringLiteral(WARPLOOM_SOURCE_DIR "/") + QLatin1String(line.file));
            QVERIFY2(file.open(QIODevice::ReadOnly), line.file);
            const QByteArray wanted(line.text);
            QVERIFY(!wanted.isEmpty());
            int found = 0;
            for (const QByteArray& text : file.readAll().split('\n')) found += text.contains(wanted) ? 1 : 0;
            QVERIFY2(found == 1, qPrintable(QStringLiteral("%1: '%2' stands there %3 times")
                                                .arg(QLatin1String(line.file), QString::fromUtf8(wanted))
                                                .arg(found)));
        }
    }
};

WARPLOOM_TEST(StepsLinesTest);
#include "steps_lines_test.moc"
