// Exercises in the window: gates, hints, submitting, and grading a class.
#include "engine/error.h"
#include "engine/exercise/exercise.h"
#include "engine/exercise/hand_in.h"
#include "engine/lesson/lesson.h"
#include "engine/protocol/messages/settings.h"
#include "engine/regular_file.h"
#include "ui/components/runs/run_store.h"
#include "ui/lesson/exercise_panel.h"
#include "ui/lesson/grade_dialog.h"
#include "ui/lesson/hand_in_dialog.h"
#include "ui/lesson/help_sheet.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/mainwindow/lesson_tabs.h"
#include "ui/mainwindow/main_window.h"
#include "ui/pages/run/run_page.h"
#include "ui/pages/write/language_card.h"
#include "ui/pages/write/verdict_view.h"
#include "ui/pages/write/write_page.h"
#include "ui/session/kernel_texts.h"
#include "ui/session/worker_client.h"
#include "ui/widgets/banner.h"

#include "lesson_desk.h"
#include "support/runner.h"
#include "ui_test_tools.h"

#include <QComboBox>
#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QTextCursor>

#include <algorithm>

using namespace warploom;
using namespace warploom::ui;
using ui_test::Desk;
using ui_test::wait_until;

class ExercisePanelTest : public QObject {
    Q_OBJECT

