// Obstacles for newcomers: files that are too long, links that lead nowhere, folders without a description, scripts
// with errors.

#include "support/runner.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace {

const QDir root(WARPLOOM_SOURCE_DIR);

constexpr const char* shell_scripts[] = {"run",
                                         "test",
                                         ".ci/run",
                                         "tests/support/loopback-slurm",
                                         "tests/support/loopback-sshd",
                                         "tools/build",
                                         "tools/install-packages",
                                         "tools/link-for-old-systems",
                                         "tools/make-packages",
                                         "tools/make-portable",
                                         "tools/make-vsix",
                                         "tools/make-wheel",
                                         "tools/make-worker",
                                         "tools/take-pictures",
                                         "tools/third-party-notices",
                                         "tools/try-package",
                                         "tools/try-wheel"};

QString text_of(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Paths from the root, without what the build and the user make.
QStringList project_files(const QStringList& patterns) {
    static const QRegularExpression made("^(build|out|dist|\\.git)/");
    QStringList found;
    QDirIterator files(root.path(), patterns, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString path = root.relativeFilePath(files.next());
        if (!made.match(path).hasMatch()) found << path;
    }
    found.sort();
    return found;
}

/// The anchor a heading gets where Markdown is shown: lower case, blanks to hyphens, punctuation dropped.
QString anchor_of(const QString& heading) {
    QString anchor = heading.trimmed().toLower();
    anchor.remove(QRegularExpression("[^\\w\\- ]", QRegularExpression::UseUnicodePropertiesOption));
    return anchor.replace(' ', '-');
}

bool has_anchor(const QString& markdown, const QString& anchor) {
    static const QRegularExpression heading("^#+ (.*)$", QRegularExpression::MultilineOption);
    auto headings = heading.globalMatch(markdown);
    while (headings.hasNext())
        if (anchor_of(headings.next().captured(1)) == anchor) return true;
    return false;
}

/// Why a link of a Markdown file leads nowhere; empty where it arrives. Links to other hosts are not followed.
QString broken_link(const QString& file, const QString& link) {
    if (link.contains("://") || link.startsWith("mailto:")) return {};
    const QString path = link.section('#', 0, 0), anchor = link.section('#', 1);
    const QString target = path.isEmpty() ? root.filePath(file) : QFileInfo(root.filePath(file)).dir().filePath(path);
    if (!QFileInfo::exists(target)) return "there is no such file";
    if (!anchor.isEmpty() && !has_anchor(text_of(target), anchor)) return "there is no such heading";
    return {};
}

} // namespace

class FilesTest : public QObject {
    Q_OBJECT

private slots:
    void every_source_is_formatted() {
        const QString tool = QStandardPaths::findExecutable("clang-format-14");
        if (tool.isEmpty()) QSKIP("clang-format-14 is not installed, and another version formats differently");
        const QStringList sources = project_files({"*.h", "*.cpp", "*.cu", "*.cuh"});
        QProcess process;
        process.setWorkingDirectory(root.path());

        process.start(tool, QStringList{"--dry-run", "-Werror", "--ferror-limit=1"} + sources);
        QVERIFY(process.waitForFinished(120000));

        const QString said = QString::fromUtf8(process.readAllStandardError()).left(4000);
        QVERIFY2(process.exitCode() == 0, qPrintable("\nclang-format-14 -i mends:\n" + said));
        QVERIFY(sources.size() > 20);
    }

    void no_source_file_is_too_long_to_find_the_way() {
        constexpr int most = 500, most_of_tests = 600; // lines
        QStringList long_files;

        const QStringList files = project_files({"*.h", "*.cpp", "*.cu", "*.cuh", "*.cmake", "CMakeLists.txt"});
        for (const QString& path : files) {
            if (path == "ui/style/engine_sentences.cpp") continue; // written by tools/engine-sentences
            const auto lines = text_of(root.filePath(path)).count('\n');
            if (lines > (path.startsWith("tests/") ? most_of_tests : most))
                long_files << QStringLiteral("%1: %2 lines").arg(path).arg(lines);
        }

        QVERIFY2(long_files.isEmpty(), qPrintable("\n" + long_files.join('\n')));
        QVERIFY(files.size() > 20);
    }

