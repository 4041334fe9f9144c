// Files must be identical whatever the language of the system.
#include "engine/atomic_file.h"
#include "engine/experiment/result.h"
#include "support/runner.h"
#include "ui_test_tools.h"

#include <QDir>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace warploom;
using ui_test::contents;

namespace {

experiment::Result example() {
    experiment::Result result;
    result.experiment = experiment::find_experiment(WARPLOOM_SOURCE_DIR "/tests/app/data/experiments/tiny.json");
    result.cells = experiment::expand(result.experiment, false);
    double number = 1.4;
    for (experiment::Cell& cell : result.cells) {
        cell.modelled.number = number;
        cell.measured.number = number *= 13.7;
        cell.measured.low = number * 0.9;
        cell.measured.high = number * 1.1;
        cell.measured.samples_ns = {number / 3, number * 1e6};
    }
    result.profiles.push_back({"Rows", "tridiagonal:n=5", "", {}, {0, 1234567}, {1, 1.5}, {3, 2.5}, {2, 1.25}});
    return result;
}

} // namespace

class LanguagesTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    QHash<QString, QByteArray> english_;

    QHash<QString, QByteArray> written(const QString& language) {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("LC_ALL", language);
        environment.insert("LANGUAGE", language);
        environment.insert("LOCPATH", folder_.path());
        const QString out = folder_.filePath("out-" + language);
        QProcess program;
        program.setProcessEnvironment(environment);
        program.start(QStringLiteral(WARPLOOM_BINARY_DIR "/bin/warploom"),
                      {"--experiment-report", folder_.filePath("result.json"), "--out", out});
        program.waitForFinished(120'000);
        QHash<QString, QByteArray> files;
        for (const QString& name : QDir(out).entryList(QDir::Files)) files[name] = contents(out + "/" + name);
        return files;
    }

private slots:
    void initTestCase() {
        write_whole_file(folder_.filePath("result.json").toStdString(), experiment::result_to_json(example()));
        english_ = written("C");
        QVERIFY(english_.size() >= 5);
        QVERIFY(english_["tiny.html"].contains("1.4"));
    }

    void files_are_the_same_in_every_language_data() {
        QTest::addColumn<QString>("language");
        QTest::newRow("German") << "de_DE";
        QTest::newRow("Turkish") << "tr_TR";
    }
    void files_are_the_same_in_every_language() {
        QFETCH(QString, language);
        const QString name = language + ".UTF-8";
        // For Qt, the name of a language suffices; the C library requires a generated locale.
        if (!QStandardPaths::findExecutable("localedef").isEmpty())
            QProcess::execute("localedef", {"-i", language, "-f", "UTF-8", folder_.filePath(name)});
        const QHash<QString, QByteArray> files = written(name);
        QCOMPARE(files.size(), english_.size());
        for (auto file = files.begin(); file != files.end(); ++file)
            QVERIFY2(file.value() == english_[file.key()], qPrintable(file.key()));
    }
};

WARPLOOM_TEST(LanguagesTest);
#include "languages_test.moc"
