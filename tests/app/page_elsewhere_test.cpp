// The page engine outside Chromium: in Firefox, and in a JupyterLite notebook.
#include "app/called_engine.h"
#include "app/page/page_answers.h"
#include "support/runner.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace warploom;

class PageElsewhereTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        test::use_page_engine();
        if (const std::string why = test::why_no_engine(); !why.empty()) QSKIP(why.c_str());
        if (QStandardPaths::findExecutable("python3").isEmpty()) QSKIP("python3 is not there.");
    }

    void a_page_from_disk_gives_its_verdict_in_Firefox() {
        QString firefox = QStandardPaths::findExecutable("firefox-esr");
        if (firefox.isEmpty()) firefox = QStandardPaths::findExecutable("firefox");
        if (firefox.isEmpty()) QSKIP("firefox is not there.");
        QTemporaryDir folder;
        const QString file = folder.filePath("write.html");
        const auto called = test::call_engine({"page", "write", "--out", file});
        QVERIFY2(called.status == 0, qPrintable(called.error));
        QProcess process;
        process.start("python3",
                      {QStringLiteral(WARPLOOM_SOURCE_DIR "/tests/app/page/firefox_verdict.py"), firefox, file});
        QVERIFY(process.waitForFinished(200'000));
        const QByteArray out = process.readAllStandardOutput();
        QVERIFY2(out.startsWith("Correct on laplace2d:n=20"), (out + process.readAllStandardError()).constData());
        const QList<QByteArray> lines = out.split('\n');
        qInfo("Firefox: first verdict after %s ms, %s", lines.value(1).constData(), lines.value(2).constData());
    }

    void what_does_not_fit_into_memory_is_refused_and_the_engine_goes_on() {
        if (const std::string why = test::why_no_node(); !why.empty()) QSKIP(why.c_str());
        const auto counted = [](const char* matrix) {
            return Json{{"do", "count"}, {"kernel", "csr-scalar"}, {"matrix", matrix}}.dump();
        };
        const auto answers = test::answers_of_node(
            {test::line_of_texts(), counted("dense:rows=20000,cols=20000"), counted("diagonal:n=5")});
        QCOMPARE(answers.size(), std::size_t{3});
        QCOMPARE(answers[1], std::string(R"({"error":{"code":"memory.limit","sentence":"There is not enough memory.",)"
                                         R"("hint":"Choose a smaller matrix."}})"));
        QVERIFY2(answers[2].find("\"trace\"") != std::string::npos, answers[2].c_str());
    }

    /// Node.js replaces the browser, and two stubs replace Pyodide.
    void a_cell_of_JupyterLite_is_judged_as_the_page_judges_it() {
        if (const std::string why = test::why_no_node(); !why.empty()) QSKIP(why.c_str());
        QProcess process;
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start("python3",
                      {"-B", WARPLOOM_SOURCE_DIR "/tests/app/python/test_lite.py", test::page_engine_folder()});
        QVERIFY(process.waitForFinished(200'000));
        const QByteArray said = process.readAll();
        QVERIFY2(process.exitCode() == 0 && said.contains("right, wrong and refused"), said.right(1500).constData());
    }
};

WARPLOOM_TEST(PageElsewhereTest);
#include "page_elsewhere_test.moc"