    void what_has_names_in_it_goes_to_a_terminal_through_one_function() {
        // engine/terminal_text.h; a sentence without any name may go there by itself, and so may a count.
        static const QRegularExpression other("fprintf\\(stderr|std::cerr|std::cout|[^.]perror\\(|fputs\\((?!\\s*\")");
        const QStringList allowed{"app/cli/exercise_commands.cpp", "app/window/main.cpp",
                                  "engine/simt/language/words.cpp"};
        int looked_at = 0;
        for (const QString& path : project_files({"*.cpp", "*.h"})) {
            static const QRegularExpression programs("^(app|engine|kernels|ui)/");
            if (!programs.match(path).hasMatch() || allowed.contains(path)) continue;
            ++looked_at;
            const auto found = other.match(text_of(root.filePath(path)));
            QVERIFY2(!found.hasMatch(), qPrintable(path + ": " + found.captured()));
        }
        QVERIFY(looked_at > 300);
    }

    void a_link_to_a_missing_file_or_heading_is_noticed() {
        QVERIFY(broken_link("README.md", "CMakeLists.txt").isEmpty());
        QVERIFY(broken_link("README.md", "https://example.org/nothing").isEmpty());
        QVERIFY(!broken_link("README.md", "docs/no-such-page.md").isEmpty());
        QVERIFY(!broken_link("README.md", "#no-such-heading").isEmpty());
        QCOMPARE(anchor_of("The wire: what is sent?"), QString("the-wire-what-is-sent"));
    }

    void the_number_of_the_version_is_the_same_everywhere() {
        const auto number = [](const char* file, const char* pattern) {
            const auto found = QRegularExpression(pattern).match(text_of(root.filePath(file)));
            return found.hasMatch() ? found.captured(1) : QString();
        };
        const QString version = number("CMakeLists.txt", "VERSION ([0-9.]+) LANGUAGES");
        QVERIFY(QRegularExpression("^[0-9]+\\.[0-9]+\\.[0-9]+$").match(version).hasMatch());
        QCOMPARE(number("CITATION.cff", "\nversion: ([0-9.]+)\n"), version);
        QCOMPARE(number("packaging/org.warploom.Warploom.metainfo.xml", "<release version=\"([0-9.]+)\""), version);
        const QString changes = text_of(root.filePath("CHANGELOG.md"));
        QVERIFY(changes.contains("## [" + version + "] - 20") || changes.contains("Will be " + version + "."));
    }

    void the_changelog_has_the_form_that_it_says() {
        static const QRegularExpression version(
            "^\\[(?:Unreleased\\]|[0-9]+\\.[0-9]+\\.[0-9]+\\] - 20[0-9]{2}-[0-9]{2}-[0-9]{2})$");
        static const QStringList kinds{"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"};
        QStringList versions;

        for (const QString& line : text_of(root.filePath("CHANGELOG.md")).split('\n')) {
            if (line.startsWith("## ")) versions << line.mid(3);
            else if (line.startsWith("### ")) QVERIFY2(kinds.contains(line.mid(4)), qPrintable(line));
        }

        QVERIFY(versions.size() >= 2);
        QCOMPARE(versions.constFirst(), QString("[Unreleased]"));
        for (const QString& one : versions) QVERIFY2(version.match(one).hasMatch(), qPrintable(one));
    }

    void every_link_of_the_documents_leads_somewhere() {
        static const QRegularExpression markdown_link("\\]\\(([^)\\s]+)\\)|<img[^>]* src=\"([^\"]+)\"");
        static const QRegularExpression code("```.*?```|`[^`\\n]*`", QRegularExpression::DotMatchesEverythingOption);
        QStringList broken;
        int links = 0;

        for (const QString& path : project_files({"*.md"})) {
            QString text = text_of(root.filePath(path));
            text.remove(code);
            auto matches = markdown_link.globalMatch(text);
            while (matches.hasNext()) {
                const auto match = matches.next();
                const QString link = match.captured(1) + match.captured(2);
                ++links;
                const QString reason = broken_link(path, link);
                if (!reason.isEmpty()) broken << QStringLiteral("%1: %2: %3").arg(path, link, reason);
            }
        }

        QVERIFY2(broken.isEmpty(), qPrintable("\n" + broken.join('\n')));
        QVERIFY2(links > 5, "hardly any link was found: is README.md still there?");
    }

