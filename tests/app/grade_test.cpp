// A class's hand-ins, judged by processes of their own.

#include "app/exercise/grade.h"
#include "engine/error.h"
#include "engine/exercise/exercise.h"
#include "engine/exercise/hand_in.h"
#include "support/runner.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sstream>

using namespace warploom;
using app::Graded;

class GradeTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> class_;
    std::string reference_, starter_;

    void hand_in(const char* file, const std::string& text) {
        const QString path = class_->filePath(QLatin1String(file));
        QDir().mkpath(QFileInfo(path).path());
        QFile out(path);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(QByteArray::fromStdString(text));
    }
    std::vector<Graded> graded(int seconds = 10) {
        app::GradeSettings settings;
        settings.exercise = "ell-side-by-side";
        settings.program = WARPLOOM_BINARY_DIR "/bin/warploom-engine";
        settings.at_once = 2;
        settings.seconds = seconds;
        return app::grade_class(class_->path().toStdString(), settings);
    }
    static std::string remarks(const Graded& graded) {
        std::string all;
        for (const std::string& remark : graded.remarks) all += remark + ";";
        return all;
    }

private slots:
    void initTestCase() {
        QFile file(QStringLiteral(WARPLOOM_SOURCE_DIR "/tests/app/exercises/ell-side-by-side/reference.cu"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        reference_ = file.readAll().toStdString();
        starter_ = exercise::find_exercise("ell-side-by-side").starter;
    }
    void init() { class_ = std::make_unique<QTemporaryDir>(); }

    void a_right_answer_has_all_points_and_a_starter_has_none() {
        hand_in("ada.cu", reference_);
        hand_in("ben/kernel.cu", starter_);

        const auto all = graded();

        QCOMPARE(all.size(), std::size_t{2});
        QCOMPARE(all[0].name, std::string("ada"));
        QCOMPARE(all[0].judgement.points, all[0].judgement.out_of);
        QCOMPARE(all[1].name, std::string("ben"));
        QCOMPARE(all[1].judgement.points, 0.0);
        QCOMPARE(remarks(all[1]), std::string("the starter as it was given;"));
    }

    void equal_texts_and_altered_ones_are_flagged() {
        const std::string sealed = exercise::seal_text(reference_, "ell-side-by-side", "Ada Lovelace");
        hand_in("a.cu", sealed);
        hand_in("b.cu", "// all my own work\n" + reference_);
        hand_in("c.cu", sealed + "\n// and one more line");

        const auto all = graded();

        QCOMPARE(all[0].name, std::string("Ada Lovelace"));
        QVERIFY(remarks(all[0]).find("the same text as b.cu") != std::string::npos);
        QVERIFY(remarks(all[1]).find("the same text as a.cu") != std::string::npos);
        QVERIFY(remarks(all[0]).find("altered") == std::string::npos);
        QVERIFY(remarks(all[2]).find("altered after it was sealed") != std::string::npos);
    }

    void an_endless_and_a_greedy_answer_end_and_get_nothing() {
        std::string endless = reference_, greedy = reference_;
        const std::string loop = "for (int k = 0; k < end; ++k)";
        endless.replace(endless.find(loop), loop.size(), "for (int k = 0; k < end || k >= 0; k += 0)");
        greedy.insert(greedy.find("template"), "// scratch: much double[rows * 100000]\n");
        greedy.replace(greedy.rfind("int block)"), 10, "double* much, int block)");
        hand_in("endless.cu", endless);
        hand_in("greedy.cu", greedy);

        const auto all = graded(3);

        QCOMPARE(all[0].judgement.points, 0.0);
        QVERIFY2(!all[0].judgement.gates[0].sentence.empty(), "an endless loop is told");
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        return; // whose terabytes of addresses leave no room for a limit: see app::bind_to_limits
#endif
        QCOMPARE(all[1].judgement.points, 0.0);
        QVERIFY2(all[1].judgement.gates[0].sentence.find("emory") != std::string::npos,
                 all[1].judgement.gates[0].sentence.c_str());
    }

    void the_table_has_name_points_and_every_gate() {
        hand_in("ada.cu", reference_);
        const Table table = app::grade_table("grades", graded());
        std::ostringstream csv;
        write_csv(csv, table);
        QCOMPARE(csv.str(), std::string("name,points,out_of,clean,right,transactions,padding,remarks,feedback,file\n"
                                        "ada,8,8,1,2,3,2,,,ada.cu\n"));
    }

    void feedback_says_why_a_right_answer_has_no_points_yet_and_no_figures_of_a_wrong_one() {
        std::string wrong = reference_;
        wrong.replace(wrong.find("sum += value[slot]"), 18, "sum -= value[slot]");
        hand_in("ben.cu", starter_);
        hand_in("eve.cu", wrong);
        const Table table = app::grade_table("grades", graded());
        const auto feedback = [&](std::size_t row) {
            return std::get<std::string>(table.rows[row][table.columns.size() - 2]);
        };
        QVERIFY2(feedback(0).find("no points yet") != std::string::npos, feedback(0).c_str());
        QVERIFY2(feedback(1).find("should be") != std::string::npos, feedback(1).c_str());
        QVERIFY2(feedback(1).find("transactions") == std::string::npos, feedback(1).c_str());
    }

    void a_folder_without_hand_ins_is_refused() {
        try {
            graded();
            QFAIL("it was taken");
        } catch (const Error& error) { QCOMPARE(error.code(), std::string("grade.folder")); }
    }
};

WARPLOOM_TEST(GradeTest);
#include "grade_test.moc"
