// The Model page: sends requests to the worker, shows all views of a document, follows edits of the GPU model, and
// exports everything.
#include "ui/charts/chart_export.h"
#include "ui/charts/chart_view.h"
#include "ui/pages/model/card_editor/card_editor.h"
#include "ui/pages/model/card_editor/card_model.h"
#include "ui/pages/model/model_page.h"
#include "ui/pages/model/schedule_view.h"
#include "ui/session/worker_client.h"

#include "support/own_time.h"
#include "support/runner.h"
#include "ui_test_tools.h"

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <cmath>
#include <qcustomplot.h>

#include <set>

using namespace warploom;
using namespace warploom::ui;
using ui_test::fake_worker;
using ui_test::wait_until;

namespace {

struct Desk {
    Session session;
    std::unique_ptr<ModelPage> page;

    explicit Desk(const char* behaviour = "normal", const QString& matrix = "random-rows:n=512,fraction=0.1,seed=7") {
        session.worker().setCommand(fake_worker(QLatin1String(behaviour)));
        session.setCard("c2050");
        page = std::make_unique<ModelPage>(session);
        page->resize(960, 600);
        page->show();
        session.worker().start();
        session.openMatrix(matrix);
    }
    TraceStore& store() { return TraceStore::of(session); }
    bool answered() {
        return wait_until([this] { return store().document() != nullptr && store().original() != nullptr; });
    }
    void press(const char* name) { QTest::mouseClick(page->findChild<QToolButton*>(name), Qt::LeftButton); }
};

/// Total time of the fake worker's blocks: four blocks of 128 rows, each on one of 14 multiprocessors.
constexpr double four_blocks_at_100_gbytes = 1300;

} // namespace

class ModelPageTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
    }

    void a_metric_is_explained_with_the_names_of_nsight_compute() {
        Session session;
        const ModelPage page(session);
        const auto* box = page.findChild<QComboBox*>("accessQuantity");
        const QString tip = box->itemData(box->findText("transactions"), Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"), qPrintable(tip));
        const QString conflicts = box->itemData(box->findText("bank conflicts"), Qt::ToolTipRole).toString();
        QVERIFY2(conflicts.contains("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"), qPrintable(conflicts));
    }

    void an_empty_page_says_what_it_needs() {
        Session session;
        ModelPage page(session);
        page.show();
        bool said = false;
        for (const QLabel* label : page.findChildren<QLabel*>())
            said = said || (label->isVisible() && label->text().contains("Open a matrix or a sample"));
        QVERIFY(said);
    }

    void every_view_shows_the_one_document() {
        Desk desk;
        QVERIFY(desk.answered());
        const TraceHandle trace = desk.store().document();
        QCOMPARE(desk.page->terms()->chartTable().rows.size(), std::size_t{11});
        QCOMPARE(desk.page->schedule()->chartTable().rows.size(), std::size_t{4});
        QCOMPARE(desk.page->roofline()->chartTable().rows.size(), std::size_t{4});
        QCOMPARE(desk.page->accesses()->chartTable().rows.size(), std::size_t{3});
        const double bandwidth = desk.session.card().dram_gbytes_per_s;
        QCOMPARE(trace->modelled_ns, four_blocks_at_100_gbytes * (100 / bandwidth) + 500);
        QVERIFY(desk.page->headline().contains("modeled"));
    }

    void every_chart_exports_and_says_that_its_times_are_modelled() {
        Desk desk;
        QVERIFY(desk.answered());
        QTemporaryDir folder;
        const QStringList files = exportAll(desk.page->charts(), folder.path());
        QCOMPARE(files.size(), 16);
        for (const QString& file : files) QVERIFY2(QFile(file).size() > 200, qPrintable(file));
        for (const Chart* chart : desk.page->charts()) QVERIFY(captionText(chart->chartTable()).contains("modeled"));
        const QByteArray csv = ui_test::contents(folder.filePath("model-schedule.csv"));
        QVERIFY(csv.startsWith("launch,block,multiprocessor,kind,start_ns,end_ns,duration_ns,first_row,last_row,"
                               "transactions\n0,0,0,modelled,0,"));
    }

    void modelled_bars_and_points_never_look_measured() {
        Desk desk;
        QVERIFY(desk.answered());
        int hatched = 0;
        for (int i = 0; i < desk.page->terms()->plot()->plottableCount(); ++i)
            if (const auto* bars = qobject_cast<QCPBars*>(desk.page->terms()->plot()->plottable(i))) {
                ++hatched;
                QVERIFY(bars->brush().style() != Qt::SolidPattern);
                QVERIFY(bars->name().contains("modeled"));
            }
        QCOMPARE(hatched, 1);
        bool hollow = false;
        QCustomPlot* plot = desk.page->roofline()->plot();
        for (int i = 0; i < plot->graphCount(); ++i)
            if (plot->graph(i)->name().contains("modeled"))
                hollow = plot->graph(i)->scatterStyle().brush().color() == theme().colours().canvas;
        QVERIFY(hollow);
    }

    void an_edit_of_the_card_is_seen_at_once_and_compared_with_the_card_as_listed() {
        Desk desk;
        QVERIFY(desk.answered());
        const double before = desk.store().document()->modelled_ns;
        desk.press("whatIfBandwidth");
        QVERIFY(desk.store().document() == nullptr); // being loaded
        QVERIFY(desk.answered());
        const double after = desk.store().document()->modelled_ns;
        QCOMPARE(after - 500, (before - 500) / 2);
        QCOMPARE(desk.store().original()->modelled_ns, before);
        QVERIFY2(desk.page->headline().contains("original") && desk.page->headline().contains("with your changes"),
                 qPrintable(desk.page->headline()));
        QVERIFY(std::isnan(desk.store().document()->card.model_error));
        desk.press("cardReset");
        QVERIFY(desk.store().document() != nullptr); // cached
        QCOMPARE(desk.store().document()->modelled_ns, before);
        QVERIFY(!desk.page->headline().contains("original"));
    }

    void turning_a_spin_box_quickly_asks_once() {
        Desk desk;
        QVERIFY(desk.answered());
        CardModel* model = desk.page->editor()->model();
        int row = 0;
        for (const auto& field : simulated::card_fields()) {
            if (std::string(field.key) == "multiprocessors") break;
            ++row;
        }
        int requests = 0;
        bool waiting = desk.store().isWaiting();
        connect(&desk.store(), &TraceStore::changed, this, [&] {
            if (!waiting && desk.store().isWaiting()) ++requests;
            waiting = desk.store().isWaiting();
        });
        for (int n = 1; n <= 5; ++n) QVERIFY(model->setData(model->index(row, CardModel::value), n));
        QVERIFY(desk.answered());
        QCOMPARE(requests, 1);
        QCOMPARE(desk.store().document()->card.multiprocessors, 5);
    }

    void another_kernel_card_or_block_size_is_another_question() {
        Desk desk;
        QVERIFY(desk.answered());
        auto* kernel = desk.page->findChild<QComboBox*>("modelKernel");
        QCOMPARE(kernel->count(), 2); // products that run on a GPU, excluding those of libraries
        kernel->setCurrentIndex(kernel->findData("ell"));
        emit kernel->activated(kernel->currentIndex());
        QCOMPARE(desk.session.kernel(), QString("ell"));
        QVERIFY(desk.answered());
        QCOMPARE(desk.store().document()->kernel, std::string("ell"));
        // The previously requested kernel stays in the roofline.
        QCOMPARE(desk.page->roofline()->chartTable().rows.size(), std::size_t{5});
        desk.session.setChoice("block", 64, "block");
        QVERIFY(desk.answered());
        QCOMPARE(desk.page->schedule()->chartTable().rows.size(), std::size_t{8});
        desk.session.setCard("h200");
        QVERIFY(desk.answered());
        QCOMPARE(desk.store().document()->card.id, std::string("h200"));
    }

    void a_refusal_of_the_worker_is_said_and_asked_only_once() {
        Desk desk("no-trace");
        QVERIFY(wait_until([&] { return !desk.store().problem().isEmpty(); }));
        QVERIFY(desk.page->headline().contains("cannot be traced"));
        desk.store().want();
        QTest::qWait(400);
        QVERIFY(!desk.store().isWaiting());
        desk.session.setChoice("kernel", "ell", "kernel"); // a different request
        QVERIFY(wait_until([&] { return desk.store().isWaiting(); }));
    }

    void the_keyboard_reaches_every_block_and_chooses_one_for_the_warp_page() {
        Desk desk;
        QVERIFY(desk.answered());
        ScheduleView* view = desk.page->schedule();
        view->setFocus();
        QTest::keyClick(view, Qt::Key_Home);
        std::set<std::int64_t> seen;
        for (std::size_t i = 0; i < view->layout().blocks.size(); ++i) {
            seen.insert(view->layout().blocks[view->current()].block);
            QTest::keyClick(view, Qt::Key_Right);
        }
        QCOMPARE(seen.size(), std::size_t{4});
        QTest::keyClick(view, Qt::Key_End);
        QCOMPARE(view->current(), view->layout().last);
        QSignalSpy warp(&desk.session, &Session::warpChanged);
        QTest::keyClick(view, Qt::Key_Return);
        QCOMPARE(desk.session.warp().block, std::int64_t{3});
        QCOMPARE(warp.count(), 1);
        QVERIFY(desk.page->inspectorText().contains("rows 384–511"));
    }

    void a_click_on_a_block_chooses_it() {
        Desk desk;
        QVERIFY(desk.answered());
        desk.page->tabs()->setCurrentIndex(0);
        QTest::qWait(50);
        ScheduleView* view = desk.page->schedule();
        for (int i = 0; i < 4; ++i) {
            const QPointF at = view->rectOf(i).center();
            QTest::mouseClick(view, Qt::LeftButton, {}, at.toPoint());
            QCOMPARE(view->current(), i);
            QCOMPARE(desk.session.warp().block, view->layout().blocks[i].block);
        }
    }

    void brushed_rows_light_up_their_blocks_and_are_weighed() {
        Desk desk;
        QVERIFY(desk.answered());
        const QImage before = chartImage(*desk.page->schedule());
        desk.session.setRowSelection(RowSelection::ofRange(130, 140));
        auto* words = desk.page->findChild<QLabel*>("modelSelection");
        QVERIFY2(words->text().contains("(1 of 4)"), qPrintable(words->text()));
        QVERIFY(words->text().contains(
            "24% of the transactions and 24% of the modeled block time")); // 11 of 46; 1100 of 4600
        QVERIFY(chartImage(*desk.page->schedule()) != before);
        desk.session.setRowSelection({});
        QCOMPARE(chartImage(*desk.page->schedule()), before);
        QVERIFY(words->text().isEmpty());
    }

    void findings_are_listed_and_counted() {
        Desk desk;
        QVERIFY(desk.answered());
        protocol::Trace document = *desk.store().document();
        protocol::TraceFinding finding;
        finding.kind = simulated::Finding::Kind::shared_race;
        finding.sentence = "Two threads write one word of shared memory.";
        document.findings = {finding, finding};
        desk.store().setDocument(document);
        QCOMPARE(desk.page->findings()->count(), 2);
        QVERIFY(desk.page->tabs()->tabText(desk.page->tabs()->indexOf(desk.page->findings())).contains("2"));
    }

    void thousands_of_blocks_are_drawn_within_a_frame() {
        Desk desk;
        QVERIFY(desk.answered());
        protocol::Trace document = *desk.store().document();
        document.launches[0].schedule.clear();
        document.card.multiprocessors = 132;
        for (int b = 0; b < 4096; ++b)
            document.launches[0].schedule.push_back({b, b % 132, (b / 132) * 100.0, (b / 132) * 100.0 + 90 + b % 11});
        desk.store().setDocument(document);
        ScheduleView* view = desk.page->schedule();
        QCOMPARE(view->chartTable().rows.size(), std::size_t{4096});
        view->grab();
        const warploom::test::OwnTime time;
        for (int i = 0; i < 5; ++i) view->grab();
        const double took = time.ms() / 5;
        qInfo("4096 blocks: %.1f ms a picture", took);
        QVERIFY(took < 200);
    }
};

WARPLOOM_WINDOW_TEST(ModelPageTest);
#include "model_page_test.moc"