    void every_path_that_the_documents_name_exists() {
        static const QRegularExpression path_in_code(
            "`((?:engine|kernels|ui|app|datasets|tests|tools|cmake)/[\\w./-]*)`");
        QStringList missing;
        int paths = 0;

        for (const QString& page : project_files({"*.md"})) {
            auto matches = path_in_code.globalMatch(text_of(root.filePath(page)));
            while (matches.hasNext()) {
                const QString path = matches.next().captured(1);
                ++paths;
                if (!QFileInfo::exists(root.filePath(path))) missing << page + ": " + path;
            }
        }

        QVERIFY2(missing.isEmpty(), qPrintable("\n" + missing.join('\n')));
        QVERIFY(paths > 20);
    }

    void every_listing_of_the_page_on_writing_kernels_is_a_lesson() {
        static const QRegularExpression listing("```cuda\n(.*?)```", QRegularExpression::DotMatchesEverythingOption);
        QStringList listings, lessons{text_of(root.filePath("kernels/spmv/csr_scalar.cu"))};

        auto matches = listing.globalMatch(text_of(root.filePath("docs/write-a-kernel.md")));
        while (matches.hasNext()) listings << matches.next().captured(1);
        for (const QString& path : project_files({"lesson_*.cu"})) lessons << text_of(root.filePath(path));

        QCOMPARE(lessons.size(), 5);
        QCOMPARE(listings, lessons);
    }

    void every_wrong_kernel_says_what_must_be_found_and_where() {
        static const QRegularExpression head("^// finding: ([a-z-]+)(?: line (\\d+))?\n// matrix: \\S+\n// ");
        const QStringList kinds{"out-of-bounds",     "global-race",  "shared-race",      "missing-syncwarp",
                                "divergent-meeting", "absent-mask",  "absent-lane",      "endless-loop",
                                "integer-overflow",  "wrong-result", "unwritten-shared", "input-write",
                                "unwritten-global"};
        QSet<QString> found;

        for (const QString& path : project_files({"*.cu"})) {
            const QString text = text_of(root.filePath(path));
            if (!path.startsWith("kernels/wrong/") && !text.startsWith("// finding: ")) continue;
            const auto match = head.match(text);
            QVERIFY2(match.hasMatch(), qPrintable(path));
            QVERIFY2(kinds.contains(match.captured(1)), qPrintable(path + ": " + match.captured(1)));
            QCOMPARE(match.captured(2).isEmpty(), match.captured(1) == "wrong-result");
            found << match.captured(1);
            if (match.captured(2).isEmpty()) continue;
            const QString line = text.split('\n').value(match.captured(2).toInt() - 1).trimmed();
            QVERIFY2(!line.isEmpty() && !line.startsWith("//"), qPrintable(path + ": " + line));
        }

        QCOMPARE(found.size(), kinds.size());
    }

