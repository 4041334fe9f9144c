// Integration with desktop and shell: menu entry, file types, manual pages and completions. Uses the checkers of the
// system if they are installed.
#include "support/runner.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace {

const QString sources = QStringLiteral(WARPLOOM_SOURCE_DIR "/packaging/");
const QString made = QStringLiteral(WARPLOOM_BINARY_DIR "/packaging/");

QByteArray read(const QString& name) {
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

struct Ended {
    int status = -1;
    QByteArray text;
};

Ended call(const QString& program, const QStringList& arguments) {
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    process.waitForFinished(60'000);
    return {process.exitCode(), process.readAll()};
}

} // namespace

class DesktopTest : public QObject {
    Q_OBJECT
private slots:
    void files_pass_the_checker_of_the_system_data() {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("menu entry") << "desktop-file-validate"
                                    << QStringList{sources + "org.warploom.Warploom.desktop"};
        QTest::newRow("metainfo") << "appstreamcli"
                                  << QStringList{"validate", "--no-net",
                                                 sources + "org.warploom.Warploom.metainfo.xml"};
        for (const char* program : {"warploom", "warploom-engine"}) {
            const QString file = made + program;
            QTest::addRow("%s for bash", program) << "bash" << QStringList{"-n", file + ".bash"};
            QTest::addRow("%s for zsh", program) << "zsh" << QStringList{"-n", file + ".zsh"};
            QTest::addRow("%s for fish", program) << "fish" << QStringList{"-n", file + ".fish"};
            QTest::addRow("%s for man", program)
                << "man" << QStringList{"--warnings", "--encoding=UTF-8", "-P", "true", "-l", file + ".man"};
        }
    }
    void files_pass_the_checker_of_the_system() {
        QFETCH(QString, program);
        QFETCH(QStringList, arguments);
        if (QStandardPaths::findExecutable(program).isEmpty()) QSKIP(qPrintable(program + " is not installed"));
        QVERIFY2(QFile::exists(arguments.constLast()), qPrintable(arguments.constLast()));
        const Ended ended = call(program, arguments);
        QVERIFY2(ended.status == 0 && !ended.text.contains("warning"), ended.text.constData());
    }

    /// A program installed under any prefix can write interactive pages, without Emscripten.
    void an_installed_program_writes_pages_that_run() {
        if (!QFile::exists(QStringLiteral(WARPLOOM_SOURCE_DIR "/build/page-engine/engine.js")))
            QSKIP("tools/make-page-engine was not called, so there is no engine to install.");
        QTemporaryDir folder;
        const Ended installed = call(QStringLiteral(WARPLOOM_CMAKE), {"--install", WARPLOOM_BINARY_DIR, "--prefix",
                                                                      folder.path(), "--component", "warploom"});
        QVERIFY2(installed.status == 0, installed.text.constData());
        const QString page = folder.filePath("page.html");
        const Ended written = call(QStringLiteral("/usr/bin/env"),
                                   {"-i", folder.filePath("bin/warploom-engine"), "page", "write", "--out", page});
        QVERIFY2(written.status == 0, written.text.constData());
        QVERIFY(QFile(page).size() > 1'000'000 && QFile(page).size() <= 1'800'000);

        // The GUI program runs the command-line program in the same folder.
        const auto window = [&](const QString& what) {
            return call(QStringLiteral("/usr/bin/env"),
                        {"-i", folder.filePath("bin/warploom"), "--page", what, "--out", folder.path()});
        };
        const Ended exercises = window("exercise:ell-side-by-side,warp-a-row");
        QVERIFY2(exercises.status == 0, exercises.text.constData());
        QVERIFY(read(folder.filePath("exercise.html")).contains("warp-a-row"));
        QCOMPARE(window("lesson:no-such-lesson").status, 1);
        QVERIFY(!QFile::exists(folder.filePath("lesson.html")));
    }

    void a_manual_names_every_command_of_the_help() {
        const QByteArray page = read(made + "warploom-engine.man");
        const QByteArray help = call(QStringLiteral(WARPLOOM_BINARY_DIR "/bin/warploom-engine"), {"--help"}).text;
        auto commands = QRegularExpression(QStringLiteral("^  ([a-z]+) {3,}"), QRegularExpression::MultilineOption)
                            .globalMatch(QString::fromUtf8(help));
        int found = 0;
        for (; commands.hasNext(); ++found) {
            const QByteArray line = ".SS " + commands.next().captured(1).toUtf8() + "\n";
            QVERIFY2(page.contains(line), line.constData());
        }
        QVERIFY(found >= 13);
    }

    void completions_offer_what_may_follow_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("offered");
        QTest::newRow("a command") << QStringList{"warploom-engine", "sca"} << "scaling";
        QTest::newRow("a command of a command") << QStringList{"warploom-engine", "run", "trid"} << "tridiagonal";
        QTest::newRow("an option of a command of a command")
            << QStringList{"warploom-engine", "run", "spmv", "--precis"} << "--precision";
        QTest::newRow("a value") << QStringList{"warploom-engine", "convert", "--precision", "fl"} << "float";
        QTest::newRow("an option of the window") << QStringList{"warploom", "--gal"} << "--gallery";
    }
    void completions_offer_what_may_follow() {
        QFETCH(QStringList, words);
        const QString function = "_" + QString(words.constFirst()).replace('-', '_');
        const QString script = "source " + made + words.constFirst() + ".bash; COMP_WORDS=(" + words.join(' ') +
                               "); COMP_CWORD=" + QString::number(words.size() - 1) + "; " + function +
                               "; echo ${COMPREPLY[@]}";
        QTEST(QString::fromUtf8(call("bash", {"-c", script}).text).trimmed(), "offered");
    }
};

WARPLOOM_TEST(DesktopTest);
#include "desktop_test.moc"
