// The portable archive: packs the build, unpacks it elsewhere, and starts both programs with an empty environment. All
// libraries that they load must come from the archive, or be available on any system.

#include "support/runner.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QMap>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace {

struct Ended {
    int exit_code = -1;
    QString output, errors;
};

Ended run(const QString& program, const QStringList& arguments, const QMap<QString, QString>& environment) {
    QProcess process;
    QProcessEnvironment variables;
    for (auto it = environment.begin(); it != environment.end(); ++it) variables.insert(it.key(), it.value());
    process.setProcessEnvironment(variables);
    process.start(program, arguments);
    if (!process.waitForFinished(120000)) return {-1, {}, process.errorString()};
    const int code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -2;
    return {code, QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
}

/// Returns the libraries that the dynamic loader reports as loaded, with LD_DEBUG=libs.
QStringList loaded_libraries(const QString& loader_log) {
    static const QRegularExpression line("calling init: (/\\S+)");
    QStringList libraries;
    auto matches = line.globalMatch(loader_log);
    while (matches.hasNext()) libraries << matches.next().captured(1);
    libraries.removeDuplicates();
    return libraries;
}

bool is_everywhere(const QString& library) {
    static const QRegularExpression base(
        "/(ld-linux[^/]*|lib(c|m|dl|rt|pthread|resolv|util|nsl|anl|stdc\\+\\+|gcc_s)\\.so\\.[^/]*)$");
    return base.match(library).hasMatch();
}

/// Creates the archive with a fake xz that does not compress, whose output the real xz can unpack. Only the contents
/// are tested.
Ended pack(const QString& kind, const QString& into) {
    const bool is_stored = !QStandardPaths::findExecutable("python3").isEmpty();
    const QString path = qEnvironmentVariable("PATH"), stored = WARPLOOM_SOURCE_DIR "/tests/structure/stored:";
    return run(WARPLOOM_SOURCE_DIR "/tools/make-portable", {kind, WARPLOOM_BINARY_DIR, "test", into, "0"},
               {{"PATH", is_stored ? stored + path : path}});
}

/// Returns whether a library is part of CUDA, which comes with the driver and may be anywhere, or missing.
bool is_cuda(const QString& library) {
    static const QRegularExpression cuda("/lib(cuda|cusparse|cublas|nvJitLink|nvidia)[^/]*$");
    return cuda.match(library).hasMatch();
}

} // namespace

class PortableTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir folder_;
    QString tree_;

    void no_library_comes_from_this_system(const QString& loader_log) {
        const QStringList libraries = loaded_libraries(loader_log);
        QVERIFY2(libraries.size() > 3, qPrintable("the loader's log is not understood:\n" + loader_log.left(2000)));
        QStringList strangers;
        for (const QString& library : libraries)
            if (!QDir::cleanPath(library).startsWith(tree_ + '/') && !is_everywhere(library) && !is_cuda(library))
                strangers << library;
        QVERIFY2(strangers.isEmpty(), qPrintable("not in the archive:\n" + strangers.join('\n')));
    }

