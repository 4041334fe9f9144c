// The kit with which platforms call `grade`, unpacked and called in the same way.

#include "app/exercise/grader_kit.h"
#include "engine/error.h"
#include "engine/exercise/exercise.h"
#include "engine/protocol/serialization/json.h"
#include "support/runner.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <QTest>

using namespace warploom;
using namespace warploom::app;

namespace {

GraderKit kit(const std::string& package = "warploom_0.2.0_amd64.deb") {
    return {exercise::find_exercise("ell-side-by-side"), 4711, package, package.empty() ? "" : "a package"};
}

void write_file(const QString& path, const std::string& text) {
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (file.open(QIODevice::WriteOnly)) file.write(QByteArray::fromStdString(text));
}

std::string read_file(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

/// Returns the output of a program; empty if it failed.
QString output_of(const QString& program, const QStringList& arguments, const QString& folder,
                  const QProcessEnvironment& environment = QProcessEnvironment::systemEnvironment()) {
    QProcess process;
    process.setWorkingDirectory(folder);
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    if (!process.waitForFinished(120'000)) return {};
    const QString said = QString::fromUtf8(process.readAll());
    if (process.exitCode() != 0) qWarning("%s", qPrintable(said));
    return process.exitCode() == 0 ? said + " " : QString();
}

/// Returns an environment in which this build's engine is on the path.
QProcessEnvironment with_engine() {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PATH", QStringLiteral(WARPLOOM_BINARY_DIR "/bin:") + environment.value("PATH"));
    return environment;
}

std::string code_of(const std::string& kind, const GraderKit& kit) {
    try {
        grader_kit(kind, kit);
    } catch (const Error& error) { return error.hint().empty() ? "without a hint" : error.code(); }
    return "none";
}

} // namespace

class GraderKitTest : public QObject {
    Q_OBJECT

    /// Unpacks a ZIP file with Python's zipfile module, including file modes.
    static bool unpack(const std::string& zip, const QString& folder) {
        write_file(folder + "/kit.zip", zip);
        return !output_of("python3",
                          {"-c", "import zipfile, os\n"
                                 "z = zipfile.ZipFile('kit.zip')\n"
                                 "assert z.testzip() is None\n"
                                 "z.extractall('.')\n"
                                 "for i in z.infolist(): os.chmod(i.filename, i.external_attr >> 16 & 0o777)\n"},
                          folder)
                    .isEmpty();
    }

private slots:
    void gradescope_judges_a_hand_in_as_its_harness_calls_it() {
        QTemporaryDir folder;
        const std::string zip = grader_kit("gradescope", kit());
        QVERIFY(unpack(zip, folder.path()));
        QVERIFY(QFileInfo(folder.filePath("setup.sh")).isExecutable());
        QVERIFY(QFileInfo(folder.filePath("run_autograder")).isExecutable());
        QCOMPARE(read_file(folder.filePath("warploom_0.2.0_amd64.deb")), std::string("a package"));
        QVERIFY(read_file(folder.filePath("install.sh")).find("apt-get install -q -y ./'warploom_0.2.0_amd64.deb'") !=
                std::string::npos);
        for (const char* const file : {"setup.sh", "run_autograder", "install.sh"})
            QVERIFY2(!output_of("bash", {"-n", file}, folder.path()).isEmpty(), file);
        // /autograder is in a different place here.
        QString script = QString::fromStdString(read_file(folder.filePath("run_autograder")));
        script.replace("/autograder/source", folder.path()).replace("/autograder", folder.path());
        write_file(folder.filePath("run_here"), script.toStdString());
        write_file(folder.filePath("submission/mine.cu"), kit().exercise.starter);
        QVERIFY(!output_of("bash", {"run_here"}, folder.path(), with_engine()).isEmpty());
        const Json results = Json::parse(read_file(folder.filePath("results/results.json")));
        QCOMPARE(results["score"].get<double>(), 0.0);
        QCOMPARE(results["tests"].size(), kit().exercise.gates.size() + 2);
        // A submission without a source must not crash the grader.
        QFile::remove(folder.filePath("submission/mine.cu"));
        QVERIFY(!output_of("bash", {"run_here"}, folder.path(), with_engine()).isEmpty());
        const Json nothing = Json::parse(read_file(folder.filePath("results/results.json")));
        QCOMPARE(nothing["score"].get<double>(), 0.0);
        QVERIFY(nothing["output"].get<std::string>().find(".cu") != std::string::npos);
    }
    void classroom50_calls_its_script_in_the_checkout() {
        QTemporaryDir folder;
        QVERIFY(unpack(grader_kit("classroom50", kit()), folder.path()));
        write_file(folder.filePath("install.sh"), "exit 0\n"); // replaced, because the engine of this build is used
        write_file(folder.filePath("checkout/mine.cu"), kit().exercise.starter);
        QProcessEnvironment environment = with_engine();
        for (const char* const variable : {"CLASSROOM", "ASSIGNMENT", "SUBMISSION_TAG", "COMMIT_URL", "RELEASE_URL"})
            environment.insert(variable, "x");
        QVERIFY(!output_of("python3", {"../autograder.py"}, folder.filePath("checkout"), environment).isEmpty());
        const Json result = Json::parse(read_file(folder.filePath("checkout/result.json")));
        QCOMPARE(result["schema"].get<std::string>(), std::string("classroom50/result/v1"));
        QCOMPARE(result["max-score"].get<double>(), kit().exercise.points());
    }
    void the_template_for_coderunner_prints_its_result() {
        QTemporaryDir folder;
        QString script = QString::fromStdString(grader_kit("coderunner", kit("")));
        QVERIFY(script.contains("{{ STUDENT_ANSWER | e('py') }}"));
        QString answer = QString::fromStdString(kit().exercise.starter);
        answer.replace("\\", "\\\\").replace("\"", "\\\""); // as Twig escapes strings for Python
        script.replace("{{ STUDENT_ANSWER | e('py') }}", answer);
        write_file(folder.filePath("job.py"), script.toStdString());
        const QString said = output_of("python3", {"job.py"}, folder.path(), with_engine());
        const Json result = Json::parse(said.toStdString());
        QCOMPARE(result["fraction"].get<double>(), 0.0);
        QCOMPARE(result["testresults"].size(), kit().exercise.gates.size() + 3);
    }
    void prairielearn_gets_a_question_and_an_image() {
        QTemporaryDir folder;
        QVERIFY(unpack(grader_kit("prairielearn", kit()), folder.path()));
        const Json info = Json::parse(read_file(folder.filePath("question/info.json")));
        QCOMPARE(info["uuid"].get<std::string>().size(), std::size_t{36});
        QCOMPARE(info["gradingMethod"].get<std::string>(), std::string("External"));
        QVERIFY(read_file(folder.filePath("question/question.html")).find("<pl-external-grader-results>") !=
                std::string::npos);
        QString script = QString::fromStdString(read_file(folder.filePath("question/tests/run.sh")));
        script.replace("/grade/tests", folder.filePath("question/tests")).replace("/grade", folder.path());
        write_file(folder.filePath("run_here"), script.toStdString());
        write_file(folder.filePath("student/answer.cu"), "int main() {");
        QVERIFY(!output_of("bash", {"run_here"}, folder.path(), with_engine()).isEmpty());
        QCOMPARE(Json::parse(read_file(folder.filePath("results/results.json")))["gradable"].get<bool>(), false);
    }
    void github_gets_an_action_and_a_workflow_that_uses_it() {
        QTemporaryDir folder;
        QVERIFY(unpack(grader_kit("github", kit("warploom-0.2.0.tar.gz")), folder.path()));
        QVERIFY(read_file(folder.filePath(".github/workflows/warploom.yml")).find("uses: ./.github/actions/warploom") !=
                std::string::npos);
        const std::string action = read_file(folder.filePath(".github/actions/warploom/action.yml"));
        QVERIFY(action.find("using: composite") != std::string::npos);
        QVERIFY(action.find("default: \"4711\"") != std::string::npos);
        QCOMPARE(action.find('@'), std::string::npos);
        QVERIFY(QFile::exists(folder.filePath(".github/actions/warploom/exercise/starter.cu")));
        QVERIFY(read_file(folder.filePath(".github/actions/warploom/install.sh")).find("tar -xf") != std::string::npos);
    }
    void the_same_kit_has_the_same_bytes() {
        QCOMPARE(grader_kit("gradescope", kit()), grader_kit("gradescope", kit()));
    }
    void what_cannot_be_made_is_refused_with_a_hint() {
        QCOMPARE(code_of("blackboard", kit()), std::string("grader.kind"));
        QCOMPARE(code_of("gradescope", kit("")), std::string("grader.package"));
        QCOMPARE(code_of("github", kit("warploom.rpm")), std::string("grader.package"));
        QCOMPARE(code_of("coderunner", kit("")), std::string("none"));
    }
};

WARPLOOM_TEST(GraderKitTest);
#include "grader_kit_test.moc"
