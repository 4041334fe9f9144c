// Files, command lines and requests of version 0.1.0 work with this version. tests/data/old_files/README.md states
// where the files come from.
#include "called_engine.h"
#include "engine/lesson/lesson.h"
#include "engine/protocol/framing/messages.h"
#include "engine/table.h"
#include "support/runner.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace warploom;

namespace {

const QString old_folder = QStringLiteral(WARPLOOM_SOURCE_DIR "/tests/data/old_files/0.1.0/");
constexpr int longest_answer_ms = 120'000;

QStringList lines_in(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return {};
    return QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts);
}

} // namespace

class OldFilesTest : public QObject {
    Q_OBJECT

    QTemporaryDir out_;
    QProcess worker_;

    /// Returns the last answer to a request; null if the worker does not answer.
    Json last_answer(const std::string& id) {
        QElapsedTimer timer;
        timer.start();
        while (timer.elapsed() < longest_answer_ms) {
            while (worker_.canReadLine()) {
                Json answer = Json::parse(worker_.readLine().toStdString());
                if (answer.value("id", Json()) != id) continue;
                const std::string event = answer.at("event");
                if (event == "done" || event == "error") return answer;
            }
            if (!worker_.waitForReadyRead(1000) && worker_.state() == QProcess::NotRunning) break;
        }
        return nullptr;
    }

private slots:
    void initTestCase() {
        QVERIFY(out_.isValid());
        worker_.start(QStringLiteral(WARPLOOM_BINARY_DIR "/bin/warploom-engine"), {QStringLiteral("serve")});
    }
    void cleanupTestCase() {
        worker_.closeWriteChannel();
        QVERIFY(worker_.waitForFinished(longest_answer_ms));
    }

    void the_requests_of_an_older_window_are_answered_data() {
        QTest::addColumn<QString>("request");
        for (const QString& line : lines_in(old_folder + "requests.txt"))
            QTest::newRow(qPrintable(line.left(120))) << line;
    }
    void the_requests_of_an_older_window_are_answered() {
        QFETCH(QString, request);
        worker_.write(request.toUtf8() + '\n');
        const Json answer = last_answer(Json::parse(request.toStdString()).at("id"));
        QVERIFY2(!answer.is_null(), "no answer");
        QVERIFY2(answer.at("event") == "done", answer.dump().c_str());
    }

    void older_command_lines_succeed_data() {
        QTest::addColumn<QString>("command");
        for (const QString& line : lines_in(old_folder + "commands.txt")) QTest::newRow(qPrintable(line)) << line;
    }
    void older_command_lines_succeed() { // in their order, because some read the files of earlier ones
        QFETCH(QString, command);
        command.replace("{out}", out_.path()).replace("{old}/", old_folder);
        const test::CalledEngine called = test::call_engine(command.split(' '));
        QVERIFY2(called.status == 0, qPrintable(called.error));
    }

    void no_option_is_gone_data() {
        QTest::addColumn<QStringList>("words");
        for (const QString& line : lines_in(old_folder + "options.txt"))
            QTest::newRow(qPrintable(line)) << line.split(' ');
    }
    void no_option_is_gone() {
        QFETCH(QStringList, words);
        const auto is_option = [](const QString& word) { return word.startsWith("--"); };
        const auto first = std::find_if(words.cbegin(), words.cend(), is_option);
        const QStringList command(words.cbegin(), first), options(first, words.cend());
        const test::CalledEngine help = test::call_engine(command + QStringList{"--help"});
        QVERIFY2(help.status == 0, qPrintable(help.error));
        for (const QString& option : options)
            QVERIFY2(help.out.contains(QRegularExpression("(^|[\\s,])" + option + "\\b(?!-)")), qPrintable(option));
    }

    void a_sealed_solution_gets_all_points_in_an_older_exercise() {
        const QString csv = out_.filePath("older.csv");
        const test::CalledEngine called = test::call_engine(
            {"grade", old_folder + "hand-ins", "--exercise", old_folder + "warp-a-row/exercise.json", "--csv", csv});
        QVERIFY2(called.status == 0, qPrintable(called.error));
        const QStringList lines = lines_in(csv);
        QCOMPARE(lines.size(), 2);
        QVERIFY2(lines[0].startsWith("name,points,out_of,"), qPrintable(lines[0]));
        QVERIFY2(lines[1].startsWith("Ada Lovelace,8,8,"), qPrintable(lines[1]));
        QVERIFY2(!lines[1].contains("modified after"), qPrintable(lines[1]));
    }

    void a_results_table_still_has_each_older_column() {
        const QString csv = out_.filePath("columns.csv");
        const test::CalledEngine called = test::call_engine(
            {"run", "spmv", "laplace2d:n=8", "--machine", "cpu", "--kernels", "cpu-csr", "--quick", "--csv", csv});
        QVERIFY2(called.status == 0, qPrintable(called.error));
        const QStringList now = lines_in(csv).value(0).split(',');
        const QStringList before = lines_in(old_folder + "spmv-columns.csv").value(0).split(',');
        QCOMPARE(before.size(), 39);
        for (const QString& column : before) QVERIFY2(now.contains(column), qPrintable(column));
    }

    void a_saved_state_keeps_its_settings() {
        const lesson::Lesson saved = lesson::find_lesson((old_folder + "state.md").toStdString());
        QCOMPARE(saved.steps.size(), std::size_t{1});
        const lesson::State& state = saved.steps.front().state;
        QCOMPARE(state.page, std::string("Warp"));
        QCOMPARE(state.warp, 1);
        QCOMPARE(state.choices.size(), std::size_t{47});
        const auto block = std::find_if(state.choices.begin(), state.choices.end(),
                                        [](const auto& choice) { return choice.first == "block"; });
        QVERIFY(block != state.choices.end());
        QCOMPARE(block->second, std::string("64"));
    }

    void a_link_opens_the_same_state() {
        const lesson::Lesson opened = lesson::find_lesson(
            "warploom:state?page=Warp&matrix=random-rows%3An%3D128%2Cfraction%3D0.3%2Cseed%3D7&card=gtx295&launch=2&"
            "block_index=0&warp=1&nonzero=3%2C%2040&set=kernel%20%3D%20csr-vector&set=block%20%3D%2064&"
            "set=run%2Fkernels%20%3D%20%5B%22ell%22%2C%22csr%20%26%20co%22%5D");
        const lesson::State& state = opened.steps.front().state;
        QCOMPARE(state.matrix, std::string("random-rows:n=128,fraction=0.3,seed=7"));
        QCOMPARE(state.launch, 2);
        QVERIFY(state.nonzero == std::make_pair(std::int64_t{3}, std::int64_t{40}));
        QCOMPARE(state.choices.size(), std::size_t{3});
        QCOMPARE(state.choices[0].second, std::string("\"csr-vector\""));
    }
};

WARPLOOM_TEST(OldFilesTest);
#include "old_files_test.moc"
