// Details of the window in a classroom: a smaller projector, copy and paste, full screen, notifications, combo boxes
// with screen readers.
#include "ui/charts/chart_frame.h"
#include "ui/components/warp/player.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/mainwindow/lesson_tabs.h"
#include "ui/mainwindow/main_window.h"
#include "ui/mainwindow/pages.h"
#include "ui/pages/matrix/generator_form.h"
#include "ui/pages/run/run_page.h"
#include "ui/pages/step/step_page.h"
#include "ui/pages/write/write_page.h"
#include "ui/session/worker_client.h"

#include "main_window_desk.h"
#include "support/runner.h"
#include "ui_test_tools.h"

#include <Qsci/qsciscintilla.h>

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QMap>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QScreen>
#include <QSettings>
#include <QStatusBar>
#include <QTableView>
#include <QTest>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>

using namespace warploom;
using namespace warploom::ui;
using ui_test::fake_worker;
using ui_test::wait_until;

class WindowUseTest : public QObject {
    Q_OBJECT

    using Desk = ui_test::MainWindowDesk;

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
    }

    void a_window_of_a_larger_screen_comes_back_inside_of_this_one_data() {
        QTest::addColumn<QRect>("before");
        const QRect room = QApplication::primaryScreen()->availableGeometry();
        QTest::newRow("too wide") << QRect(room.topLeft(), QSize(room.width() + 256, 500));
        QTest::newRow("too high") << QRect(room.topLeft(), QSize(700, room.height() + 300));
        QTest::newRow("beyond the right edge") << QRect(room.right() - 60, 40, 700, 500);
        QTest::newRow("below") << QRect(20, room.bottom() - 30, 700, 500);
        QTest::newRow("on a screen that is gone") << QRect(-5000, -3000, 700, 500);
    }
    void a_window_of_a_larger_screen_comes_back_inside_of_this_one() {
        QFETCH(QRect, before);
        {
            Desk desk(fake_worker("normal"));
            QWidget old; // as saved on a larger screen
            old.setGeometry(before);
            desk.window.close();
            QSettings().setValue(QStringLiteral("window/geometry"), old.saveGeometry());
        }
        Session session;
        MainWindow window(session);
        window.restoreLayout();
        const QRect room = window.screen()->availableGeometry();
        const QRect place(window.pos(), window.size());
        // A window cannot be smaller than its contents.
        const QSize least = window.minimumSizeHint();
        const QRect wanted = room.united(QRect(room.topLeft(), least));
        QVERIFY2(
            wanted.contains(place),
            qPrintable(
                QStringLiteral("%1,%2 %3x%4").arg(place.x()).arg(place.y()).arg(place.width()).arg(place.height())));
        QSettings().remove(QStringLiteral("window"));
    }

    void a_lesson_is_no_wider_in_small_letters_because_it_was_left_in_large_ones() {
        {
            Desk desk(fake_worker("normal"));
            desk.window.resize(1280, 720);
            desk.window.findChild<QDockWidget*>("lessonDock")->show();
            theme().setScale(2.0);
            QTest::qWait(100);
            desk.window.close();
        }
        theme().setScale(1.0);
        Session session;
        MainWindow window(session);
        window.restoreLayout();
        window.show();
        const auto* lesson = window.findChild<QDockWidget*>("lessonDock");
        QVERIFY(!lesson->isHidden());
        QVERIFY2(wait_until([&] { return lesson->width() < 300; }), qPrintable(QString::number(lesson->width())));
        QSettings().remove(QStringLiteral("window"));
    }

    void a_lesson_leaves_the_page_more_than_half_of_a_small_window() {
        Desk desk(fake_worker("normal"));
        desk.window.resize(1280, 720);
        auto* lesson = desk.window.findChild<QDockWidget*>("lessonDock");
        lesson->show();
        QTest::qWait(50);
        desk.window.resizeDocks({lesson}, {460}, Qt::Horizontal);
        QVERIFY(wait_until([&] { return lesson->width() > 440; }));
        desk.window.resize(640, 330);
        QVERIFY2(wait_until([&] { return 2 * lesson->width() <= desk.window.width(); }),
                 qPrintable(QString::number(lesson->width())));
    }

    void a_lesson_of_a_small_window_keeps_its_room_in_a_larger_one_and_gives_it_back() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.open("tridiagonal:n=10"));
        desk.window.resize(1280, 720);
        const auto* inspector = desk.window.findChild<QDockWidget*>("inspectorDock");
        QVERIFY(wait_until([&] { return !inspector->isHidden(); }));
        desk.window.resize(640, 330);
        QVERIFY(inspector->isHidden());
        desk.window.lessonTabs().openLesson(QStringLiteral("warp"));
        desk.window.resize(1280, 720);
        QTest::qWait(50);
        QVERIFY(inspector->isHidden());
        desk.window.lessonTabs().lessons().leave();
        QVERIFY(!inspector->isHidden());
    }

    void the_inspector_comes_with_the_first_matrix_of_the_first_start() {
        QSettings().remove(QStringLiteral("window"));
        Desk desk(fake_worker("normal"));
        desk.window.restoreLayout(); // there is no saved layout
        desk.window.resize(1280, 720);
        const auto* inspector = desk.window.findChild<QDockWidget*>("inspectorDock");
        QVERIFY(inspector->isHidden()); // it is empty
        QVERIFY(desk.open("tridiagonal:n=10"));
        QVERIFY(wait_until([&] { return !inspector->isHidden(); }));
    }

    void what_was_written_goes_by_itself_and_with_the_next_action() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.open("tridiagonal:n=10"));
        auto* label = desk.window.findChild<QLabel*>("writtenLabel");
        auto* over = desk.window.findChild<QTimer*>("writtenOver");
        const auto say = [&] {
            desk.session.exported("The state was saved to /somewhere/state.md.", "/somewhere/state.md");
            QVERIFY(label->isVisible());
            QVERIFY(over->isActive());
        };
        say();
        QVERIFY(over->interval() >= 5000 && over->interval() <= 30'000);
        over->setInterval(1);
        over->start();
        QVERIFY(wait_until([&] { return !label->isVisible(); }));
        over->setInterval(12'000);
        say();
        desk.window.showPage(3);
        QVERIFY(!label->isVisible());
        say();
        desk.session.setChoice("precision", "float", "precision float");
        QVERIFY(!label->isVisible());
        // The link to the folder must not disappear while it has the focus.
        say();
        desk.window.findChild<QToolButton*>("openWritten")->setFocus();
        QVERIFY(desk.window.findChild<QToolButton*>("openWritten")->hasFocus());
        over->setInterval(1);
        over->start();
        QTest::qWait(20);
        QVERIFY(label->isVisible());
    }

    void every_box_of_choices_is_read_by_its_name_and_its_value() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.greeted());
        QVERIFY(desk.open("tridiagonal:n=10"));
        int boxes = 0;
        for (int page = 0; page < desk.window.pages().size(); ++page) {
            desk.window.showPage(page);
            QApplication::processEvents();
            for (QComboBox* box : desk.window.pages()[page]->findChildren<QComboBox*>()) {
                ++boxes;
                QAccessibleInterface* reader = QAccessible::queryAccessibleInterface(box);
                QVERIFY(reader != nullptr);
                const QString name = reader->text(QAccessible::Name);
                const QString where = desk.window.pages()[page]->title() + QLatin1Char('/') + box->objectName() +
                                      QLatin1Char('/') + box->currentText() + QLatin1Char('/') + name;
                QVERIFY2(!name.isEmpty(), qPrintable(where));
                QVERIFY2(name != box->currentText() || box->accessibleName() == name, qPrintable(where));
                QCOMPARE(reader->role(), QAccessible::ComboBox);
                QCOMPARE(reader->text(QAccessible::Value), box->currentText());
                QVERIFY(reader->child(0) != nullptr && reader->indexOfChild(reader->child(0)) == 0);
            }
        }
        QVERIFY2(boxes > 40, qPrintable(QString::number(boxes)));
        // A screen reader announces the name and the value: "Threads per block", 128.
        for (QComboBox* box : desk.window.findChildren<QComboBox*>())
            if (box->accessibleName() == QLatin1String("Threads per block"))
                QCOMPARE(QAccessible::queryAccessibleInterface(box)->text(QAccessible::Value), QString("128"));
    }

    void tab_goes_from_the_generator_to_its_fields_in_the_order_they_are_read() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.open("random-rows:n=100,fraction=0.1,cols=100,seed=1"));
        auto* form = desk.window.findChild<GeneratorForm*>();
        auto* box = desk.window.findChild<QComboBox*>("generatorBox");
        box->setFocus();
        QPoint last = box->mapTo(form, QPoint());
        int fields = 0;
        for (;;) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            QWidget* at = QApplication::focusWidget();
            if (!form->isAncestorOf(at)) break;
            const QPoint place = at->mapTo(form, QPoint());
            QVERIFY2(place.y() > last.y() + at->height() / 2 || place.x() > last.x(), qPrintable(at->accessibleName()));
            last = place;
            ++fields;
        }
        QVERIFY2(fields >= 3, qPrintable(QString::number(fields)));
    }

    void tab_goes_through_the_head_of_every_chart_from_left_to_right_and_then_to_the_picture() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.open("tridiagonal:n=10"));
        int heads = 0;
        for (int page = 0; page < desk.window.pages().size(); ++page) {
            desk.window.showPage(page);
            QApplication::processEvents();
            for (ChartFrame* frame : desk.window.pages()[page]->findChildren<ChartFrame*>()) {
                if (!frame->isVisible()) continue;
                int last = -1, tools = 0;
                bool is_over = false;
                QWidget* at = frame;
                do {
                    at = at->nextInFocusChain();
                    if (!at->isVisible() || (at->focusPolicy() & Qt::TabFocus) == 0) continue;
                    const bool is_tool = at->parentWidget() == frame && qobject_cast<QToolButton*>(at) != nullptr;
                    const QString where = desk.window.pages()[page]->title() + QLatin1Char(' ') + at->objectName();
                    if (is_tool) {
                        QVERIFY2(!is_over && at->x() > last, qPrintable(where));
                        last = at->x();
                        ++tools;
                    } else if (frame->isAncestorOf(at)) {
                        is_over = true;
                    }
                } while (at != frame);
                heads += tools > 0;
            }
        }
        QVERIFY2(heads > 5, qPrintable(QString::number(heads)));
        // The two buttons above the kernel list of the Run page precede the list in tab order.
        desk.window.showPage(2);
        auto* none = desk.window.findChild<QToolButton*>("tickNone");
        none->setFocus();
        QTest::keyClick(none, Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget()->objectName(), QString("runKernels"));
    }

    void a_dock_shows_that_the_keyboard_is_in_it() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.open("tridiagonal:n=10"));
        for (const char* name : {"inspectorDock", "logDock", "runsDock"}) {
            auto* const dock = desk.window.findChild<QDockWidget*>(QLatin1String(name));
            dock->show();
            dock->raise();
            QApplication::processEvents();
            QWidget* const title = dock->titleBarWidget();
            desk.window.pages()[0]->setFocusPolicy(Qt::StrongFocus);
            desk.window.pages()[0]->setFocus();
            const QImage without = title->grab().toImage();
            QWidget* inside = dock->widget(); // the text has no separate frame
            for (QWidget* each : dock->widget()->findChildren<QWidget*>())
                if (inside->focusPolicy() == Qt::NoFocus && (each->focusPolicy() & Qt::TabFocus) != 0) inside = each;
            inside->setFocus();
            QVERIFY2(dock->isAncestorOf(QApplication::focusWidget()), name);
            QVERIFY2(title->grab().toImage() != without, name);
            desk.window.pages()[0]->setFocus();
            QVERIFY2(title->grab().toImage() == without, name);
        }
    }

    void space_plays_when_the_page_step_comes_to_the_front() {
        Desk desk(fake_worker("normal"));
        auto* const page = pageOf<StepPage>(desk.window.pages());
        QTest::keyClick(&desk.window, Qt::Key_7, Qt::ControlModifier);
        QCOMPARE(desk.window.currentPage(), page);
        QVERIFY(!page->player()->isPlaying());
        QVERIFY(QApplication::focusWidget() != nullptr);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QVERIFY(page->player()->isPlaying());
        page->player()->stop();
    }

    void copy_and_paste_act_on_what_has_the_focus() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.open("random-rows:n=100,fraction=0.1,cols=100,seed=1"));
        QClipboard& clipboard = *QApplication::clipboard();
        const auto trigger = [&](const char* name) { desk.window.action(QLatin1String(name))->trigger(); };
        // Text of a field.
        desk.window.showPage(2);
        auto* field = desk.window.findChild<QLineEdit*>("runBlocks");
        field->clear();
        field->setFocus();
        clipboard.setText("64");
        trigger("paste");
        QCOMPARE(field->text(), QString("64"));
        field->selectAll();
        clipboard.clear();
        trigger("copy");
        QCOMPARE(clipboard.text(), QString("64"));
        trigger("cut");
        QVERIFY(field->text().isEmpty());
        // The number in a spin box.
        desk.window.showPage(0);
        auto* number = desk.window.findChild<GeneratorForm*>()->findChild<QDoubleSpinBox*>();
        number->setFocus();
        number->selectAll();
        trigger("copy");
        QCOMPARE(clipboard.text(), number->cleanText());
        // Rows of a table, separated by tabs.
        QTableView* table = nullptr;
        for (QTableView* each : desk.window.currentPage()->findChildren<QTableView*>())
            if (each->accessibleName() == QLatin1String("Matrix statistics")) table = each;
        QVERIFY(table != nullptr && wait_until([&] { return table->model()->rowCount() > 3; }));
        table->setFocus();
        table->setCurrentIndex(table->model()->index(0, 0));
        table->selectAll();
        trigger("copy");
        QVERIFY2(clipboard.text().startsWith("rows\t100"), qPrintable(clipboard.text().left(60)));
        QVERIFY(clipboard.text().count('\n') > 3);
        // A chart: its image and its data.
        QWidget* picture = nullptr;
        for (ChartFrame* frame : desk.window.currentPage()->findChildren<ChartFrame*>())
            if (frame->isVisible())
                for (QWidget* each : frame->findChildren<QWidget*>())
                    if (each->focusPolicy() != Qt::NoFocus && dynamic_cast<Chart*>(each) != nullptr) picture = each;
        QVERIFY(picture != nullptr);
        picture->setFocus();
        trigger("copy");
        QVERIFY(clipboard.mimeData()->hasImage());
        QVERIFY(!clipboard.text().isEmpty());
        // Pasting into a chart is not possible.
        trigger("paste");
        QVERIFY2(desk.window.statusBar()->currentMessage().contains("Click a text field first"),
                 qPrintable(desk.window.statusBar()->currentMessage()));
    }

    void no_two_entries_of_a_menu_have_one_letter() {
        Desk desk(fake_worker("normal"));
        for (const QMenu* menu : desk.window.menuBar()->findChildren<QMenu*>()) {
            QMap<QChar, QString> letters;
            for (const QAction* entry : menu->actions()) {
                const QString text = entry->text();
                const auto at = text.indexOf(QLatin1Char('&'));
                if (at < 0 || at + 1 >= text.size()) continue;
                const QChar letter = text[at + 1].toLower();
                QVERIFY2(!letters.contains(letter), qPrintable(letters.value(letter) + QStringLiteral(" and ") + text));
                letters.insert(letter, text);
            }
        }
    }

    void full_screen_has_a_key_and_says_how_it_is_left() {
        Desk desk(fake_worker("normal"));
        QAction* full = desk.window.action("fullScreen");
        QCOMPARE(full->shortcut(), QKeySequence(Qt::Key_F11));
        full->trigger();
        QVERIFY(wait_until([&] { return desk.window.isFullScreen(); }));
        QVERIFY2(desk.window.statusBar()->currentMessage().contains("Press F11 to exit"),
                 qPrintable(desk.window.statusBar()->currentMessage()));
        full->trigger();
        QVERIFY(wait_until([&] { return !desk.window.isFullScreen(); }));
        QVERIFY(!desk.window.statusBar()->currentMessage().contains("Press F11 to exit")); // full screen has ended
        // If the window manager ends full screen, the menu is updated.
        full->trigger();
        desk.window.showNormal();
        QVERIFY(wait_until([&] { return !full->isChecked(); }));
    }

    void all_pages_are_in_the_bar_of_a_window_of_330_lines() {
        Desk desk(fake_worker("normal"));
        desk.window.resize(640, 330); // a projector of 1280 x 720 at 200 % scaling
        QTest::qWait(50);
        const auto* const bar = desk.window.findChild<QToolBar*>("pageBar");
        for (const QAction* action : bar->actions())
            QVERIFY2(bar->widgetForAction(const_cast<QAction*>(action))->isVisible(), qPrintable(action->text()));
    }

    void a_refused_file_is_no_step_that_undo_could_take_back() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.open("tridiagonal:n=10"));
        QVERIFY(desk.open("arrow:n=12"));
        desk.open("nowhere.mtx");
        QVERIFY(wait_until([&] { return !desk.session.isLoading(); }));
        QCOMPARE(desk.session.matrixName(), QString("arrow:n=12"));
        QVERIFY(!desk.session.undoStack().canRedo());
        QTest::keyClick(&desk.window, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(wait_until([&] { return desk.session.matrix()->name() == "tridiagonal:n=10"; }));
    }

    void undo_of_the_menu_takes_back_what_was_written_in_a_text() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.open("tridiagonal:n=10"));
        QVERIFY(desk.open("arrow:n=12"));
        auto* const page = pageOf<WritePage>(desk.window.pages());
        desk.window.showPage(static_cast<int>(desk.window.pages().indexOf(page)));
        auto* const editor = desk.window.findChild<QsciScintilla*>("writeEditor");
        editor->setFocus();
        QTest::keyClicks(editor, QStringLiteral("// mine"));
        const QString written = editor->text();
        QVERIFY(written.contains(QStringLiteral("// mine")));
        QAction *const undo = desk.window.action("undo"), *const redo = desk.window.action("redo");
        undo->trigger();
        QVERIFY(!editor->text().contains(QStringLiteral("// mine")));
        QCOMPARE(desk.session.matrixName(), QString("arrow:n=12"));
        redo->trigger();
        QCOMPARE(editor->text(), written);
        // Elsewhere, Undo applies to choices again.
        desk.window.findChild<QWidget*>("matrixButton")->setFocus();
        QVERIFY2(undo->text().contains(QStringLiteral("Arrow")), qPrintable(undo->text()));
        undo->trigger();
        QVERIFY(wait_until([&] { return desk.session.matrix()->name() == "tridiagonal:n=10"; }));
    }
};

WARPLOOM_WINDOW_TEST(WindowUseTest);
#include "window_use_test.moc"
