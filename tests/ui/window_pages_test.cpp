// Common properties of all pages: fonts grow and shrink again, the tab order follows the visual order, and each Alt
// shortcut is unique.
#include "ui/mainwindow/lesson_tabs.h"
#include "ui/mainwindow/main_window.h"
#include "ui/mainwindow/pages.h"
#include "ui/pages/reproduce/reproduce_page.h"
#include "ui/pages/write/code_editor.h"
#include "ui/pages/write/write_page.h"
#include "ui/session/worker_client.h"
#include "ui/widgets/options_button.h"

#include "main_window_desk.h"
#include "support/runner.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QMenuBar>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QTest>

#include <algorithm>

using namespace warploom;
using namespace warploom::ui;
using ui_test::fake_worker;
using ui_test::wait_until;

class WindowPagesTest : public QObject {
    Q_OBJECT

    using Desk = ui_test::MainWindowDesk;

    static QRect placeOf(const QWidget& widget, const QWidget& page) {
        return {widget.mapTo(&page, QPoint()), widget.size()};
    }
    /// Returns the positions of named visible widgets, in pixels of the page.
    static QMap<QString, QRect> places(const Page& page) {
        QMap<QString, QRect> all;
        for (const QWidget* widget : page.findChildren<QWidget*>())
            if (widget->isVisible() && !widget->objectName().isEmpty() && !widget->objectName().startsWith("qt_"))
                all.insert(widget->objectName(), placeOf(*widget, page));
        return all;
    }
    static void openAll(Desk& desk) {
        QVERIFY(desk.greeted());
        QVERIFY(desk.open("tridiagonal:n=10"));
        desk.window.resize(1280, 720);
    }
    /// Returns the widgets that must be scrolled horizontally; tables may be wide, because their first columns stay
    /// visible.
    static QStringList wideParts(const Page& page) {
        QStringList wide;
        for (const QScrollBar* bar : page.findChildren<QScrollBar*>()) {
            const QWidget* const area = bar->parentWidget()->parentWidget();
            if (bar->orientation() == Qt::Horizontal && bar->isVisible() && bar->maximum() > bar->minimum() &&
                qobject_cast<const QTableView*>(area) == nullptr)
                wide += QStringLiteral("%1 (%2) %3")
                            .arg(QLatin1String(area->metaObject()->className()), area->objectName(),
                                 area->accessibleName());
        }
        return wide;
    }
    /// Returns scroll areas inside other scroll areas, in which the wheel scrolls sometimes one, sometimes the other.
    static QStringList scrolledTwice(const QWidget& page) {
        const auto scrolls = [](const QWidget* widget) {
            const auto* area = qobject_cast<const QAbstractScrollArea*>(widget);
            const QScrollBar* bar = area == nullptr ? nullptr : area->verticalScrollBar();
            return bar != nullptr && area->isVisible() && bar->isVisible() && bar->maximum() > bar->minimum();
        };
        QStringList twice;
        for (const auto* inner : page.findChildren<QAbstractScrollArea*>()) {
            if (!scrolls(inner)) continue;
            for (const QWidget* outer = inner->parentWidget(); outer != nullptr; outer = outer->parentWidget())
                if (scrolls(outer))
                    twice += QStringLiteral("%1 (%2) in %3 (%4)")
                                 .arg(QLatin1String(inner->metaObject()->className()), inner->accessibleName(),
                                      QLatin1String(outer->metaObject()->className()), outer->accessibleName());
        }
        return twice;
    }
    /// Waits for layouts, and for what charts and pages defer until they know their size.
    static void settle() { QTest::qWait(250); }

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
    }
    void cleanup() { theme().setScale(1.0); }

    void large_letters_need_no_scrolling_sideways_and_leave_nothing_behind_on_any_page() {
        Desk desk(fake_worker("normal"));
        openAll(desk);
        for (int i = 0; i < desk.window.pages().size(); ++i) {
            Page& page = *desk.window.pages()[i];
            desk.window.showPage(i);
            QTest::qWait(50); // until it has requested what it shows
            QVERIFY(wait_until([&] { return page.isSettled(); }));
            settle();
            const QSize size = page.size();
            const QMap<QString, QRect> before = places(page);
            QVERIFY2(!before.isEmpty(), qPrintable(page.title()));
            for (const double scale : {2.0, 1.0}) {
                theme().setScale(scale);
                settle();
                const QStringList wide = wideParts(page);
                QVERIFY2(wide.isEmpty(),
                         qPrintable(page.title() + QStringLiteral(": ") + wide.join(QStringLiteral(", "))));
            }
            QVERIFY(wait_until([&] { return page.isSettled(); }));
            settle();
            QVERIFY2(page.size() == size, qPrintable(QStringLiteral("%1: %2 x %3, was %4 x %5; needs %6 x %7")
                                                         .arg(page.title())
                                                         .arg(page.width())
                                                         .arg(page.height())
                                                         .arg(size.width())
                                                         .arg(size.height())
                                                         .arg(page.minimumSizeHint().width())
                                                         .arg(page.heightForWidth(size.width()))));
            const QMap<QString, QRect> after = places(page);
            for (auto it = before.begin(); it != before.end(); ++it) {
                const QRect now = after.value(it.key());
                QVERIFY2(now == *it, qPrintable(QStringLiteral("%1, %2: %3,%4 %5 x %6, was %7,%8 %9 x %10")
                                                    .arg(page.title(), it.key())
                                                    .arg(now.x())
                                                    .arg(now.y())
                                                    .arg(now.width())
                                                    .arg(now.height())
                                                    .arg(it->x())
                                                    .arg(it->y())
                                                    .arg(it->width())
                                                    .arg(it->height())));
            }
        }
    }

    void every_page_has_one_thing_to_scroll_in_large_letters_and_in_a_small_window() {
        Desk desk(fake_worker("normal"));
        openAll(desk);
        pageOf<ReproducePage>(desk.window.pages())->showExperiment(QStringLiteral("ata-table-1"), true);
        QStringList found;
        int tabs_seen = 0;
        for (const bool is_small : {false, true}) {
            desk.window.resize(is_small ? QSize(640, 330) : QSize(1280, 720));
            theme().setScale(is_small ? 1.0 : 2.0);
            const auto look = [&](const Page& page, const QString& tab) {
                QTest::qWait(120);
                ++tabs_seen;
                for (const QString& each : scrolledTwice(page) + wideParts(page))
                    found += QStringLiteral("%1 %2, %3: %4").arg(page.title(), is_small ? "640" : "200 %", tab, each);
            };
            for (int i = 0; i < desk.window.pages().size(); ++i) {
                Page& page = *desk.window.pages()[i];
                desk.window.showPage(i);
                QTest::qWait(50); // until it has requested what it shows
                QVERIFY(wait_until([&] { return page.isSettled(); }));
                look(page, {});
                for (QTabBar* tabs : page.findChildren<QTabBar*>())
                    for (int t = 0; t < tabs->count() && tabs->isVisible(); ++t) {
                        if (!tabs->isTabVisible(t) || t == tabs->currentIndex()) continue;
                        tabs->setCurrentIndex(t);
                        look(page, tabs->tabText(t));
                    }
            }
        }
        QVERIFY2(tabs_seen > 50, qPrintable(QString::number(tabs_seen)));
        QVERIFY2(found.isEmpty(), qPrintable(found.join(QLatin1Char('\n'))));
    }

    void the_controls_of_write_and_warp_take_one_row_and_the_others_are_one_click_away() {
        Desk desk(fake_worker("normal"));
        openAll(desk);
        int options = 0;
        for (int i = 0; i < desk.window.pages().size(); ++i) {
            const Page& page = *desk.window.pages()[i];
            auto* const button = page.findChild<OptionsButton*>();
            if (button == nullptr) continue;
            ++options;
            desk.window.showPage(i);
            settle();
            const QWidget* const strip = page.choiceFields().front();
            QVERIFY2(strip->height() <= 36,
                     qPrintable(QStringLiteral("%1: %2 pixels").arg(page.title()).arg(strip->height())));
            QVERIFY(button->isVisible() && !button->panel()->isVisible());
            QTest::mouseClick(button, Qt::LeftButton);
            QVERIFY(button->panel()->isVisible());
            QVERIFY(button->panel()->findChildren<QComboBox*>().size() >= 2);
            QVERIFY(button->panel()->focusWidget() != nullptr);
            QTest::keyClick(button->panel()->focusWidget(), Qt::Key_Escape);
            QVERIFY(!button->panel()->isVisible());
        }
        QCOMPARE(options, 3); // Warp, Write and Solve
    }

    void a_low_window_folds_the_fields_of_a_page_and_a_key_brings_them() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.greeted());
        desk.window.resize(640, 330);
        settle();
        auto* const button = desk.window.findChild<QWidget*>("choicesButton");
        const auto* const fields = desk.window.pages()[0]->choiceFields().front();
        QVERIFY(fields->isVisible() && !button->isVisible()); // there is nothing to show yet
        QVERIFY(desk.open("tridiagonal:n=10"));
        QVERIFY(wait_until([&] { return !fields->isVisible() && button->isVisible(); }));
        int pages = 0;
        for (int i = 0; i < desk.window.pages().size(); ++i) {
            const Page& page = *desk.window.pages()[i];
            desk.window.showPage(i);
            QTest::qWait(50);
            QVERIFY(wait_until([&] { return page.isSettled(); }));
            const bool folds = !page.choiceFields().isEmpty() && page.hasPicture();
            QCOMPARE(button->isVisible(), folds);
            for (const QWidget* each : page.choiceFields())
                QVERIFY2(each->isVisible() != folds, qPrintable(page.title()));
            if (!folds) continue;
            ++pages;
            QTest::keyClick(&desk.window, Qt::Key_F3);
            for (const QWidget* each : page.choiceFields()) QVERIFY2(!each->isHidden(), qPrintable(page.title()));
            QTest::keyClick(&desk.window, Qt::Key_F3);
            for (const QWidget* each : page.choiceFields()) QVERIFY2(each->isHidden(), qPrintable(page.title()));
        }
        QVERIFY2(pages >= 5, qPrintable(QString::number(pages)));
        desk.window.resize(1280, 720);
        settle();
        for (const Page* page : desk.window.pages()) {
            desk.window.showPage(static_cast<int>(desk.window.pages().indexOf(const_cast<Page*>(page))));
            for (const QWidget* each : page->choiceFields()) QVERIFY2(!each->isHidden(), qPrintable(page->title()));
        }
        QVERIFY(!button->isVisible());
    }

    void advice_that_is_asked_for_is_in_sight_in_a_small_window() {
        Desk desk(fake_worker("normal"));
        openAll(desk);
        desk.window.resize(640, 330);
        settle();
        desk.window.action(QStringLiteral("advice"))->trigger();
        const auto* const sentence = desk.window.currentPage()->findChild<QLabel*>("adviceSentence");
        QVERIFY(sentence != nullptr);
        QVERIFY(wait_until([&] { return !sentence->visibleRegion().isEmpty(); }));
    }

    void an_exercise_in_large_letters_leaves_the_text_of_the_kernel_most_of_the_page() {
        Desk desk(fake_worker("normal"));
        openAll(desk);
        theme().setScale(2.0);
        desk.window.lessonTabs().openExercise(QStringLiteral("warp-a-row"));
        auto* const write = pageOf<WritePage>(desk.window.pages());
        desk.window.showPage(static_cast<int>(desk.window.pages().indexOf(write)));
        settle();
        QVERIFY(desk.window.findChild<QWidget*>("choicesButton")->isVisible());
        QVERIFY2(write->editor()->height() > write->height() / 2,
                 qPrintable(QStringLiteral("%1 of %2").arg(write->editor()->height()).arg(write->height())));
        desk.window.findChild<QDockWidget*>("lessonDock")->close();
        settle();
        QVERIFY(!desk.window.findChild<QWidget*>("choicesButton")->isVisible());
        for (const QWidget* each : write->choiceFields()) QVERIFY(each->isVisible());
    }

    void large_letters_leave_formats_nothing_to_scroll_but_its_arrays() {
        Desk desk(fake_worker("normal"));
        openAll(desk);
        const auto page = std::find_if(desk.window.pages().begin(), desk.window.pages().end(),
                                       [](const Page* each) { return each->title() == QLatin1String("Formats"); });
        desk.window.showPage(static_cast<int>(page - desk.window.pages().begin()));
        theme().setScale(2.0);
        settle();
        int areas = 0;
        for (const auto* area : (*page)->findChildren<QScrollArea*>()) {
            if (!area->isVisible() || area->verticalScrollBar()->maximum() == 0) continue;
            ++areas;
            QCOMPARE(area->metaObject()->className(), "warploom::ui::ArraysScroll");
        }
        QVERIFY(areas <= 1);
        const auto* window = qobject_cast<const QScrollArea*>((*page)->parentWidget()->parentWidget());
        QVERIFY(window != nullptr && window->verticalScrollBar()->maximum() == 0);
        // The total of all formats is a separate entry there.
        auto* const show = (*page)->findChild<QComboBox*>("formatsShow");
        show->setCurrentIndex(show->findData(QStringLiteral("bytes")));
        emit show->activated(show->currentIndex());
        settle();
        const QList<Chart*> charts = (*page)->charts();
        QVERIFY(std::any_of(charts.begin(), charts.end(), [](const Chart* chart) {
            const auto* view = dynamic_cast<const QWidget*>(chart);
            return view != nullptr && view->isVisible();
        }));
        theme().setScale(1.0);
        settle();
    }

    void a_network_and_its_matrix_need_no_scrolling_sideways_in_large_letters() {
        Desk desk(fake_worker("normal"));
        desk.window.resize(1280, 720);
        QVERIFY(desk.open("hillside.inp"));
        desk.window.showPage(0);
        theme().setScale(2.0);
        settle();
        QVERIFY(desk.window.findChild<QWidget*>("networkPanel")->isVisible());
        const QStringList wide = wideParts(*desk.window.currentPage());
        QVERIFY2(wide.isEmpty(), qPrintable(wide.join(QStringLiteral(", "))));
    }

    void a_window_of_640_x_330_needs_no_scrolling_sideways_on_any_page() {
        Desk desk(fake_worker("normal"));
        openAll(desk);
        desk.window.resize(640, 330); // a projector of 1280 x 720 at 200 % scaling
        for (Page* const page : desk.window.pages()) {
            desk.window.showPage(static_cast<int>(desk.window.pages().indexOf(page)));
            settle();
            const QStringList wide = wideParts(*page);
            QVERIFY2(wide.isEmpty(),
                     qPrintable(page->title() + QStringLiteral(": ") + wide.join(QStringLiteral(", "))));
        }
    }

    void large_letters_leave_nothing_behind_a_tab() {
        Desk desk(fake_worker("normal"));
        openAll(desk);
        auto* const page = pageOf<ReproducePage>(desk.window.pages());
        desk.window.showPage(static_cast<int>(desk.window.pages().indexOf(page)));
        page->showExperiment(QStringLiteral("ata-table-1"), true);
        QVERIFY(page->tabs()->isTabVisible(1));
        settle();
        const QSize room = page->parentWidget()->size();
        page->tabs()->setCurrentIndex(1);
        theme().setScale(2.0);
        settle();
        theme().setScale(1.0);
        page->tabs()->setCurrentIndex(0);
        const auto fits = [&] { return page->parentWidget()->size() == room && page->width() <= room.width(); };
        QVERIFY2(wait_until(fits), qPrintable(QStringLiteral("%1 of %2, needs %3")
                                                  .arg(page->width())
                                                  .arg(room.width())
                                                  .arg(page->minimumSizeHint().width())));
    }

    void tab_never_jumps_back_on_any_page() {
        int moves = 0;
        Desk desk(fake_worker("normal"));
        openAll(desk);
        for (int i = 0; i < desk.window.pages().size(); ++i) {
            Page& page = *desk.window.pages()[i];
            desk.window.showPage(i);
            settle();
            const QWidget* last = nullptr;
            QWidget* at = &page;
            do {
                at = at->nextInFocusChain();
                if (!page.isAncestorOf(at) || !at->isVisible() || !at->isEnabled() ||
                    (at->focusPolicy() & Qt::TabFocus) == 0 || at->focusProxy() != nullptr)
                    continue;
                if (last != nullptr) {
                    const QRect from = placeOf(*last, page), to = placeOf(*at, page);
                    const bool same_line = from.top() < to.center().y() && to.center().y() < from.bottom();
                    const bool back = same_line && to.right() <= from.left();
                    const bool up = to.bottom() < from.top() && to.left() < from.right();
                    QVERIFY2(!back && !up, qPrintable(QStringLiteral("%1: from %2 %3 to %4 %5")
                                                          .arg(page.title(), last->objectName(), last->accessibleName(),
                                                               at->objectName(), at->accessibleName())));
                    ++moves;
                }
                last = at;
            } while (at != &page);
        }
        QVERIFY2(moves > 100, qPrintable(QString::number(moves)));
    }

    void a_letter_with_alt_means_one_thing_on_any_page_also_beside_a_lesson() {
        Desk desk(fake_worker("normal"));
        openAll(desk);
        QDockWidget* const lesson = desk.window.findChild<QDockWidget*>("lessonDock");
        lesson->show();
        auto* const tabs = lesson->findChild<QTabWidget*>();
        for (int i = 0; i < 2 * desk.window.pages().size(); ++i) {
            tabs->setCurrentIndex(i % 2);
            desk.window.showPage(i / 2);
            if (i % 2 == 0) settle();
            QMap<QString, QString> taken;
            const auto take = [&](const QString& text) {
                const QString key = QKeySequence::mnemonic(text).toString();
                if (key.isEmpty()) return;
                QVERIFY2(
                    !taken.contains(key),
                    qPrintable(
                        QStringLiteral("%1: %2 and %3").arg(desk.window.currentPage()->title(), taken[key], text)));
                taken.insert(key, text);
            };
            for (const QAction* action : desk.window.menuBar()->actions()) take(action->text());
            for (const QWidget* widget :
                 desk.window.currentPage()->findChildren<QWidget*>() + lesson->findChildren<QWidget*>()) {
                if (!widget->isVisible()) continue;
                const auto* label = qobject_cast<const QLabel*>(widget);
                const auto* button = qobject_cast<const QAbstractButton*>(widget);
                if (label != nullptr && label->buddy() != nullptr) take(label->text());
                if (button != nullptr) take(button->text());
            }
        }
    }
};

WARPLOOM_WINDOW_TEST(WindowPagesTest);
#include "window_pages_test.moc"
