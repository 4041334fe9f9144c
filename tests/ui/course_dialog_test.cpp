// The course in the window: its weeks, one click to an item, and what the user has finished.

#include "engine/course/course.h"
#include "ui/lesson/course_dialog.h"
#include "ui/lesson/course_progress.h"
#include "ui/lesson/exercise_panel.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/mainwindow/lesson_tabs.h"
#include "ui/pages/write/code_editor.h"
#include "ui/pages/write/verdict_view.h"
#include "ui/pages/write/write_page.h"
#include "ui/session/kernel_texts.h"

#include "lesson_desk.h"
#include "support/runner.h"
#include "ui_test_tools.h"

#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QSettings>
#include <QTest>
#include <QTimer>
#include <QTreeWidget>

#include <functional>

using namespace warploom;
using namespace warploom::ui;
using course::ItemKind;
using ui_test::wait_until;

namespace {

QTreeWidget* weeks_in(const QDialog& dialog) { return dialog.findChild<QTreeWidget*>(QStringLiteral("courseWeeks")); }

/// Returns the entry with a title, whose week is expanded.
QTreeWidgetItem* entry_of(QTreeWidget& weeks, const QString& title) {
    for (int w = 0; w < weeks.topLevelItemCount(); ++w)
        for (int i = 0; i < weeks.topLevelItem(w)->childCount(); ++i)
            if (QTreeWidgetItem* const entry = weeks.topLevelItem(w)->child(i); entry->text(0) == title) {
                weeks.topLevelItem(w)->setExpanded(true);
                return entry;
            }
    return nullptr;
}

void click(QTreeWidget& weeks, QTreeWidgetItem* entry) {
    weeks.scrollToItem(entry);
    QTest::mouseClick(weeks.viewport(), Qt::LeftButton, {}, weeks.visualItemRect(entry).center());
}

} // namespace

class CourseDialogTest : public QObject {
    Q_OBJECT

    using Desk = ui_test::Desk;