private slots:
    void initTestCase() {
        if (QStringLiteral(WARPLOOM_SANITIZERS) != "") QSKIP("a build with sanitizers is not packed");
        if (QStandardPaths::findExecutable("patchelf").isEmpty()) QSKIP("patchelf is not installed");
        QVERIFY(folder_.isValid());
        const Ended packed = pack("--self-extracting", folder_.filePath("dist"));
        QVERIFY2(packed.exit_code == 0, qPrintable(packed.output + packed.errors));
        const QStringList archives = QDir(folder_.filePath("dist")).entryList({"warploom-test-linux-*.tar.xz"});
        QCOMPARE(archives.size(), 1);

        const Ended unpacked = run("tar", {"-C", folder_.path(), "-xf", folder_.filePath("dist/" + archives.first())},
                                   {{"PATH", qEnvironmentVariable("PATH")}});

        QVERIFY2(unpacked.exit_code == 0, qPrintable(unpacked.errors));
        tree_ = QFileInfo(folder_.filePath(archives.first().chopped(7))).canonicalFilePath();
        QVERIFY(!tree_.isEmpty());
    }

    void the_worker_starts_with_nothing_around_it() {
        const Ended ended = run(tree_ + "/bin/warploom-engine", {"info", "tridiagonal:n=100", "--json"}, {});

        QVERIFY2(ended.exit_code == 0, qPrintable(ended.errors));
        QVERIFY2(ended.output.contains("\"nonzeros\""), qPrintable(ended.output));
    }

    /// Requires neither Emscripten nor Node.js, because the page engine is included.
    void a_page_that_runs_is_written_with_nothing_around_it() {
        if (!QFile::exists(QStringLiteral(WARPLOOM_SOURCE_DIR "/build/page-engine/engine.js")))
            QSKIP("tools/make-page-engine was not called, so there is no engine to pack.");
        const QString page = folder_.filePath("page.html");

        const Ended ended = run(tree_ + "/bin/warploom-engine", {"page", "write", "--out", page}, {});

        QVERIFY2(ended.exit_code == 0, qPrintable(ended.errors));
        QVERIFY(QFileInfo(page).size() > 1'000'000 && QFileInfo(page).size() <= 1'800'000);
    }

    void the_worker_brings_its_libraries_along() {
        const Ended ended = run(tree_ + "/bin/warploom-engine", {"info", "tridiagonal:n=100"}, {{"LD_DEBUG", "libs"}});

        QCOMPARE(ended.exit_code, 0);
        no_library_comes_from_this_system(ended.errors);
    }

    void the_window_program_draws_charts_without_a_display_or_fonts() {
        const QString out = folder_.filePath("out");

        const Ended ended = run(tree_ + "/bin/warploom", {"--report", out, "tridiagonal:n=200"},
                                {{"QT_QPA_PLATFORM", "offscreen"},
                                 {"LD_DEBUG", "libs"},
                                 {"HOME", folder_.path()},
                                 {"OMP_WAIT_POLICY", qEnvironmentVariable("OMP_WAIT_POLICY", "active")},
                                 {"WARPLOOM_CACHE_MIB", qEnvironmentVariable("WARPLOOM_CACHE_MIB")}});

        QVERIFY2(ended.exit_code == 0, qPrintable(ended.output));
        QVERIFY(QFileInfo(out + "/index.html").size() > 1000);
        QVERIFY(!QDir(out).entryList({"*.png"}).isEmpty());
        no_library_comes_from_this_system(ended.errors);
    }

    void a_crowded_library_path_does_not_disturb() {
        const QString other = QStringLiteral("/usr/lib/x86_64-linux-gnu");

        const Ended ended = run(tree_ + "/bin/warploom", {"--version"},
                                {{"QT_QPA_PLATFORM", "offscreen"}, {"LD_DEBUG", "libs"}, {"LD_LIBRARY_PATH", other}});

        QVERIFY2(ended.exit_code == 0, qPrintable(ended.output));
        no_library_comes_from_this_system(ended.errors);
    }

    void a_gpu_finds_the_code_of_all_built_in_kernels() {
        if (!QFileInfo::exists(WARPLOOM_BINARY_DIR "/lib/libwarploom_cuda.so")) QSKIP("the CUDA half is not built");
        const QStringList built = QDir(WARPLOOM_BINARY_DIR "/lib/kernels").entryList(QDir::Files);
        QVERIFY(!built.isEmpty());

        QCOMPARE(QDir(tree_ + "/lib/kernels").entryList(QDir::Files), built);
    }

    void one_file_unpacks_itself_once_and_starts() {
        const QString file = folder_.filePath("dist/" + QFileInfo(tree_).fileName() + ".run"),
                      home = folder_.filePath("home");
        QVERIFY(QDir().mkpath(home));
        const QMap<QString, QString> own{{"PATH", qEnvironmentVariable("PATH")}, {"HOME", home}};
        const Ended first = run(file, {"--engine", "info", "tridiagonal:n=100", "--json"}, own);
        QVERIFY2(first.exit_code == 0, qPrintable(first.errors));
        QVERIFY2(first.output.contains("\"nonzeros\""), qPrintable(first.output));
        const QString programs = home + "/.cache/warploom/programs";
        QCOMPARE(QDir(programs).entryList(QDir::Dirs | QDir::NoDotAndDotDot).size(), 1);
        // Without the archiver, it uses what has already been unpacked.
        const Ended again =
            run(file, {"--version"}, {{"PATH", "/nowhere"}, {"HOME", home}, {"QT_QPA_PLATFORM", "offscreen"}});
        QVERIFY2(again.exit_code == 0, qPrintable(again.errors));
    }

    void the_engine_alone_needs_no_qt() {
        const Ended packed = pack("--engine", folder_.filePath("engine"));
        QVERIFY2(packed.exit_code == 0, qPrintable(packed.output + packed.errors));
        const QStringList archives =
            QDir(folder_.filePath("engine")).entryList({"warploom-engine-test-linux-*.tar.xz"});
        QCOMPARE(archives.size(), 1);
        QCOMPARE(run("tar", {"-C", folder_.filePath("engine"), "-xf", folder_.filePath("engine/" + archives.first())},
                     {{"PATH", qEnvironmentVariable("PATH")}})
                     .exit_code,
                 0);
        const QString own = folder_.filePath("engine/" + archives.first().chopped(7));
        QVERIFY(QDir(own + "/lib").entryList({"libQt*"}).isEmpty());
        QVERIFY(!QFileInfo::exists(own + "/bin/warploom") && !QFileInfo::exists(own + "/plugins"));
        const Ended ended = run(own + "/bin/warploom-engine", {"info", "tridiagonal:n=100"}, {});
        QVERIFY2(ended.exit_code == 0, qPrintable(ended.errors));
    }

    void every_library_carries_its_licence() {
        if (QStandardPaths::findExecutable("dpkg-query").isEmpty()) QSKIP("licences are found through dpkg-query");

        QFile notices(tree_ + "/share/doc/warploom/THIRD-PARTY.txt");
        QVERIFY(notices.open(QIODevice::ReadOnly));
        const QByteArray text = notices.readAll();
        QVERIFY(text.count("\n==== ") > 20);
        QVERIFY(text.contains("==== libqt6core6"));
    }
};

WARPLOOM_TEST(PortableTest);
#include "portable_test.moc"
