// The window as a user operates it: keys, clicks, dialogs, drops.
#include "engine/protocol/framing/trace_file.h"
#include "engine/table.h"
#include "ui/charts/chart_view.h"
#include "ui/mainwindow/main_window.h"
#include "ui/mainwindow/pages.h"
#include "ui/mainwindow/window_exports.h"
#include "ui/pages/run/run_page.h"
#include "ui/pages/warp/warp_page.h"
#include "ui/session/worker_client.h"
#include "ui/widgets/banner.h"

#include "main_window_desk.h"
#include "support/runner.h"
#include "ui_test_tools.h"
#include "warp_documents.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QHash>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QScreen>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QTreeWidget>
#include <QUrl>

#include <algorithm>
#include <set>
#include <sstream>

using namespace warploom;
using namespace warploom::ui;
using ui_test::contents;
using ui_test::fake_worker;
using ui_test::wait_until;

namespace {

void write(const QString& file, const QByteArray& text) {
    QFile out(file);
    QVERIFY(out.open(QIODevice::WriteOnly));
    out.write(text);
}

/// Types a name into the file dialog that the next action opens, and presses Enter until it closes: on a busy machine,
/// the completion list may swallow the first key press.
void answer_file_dialog(const QString& name) {
    auto* timer = new QTimer(qApp);
    QObject::connect(timer, &QTimer::timeout, qApp, [timer, name, seen = false]() mutable {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        if (dialog == nullptr) {
            if (seen) timer->deleteLater();
            return;
        }
        seen = true;
        auto* line = dialog->findChild<QLineEdit*>("fileNameEdit");
        if (line->text() != name) {
            line->clear();
            QTest::keyClicks(line, name);
        }
        QTest::keyClick(line, Qt::Key_Return);
    });
    timer->start(50);
}

void click_kernel(MainWindow& window, const QString& kernel) {
    auto* tree = window.findChild<QTreeWidget*>("runKernels");
    QTreeWidgetItem* item = tree->findItems(kernel, Qt::MatchExactly | Qt::MatchRecursive).value(0);
    QVERIFY2(item != nullptr, qPrintable(kernel));
    tree->scrollToItem(item);
    const QRect row = tree->visualItemRect(item);
    QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, QPoint(row.left() + 9, row.center().y()));
}

/// Returns the rows of the only run in the output of the worker.
protocol::Run last_run(const QString& transcript) {
    protocol::Run run;
    std::map<std::string, std::vector<measure::Sample>> samples; // these come in separate events
    for (const QByteArray& line : contents(transcript).split('\n')) {
        const auto event = Json::parse(line.begin(), line.end(), nullptr, false);
        if (!event.is_object() || !event.contains("event")) continue;
        if (event["event"] == "samples") {
            const protocol::SamplesEvent news = protocol::read_samples(event);
            auto& all = samples[news.kernel];
            all.insert(all.end(), news.samples.begin(), news.samples.end());
        }
        if (event["event"] == "row") run.results.push_back(protocol::read_row(event["row"]));
    }
    for (protocol::Row& row : run.results) row.samples = samples[row.kernel];
    return run;
}

QList<QStringList> read_csv(const QString& file) {
    QList<QStringList> rows;
    for (const QByteArray& line : contents(file).split('\n')) {
        if (line.isEmpty()) continue;
        QStringList cells{QString()};
        bool quoted = false;
        for (const QChar c : QString::fromUtf8(line)) {
            if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                cells.append(QString());
            } else {
                cells.last() += c;
            }
        }
        rows.append(cells);
    }
    return rows;
}

} // namespace

class WindowTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    QString path(const QString& name) const { return folder_.filePath(name); }

    using Desk = ui_test::MainWindowDesk;

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        theme().install(*qApp);
        write(path("small.mtx"), "%%MatrixMarket matrix coordinate real general\n4 4 7\n1 1 4\n1 2 -1\n2 2 4\n3 1 2\n3 "
                                 "3 5\n4 4 1\n4 1 -3\n");
        write(path("broken.mtx"), "%%MatrixMarket matrix coordinate real general\n4 4 2\n1 1 4\n1 x 2\n");
    }

    void the_whole_way_from_a_file_to_exported_numbers() {
        const QString engine = qEnvironmentVariable("WARPLOOM_ENGINE");
        if (engine.isEmpty()) QSKIP("WARPLOOM_ENGINE names no worker");
        const QString transcript = path("transcript");
        Desk desk({"/bin/sh", "-c", "\"$0\" serve | tee \"$1\"", engine, transcript});
        QVERIFY(desk.greeted());

        answer_file_dialog(path("small.mtx"));
        QTest::keyClick(&desk.window, Qt::Key_O, Qt::ControlModifier);
        QVERIFY(wait_until([&] { return desk.session.matrix() != nullptr; }));
        QCOMPARE(desk.session.matrix()->statistics.nonzeros, std::int64_t{7});
        QVERIFY(desk.window.findChild<QToolButton*>("matrixButton")->text().contains("small.mtx"));
        QApplication::setActiveWindow(&desk.window); // focus does not return without a window manager

        QTest::keyClick(&desk.window, Qt::Key_3, Qt::ControlModifier);
        QCOMPARE(desk.window.currentPage(), static_cast<Page*>(&desk.window.runPage()));
        desk.session.setChoice("machine", "cpu", "machine"); // a computer with a GPU would offer that first
        QTest::mouseClick(desk.window.findChild<QToolButton*>("tickNone"), Qt::LeftButton);
        click_kernel(desk.window, "cpu-csr");
        click_kernel(desk.window, "cpu-ell");
        QTest::keyClick(&desk.window, Qt::Key_F5);
        QVERIFY(desk.window.runPage().store().isRunning());
        QVERIFY(wait_until([&] { return !desk.window.runPage().store().isRunning(); }, 60'000));
        QVERIFY2(desk.window.banner().sentence().isEmpty(), qPrintable(desk.window.banner().sentence()));

        ChartView* chart = desk.window.runPage().chart(RunChart::time);
        answer_file_dialog(path("times.csv"));
        QTest::mouseClick(chart->findChild<QToolButton*>("exportButton"), Qt::LeftButton);
        QVERIFY(QFileInfo::exists(path("times.csv")));

        const QList<QStringList> csv = read_csv(path("times.csv"));
        QCOMPARE(csv.size(), 3);
        const auto column = [&](const QString& name) { return csv.first().indexOf(name); };
        const std::vector<protocol::Row> results = last_run(transcript).results;
        QCOMPARE(results.size(), 2U);
        for (const protocol::Row& row : results) {
            const auto time = protocol::write(row.time);
            int found = 0;
            for (const QStringList& line : csv) {
                if (line[column("kernel")].toStdString() != row.kernel) continue;
                ++found;
                QCOMPARE(line[column("status")], QString(to_string(row.status)));
                for (const char* name : {"median", "q1", "q3", "min"})
                    QCOMPARE(line[column(QLatin1String(name) + "_ns")].toDouble(), time[name].get<double>());
                QCOMPARE(line[column("samples")].toUInt(), row.samples.size());
            }
            QCOMPARE(found, 1);
        }
        const QList<QStringList> samples = read_csv(path("times-samples.csv"));
        std::size_t expected = 1;
        for (const protocol::Row& row : results) expected += row.samples.size();
        QCOMPARE(static_cast<std::size_t>(samples.size()), expected);
    }

    void every_chart_of_every_page_is_exported_and_equals_its_table() {
        Desk desk(fake_worker("skips"));
        QVERIFY(desk.greeted());
        QVERIFY(desk.open("laplace2d:n=20"));
        desk.window.runPage().run();
        QVERIFY(wait_until([&] { return !desk.window.runPage().store().isRunning(); }));
        const QStringList files = desk.window.exports().saveCharts(path("everything"));
        QVERIFY2(desk.window.banner().sentence().isEmpty(), qPrintable(desk.window.banner().sentence()));
        int charts = 0;
        std::set<QString> names;
        for (Page* page : desk.window.pages()) {
            for (const Chart* chart : page->charts()) {
                if (chart->chartTable().rows.empty()) continue;
                ++charts;
                QVERIFY2(names.insert(chart->chartName()).second, qPrintable(chart->chartName()));
                const QString stem = path("everything/") + chart->chartName();
                for (const char* suffix : {".png", ".svg", ".pdf", ".csv"})
                    QVERIFY2(QFileInfo(stem + suffix).size() > 50, qPrintable(stem + suffix));
                std::ostringstream expected;
                write_csv(expected, chart->chartTable());
                QCOMPARE(contents(stem + ".csv").toStdString(), expected.str());
                QVERIFY(!QImage(stem + ".png").isNull());
            }
        }
        QVERIFY2(charts >= 5, qPrintable(QString::number(charts)));
        QVERIFY(files.size() > 4 * charts);
        const QString index = QString::fromUtf8(contents(path("everything/index.html")));
        QCOMPARE(index.count("<img "), charts);
        QVERIFY(index.contains("laplace2d:n=20"));
    }

    void f5_does_what_the_page_in_front_does() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.greeted());
        QVERIFY(desk.open("tridiagonal:n=100"));
        for (Page* page : desk.window.pages()) {
            QAbstractButton* const button = page->mainButton();
            if (page->title() == "Matrix" || page->title() == "Formats" || page->title() == "Run" ||
                page->title() == "Model") {
                QVERIFY2(button == nullptr, qPrintable(page->title()));
                continue;
            }
            QVERIFY2(button != nullptr, qPrintable(page->title()));
            desk.window.showPage(static_cast<int>(desk.window.pages().indexOf(page)));
            button->setEnabled(true);
            int pressed = 0;
            button->disconnect(); // its action is tested with its page
            connect(button, &QAbstractButton::clicked, this, [&] { ++pressed; });
            QTest::keyClick(&desk.window, Qt::Key_F5);
            QVERIFY2(pressed == 1, qPrintable(page->title()));
        }
        QVERIFY(!desk.window.runPage().store().isRunning());
    }

    void run_of_the_tool_bar_is_the_run_of_the_page_where_that_has_one() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.greeted());
        QVERIFY(desk.open("tridiagonal:n=100"));
        QAction* const run = desk.window.action("run");
        QStringList own;
        for (Page* page : desk.window.pages()) {
            desk.window.showPage(static_cast<int>(desk.window.pages().indexOf(page)));
            QAbstractButton* const button = page->runButton();
            if (button == nullptr) continue;
            own.append(page->title());
            button->disconnect(); // its action is tested with its page
            int pressed = 0;
            connect(button, &QAbstractButton::clicked, this, [&] { ++pressed; });
            for (const bool on : {false, true}) {
                button->setEnabled(on);
                QCOMPARE(run->isEnabled(), on);
                run->trigger();
            }
            QVERIFY2(pressed == 1, qPrintable(page->title()));
            QCOMPARE(desk.window.currentPage(), page);
        }
        QCOMPARE(own, QStringList({"Write", "Solve", "Reproduce"}));
        QVERIFY(!desk.window.runPage().store().isRunning());
    }

    void a_killed_worker_leaves_the_window_and_a_sentence() {
        Desk desk(fake_worker("dies"));
        QVERIFY(desk.greeted());
        QVERIFY(desk.open("tridiagonal:n=100"));
        QTest::keyClick(&desk.window, Qt::Key_F5);
        QVERIFY(wait_until(
            [&] { return !desk.window.runPage().store().isRunning() && !desk.window.banner().sentence().isEmpty(); }));
        QVERIFY(desk.window.isVisible());
        QVERIFY2(desk.window.banner().sentence().contains("signal 9"), qPrintable(desk.window.banner().sentence()));
        const auto& results = desk.window.runPage().store().runs().back()->results;
        QCOMPARE(std::count_if(results.begin(), results.end(), [](const auto& r) { return r.is_settled(); }), 3);
        QVERIFY(desk.window.findChild<QLabel*>("workerLabel")->text().contains("ended"));
        QTest::mouseClick(desk.window.banner().findChild<QToolButton*>(), Qt::LeftButton);
        QVERIFY(desk.window.banner().sentence().isEmpty());
    }

    void a_broken_file_is_a_banner_that_names_the_line() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.open("tridiagonal:n=10"));
        desk.session.openMatrix(path("broken.mtx"));
        QVERIFY(wait_until([&] { return !desk.session.isLoading(); }));
        QVERIFY2(desk.window.banner().sentence().contains("broken.mtx"), qPrintable(desk.window.banner().sentence()));
        QVERIFY2(desk.window.banner().sentence().contains("4"), qPrintable(desk.window.banner().sentence()));
        QCOMPARE(desk.session.matrix()->name(), QString("tridiagonal:n=10")); // the previous one stays open
        // A state contains the matrix that is shown, and the file can be opened again.
        QCOMPARE(desk.session.matrixName(), QString("tridiagonal:n=10"));
        desk.session.openMatrix(path("broken.mtx"));
        QVERIFY(desk.session.isLoading());
        QVERIFY(wait_until([&] { return !desk.session.isLoading(); }));
        desk.session.undoStack().undo();
        QVERIFY(!desk.session.isLoading());
        QCOMPARE(desk.session.matrixName(), QString("tridiagonal:n=10"));
        QVERIFY(QApplication::activeModalWidget() == nullptr);
    }

    void a_dropped_matrix_is_opened() {
        Desk desk(fake_worker("normal"));
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path("small.mtx"))});
        QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&desk.window, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&desk.window, &drop);
        QVERIFY(wait_until([&] { return desk.session.matrix() != nullptr; }));
        QCOMPARE(desk.session.matrix()->statistics.nonzeros, std::int64_t{7});
    }

    void a_trace_is_opened_by_its_name_and_shown() {
        Desk desk(fake_worker("normal"));
        protocol::TraceFile trace;
        trace.warp = warp_documents::csr_scalar("drawn");
        QTemporaryDir folder;
        const QString file = folder.filePath("lesson.warploom-trace"); // as passed by the desktop
        protocol::write_trace_file(file.toStdString(), trace);
        desk.window.openNamed(file);
        auto* const warp = pageOf<WarpPage>(desk.window.pages());
        QCOMPARE(desk.window.currentPage(), warp);
        QVERIFY(wait_until([&] { return warp->analysis() != nullptr; }));
        QCOMPARE(warp->analysis()->trace().kernel, std::string("csr-scalar"));
        QVERIFY(warp->sentence().contains("csr_scalar"));
    }

    void a_dropped_picture_is_not_accepted() {
        Desk desk(fake_worker("normal"));
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path("photo.png"))});
        QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        enter.ignore();
        QApplication::sendEvent(&desk.window, &enter);
        QVERIFY(!enter.isAccepted());
    }

    void undo_brings_the_earlier_matrix_back() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.open("tridiagonal:n=10"));
        QVERIFY(desk.open("arrow:n=12"));
        QCOMPARE(desk.session.matrix()->name(), QString("arrow:n=12"));
        QTest::keyClick(&desk.window, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(wait_until([&] { return desk.session.matrix()->name() == "tridiagonal:n=10"; }));
        desk.window.action("redo")->trigger();
        QVERIFY(wait_until([&] { return desk.session.matrix()->name() == "arrow:n=12"; }));
    }

    void the_first_matrix_is_no_step_that_undo_could_take_back() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.open("tridiagonal:n=10"));
        QTest::keyClick(&desk.window, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(desk.session.matrixName(), QString("tridiagonal:n=10"));
        QVERIFY(desk.open("arrow:n=12"));
        QTest::keyClick(&desk.window, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(wait_until([&] { return desk.session.matrix()->name() == "tridiagonal:n=10"; }));
    }

    void the_dock_that_a_key_asks_for_comes_to_the_front() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.greeted());
        QVERIFY(desk.open("tridiagonal:n=10"));
        auto* runs = desk.window.findChild<QDockWidget*>("runsDock");
        auto* log = desk.window.findChild<QDockWidget*>("logDock");
        desk.window.runPage().run();
        QVERIFY(wait_until([&] { return !desk.window.runPage().store().isRunning(); }));
        QVERIFY(log->isHidden()); // not requested
        const auto is_in_front = [](const QDockWidget* dock) { return !dock->visibleRegion().isEmpty(); };
        QTest::keyClick(&desk.window, Qt::Key_F12);
        QVERIFY(wait_until([&] { return is_in_front(log); }));
        QTest::keyClick(&desk.window, Qt::Key_F10);
        QVERIFY(wait_until([&] { return is_in_front(runs) && !is_in_front(log); }));
        QTest::keyClick(&desk.window, Qt::Key_F10);
        QVERIFY(wait_until([&] { return runs->isHidden(); }));
    }

    void the_window_with_its_title_is_inside_of_the_screen() {
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.window.height() < desk.window.screen()->availableSize().height());
        QVERIFY(desk.window.width() <= desk.window.screen()->availableSize().width());
    }

    void the_page_shows_how_the_first_matrix_is_read_and_its_cancel_works() {
        Desk desk(fake_worker("normal"));
        desk.session.openMatrix("laplace3d:n=130");
        auto* cancel = desk.window.findChild<QPushButton*>("pageCancel");
        QVERIFY(wait_until([&] { return cancel->isVisible(); }));
        QTest::mouseClick(cancel, Qt::LeftButton);
        QVERIFY(wait_until([&] { return !desk.session.isLoading(); }));
        QVERIFY(desk.session.matrix() == nullptr);
        QVERIFY(!cancel->isVisible());
    }

    void a_load_is_cancelled_with_a_click() {
        Desk desk(fake_worker("normal"));
        desk.session.openMatrix("laplace3d:n=130");
        auto* cancel = desk.window.findChild<QToolButton*>("cancelLoading");
        QVERIFY(wait_until([&] { return cancel->isVisible(); }));
        QTest::mouseClick(cancel, Qt::LeftButton);
        QElapsedTimer clock;
        clock.start();
        QVERIFY(wait_until([&] { return !desk.session.isLoading(); }));
        QVERIFY(desk.session.matrix() == nullptr);
        QVERIFY(desk.window.banner().sentence().isEmpty());
        QVERIFY(!cancel->isVisible());
    }

    void recent_matrices_are_saved_at_once() {
        {
            Desk desk(fake_worker("normal"));
            QVERIFY(desk.open(path("small.mtx")));
            QVERIFY(desk.open("tridiagonal:n=10"));
            QCOMPARE(QSettings().value("recent").toStringList().value(0), QString("tridiagonal:n=10"));
        }
        Session later;
        QCOMPARE(later.recent().value(1), path("small.mtx"));
    }

    void what_another_window_opened_stays_among_the_recent_matrices() {
        Session session;
        session.openMatrix(QStringLiteral("tridiagonal:n=11"));
        QVERIFY(wait_until([&] { return !session.isLoading(); }));
        // The other window is a separate process, which writes to the same file.
        QFile file(QSettings().fileName());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray before = file.readAll();
        QVERIFY(before.contains("recent=tridiagonal:n=11") || before.contains("recent=\"tridiagonal:n=11\""));
        file.close();
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(before).replace("recent=", "recent=theirs.mtx, "));
        file.close();
        session.openMatrix(QStringLiteral("tridiagonal:n=12"));
        QVERIFY(wait_until([&] { return !session.isLoading(); }));
        QCOMPARE(session.recent().mid(0, 3), (QStringList{"tridiagonal:n=12", "theirs.mtx", "tridiagonal:n=11"}));
        QCOMPARE(QSettings().value("recent").toStringList(), session.recent());
        QVERIFY(!QFile::exists(QSettings().fileName() + ".recent")); // the lock file is removed
    }

    void the_layout_is_kept_and_can_be_put_back() {
        {
            Desk desk(fake_worker("normal"));
            QVERIFY(desk.open("tridiagonal:n=10"));
            desk.window.findChild<QDockWidget*>("inspectorDock")->close();
            desk.window.close();
        }
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.window.restoreLayout());
        QVERIFY(desk.open("tridiagonal:n=10"));
        auto* inspector = desk.window.findChild<QDockWidget*>("inspectorDock");
        QVERIFY(inspector->isHidden());
        desk.window.action("restoreLayout")->trigger();
        QVERIFY(!inspector->isHidden());
    }

    void keys_reach_every_page() {
        Desk desk(fake_worker("normal"));
        for (int i = static_cast<int>(desk.window.pages().size()) - 1; i >= 0; --i) {  // Ctrl+0 is the tenth
            if (i == 10) QTest::keyClick(&desk.window, Qt::Key_Home, Qt::AltModifier); // the start page
            else QTest::keyClick(&desk.window, static_cast<Qt::Key>(Qt::Key_0 + (i + 1) % 10), Qt::ControlModifier);
            QCOMPARE(desk.window.currentPage(), desk.window.pages()[i]);
        }
    }

    void every_action_has_words_and_no_key_is_given_twice() {
        Desk desk(fake_worker("normal"));
        QHash<QString, QString> keys;
        for (const QAction* action : desk.window.findChildren<QAction*>()) {
            if (action->isSeparator() || action->shortcut().isEmpty()) continue;
            QVERIFY(!action->text().isEmpty());
            const QString key = action->shortcut().toString();
            QVERIFY2(!keys.contains(key), qPrintable(key + ": " + action->text() + " and " + keys.value(key)));
            keys.insert(key, action->text());
        }
        QVERIFY(keys.size() >= 12);
    }

    void every_widget_that_takes_the_focus_has_a_name() {
        Desk desk(fake_worker("normal"));
        QStringList nameless;
        for (const QWidget* widget : desk.window.findChildren<QWidget*>()) {
            const bool chooses = qobject_cast<const QComboBox*>(widget) != nullptr ||
                                 qobject_cast<const QAbstractItemView*>(widget) != nullptr;
            if (!chooses || (widget->focusPolicy() & Qt::TabFocus) == 0) continue;
            if (widget->parent() != nullptr &&
                QByteArray(widget->parent()->metaObject()->className()).contains("QComboBoxPrivate"))
                continue;
            if (widget->accessibleName().isEmpty())
                nameless.append(QLatin1String(widget->metaObject()->className()) + ' ' + widget->objectName());
        }
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(", ")));
    }

    void at_twice_the_size_the_window_still_fits_a_projector_data() {
        QTest::addColumn<double>("scale");
        QTest::newRow("100 %") << 1.0;
        QTest::newRow("150 %") << 1.5;
        QTest::newRow("200 %") << 2.0;
    }
    void at_twice_the_size_the_window_still_fits_a_projector() {
        QFETCH(double, scale);
        Desk desk(fake_worker("normal"));
        QVERIFY(desk.greeted());
        QVERIFY(desk.open("laplace2d:n=20"));
        theme().setScale(scale);
        desk.window.resize(1280, 720);
        QTest::qWait(100);
        const QSize size = desk.window.size();
        const auto* bar = desk.window.findChild<QToolBar*>("pageBar");
        QStringList hidden; // pages that cannot be reached by clicking
        for (QAction* page : bar->actions())
            if (const QWidget* button = bar->widgetForAction(page); button == nullptr || !button->isVisible())
                hidden << page->text();
        theme().setScale(1.0);
        QVERIFY2(hidden.isEmpty(), qPrintable(hidden.join(", ")));
        QVERIFY2(size.width() <= 1280 && size.height() <= 720,
                 qPrintable(QString("%1 x %2").arg(size.width()).arg(size.height())));
    }
};

WARPLOOM_WINDOW_TEST(WindowTest);
#include "window_test.moc"
