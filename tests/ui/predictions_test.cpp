// Predictions on the Step page, and how they are recorded.

#include "ui/components/warp/player.h"
#include "ui/pages/step/step_page.h"
#include "ui/session/predictions.h"
#include "ui/widgets/question_strip.h"

#include "support/runner.h"
#include "tests/ui/page_desk.h"

#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>

using namespace warploom;
using namespace warploom::ui;

namespace {

struct Desk {
    Session session;
    StepPage page{session};
    QLineEdit* field = page.findChild<QLineEdit*>("predictField");
    QLabel* question = page.findChild<QLabel*>("predictQuestion");
    QLabel* verdict = page.findChild<QLabel*>("predictVerdict");

    explicit Desk(const QString& topic = "cr") {
        page.setTopic(topic);
        page.resize(1000, 600);
        page.show();
        page.player()->setStep(0); // leaves the initial state
    }
    void say(const QString& number) {
        field->setText(number);
        QTest::keyClick(field, Qt::Key_Return);
    }
};

} // namespace

class PredictionsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
    }

    void a_step_of_cyclic_reduction_is_hidden_until_somebody_says_how_many_equations_change() {
        Desk desk;
        QVERIFY(!desk.page.isHidden(0));
        QVERIFY(desk.page.sentence().contains("e2"));
        QTest::mouseClick(desk.page.findChild<QToolButton*>("stepPredict"), Qt::LeftButton);
        QVERIFY(desk.page.isHidden(0));
        QVERIFY2(!desk.page.sentence().contains("e2"), qPrintable(desk.page.sentence()));
        QVERIFY(!desk.page.findChild<QTextBrowser*>(QStringLiteral("stepWrittenOut"))->toPlainText().contains("k1"));
        QCOMPARE(desk.question->text(), QString("How many equations does CR change in step 1?"));
        desk.say("4"); // every second of eight unknowns
        QCOMPARE(desk.verdict->text(), QString("✓ Correct: 4."));
        QVERIFY(!desk.page.isHidden(0));
        QVERIFY(desk.page.sentence().contains("e2"));
        const QVector<Prediction>& all = desk.session.predictions().all();
        QCOMPARE(all.size(), 1);
        QCOMPARE(all.first().said, QString("4"));
        QVERIFY(all.first().is_right);
        QVERIFY(all.first().place.contains("n = 8"));
    }

    void a_wrong_guess_is_answered_and_the_answer_follows_the_system() {
        Desk desk;
        desk.session.setChoice("step/size", 16, "size");
        desk.page.setPredicting(true);
        desk.say("16");
        QCOMPARE(desk.verdict->text(), QString("✕ You answered 16; the answer is 8."));
        QVERIFY(!desk.session.predictions().all().first().is_right);
    }

    void without_a_guess_the_step_is_shown_and_nothing_is_kept() {
        Desk desk;
        desk.page.setPredicting(true);
        QTest::mouseClick(desk.page.findChild<QPushButton*>("predictSee"), Qt::LeftButton);
        QVERIFY(!desk.page.isHidden(0));
        QCOMPARE(desk.verdict->text(), QString("The answer is 4."));
        QVERIFY(desk.session.predictions().all().isEmpty());
    }

    void every_topic_asks_and_its_player_waits() {
        for (const WalkthroughEntry& entry : walkthroughEntries()) {
            Desk desk(entry.name);
            desk.page.setPredicting(true);
            int asked = 0;
            for (int step = 0; step < desk.page.walkthrough()->steps(); ++step) {
                desk.page.player()->setStep(step);
                if (!desk.page.isHidden(step)) continue;
                ++asked;
                QVERIFY(!desk.page.player()->isPlaying());
                QVERIFY(desk.page.walkthrough()->question(step)->answer >= 0);
                desk.say(QString::number(desk.page.walkthrough()->question(step)->answer));
                QVERIFY(desk.verdict->text().startsWith("✓"));
            }
            QVERIFY2(asked > 1, qPrintable(entry.name));
            QCOMPARE(desk.session.predictions().right(), asked);
        }
    }

    void switched_off_nothing_is_hidden() {
        Desk desk;
        desk.page.setPredicting(true);
        QVERIFY(desk.page.isHidden(0));
        desk.page.setPredicting(false);
        QVERIFY(!desk.page.isHidden(0));
        QVERIFY(!desk.question->isVisible());
        QVERIFY(desk.page.sentence().contains("e2"));
    }

    void predictions_are_there_again_after_a_restart_and_a_damaged_line_costs_only_itself() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("mine/predictions.jsonl");
        const QDateTime now = QDateTime::fromString("2026-11-22T12:00:00", Qt::ISODate);
        {
            Predictions all;
            QVERIFY(all.keepIn(file).isEmpty());
            QVERIFY(all.add({now, "Step", "How many?", "3", "4", false}).isEmpty());
            QVERIFY(all.add({now, "Step", "How, \"many\"?", "4", "4", true}).isEmpty());
        }
        QFile damaged(file);
        QVERIFY(damaged.open(QIODevice::Append));
        damaged.write("{\"when\": \n");
        damaged.close();
        Predictions again;
        const QString complaint = again.keepIn(file);
        QVERIFY2(complaint.contains("1 prediction"), qPrintable(complaint));
        QCOMPARE(again.all().size(), 2);
        QCOMPARE(again.all().last().question, QString("How, \"many\"?"));
        QCOMPARE(again.right(), 1);
        const Table table = again.table("Ada");
        QCOMPARE(table.rows.size(), std::size_t{2});
        QCOMPARE(table.text(0, table.column("right")), std::string("no"));
    }

    void a_folder_that_cannot_be_written_is_said_and_the_prediction_stays() {
        Predictions all;
        all.keepIn("/proc/predictions.jsonl");
        QVERIFY(all.add({QDateTime::currentDateTime(), "Step", "How many?", "3", "4", false}).contains("/proc"));
        QCOMPARE(all.all().size(), 1);
    }
};

WARPLOOM_WINDOW_TEST(PredictionsTest);
#include "predictions_test.moc"
