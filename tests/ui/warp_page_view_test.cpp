// The Warp page as students use it: real keys and clicks, offscreen.
#include "tests/ui/warp_page_desk.h"

#include "support/own_time.h"
#include "support/runner.h"
#include "ui/charts/chart_export.h"
#include "ui/charts/chart_frame.h"
#include "ui/components/warp/access_view.h"
#include "ui/pages/warp/owner_view.h"
#include "ui/pages/warp/source_view.h"

#include <QApplication>
#include <QComboBox>
#include <QSignalSpy>
#include <QSlider>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>

#include <set>
#include <sstream>

using namespace warploom;
using namespace warploom::ui;
using namespace warp_support;
using nlohmann::json;
using simulated::Coalescing;

class WarpPageViewTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
    }

    void every_step_is_reached_by_keys_alone() {
        Desk desk;
        desk.showDocument(warp_documents::csr_scalar("m"));
        QWidget* focus = desk.page.panes().lanes();
        QCOMPARE(desk.step(), 0);
        std::set<QString> sentences;
        for (int s = 0; s < desk.steps(); ++s) {
            QCOMPARE(desk.step(), s);
            sentences.insert(desk.page.sentence());
            QVERIFY(!desk.page.sentence().isEmpty());
            QTest::keyClick(focus, Qt::Key_Right);
        }
        QCOMPARE(desk.step(), desk.steps() - 1); // beyond the end, nothing happens
        QVERIFY(sentences.size() > 10);
        for (int s = desk.steps() - 1; s >= 0; --s) {
            QCOMPARE(desk.step(), s);
            QTest::keyClick(focus, Qt::Key_Left);
        }
        QCOMPARE(desk.step(), 0);
        QTest::keyClick(focus, Qt::Key_End);
        QCOMPARE(desk.step(), desk.steps() - 1);
        QTest::keyClick(focus, Qt::Key_Home);
        QCOMPARE(desk.step(), 0);
        // From every view, not only from the lanes.
        for (QWidget* view :
             std::initializer_list<QWidget*>{desk.page.panes().access(), desk.page.findChild<SourceView*>(),
                                             desk.page.findChild<OwnerView*>(), desk.page.findChild<QSlider*>()}) {
            view->setFocus();
            QTest::keyClick(view, Qt::Key_Right);
            QCOMPARE(desk.step(), 1);
            QTest::keyClick(view, Qt::Key_Home);
            QCOMPARE(desk.step(), 0);
        }
    }

    void forward_and_back_is_the_same_picture_data() {
        QTest::addColumn<QString>("kernel");
        QTest::addColumn<int>("zoom");
        for (const char* kernel : {"csr-scalar", "ell", "csr-vector", "tile"})
            QTest::newRow(kernel) << QString::fromLatin1(kernel) << 0;
        QTest::newRow("zoomed in") << QStringLiteral("csr-scalar") << 5;
    }
    void forward_and_back_is_the_same_picture() {
        QFETCH(QString, kernel);
        QFETCH(int, zoom);
        Desk desk;
        desk.showDocument(warp_documents::any("m", kernel.toStdString(), 32, 0, 0));
        desk.page.panes().lanes()->setZoom(zoom);
        QWidget* focus = desk.page.panes().lanes();
        QList<QImage> pictures;
        for (int s = 0; s < desk.steps(); ++s) {
            pictures << desk.page.grab().toImage();
            QTest::keyClick(focus, Qt::Key_Right);
        }
        int different = 0;
        for (int s = 1; s < pictures.size(); ++s) different += pictures[s] != pictures[s - 1] ? 1 : 0;
        QCOMPARE(different, pictures.size() - 1); // every step is visible
        for (int s = desk.steps() - 1; s >= 0; --s) {
            QVERIFY2(desk.page.grab().toImage() == pictures[s], qPrintable(QString::number(s)));
            QTest::keyClick(focus, Qt::Key_Left);
        }
        // Also from far away: the view depends only on the step.
        QTest::keyClick(focus, Qt::Key_End);
        QTest::keyClick(focus, Qt::Key_Home);
        QVERIFY(desk.page.grab().toImage() == pictures[0]);
    }

    void the_lanes_have_the_colours_of_their_state() {
        Desk desk;
        desk.showDocument(warp_documents::csr_scalar("m"));
        LanesView& view = *desk.page.panes().lanes();
        const protocol::WarpDocument& shown = desk.page.analysis()->trace();
        const QImage picture = view.grab().toImage();
        const Colours& colours = theme().colours();
        for (const int s : {2, 8, 14, 20})
            for (int lane = 0; lane < 32; ++lane) {
                const QColor seen = picture.pixelColor(view.cellRect(s, lane).center().toPoint());
                const protocol::WarpStep& step = shown.steps[s];
                QCOMPARE(seen, (step.active >> lane & 1U) != 0    ? colours.active_lane
                               : (step.waiting >> lane & 1U) != 0 ? colours.waiting_lane
                                                                  : colours.canvas);
            }
        // A lane that has exited is neither: only lane 0 executes the store of csr-vector.
        desk.page.setTrace(trace(warp_documents::csr_vector("m")));
        const int last = desk.steps() - 1;
        const QImage vector = view.grab().toImage();
        QCOMPARE(vector.pixelColor(view.cellRect(last, 0).center().toPoint()), colours.active_lane);
        QCOMPARE(vector.pixelColor(view.cellRect(last, 5).center().toPoint()), colours.canvas);
    }

    void a_click_jumps_to_the_step() {
        Desk desk;
        desk.showDocument(warp_documents::csr_scalar("m"));
        LanesView& view = *desk.page.panes().lanes();
        QTest::mouseClick(&view, Qt::LeftButton, {}, view.cellRect(7, 20).center().toPoint());
        QCOMPARE(desk.step(), 7);
        desk.page.findChild<QSlider*>()->setValue(3);
        QCOMPARE(desk.step(), 3);
    }

    void useful_bytes_stand_against_fetched_ones() {
        Desk desk;
        desk.showDocument(warp_documents::csr_scalar("m"));
        const Colours& colours = theme().colours();
        const auto share = [&](int step) {
            desk.page.player()->setStep(step);
            const QImage picture = desk.page.panes().access()->grab().toImage();
            const int used = countOf(picture, picture.rect(), colours.used),
                      wasted = countOf(picture, picture.rect(), colours.wasted);
            return std::pair{used, wasted};
        };
        // If all bytes are used, orange occurs only in the legend. If a quarter is used, there is more orange than
        // antialiasing can explain.
        const auto [all_used, none_wasted] = share(1);
        const auto [few_used, much_wasted] = share(stepOf(desk.page.analysis()->trace(), "value", desk.steps() - 4));
        QVERIFY2(all_used > 4000 && none_wasted < 200,
                 qPrintable(QStringLiteral("%1 %2").arg(all_used).arg(none_wasted)));
        QVERIFY2(much_wasted > 1000 && few_used < all_used / 2,
                 qPrintable(QStringLiteral("%1 %2").arg(few_used).arg(much_wasted)));
        // The corresponding table shows the same access.
        const Table table = desk.page.panes().access()->chartTable();
        QCOMPARE(table.rows.size(), 32U);
        QCOMPARE(table.text(4, table.column("state")), std::string("active"));
    }

    void shared_memory_shows_its_banks_and_a_shuffle_its_arrows() {
        Desk desk;
        desk.showDocument(warp_documents::tile("m", 2));
        AccessView& view = *desk.page.panes().access();
        const Colours& colours = theme().colours();
        QCOMPARE(view.chartTitle(), QStringLiteral("Addresses in part across 32 banks"));
        const QImage straight = view.grab().toImage();
        QVERIFY(countOf(straight, straight.rect(), colours.used) > 500);
        QCOMPARE(countOf(straight, straight.rect(), colours.wasted), 0); // no conflict
        desk.page.player()->setStep(2);
        const QImage conflict = view.grab().toImage();
        QVERIFY(countOf(conflict, conflict.rect(), colours.wasted) > 300);
        QVERIFY(desk.page.sentence().contains(QStringLiteral("2 wavefronts instead of 1")));
        desk.page.player()->setStep(1);
        QCOMPARE(view.chartTitle(), QStringLiteral("Lanes at the barrier"));
        desk.page.setTrace(trace(warp_documents::csr_vector("m")));
        desk.page.player()->setStep(desk.steps() - 2);
        QCOMPARE(view.chartTitle(), QStringLiteral("Data exchange between lanes"));
        QVERIFY(countOf(view.grab().toImage(), view.rect(), colours.active_lane) > 300);
    }

    void another_card_changes_the_picture_without_asking_anybody() {
        Desk desk;
        desk.showDocument(warp_documents::csr_scalar("m"));
        QCOMPARE(desk.session.card().coalescing, Coalescing::sectors_32);
        const int at = stepOf(desk.page.analysis()->trace(), "value", desk.steps() - 4);
        desk.page.player()->setStep(at);
        const QImage before = desk.page.panes().access()->grab().toImage();
        const QString words = desk.page.sentence();
        QVERIFY2(words.contains(QStringLiteral("of 32 bytes")), qPrintable(words));
        simulated::Card lines = desk.session.card();
        lines.coalescing = Coalescing::lines_128;
        desk.session.editCard(lines, QStringLiteral("lines"), false);
        QCOMPARE(desk.step(), at);
        QVERIFY(desk.page.panes().access()->grab().toImage() != before);
        QVERIFY2(desk.page.sentence().contains(QStringLiteral("of 128 bytes")), qPrintable(desk.page.sentence()));
        desk.session.undoStack().undo();
        QCOMPARE(desk.page.sentence(), words);
        QVERIFY(desk.page.panes().access()->grab().toImage() == before);
        QCOMPARE(desk.session.worker().state(), WorkerClient::State::stopped);
    }

    void the_worst_step_is_one_key_away_and_again_gives_the_next() {
        Desk desk;
        desk.showDocument(warp_documents::csr_scalar("m"));
        const std::vector<int> worst = desk.page.analysis()->worstSteps();
        QTest::keyClick(desk.page.panes().lanes(), Qt::Key_W);
        QCOMPARE(desk.step(), worst[0]);
        QTest::keyClick(desk.page.panes().lanes(), Qt::Key_W);
        QCOMPARE(desk.step(), worst[1]);
        QTest::keyClick(desk.page.panes().lanes(), Qt::Key_Home);
        QTest::mouseClick(desk.page.findChild<QToolButton*>(QStringLiteral("worst")), Qt::LeftButton);
        QCOMPARE(desk.step(), worst[0]);
    }

    void the_source_marks_the_line_and_counts_beside_each() {
        Desk desk;
        desk.showDocument(warp_documents::csr_scalar("m"));
        SourceView& source = *desk.page.findChild<SourceView*>();
        QCOMPARE(source.currentLine(), 6);
        desk.page.player()->setStep(2);
        QCOMPARE(source.currentLine(), 8);
        // Line 8 has three loads in each of 7 iterations; line 7 has one.
        source.setCount(SourceView::Count::instructions);
        QCOMPARE(source.countOf(0, 8), 21);
        QCOMPARE(source.countOf(0, 7), 1);
        QCOMPARE(source.countOf(0, 5), 0);
        source.setCount(SourceView::Count::lanes);
        // Each entry of the first 32 rows, three times.
        QCOMPARE(source.countOf(0, 8), 3 * warp_documents::begin(32));
        source.setCount(SourceView::Count::transactions);
        const QImage picture = source.viewport()->grab().toImage();
        const QRect hot = source.lineRect(8), cold = source.lineRect(5);
        QVERIFY(picture.pixelColor(2, hot.center().y()) == Colours::density(1.0));
        QCOMPARE(picture.pixelColor(2, cold.center().y()), theme().colours().canvas);
    }

    void a_helpers_line_is_shown_in_its_file_and_counted_where_it_is_called() {
        Desk desk;
        desk.showDocument(warp_documents::csr_vector("m"));
        SourceView& source = *desk.page.findChild<SourceView*>();
        source.setCount(SourceView::Count::instructions);
        QCOMPARE(source.countOf(1, 4), 5);
        QCOMPARE(source.countOf(0, 7), 5);
        desk.page.player()->setStep(desk.steps() - 2);
        QCOMPARE(source.file(), 1);
        QCOMPARE(source.currentLine(), 4);
        source.setFile(0);
        QCOMPARE(source.currentLine(), 7);
        desk.page.player()->last();
        QCOMPARE(source.file(), 0);
        QCOMPARE(source.currentLine(), 8);
    }

    void the_matrix_shows_the_traced_warp_and_the_entries_of_the_step() {
        Desk desk;
        desk.showDocument(warp_documents::csr_scalar("m"));
        OwnerView& owners = *desk.page.findChild<OwnerView*>();
        const protocol::WarpDocument& shown = desk.page.analysis()->trace();
        desk.page.player()->setStep(0);
        const QImage before = owners.grab().toImage();
        // Row 3 belongs to block 0; row 40 to block 1, which is drawn paler.
        const QPoint mine = owners.entryRect(3, warp_documents::columns(3).back()).center().toPoint();
        const QPoint other = owners.entryRect(40, warp_documents::columns(40).back()).center().toPoint();
        QCOMPARE(before.pixelColor(mine), theme().colours().seriesColour(0));
        QVERIFY(before.pixelColor(other) != theme().colours().canvas);
        QVERIFY(before.pixelColor(other) != theme().colours().seriesColour(1));
        desk.page.player()->setStep(stepOf(shown, "value"));
        QVERIFY(owners.grab().toImage() != before);
        // Hovering is visible to all pages.
        QTest::mouseMove(&owners, mine);
        QTRY_COMPARE(desk.session.hovered().row, 3);
        const protocol::WarpOwner* owner = owners.ownerAt(QPointF(other));
        QVERIFY(owner != nullptr);
        QCOMPARE(owner->row, 40);
        QCOMPARE(owner->block, 1);
    }

    void it_plays_by_itself_and_stops_at_the_end() {
        Desk desk;
        desk.showDocument(warp_documents::tile("m"));
        auto* speed = desk.page.player()->findChild<QComboBox*>();
        speed->setCurrentIndex(speed->count() - 1);
        QSignalSpy inspector(&desk.page, &Page::inspectorChanged);
        QTest::keyClick(desk.page.panes().lanes(), Qt::Key_Space);
        QVERIFY(desk.page.player()->isPlaying());
        QVERIFY(wait_until([&] { return desk.step() == desk.steps() - 1 && !desk.page.player()->isPlaying(); }));
        QCOMPARE(inspector.size(), 1); // not updated while the steps play, except at the end
        QTest::keyClick(desk.page.panes().lanes(), Qt::Key_Space); // restarts from the beginning
        QVERIFY(desk.page.player()->isPlaying());
        QTest::keyClick(desk.page.panes().lanes(), Qt::Key_Space);
        QVERIFY(!desk.page.player()->isPlaying());
        QVERIFY(desk.page.inspectorText().contains(QStringLiteral("Step %1").arg(desk.step() + 1)));
    }

    void thousands_of_steps_are_drawn_quickly() {
        json document = warp_documents::csr_scalar("m");
        const json steps = document["steps"];
        for (int round = 0; round < 400; ++round)
            for (const json& step : steps) document["steps"].push_back(step);
        Desk desk;
        desk.showDocument(document);
        QCOMPARE(desk.steps(), 24 * 401);
        const warploom::test::OwnTime time;
        for (int s = 0; s < 40; ++s) {
            desk.page.player()->setStep(s * 240);
            desk.page.panes().lanes()->grab();
        }
        const double took = time.ms();
        QVERIFY2(took < 40 * 60, qPrintable(QString::number(took)));
        desk.page.panes().lanes()->setZoom(-40); // the whole view
        QVERIFY(desk.page.panes().lanes()->stepAt(QPointF(desk.page.panes().lanes()->width() - 20, 100)) > 8000);
        desk.page.panes().lanes()->grab();
    }

    void every_picture_has_a_table_and_every_export() {
        Desk desk;
        desk.showDocument(warp_documents::csr_scalar("m"));
        desk.page.player()->setStep(5);
        QTemporaryDir folder;
        const QStringList files = exportAll(desk.page.charts(), folder.path());
        QCOMPARE(files.size(), 16);
        for (const Chart* chart : desk.page.charts()) {
            std::ostringstream expected;
            write_csv(expected, chart->chartTable());
            QCOMPARE(ui_test::contents(folder.filePath(chart->chartName() + QStringLiteral(".csv"))).toStdString(),
                     expected.str());
            const QImage image(folder.filePath(chart->chartName() + QStringLiteral(".png")));
            QVERIFY(countOf(image, image.rect(), QColor(Qt::white)) < image.width() * image.height() * 0.99);
        }
        for (ChartFrame* frame : desk.page.findChildren<ChartFrame*>()) {
            if (!frame->isVisible()) continue; // belongs to the hidden side-by-side view
            frame->showTable(true);
            QVERIFY(frame->findChild<QTableView*>()->model()->rowCount() > 0);
            QTest::keyClick(frame->findChild<QTableView*>(), Qt::Key_T);
            QVERIFY(!frame->isTableShown());
        }
    }
};

WARPLOOM_WINDOW_TEST(WarpPageViewTest);
#include "warp_page_view_test.moc"