    QTemporaryDir home_;

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        qputenv("XDG_DATA_HOME", home_.path().toUtf8()); // folder for the user's sources
        theme().install(*qApp);
    }

    void the_gates_answer_while_an_exercise_is_written() {
        Desk desk;
        desk.window.lessonTabs().openExercise(QStringLiteral("ell-side-by-side"));
        desk.press("exerciseStart");
        QCOMPARE(desk.page(), QString("WritePage"));
        const ExercisePanel& panel = desk.window.lessonTabs().exercises();
        QVERIFY(wait_until([&] { return panel.judgement().has_value(); }));
        QVERIFY(!panel.judgement()->is_passed());

        desk.session.texts().setText(panel.answer(), QString::fromUtf8(ui_test::contents(QStringLiteral(
                                                         WARPLOOM_SOURCE_DIR "/kernels/textbook/lesson_5_format.cu"))));

        QVERIFY2(wait_until([&] { return panel.judgement()->is_passed(); }),
                 qPrintable(desk.find<QTextBrowser>("exerciseGates")->toPlainText()));
        desk.session.texts().close(panel.answer());
    }

    void an_exercise_sets_what_it_is_judged_on_for_both_panels_and_leaving_it_puts_everything_back() {
        Desk desk;
        desk.window.resize(1280, 800); // a narrow window closes its docks
        desk.session.presetChoice(QStringLiteral("card"), QStringLiteral("gtx295"));
        desk.session.presetChoice(QStringLiteral("block"), 96);
        desk.window.lessonTabs().openExercise(QStringLiteral("warp-a-row"));
        QCOMPARE(desk.session.block(), 96); // nothing changes before Start
        QVERIFY(desk.find<QDockWidget>("inspectorDock")->isHidden());
        desk.press("exerciseStart");
        QVERIFY(desk.settled());
        const ExercisePanel& panel = desk.window.lessonTabs().exercises();
        desk.session.texts().setText(
            panel.answer(), QString::fromUtf8(ui_test::contents(
                                QStringLiteral(WARPLOOM_SOURCE_DIR "/kernels/textbook/lesson_2_warp_a_row.cu"))));

        QCOMPARE(desk.session.card().id, std::string("h200"));
        QCOMPARE(desk.session.matrix()->name(), QString("banded:n=512,lower=32,upper=31"));
        QCOMPARE(desk.session.block(), 128);
        QVERIFY(wait_until([&] { return panel.judgement() && panel.judgement()->is_passed(); }));
        const QString points =
            desk.find<QLabel>("exercisePoints")->text() + desk.find<QTextBrowser>("exerciseGates")->toPlainText();
        for (const char* part : {"8 of 8", "NVIDIA H200", "banded:n=512,lower=32,upper=31", "random inputs"})
            QVERIFY2(points.contains(QLatin1String(part)), qPrintable(points));
        auto* const write = desk.window.findChild<WritePage*>();
        QVERIFY(wait_until([&] {
            const CheckHandle& check = write->verdict()->check();
            return write->isSettled() && check && check->verdict == protocol::CheckVerdict::right;
        }));
        QVERIFY2(write->verdict()->sentence().startsWith("Correct on banded:n=512"),
                 qPrintable(write->verdict()->sentence()));
        QVERIFY(desk.find<QLabel>("writeWhere")->text().contains(QLatin1String("NVIDIA H200")));

        desk.press("exerciseLeave");
        QVERIFY(wait_until([&] { return desk.session.matrix()->name() == QLatin1String("arrow:n=20"); }));
        QCOMPARE(desk.session.card().id, std::string("gtx295"));
        QCOMPARE(desk.session.block(), 96);
        QVERIFY(desk.find<QDockWidget>("lessonDock")->isHidden());
        QVERIFY(desk.find<QDockWidget>("inspectorDock")->isVisible());
        QVERIFY(!desk.session.undoStack().canUndo());
        desk.session.texts().close(panel.answer());
    }

    void an_exercise_that_begins_in_a_lesson_puts_back_what_was_before_the_lesson() {
        Desk desk;
        desk.window.lessonTabs().openLesson(QStringLiteral("warp"));
        QVERIFY(desk.settled());
        desk.window.lessonTabs().openExercise(QStringLiteral("ell-side-by-side"));
        desk.press("exerciseStart");
        QVERIFY(desk.settled());
        QVERIFY(!desk.window.lessonTabs().lessons().isOpen());
        QVERIFY(desk.find<QDockWidget>("lessonDock")->isVisible());
        desk.window.lessonTabs().openLesson(QStringLiteral("warp")); // and vice versa
        QVERIFY(!desk.window.lessonTabs().exercises().isStarted());
        QVERIFY(desk.settled());
        desk.press("lessonLeave");
        QVERIFY(wait_until([&] { return desk.session.matrix()->name() == QLatin1String("arrow:n=20"); }));
        desk.session.texts().close(desk.window.lessonTabs().exercises().answer());
    }

    void a_text_that_is_no_program_and_a_wrong_one_are_told_as_what_they_are() {
        Desk desk;
        desk.window.lessonTabs().openExercise(QStringLiteral("ell-side-by-side"));
        desk.press("exerciseStart");
        const ExercisePanel& panel = desk.window.lessonTabs().exercises();
        const QString starter = desk.session.texts().find(panel.answer())->text;
        const auto* points = desk.find<QLabel>("exercisePoints");
        const auto* gates = desk.find<QTextBrowser>("exerciseGates");
        const auto judged = [&](const QString& text, const QString& said) {
            desk.session.texts().setText(panel.answer(), text);
            return wait_until([&] { return points->text().contains(said); });
        };
        QVERIFY2(judged(QStringLiteral("int run("), QStringLiteral("Does not compile")), qPrintable(points->text()));
        QVERIFY2(points->text().contains(panel.answer() + ":1:"), qPrintable(points->text()));
        QVERIFY2(!gates->toPlainText().contains(QStringLiteral("✘")), qPrintable(gates->toPlainText()));

        QString wrong = starter;
        wrong.replace(QStringLiteral("y[row] = sum"), QStringLiteral("y[row] = 0"));
        QVERIFY(wrong != starter);
        QVERIFY2(judged(wrong, QStringLiteral("0 of 8")), qPrintable(points->text()));
        const QString text = gates->toPlainText();
        QVERIFY2(text.contains(QStringLiteral("✘ correct result")), qPrintable(text));
        for (const QString& line : text.split('\n'))
            if (line.contains(QStringLiteral("✔"))) QVERIFY2(!line.contains("(0 of"), qPrintable(line));
        desk.session.texts().close(panel.answer());
    }

    void a_hint_an_answer_and_an_unmet_gate_are_in_sight_at_1280_x_720() {
        Desk desk;
        desk.window.resize(1280, 720);
        desk.window.lessonTabs().openLesson(QStringLiteral("warp"));
        QVERIFY(desk.settled());
        QTest::keyClicks(desk.find<QLineEdit>("lessonNumber"), QStringLiteral("2"));
        QTest::keyClick(desk.find<QLineEdit>("lessonNumber"), Qt::Key_Return);
        const auto* revealed = desk.find<QLabel>("lessonReveal");
        QVERIFY(wait_until([&] { return revealed->text().contains(QLatin1String("The answer is")); }));
        QCOMPARE(revealed->visibleRegion().boundingRect(), revealed->rect());

        // When selected in its box, it takes the space of the inspector, like a lesson; closing it restores the
        // inspector.
        auto *const inspector = desk.find<QDockWidget>("inspectorDock"), *const dock =
                                                                             desk.find<QDockWidget>("lessonDock");
        desk.window.lessonTabs().lessons().leave();
        inspector->show();
        dock->show();
        auto* const box = desk.find<QComboBox>("exerciseBox");
        box->setCurrentIndex(box->findData(QStringLiteral("warp-a-row")));
        emit box->activated(box->currentIndex());
        QVERIFY(inspector->isHidden());
        dock->close();
        QVERIFY(!inspector->isHidden());
        desk.window.lessonTabs().openExercise(QStringLiteral("warp-a-row"));
        for (int hint = 0; hint < 3; ++hint) desk.press("exerciseHint");
        const auto sees = [&](const char* object, const QString& words) {
            const auto* view = desk.find<QTextBrowser>(object);
            const QTextCursor found = view->document()->find(words);
            return !found.isNull() && view->viewport()->rect().contains(view->cursorRect(found));
        };
        QVERIFY(sees("exerciseTask", QStringLiteral("Hint 3:")));
        desk.press("exerciseStart");
        QVERIFY(wait_until([&] { return desk.window.lessonTabs().exercises().judgement().has_value(); }));
        const auto* gates = desk.find<QTextBrowser>("exerciseGates");
        QVERIFY2(wait_until([&] { return sees("exerciseGates", QStringLiteral("✘")); }),
                 qPrintable(QString::number(gates->viewport()->height()) + gates->toPlainText()));
        QVERIFY(!desk.find<QLabel>("exercisePoints")->visibleRegion().isEmpty());
        desk.press("exerciseLeave");
        desk.session.texts().close(desk.window.lessonTabs().exercises().answer());
    }

    void an_exercise_scrolls_as_one_and_nothing_of_it_is_cut_data() {
        QTest::addColumn<double>("scale");
        for (const double scale : {1.0, 2.0}) QTest::addRow("%.0f", scale) << scale;
    }
    void an_exercise_scrolls_as_one_and_nothing_of_it_is_cut() {
        QFETCH(double, scale);
        Desk desk;
        desk.window.resize(1280, 720);
        theme().setScale(scale);
        desk.window.lessonTabs().openExercise(QStringLiteral("warp-a-row"));
        QTest::qWait(100);
        auto* const box = desk.find<QComboBox>("exerciseBox");
        const QWidget* const viewport = box->parentWidget()->parentWidget();
        QVERIFY2(box->parentWidget()->width() <= viewport->width(), // otherwise its right edge is not visible
                 qPrintable(QStringLiteral("%1 of %2").arg(box->parentWidget()->width()).arg(viewport->width())));
        for (const char* object : {"exerciseTask", "exerciseGates"})
            QCOMPARE(desk.find<QTextBrowser>(object)->verticalScrollBar()->maximum(), 0);
        QVERIFY(!desk.find<QPushButton>("exerciseStart")->visibleRegion().isEmpty());
        const auto sees = [&](const char* object, const QString& words) {
            const auto* view = desk.find<QTextBrowser>(object);
            const QTextCursor found = view->document()->find(words);
            return !found.isNull() &&
                   view->viewport()->visibleRegion().boundingRect().contains(view->cursorRect(found));
        };
        desk.press("exerciseHint");
        QVERIFY(wait_until([&] { return sees("exerciseTask", QStringLiteral("Hint 1:")); }));
        desk.press("exerciseStart");
        QVERIFY(wait_until([&] { return desk.window.lessonTabs().exercises().judgement().has_value(); }));
        QVERIFY(wait_until([&] { return sees("exerciseGates", QStringLiteral("✘")); }));
        desk.press("exerciseLeave");
        desk.session.texts().close(desk.window.lessonTabs().exercises().answer());
        theme().setScale(1.0);
    }

    void a_lesson_ends_with_what_was_right_the_next_one_and_its_exercise() {
        Desk desk;
        const lesson::Lesson& first = lesson::own_lessons()[1]; // after the tour, which has no exercise
        const auto led = std::find_if(lesson::own_lessons().begin(), lesson::own_lessons().end(),
                                      [](const lesson::Lesson& each) { return !each.exercise.empty(); });
        desk.window.lessonTabs().openLesson(QString::fromStdString(first.id));
        QVERIFY(desk.settled());
        int asked = 0;
        for (const lesson::LessonStep& step : first.steps) asked += step.question ? 1 : 0;
        QVERIFY(first.steps[0].question && first.steps[0].question->is_number());
        QTest::keyClicks(desk.find<QLineEdit>("lessonNumber"), QStringLiteral("1"));
        QTest::keyClick(desk.find<QLineEdit>("lessonNumber"), Qt::Key_Return);
        QVERIFY(wait_until(
            [&] { return desk.find<QLabel>("lessonReveal")->text().contains(QLatin1String("The answer is")); }));
        const bool was_right = desk.find<QLabel>("lessonReveal")->text().contains(QLatin1String("Correct."));
        for (std::size_t step = 0; step < first.steps.size(); ++step) desk.press("lessonNext");

        QVERIFY(desk.window.lessonTabs().lessons().isAtEnd());
        QVERIFY(!desk.find<QPushButton>("lessonNext")->isEnabled());
        const QString words = desk.find<QLabel>("lessonWords")->text();
        QVERIFY2(words.contains(QStringLiteral("first try: <b>%1 of %2</b>").arg(was_right ? 1 : 0).arg(asked)),
                 qPrintable(words));
        desk.press("lessonNextLesson");
        QCOMPARE(desk.window.lessonTabs().lessons().lesson()->id, lesson::own_lessons()[2].id);
        QCOMPARE(desk.window.lessonTabs().lessons().step(), 0);

        QVERIFY(led != lesson::own_lessons().end());
        desk.window.lessonTabs().openLesson(QString::fromStdString(led->id));
        desk.window.lessonTabs().lessons().showStep(static_cast<int>(led->steps.size()));
        QVERIFY(desk.settled());
        desk.press("lessonExercise");
        QVERIFY(desk.find<QTextBrowser>("exerciseTask")->isVisible());
        desk.window.lessonTabs().lessons().leave();
    }

    void an_answer_is_handed_in_with_a_name_and_a_seal_and_what_goes_wrong_is_said() {
        QTemporaryDir folder;
        Desk desk;
        const QString text = QStringLiteral("// mine\n");
        HandInDialog dialog(desk.session, "warp-a-row", text);
        const auto field = [&](const char* name) { return dialog.findChild<QLineEdit*>(QLatin1String(name)); };
        const auto* words = dialog.findChild<QLabel*>("handInWords");
        const auto press = [&] { QTest::mouseClick(dialog.findChild<QPushButton*>("handInWrite"), Qt::LeftButton); };
        dialog.show();
        field("handInName")->clear();
        press();
        QVERIFY2(words->text().contains("Enter your name"), qPrintable(words->text()));
        QTest::keyClicks(field("handInName"), QStringLiteral("Ada Lovelace"));
        QVERIFY2(dialog.file().endsWith("/warp-a-row-Ada_Lovelace.cu"), qPrintable(dialog.file()));

        const QString other = folder.filePath("notes.cu");
        QFile notes(other);
        QVERIFY(notes.open(QIODevice::WriteOnly));
        notes.write("my notes\n");
        notes.close();
        const auto writeTo = [&](const QString& file) {
            field("handInFile")->selectAll();
            QTest::keyClicks(field("handInFile"), file);
            press();
        };
        writeTo(other);
        QVERIFY2(words->text().contains("is not a submission"), qPrintable(words->text()));
        QCOMPARE(ui_test::contents(other), QByteArray("my notes\n"));
        writeTo(folder.filePath("not/there.cu"));
        QVERIFY2(words->text().contains("not/there.cu"), qPrintable(words->text()));

        const QString file = folder.filePath("ada.cu");
        QSignalSpy told(&desk.session, &Session::written);
        for (int time = 0; time < 2; ++time) { // replaces the previous submission
            writeTo(file);
            QVERIFY2(words->text().contains(file), qPrintable(words->text()));
        }
        QCOMPARE(told.count(), 2);
        QVERIFY(QFile::remove(file));
        QTest::keyClick(field("handInName"), Qt::Key_Return); // submits without closing the dialog
        QVERIFY(QFile::exists(file) && dialog.isVisible());
        const exercise::HandIn read = exercise::read_hand_in(ui_test::contents(file).toStdString());
        QCOMPARE(read.name, std::string("Ada Lovelace"));
        QCOMPARE(read.exercise, std::string("warp-a-row"));
        QVERIFY(read.is_sealed && !read.is_altered);
        QVERIFY(ui_test::contents(file).endsWith("// mine\n"));
    }

    void a_class_is_graded_in_the_window_and_the_table_is_saved() {
        QTemporaryDir folder;
        QFile hand_in(folder.filePath(QStringLiteral("ada.cu")));
        QVERIFY(hand_in.open(QIODevice::WriteOnly));
        hand_in.write(QByteArray::fromStdString(exercise::find_exercise("ell-side-by-side").starter));
        hand_in.close();
        Desk desk;
        GradeDialog dialog(desk.session);
        dialog.setFolder(folder.path());
        QVERIFY(!dialog.findChild<QPushButton*>("gradeSave")->isEnabled());

        QTest::mouseClick(dialog.findChild<QPushButton*>("gradeStart"), Qt::LeftButton);

        const auto* words = dialog.findChild<QLabel*>("gradeWords");
        QVERIFY2(wait_until([&] { return dialog.findChild<QPushButton*>("gradeSave")->isEnabled(); }),
                 qPrintable(words->text()));
        const QString file = folder.filePath(QStringLiteral("grades.csv"));
        dialog.saveTo(file);
        QVERIFY(ui_test::contents(file).contains("\nada,"));
    }
};

WARPLOOM_WINDOW_TEST(ExercisePanelTest);
#include "exercise_panel_test.moc"
