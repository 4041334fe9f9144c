// Runs have names, can be repeated and removed, and are restored after a restart.

#include "ui/charts/chart_view.h"
#include "ui/charts/plot_data.h"
#include "ui/pages/run/run_page.h"
#include "ui/pages/run/runs_panel.h"

#include "support/runner.h"
#include "tests/ui/run_page_support.h"

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QInputDialog>
#include <QLineEdit>
#include <QListWidget>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QUndoStack>
#include <qcustomplot.h>

#include <sstream>

using namespace warploom;
using namespace warploom::ui;
using run_support::Desk;
using ui_test::wait_until;

namespace {

std::string csv_of(const Table& table) {
    std::ostringstream text;
    write_csv(text, table);
    return text.str();
}

} // namespace

class RunKeptTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    QString place() const { return folder_.filePath("runs"); }
    QStringList files() const { return QDir(place()).entryList({"run-*.json"}, QDir::Files); }

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
    }
    void cleanup() { QDir(place()).removeRecursively(); }

    void a_run_is_there_again_after_a_restart_with_all_its_numbers() {
        std::string times, samples;
        {
            Desk desk("skips");
            QVERIFY(desk.ready());
            desk.page->store().keepIn(place());
            QVERIFY(desk.run());
            desk.page->store().rename(0, "before  sorting");
            times = csv_of(resultTable(desk.page->store().shownRuns()));
            samples = csv_of(sampleTable(desk.page->store().shownRuns()));
            QTRY_COMPARE(files().size(), 1);
        }
        Desk again("normal");
        RunStore& store = again.page->store();
        store.keepIn(place());
        QTRY_COMPARE(store.runs().size(), std::size_t{1});
        const Run& run = *store.runs().front();
        QCOMPARE(run.name, QString("before sorting"));
        QVERIFY2(run.title().startsWith("before sorting: Tridiagonal, n = 100, cpu"), qPrintable(run.title()));
        QVERIFY(!run.shown); // a restart begins with an empty chart
        QVERIFY(store.shownRuns().empty());
        store.setShown(0, true);
        QCOMPARE(csv_of(resultTable(store.shownRuns())), times);
        QCOMPARE(csv_of(sampleTable(store.shownRuns())), samples);
        QVERIFY(again.problems.isEmpty());
        // The next run is a new one.
        QVERIFY(again.ready());
        QVERIFY(again.run());
        QCOMPARE(store.runs().back()->number, run.number + 1);
        QTRY_COMPARE(files().size(), 2);
    }

    void a_run_that_began_before_the_kept_ones_were_read_comes_behind_them() {
        {
            Desk desk("normal");
            QVERIFY(desk.ready());
            desk.page->store().keepIn(place());
            QVERIFY(desk.run());
        }
        Desk again("normal");
        QVERIFY(again.ready());
        QVERIFY(again.run());
        again.page->store().keepIn(place());
        QTRY_COMPARE(again.page->store().runs().size(), std::size_t{2});
        QCOMPARE(again.page->store().runs().front()->number, 1);
        QCOMPARE(again.page->store().runs().back()->number, 2);
        QVERIFY(again.page->store().runs().back()->shown);
    }

    void a_damaged_file_costs_only_its_run_and_stays_where_it_is() {
        {
            Desk desk("normal");
            QVERIFY(desk.ready());
            desk.page->store().keepIn(place());
            QVERIFY(desk.run());
            QVERIFY(desk.run());
        }
        const QString damaged = QDir(place()).filePath(files().first());
        QFile file(damaged);
        QVERIFY(file.open(QIODevice::ReadWrite));
        file.resize(file.size() / 2);
        file.close();
        Desk again("normal");
        again.page->store().keepIn(place());
        QTRY_COMPARE(again.page->store().runs().size(), std::size_t{1});
        QCOMPARE(again.problems.size(), 1);
        QVERIFY2(again.problems.first().contains(files().first()), qPrintable(again.problems.first()));
        QVERIFY(QFile::exists(damaged));
    }

    void a_run_is_renamed_by_the_keyboard_and_the_chart_says_its_name() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        QVERIFY(desk.run());
        QVERIFY(desk.run());
        auto* list = desk.dock->findChild<QListWidget*>(QStringLiteral("runList"));
        list->setCurrentRow(1); // the newest one comes first
        QTimer::singleShot(0, this, [] {
            auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog != nullptr);
            dialog->findChild<QLineEdit*>()->setText("cold");
            dialog->accept();
        });
        desk.dock->findChild<QAction*>("renameRun")->trigger();
        QCOMPARE(desk.page->store().runs().front()->name, QString("cold"));
        QVERIFY(list->item(1)->text().startsWith("cold: "));
        desk.page->store().setShown(0, true);
        const Table table = runTable(RunChart::time, desk.page->store().shownRuns());
        QStringList series;
        for (std::size_t r = 0; r < table.rows.size(); ++r)
            series.append(QString::fromStdString(table.text(r, table.column("series"))));
        QVERIFY(series.contains("cold"));
        QVERIFY(series.contains("run 2"));
        desk.session.undoStack().undo();
        QVERIFY(desk.page->store().runs().front()->name.isEmpty());
    }

    void a_forgotten_run_leaves_the_folder_and_undo_brings_it_back() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        desk.page->store().keepIn(place());
        QVERIFY(desk.run());
        QVERIFY(desk.run());
        auto* list = desk.dock->findChild<QListWidget*>(QStringLiteral("runList"));
        list->setCurrentRow(1);
        desk.dock->findChild<QAction*>("forgetRun")->trigger();
        QCOMPARE(desk.page->store().runs().size(), std::size_t{1});
        QCOMPARE(desk.page->store().runs().front()->number, 2);
        QTRY_COMPARE(files().size(), 1);
        desk.session.undoStack().undo();
        QCOMPARE(desk.page->store().runs().size(), std::size_t{2});
        QCOMPARE(desk.page->store().runs().front()->number, 1);
        QTRY_COMPARE(files().size(), 2);
        desk.page->store().clear();
        QVERIFY(desk.page->store().runs().empty());
        QTRY_COMPARE(files().size(), 0);
        desk.session.undoStack().undo();
        QTRY_COMPARE(files().size(), 2);
    }

    void the_run_under_way_cannot_be_forgotten() {
        Desk desk("slow");
        QVERIFY(desk.ready());
        desk.page->run();
        desk.page->store().clear();
        QCOMPARE(desk.page->store().runs().size(), std::size_t{1});
        desk.page->stop();
        QVERIFY(wait_until([&] { return !desk.page->store().isRunning(); }));
    }

    void a_run_is_repeated_as_it_was_asked_for_whatever_is_ticked_now() {
        Desk desk("normal");
        QVERIFY(desk.ready());
        QVERIFY(desk.run());
        const protocol::RunPlan first = desk.page->store().runs().front()->plan;
        desk.tick("cpu-coo");
        desk.dock->findChild<QListWidget*>(QStringLiteral("runList"))->setCurrentRow(0);
        desk.dock->findChild<QAction*>("repeatRun")->trigger();
        QVERIFY(wait_until([&] { return !desk.page->store().isRunning(); }));
        QCOMPARE(desk.page->store().runs().size(), std::size_t{2});
        QCOMPARE(desk.page->store().runs().back()->plan.settings.kernels, first.settings.kernels);
        QCOMPARE(desk.page->store().runs().back()->plan.matrices, first.matrices);
        QCOMPARE(desk.results().size(), static_cast<qsizetype>(first.settings.kernels.size()));
    }

    void a_click_on_a_bar_makes_its_kernel_the_baseline() {
        Desk desk("good");
        QVERIFY(desk.ready());
        QVERIFY(desk.run());
        ChartView* chart = desk.page->chart(RunChart::speedup);
        desk.page->tabs()->setCurrentIndex(static_cast<int>(RunChart::speedup));
        QTest::qWait(150); // until it is drawn
        const Table table = chart->chartTable();
        const QString now = desk.find<QComboBox>("runBaseline")->currentText();
        int row = 0;
        while (table.text(row, table.column("kernel")) == now.toStdString()) ++row;
        const QString other = QString::fromStdString(table.text(row, table.column("kernel")));
        const PlotData data = plotData(chart->spec(), table);
        QCustomPlot* plot = chart->plot();
        const QPoint at(static_cast<int>(plot->xAxis->coordToPixel(plot->xAxis->range().lower)) + 12,
                        static_cast<int>(plot->yAxis->coordToPixel(data.barPosition(data.rows[row]))));
        QTest::mouseClick(plot, Qt::LeftButton, {}, at);
        QCOMPARE(desk.find<QComboBox>("runBaseline")->currentText(), other);
        for (const RunResult& result : desk.results()) QCOMPARE(result.speedup->baseline, other.toStdString());
        desk.session.undoStack().undo();
        for (const RunResult& result : desk.results()) QCOMPARE(result.speedup->baseline, now.toStdString());
    }

    void where_nothing_beats_the_baseline_the_reading_says_so_in_times_as_long() {
        RunResult plain, other;
        plain.kernel = "cpu-csr";
        other.kernel = "cpu-coo";
        for (RunResult* each : {&plain, &other}) {
            each->status = RowStatus::ok;
            each->machine = "cpu";
            each->speedup.emplace().baseline = "cpu-csr";
            each->time.median = each == &plain ? 1000 : 41600;
            each->speedup->ratio = 1000 / each->time.median;
            each->speedup->verdict =
                each == &plain ? measure::Comparison::Verdict::same : measure::Comparison::Verdict::slower;
        }
        const QString text = runReading(RunChart::speedup, {run_support::run_of(1, {plain, other})});
        QVERIFY2(text.startsWith("cpu-csr is the fastest. The next fastest, cpu-coo, takes 41.6 times as long."),
                 qPrintable(text));
    }
};

WARPLOOM_WINDOW_TEST(RunKeptTest);
#include "run_kept_test.moc"
