// The machine that runs kernels is shown and selected in one place, and nothing moves unexpectedly: docks, banners,
// names.
#include "ui/mainwindow/machine_selector.h"
#include "ui/mainwindow/main_window.h"
#include "ui/mainwindow/window_exports.h"
#include "ui/pages/run/run_page.h"
#include "ui/session/worker_client.h"
#include "ui/widgets/banner.h"

#include "main_window_desk.h"
#include "support/runner.h"
#include "ui_test_tools.h"

#include <QAction>
#include <QApplication>
#include <QDesktopServices>
#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QUrl>

using namespace warploom;
using namespace warploom::ui;
using ui_test::fake_worker;
using ui_test::wait_until;

/// Replaces the program that shows folders.
class Opened : public QObject {
    Q_OBJECT
public:
    QUrl url;
public slots:
    void open(const QUrl& what) { url = what; }
};

class WindowPlaceTest : public QObject {
    Q_OBJECT

    using Desk = ui_test::MainWindowDesk;

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
    }

    void the_state_of_worker_and_place_is_always_in_sight() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.greeted());
        auto* worker = desk.window.findChild<QLabel*>("workerLabel");
        auto* place = desk.window.findChild<MachineSelector*>("placeChip");
        QVERIFY(wait_until([&] { return worker->text().contains("Ready"); }));
        QVERIFY(place->text().contains("Fake")); // as much as fits
        QVERIFY2(place->accessibleName().startsWith("Runs on: Fake cores · Modeled card: "),
                 qPrintable(place->accessibleName()));
        for (int i = 0; i < 3; ++i) {
            desk.window.showPage(i);
            QVERIFY(worker->isVisible() && place->isVisible());
        }
    }

    void one_chip_says_and_chooses_where_everything_runs() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.greeted());
        auto* place = desk.window.findChild<MachineSelector*>("placeChip");
        // The menu runs a nested event loop until something is selected.
        const auto choose = [&](const char* name) {
            bool is_there = false;
            QTimer::singleShot(200, place, [&] {
                QAction* action = place->choices()->findChild<QAction*>(QLatin1String(name));
                is_there = action != nullptr;
                if (is_there) action->trigger();
                place->choices()->close();
            });
            QTest::mouseClick(place, Qt::LeftButton);
            QVERIFY2(is_there, name);
        };
        const int width = place->width(), left = place->x();
        // A simulated machine is also a GPU model: both are set, in a single undo step.
        choose("machine:simulated:h200");
        QCOMPARE(desk.session.machine(), QString("simulated:h200"));
        QCOMPARE(desk.session.card().id, std::string("h200"));
        QVERIFY2(place->accessibleName().contains("H200 (simulated)"), qPrintable(place->accessibleName()));
        for (const char* name : {"runPlace", "solvePlace", "pitfallPlace"}) {
            const auto* text = desk.window.findChild<QLabel*>(QLatin1String(name));
            QVERIFY2(text->text().contains("H200 (simulated)"), name);
        }
        desk.session.undoStack().undo();
        QCOMPARE(desk.session.machine(), QString("cpu"));
        QVERIFY(desk.session.card().id != "h200");
        // Selecting only a GPU model does not change the host as the machine.
        choose("card:gtx460");
        QCOMPARE(desk.session.card().id, std::string("gtx460"));
        QCOMPARE(desk.session.machine(), QString("cpu"));
        // Names of any length do not change the layout of the bar.
        QVERIFY(desk.open("tridiagonal:n=100000,kind=0"));
        QApplication::processEvents();
        QCOMPARE(place->width(), width);
        QCOMPARE(place->x(), left);
    }

    void the_words_of_a_page_lead_to_the_chip() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.greeted());
        auto* place = desk.window.findChild<MachineSelector*>("placeChip");
        desk.window.showPage(2);
        QTimer::singleShot(300, place->choices(), &QMenu::close);
        bool opened = false;
        connect(place->choices(), &QMenu::aboutToShow, place, [&] { opened = true; });
        auto* text = desk.window.findChild<QLabel*>("runPlace");
        text->setFocus();
        QTest::keyClick(text, Qt::Key_Tab); // to the link
        text->setFocus();
        emit text->linkActivated("#place");
        QVERIFY(opened);
    }

    void runs_stand_on_the_page_run_and_an_empty_inspector_folds() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.greeted());
        QVERIFY(desk.open("tridiagonal:n=10"));
        auto* runs = desk.window.findChild<QDockWidget*>("runsDock");
        auto* inspector = desk.window.findChild<QDockWidget*>("inspectorDock");
        desk.window.resize(1280, 720);
        for (const double scale : {1.25, 1.0}) theme().setScale(scale); // docks are laid out then
        const auto show = [&](Page* page) {
            desk.window.showPage(static_cast<int>(desk.window.pages().indexOf(page)));
        };
        QVERIFY(runs->isHidden());
        show(&desk.window.runPage());
        desk.window.runPage().run();
        QVERIFY(wait_until([&] { return !desk.window.runPage().store().isRunning(); }));
        QVERIFY(!runs->isHidden());
        desk.window.showPage(0);
        QVERIFY(runs->isHidden());
        show(&desk.window.runPage());
        QVERIFY(!runs->isHidden());
        // Docks that the user closes stay closed. Docks that the user opens on another page are open everywhere.
        runs->close();
        desk.window.showPage(0);
        show(&desk.window.runPage());
        QVERIFY(runs->isHidden());
        desk.window.showPage(0);
        QTest::keyClick(&desk.window, Qt::Key_F10);
        QVERIFY(wait_until([&] { return !runs->isHidden(); }));
        desk.window.showPage(1);
        QVERIFY(!runs->isHidden());
        // On every page, the inspector is shown if it has text.
        for (int i = 0; i < desk.window.pages().size(); ++i) {
            desk.window.showPage(i);
            QCOMPARE(inspector->isHidden(), desk.window.currentPage()->inspectorText().isEmpty());
        }
        inspector->close();
        desk.window.showPage(0);
        desk.window.showPage(3);
        QVERIFY(inspector->isHidden());
    }

    void docks_go_where_there_is_no_room_and_come_back_with_it() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.open("tridiagonal:n=10"));
        auto* inspector = desk.window.findChild<QDockWidget*>("inspectorDock");
        auto* log = desk.window.findChild<QDockWidget*>("logDock");
        desk.window.resize(1280, 720);
        QVERIFY(wait_until([&] { return !inspector->isHidden(); }));
        log->show();
        desk.window.resize(800, 600);
        QVERIFY(wait_until([&] { return inspector->isHidden() && log->isHidden(); }));
        desk.window.resize(1280, 720);
        QVERIFY(wait_until([&] { return !inspector->isHidden() && !log->isHidden(); }));
        // A panel that the user closed stays closed.
        inspector->close();
        for (const int width : {800, 1280}) desk.window.resize(width, 700);
        QVERIFY(wait_until([&] { return !log->isHidden(); }));
        QVERIFY(inspector->isHidden());
    }

    void a_banner_covers_nothing_of_a_page_however_long_and_large_it_is() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.open("tridiagonal:n=10"));
        desk.window.resize(1280, 720);
        const QWidget& banner = desk.window.banner();
        const QWidget& bar = *desk.window.statusBar();
        const auto place = [&](const QWidget& of) { return QRect(of.mapTo(&desk.window, QPoint()), of.size()); };
        for (const double scale : {1.0, 2.0}) {
            theme().setScale(scale);
            QTest::qWait(50);
            const int height = bar.height();
            for (Page* const page : desk.window.pages()) {
                desk.window.showPage(static_cast<int>(desk.window.pages().indexOf(page)));
                QApplication::processEvents();
                const QPoint corner = place(*page).topLeft();
                for (const int words : {1, 20}) {
                    desk.session.report("Something went wrong.", QString("Try it again. ").repeated(words));
                    QVERIFY(wait_until([&] { return banner.geometry().bottom() == bar.geometry().bottom(); }));
                    QApplication::processEvents();
                    const QRect over = place(banner);
                    QVERIFY2(over.height() >= banner.heightForWidth(over.width()), qPrintable(page->title()));
                    const QRect seen = place(*page->parentWidget()); // a page may be longer, and scrolls
                    QVERIFY2(over.top() > seen.bottom(), qPrintable(page->title()));
                    QCOMPARE(place(*page).topLeft(), corner);
                    // The state of the worker stays visible.
                    const auto* worker = desk.window.findChild<QLabel*>("workerLabel");
                    QVERIFY(!over.intersects(place(*worker)) && worker->height() >= worker->sizeHint().height());
                    if (words == 1 && scale == 1.0) QCOMPARE(bar.height(), height);
                }
                desk.window.banner().hide();
                QVERIFY(wait_until([&] { return bar.height() == height; }));
            }
        }
        theme().setScale(1.0);
    }

    void the_titles_of_docks_grow_with_all_other_letters() {
        Desk desk(fake_worker("normal"));
        for (const double scale : {1.0, 2.0, 1.25}) {
            theme().setScale(scale);
            for (QDockWidget* dock : desk.window.findChildren<QDockWidget*>()) {
                const auto* title = dock->titleBarWidget()->findChild<QLabel*>();
                QCOMPARE(title->text(), dock->windowTitle());
                QCOMPARE(title->font().pointSizeF(), theme().font().pointSizeF());
                auto* const close = dock->titleBarWidget()->findChild<QToolButton*>("closeDock");
                QCOMPARE(close->iconSize().height(), theme().px(14));
                dock->show();
                close->click();
                QVERIFY(dock->isHidden());
            }
        }
        theme().setScale(1.0);
    }

    void what_was_written_is_said_with_a_way_to_its_folder() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.open("tridiagonal:n=10"));
        const QTemporaryDir folder;
        auto* label = desk.window.findChild<QLabel*>("writtenLabel");
        auto* open = desk.window.findChild<QToolButton*>("openWritten");
        QVERIFY(!label->isVisible() && !open->isVisible());
        const int height = desk.window.currentPage()->height();
        desk.window.exports().saveCharts(folder.path());
        QApplication::processEvents();
        QVERIFY(label->isVisible() && open->isVisible());
        QVERIFY2(label->text().contains(folder.path()), qPrintable(label->text()));
        QCOMPARE(desk.window.currentPage()->height(), height);
        Opened opened;
        QDesktopServices::setUrlHandler("file", &opened, "open");
        QTest::keyClick(open, Qt::Key_Space);
        QDesktopServices::unsetUrlHandler("file");
        QCOMPARE(opened.url.toLocalFile(), folder.path());
        // For a single file, the link opens its folder. The message can be closed.
        desk.session.exported("Written.", folder.filePath("index.html"));
        QCOMPARE(label->text(), QString("Written."));
        desk.window.findChild<QToolButton*>("closeWritten")->click();
        QVERIFY(!label->isVisible() && !open->isVisible());
    }

    void a_banner_moves_nothing_of_the_page_and_goes_by_escape() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.open("tridiagonal:n=10"));
        QApplication::processEvents();
        Page* page = desk.window.currentPage();
        const QRect before(page->mapTo(&desk.window, QPoint()), page->size());
        desk.session.report("Something went wrong.", "Try again.");
        QApplication::processEvents();
        QVERIFY(desk.window.banner().isVisible());
        QCOMPARE(QRect(page->mapTo(&desk.window, QPoint()), page->size()), before);
        desk.window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&desk.window));
        QTest::keyClick(&desk.window, Qt::Key_Escape);
        QVERIFY(!desk.window.banner().isVisible());
    }

    void a_banner_goes_with_its_fault_and_does_not_follow_to_another_page() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.open("tridiagonal:n=10"));
        const QWidget& banner = desk.window.banner();
        const auto say = [&] {
            desk.session.report("Something went wrong.", "Try again.");
            QVERIFY(banner.isVisible());
            QTest::qWait(350);
            QVERIFY(banner.isVisible()); // does not disappear by itself
        };
        const int here = static_cast<int>(desk.window.pages().indexOf(desk.window.currentPage()));
        say();
        desk.window.showPage(here == 0 ? 1 : 0);
        QVERIFY(!banner.isVisible());
        say();
        desk.session.setChoice("precision", "float", "precision float");
        QVERIFY(!banner.isVisible());
        say();
        desk.window.runPage().run();
        QVERIFY(wait_until([&] { return !banner.isVisible(); }));
        // An error that leads to another page is still shown there.
        desk.session.report("Something went wrong.", "Look here.");
        desk.window.showPage(here);
        QVERIFY(banner.isVisible());
    }
};

WARPLOOM_WINDOW_TEST(WindowPlaceTest);
#include "window_place_test.moc"