    /// Opens the course from the menu, and calls a function with the dialog.
    static void with_course(Desk& desk, const std::function<void(CourseDialog&)>& use) {
        bool is_used = false;
        QTimer::singleShot(0, &desk.window, [&] {
            auto* const dialog = qobject_cast<CourseDialog*>(QApplication::activeModalWidget());
            if (dialog == nullptr) return;
            is_used = true;
            use(*dialog);
            if (dialog->isVisible()) dialog->reject();
        });
        desk.window.action(QStringLiteral("course"))->trigger();
        QVERIFY(is_used);
    }

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
    }
    void init() { QSettings().remove(QStringLiteral("course")); }

    void all_weeks_are_listed_and_the_first_unfinished_one_is_open() {
        for (const course::CourseItem& item : course::own_course().weeks[0].items)
            setFinished(item.kind, QString::fromStdString(item.name));
        const CourseDialog dialog;
        QTreeWidget& weeks = *weeks_in(dialog);
        QCOMPARE(weeks.topLevelItemCount(), 12);
        QVERIFY(!weeks.topLevelItem(0)->isExpanded() && weeks.topLevelItem(1)->isExpanded());
        QCOMPARE(weeks.topLevelItem(0)->text(4), QStringLiteral("6 of 6"));
        QCOMPARE(weeks.topLevelItem(0)->child(0)->text(4), QStringLiteral("✔ Finished"));
        QVERIFY(weeks.topLevelItem(1)->text(4).startsWith(QLatin1String("0 of ")));
        QVERIFY(weeks.topLevelItem(1)->child(0)->text(4).isEmpty());
        const auto* const goal = dialog.findChild<QLabel*>(QStringLiteral("courseGoal"));
        QCOMPARE(goal->text(), QString::fromStdString(course::own_course().weeks[1].goal));
        weeks.setCurrentItem(weeks.topLevelItem(9)->child(1));
        QCOMPARE(goal->text(), QString::fromStdString(course::own_course().weeks[9].goal));
        QVERIFY(dialog.findChild<QLabel*>(QStringLiteral("courseProgress"))
                    ->text()
                    .contains(QLatin1String("finished 6 of")));
    }

    void one_click_opens_a_lesson_an_exercise_or_a_problem() {
        Desk desk;
        with_course(desk, [](CourseDialog& dialog) {
            click(*weeks_in(dialog), entry_of(*weeks_in(dialog), QStringLiteral("Coalesced memory access")));
            QVERIFY(!dialog.isVisible());
        });
        QVERIFY(desk.window.lessonTabs().lessons().isOpen());
        QCOMPARE(desk.window.lessonTabs().lessons().lesson()->id, std::string("side-by-side"));
        desk.window.lessonTabs().lessons().leave();
        with_course(desk, [](CourseDialog& dialog) {
            click(*weeks_in(dialog), entry_of(*weeks_in(dialog), QStringLiteral("Sum a vector")));
        });
        QCOMPARE(desk.window.lessonTabs().exercises().exerciseId(), QStringLiteral("sum-in-steps"));
        QVERIFY(desk.window.lessonTabs().exercises().isVisible());
        with_course(desk, [](CourseDialog& dialog) {
            click(*weeks_in(dialog), entry_of(*weeks_in(dialog), QStringLiteral("Prefix sum of integers")));
        });
        QCOMPARE(desk.page(), QStringLiteral("WritePage"));
        QCOMPARE(desk.window.findChild<WritePage*>()->current(), QStringLiteral("scan.cu"));
        QVERIFY(
            desk.session.texts().find(QStringLiteral("scan.cu"))->text.startsWith(QLatin1String("// problem: scan\n")));
    }

    void the_write_page_lists_the_problems() {
        Desk desk;
        auto* const action = desk.window.findChild<QAction*>(QStringLiteral("problem:saxpy"));
        QVERIFY(action != nullptr);
        action->trigger();
        const auto* const page = desk.window.findChild<WritePage*>();
        QCOMPARE(page->current(), QStringLiteral("saxpy.cu"));
        const QString mine = QStringLiteral("// problem: saxpy\n// mine\n");
        desk.session.texts().setText(page->current(), mine);
        action->trigger(); // continues with the source that is there
        QCOMPARE(page->current(), QStringLiteral("saxpy.cu"));
        QCOMPARE(desk.session.texts().find(QStringLiteral("saxpy.cu"))->text, mine);
    }

    void a_lesson_opens_the_source_that_it_is_about_once() {
        Desk desk;
        desk.window.lessonTabs().openLesson(QStringLiteral("find-the-bug"));
        QVERIFY(desk.settled());
        const auto* const page = desk.window.findChild<WritePage*>();
        QCOMPARE(page->current(), QStringLiteral("forgotten_barrier.cu"));
        desk.window.lessonTabs().lessons().showStep(1);
        QCOMPARE(page->current(), QStringLiteral("unwritten_shared.cu"));
        const auto count = desk.session.texts().all().size();
        desk.window.lessonTabs().lessons().showStep(0);
        QCOMPARE(page->current(), QStringLiteral("forgotten_barrier.cu"));
        QCOMPARE(desk.session.texts().all().size(), count);
        desk.window.lessonTabs().lessons().leave();
    }

    void the_keyboard_opens_an_item_and_a_week() {
        Desk desk;
        with_course(desk, [](CourseDialog& dialog) {
            QTreeWidget& weeks = *weeks_in(dialog);
            weeks.setCurrentItem(weeks.topLevelItem(3));
            QTest::keyClick(&weeks, Qt::Key_Right);
            QVERIFY(weeks.topLevelItem(3)->isExpanded());
            QTest::keyClick(&weeks, Qt::Key_Down);
            QTest::keyClick(&weeks, Qt::Key_Return);
        });
        QCOMPARE(desk.window.lessonTabs().lessons().lesson()->id, std::string("find-the-bug"));
        desk.window.lessonTabs().lessons().leave();
    }

    void the_start_page_opens_the_course() {
        Desk desk;
        desk.window.showStartPage();
        bool is_open = false;
        QTimer::singleShot(0, &desk.window, [&] {
            auto* const dialog = qobject_cast<CourseDialog*>(QApplication::activeModalWidget());
            is_open = dialog != nullptr;
            if (is_open) dialog->reject();
        });
        desk.press("start:course");
        QVERIFY(is_open);
    }

    void the_correct_starter_of_an_exercise_solves_no_problem() {
        Desk desk;
        desk.session.worker().start();
        QVERIFY(wait_until([&] { return !desk.session.worker().handshake().machines.empty(); }));
        desk.window.lessonTabs().openCourseItem(ItemKind::exercise, QStringLiteral("sum-in-steps"));
        desk.press("exerciseStart");
        const auto* const page = desk.window.findChild<WritePage*>();
        QVERIFY(wait_until([&] { return desk.window.lessonTabs().exercises().judgement() && page->isSettled(); }));
        QVERIFY(page->verdict()->check() && page->verdict()->check()->verdict == protocol::CheckVerdict::right);
        QVERIFY(!isFinished(ItemKind::problem, QStringLiteral("reduction")));
        desk.press("exerciseLeave");
    }

    void what_is_finished_is_remembered() {
        Desk desk;
        desk.session.worker().start();
        QVERIFY(wait_until([&] { return !desk.session.worker().handshake().machines.empty(); }));
        // a lesson, when its end is reached
        desk.window.lessonTabs().openCourseItem(ItemKind::lesson, QStringLiteral("warp"));
        QVERIFY(desk.settled());
        QVERIFY(!isFinished(ItemKind::lesson, QStringLiteral("warp")));
        desk.window.lessonTabs().lessons().showStep(
            static_cast<int>(desk.window.lessonTabs().lessons().lesson()->steps.size()));
        QVERIFY(isFinished(ItemKind::lesson, QStringLiteral("warp")));
        desk.window.lessonTabs().lessons().leave();
        QVERIFY(wait_until([&] { return desk.session.matrix()->name() == QLatin1String("arrow:n=20"); }));
        // a problem, when the kernel is correct
        desk.window.lessonTabs().openCourseItem(ItemKind::problem, QStringLiteral("vector-add"));
        const QString name = QStringLiteral("vector-add.cu");
        auto* const page = desk.window.findChild<WritePage*>();
        QVERIFY(wait_until([&] { return page->isSettled(); }, 20000));
        QVERIFY(!isFinished(ItemKind::problem, QStringLiteral("vector-add")));
        page->editor()->setText(QStringLiteral(
            "// problem: vector-add\ntemplate <typename T> __global__ void add(int n, const T* a, const T* b, T* c) {\n"
            "    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < n) c[i] = a[i] + b[i];\n}\n"
            "template <typename T> void run(int n, const T* a, const T* b, T* c, int block) {\n"
            "    add<<<(n + block - 1) / block, block>>>(n, a, b, c);\n}\n"));
        QVERIFY(wait_until([&] { return isFinished(ItemKind::problem, QStringLiteral("vector-add")); }, 20000));
        // an exercise, when all gates are passed
        desk.window.lessonTabs().openCourseItem(ItemKind::exercise, QStringLiteral("vector-sum"));
        desk.press("exerciseStart");
        QVERIFY(wait_until([&] { return desk.window.lessonTabs().exercises().judgement().has_value(); }, 20000));
        QVERIFY(!isFinished(ItemKind::exercise, QStringLiteral("vector-sum")));
        desk.session.texts().setText(desk.window.lessonTabs().exercises().answer(),
                                     desk.session.texts().find(name)->text);
        QVERIFY(wait_until([&] { return isFinished(ItemKind::exercise, QStringLiteral("vector-sum")); }, 20000));
        QCOMPARE(desk.session.matrix()->name(), QStringLiteral("arrow:n=20")); // a problem needs no matrix
        desk.press("exerciseLeave");
        // It is stored, and the dialog shows it.
        const CourseDialog dialog;
        QCOMPARE(weeks_in(dialog)->topLevelItem(0)->text(4), QStringLiteral("3 of 6"));
    }
};

WARPLOOM_WINDOW_TEST(CourseDialogTest);
#include "course_dialog_test.moc"
