// The library Warploom::simt from a user's point of view: installed in a separate folder, found by CMake, and linked to
// the example of the documentation.
#include "support/runner.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace {

struct Ended {
    int status = -1;
    QByteArray text;
};

Ended call(const QString& program, const QStringList& arguments) {
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    if (!process.waitForFinished(200'000)) return {};
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, process.readAll()};
}

QStringList files_below(const QString& folder, const QStringList& patterns) {
    QStringList found;
    QDirIterator files(folder, patterns, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) found << QDir(folder).relativeFilePath(files.next());
    found.sort();
    return found;
}

} // namespace

class LibraryTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    QString installed() const { return folder_.filePath("installed"); }

private slots:
    void initTestCase() {
        // Otherwise, the library would be installed in the system.
        QVERIFY2(folder_.isValid(), qPrintable(folder_.errorString()));
        const Ended ended =
            call(WARPLOOM_CMAKE, {"--install", WARPLOOM_BINARY_DIR, "--component", "simt", "--prefix", installed()});
        QVERIFY2(ended.status == 0, ended.text.constData());
    }

    void one_header_is_installed_and_needs_no_other_of_this_program() {
        QCOMPARE(files_below(installed(), {"*.h"}), QStringList{"include/warploom/simt.h"});
        QFile header(installed() + "/include/warploom/simt.h");
        QVERIFY(header.open(QIODevice::ReadOnly));
        const QByteArray text = header.readAll();
        QVERIFY(text.contains("class Kernel"));
        QVERIFY(!text.contains("#include \""));
    }

    void the_example_of_the_documents_is_built_with_what_is_installed_data() {
        QTest::addColumn<QString>("sources");
        QTest::newRow("now") << WARPLOOM_SOURCE_DIR "/docs/examples/simt";
        QTest::newRow("the first version of the library") << WARPLOOM_SOURCE_DIR "/tests/data/old_files/0.1.0/simt";
    }
    void the_example_of_the_documents_is_built_with_what_is_installed() {
        QFETCH(QString, sources);
        const QString build = folder_.filePath(QString("build of %1").arg(QTest::currentDataTag()));
        Ended ended =
            call(WARPLOOM_CMAKE, {"-S", sources, "-B", build, "-G", "Ninja", "-DCMAKE_PREFIX_PATH=" + installed(),
                                  "-DCMAKE_CXX_COMPILER=" WARPLOOM_CXX, "-DCMAKE_CXX_FLAGS=" WARPLOOM_CXX_FLAGS});
        QVERIFY2(ended.status == 0, ended.text.constData());
        ended = call(WARPLOOM_CMAKE, {"--build", build});
        QVERIFY2(ended.status == 0, ended.text.constData());

        ended = call(build + "/twice", {});

        // 100 doubles are 25 sectors of 32 bytes. In the fourth warp, 28 lanes are out of bounds, once each for x and
        // y.
        QCOMPARE(ended.text, QByteArray("y[99] = 3\n"
                                        "twice.cu:4: out-of-bounds, 2 times\n"
                                        "twice.cu:4: load x: 100 elements by 25 transactions\n"
                                        "twice.cu:4: store y: 100 elements by 25 transactions\n"));
        QCOMPARE(ended.status, 0);
        const QByteArray libraries = call("ldd", {build + "/twice"}).text;
        for (const char* library : {"Qt", "cuda", "sodium", "libz."}) QVERIFY2(!libraries.contains(library), library);
    }
};

WARPLOOM_TEST(LibraryTest);
#include "library_test.moc"