    void the_architecture_page_names_every_folder() {
        const QString page = text_of(root.filePath("docs/architecture.md"));
        QVERIFY(!page.isEmpty());
        QStringList unexplained;

        for (const QString& folder : root.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            if (QStringList{"build", "out", "dist"}.contains(folder)) continue;
            if (!page.contains('`' + folder + '`') && !page.contains('`' + folder + '/')) unexplained << folder;
        }
        for (const char* layer : {"engine", "kernels", "ui", "app"})
            for (const QString& room : QDir(root.filePath(layer)).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
                if (!page.contains(QStringLiteral("`%1/%2/`").arg(layer, room))) unexplained << layer + ('/' + room);

        QVERIFY2(unexplained.isEmpty(), qPrintable("not explained in docs/architecture.md: " + unexplained.join(", ")));
    }

    void the_scripts_have_no_slip_that_a_linter_sees() {
        const QString linter = QStandardPaths::findExecutable("shellcheck");
        if (linter.isEmpty()) QSKIP("shellcheck is not installed");
        QStringList scripts = project_files({"*.sh"});
        for (const char* name : shell_scripts) scripts << name;
        QProcess process;
        process.setWorkingDirectory(root.path());

        process.start(linter, scripts);

        QVERIFY(process.waitForFinished());
        QVERIFY2(process.exitCode() == 0, process.readAllStandardOutput().constData());
    }

    void the_list_of_changes_that_tests_must_notice_is_true_to_the_sources() {
        const QString python = QStandardPaths::findExecutable("python3");
        if (python.isEmpty()) QSKIP("python3 is not installed");
        QProcess process;
        process.start(python, {root.filePath("tools/mutants"), "--check"});
        QVERIFY(process.waitForFinished());
        const QByteArray said = process.readAllStandardOutput();
        QVERIFY2(process.exitCode() == 0, said.constData());
        QVERIFY2(said.split(' ').first().toInt() >= 150, said.constData());
    }

    void the_list_of_engine_sentences_for_translators_is_up_to_date() {
        const QString python = QStandardPaths::findExecutable("python3");
        if (python.isEmpty()) QSKIP("python3 is not installed");
        QProcess process;
        process.start(python, {root.filePath("tools/engine-sentences"), "--check"});
        QVERIFY(process.waitForFinished());
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
    }

    void every_text_of_the_window_can_be_translated_and_the_english_plurals_are_complete() {
        const QString python = QStandardPaths::findExecutable("python3");
        if (python.isEmpty()) QSKIP("python3 is not installed");
        QProcess process;
        process.start(python, {root.filePath("tools/translations"), "--check"});
        QVERIFY(process.waitForFinished(120'000));
        const QByteArray said = process.readAllStandardError();
        if (said.contains("was not found")) QSKIP(said.constData());
        QVERIFY2(process.exitCode() == 0, said.constData());
    }

    void the_lists_of_kernels_with_one_token_changed_are_true_to_the_kernels() {
        const QString python = QStandardPaths::findExecutable("python3");
        if (python.isEmpty()) QSKIP("python3 is not installed");
        QProcess process;
        process.start(python, {root.filePath("tools/mutate-kernels"), "--check"});
        QVERIFY(process.waitForFinished());
        const QByteArray said = process.readAllStandardOutput();
        QVERIFY2(process.exitCode() == 0, said + process.readAllStandardError());
        QVERIFY2(said.startsWith("40 kernels"), said.constData());
    }

    void the_changes_of_a_kernel_are_those_of_its_tokens() {
        const QString python = QStandardPaths::findExecutable("python3");
        if (python.isEmpty()) QSKIP("python3 is not installed");
        QTemporaryDir folder;
        const QString path = folder.filePath("small.cu");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("// comment < 1\n"
                   "template <typename T> __global__ void zero(int n, int m, T* y) {\n"
                   "    if (n < m) y[n] = 0;\n"
                   "    __syncthreads();\n"
                   "}\n");
        file.close();
        QProcess process;
        process.start(python, {root.filePath("tools/mutate-kernels"), "--list", path});
        QVERIFY(process.waitForFinished());
        QCOMPARE(QString::fromUtf8(process.readAllStandardOutput()),
                 QStringLiteral("branch   3: if «(n < m)» y[n] = 0;  ->  (!(n < m))\n"
                                "index    3: if («n» < m) y[n] = 0;  ->  m\n"
                                "bound    3: if (n «<» m) y[n] = 0;  ->  <=\n"
                                "bound    3: if (n «<» m) y[n] = 0;  ->  >\n"
                                "index    3: if (n < «m») y[n] = 0;  ->  n\n"
                                "index    3: if (n < m) y[«n»] = 0;  ->  m\n"
                                "index    3: if (n < m) y[n«]» = 0;  ->   + 1]\n"
                                "index    3: if (n < m) y[n«]» = 0;  ->   - 1]\n"
                                "operator 3: if (n < m) y[n] «=» 0;  ->  +=\n"
                                "constant 3: if (n < m) y[n] = «0»;  ->  1\n"
                                "barrier  4: «__syncthreads»();  ->  __syncwarp\n"
                                "barrier  4: «__syncthreads()»;  ->  (nothing)\n"));
    }

    // A matrix that an experiment left behind is no part of the tree.
    void no_file_is_larger_than_half_a_mebibyte() {
        QProcess git;
        git.start("git", {"-C", root.path(), "ls-files", "-z"});
        git.waitForFinished();
        QStringList files = QString::fromUtf8(git.readAllStandardOutput()).split(QChar(0), Qt::SkipEmptyParts);
        if (files.isEmpty()) files = project_files({"*"}); // an archive of the source, without its history
        QVERIFY(files.size() > 2000);
        for (const QString& file : files)
            QVERIFY2(QFileInfo(root.filePath(file)).size() <= 512 << 10, qPrintable(file));
    }

    void the_scripts_can_be_started() {
        for (const char* name : shell_scripts) QVERIFY2(QFileInfo(root.filePath(name)).isExecutable(), name);
    }
};

WARPLOOM_TEST(FilesTest);
#include "files_test.moc"
