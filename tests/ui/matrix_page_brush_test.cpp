// Selecting rows by brushing, and sorting them: the rows under the brush are selected in the session, whatever the
// order of display.
#include "ui/components/spy/row_profile.h"
#include "ui/components/spy/spy_view.h"
#include "ui/components/traces/trace_store.h"
#include "ui/pages/matrix/matrix_page.h"
#include "ui/pages/matrix/rows/profile_view.h"
#include "ui/session/worker_client.h"

#include "support/own_time.h"
#include "support/runner.h"
#include "tests/ui/matrix_page_support.h"
#include "ui_test_tools.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QSettings>
#include <QSignalSpy>
#include <QStyle>
#include <QTest>
#include <QToolButton>

#include <numeric>
#include <random>

using namespace warploom;
using namespace warploom::ui;
using ui_test::fake_worker;
using ui_test::wait_until;

namespace {

std::shared_ptr<const CountProfile> profile_of(std::vector<std::int32_t> lengths) {
    return std::make_shared<const CountProfile>(std::move(lengths));
}

/// A plot of rows in matrix order in which all rows are visible.
struct Plot {
    ProfileView view;
    std::shared_ptr<const CountProfile> lengths;
    std::shared_ptr<const RowOrder> order;
    RowSelection heard;
    int times = 0;

    explicit Plot(std::vector<std::int32_t> all, ProfileView::Form form = ProfileView::Form::sources)
        : view(ProfileView::Of::rows, form) {
        const auto count = static_cast<std::int64_t>(all.size());
        lengths = profile_of(std::move(all));
        order = std::make_shared<const RowOrder>(*lengths);
        view.resize(form == ProfileView::Form::sources ? QSize(640, 300) : QSize(150, 400));
        view.setProfile(lengths);
        view.setOrder(order);
        view.setFrame(
            SpyFrame(count, count, form == ProfileView::Form::sources ? QSizeF(400, 400) : QSizeF(400, view.height())));
        QObject::connect(&view, &ProfileView::brushed, &view, [this](const RowSelection& rows) {
            heard = rows;
            view.setSelection(rows); // as the session would do
            ++times;
        });
        view.show();
    }
    /// Returns the center of the bar of a row or rank.
    QPoint at(std::int64_t place) const {
        const double middle = (view.pixelOf(place) + view.pixelOf(place + 1)) / 2;
        return view.width() > view.height() ? QPoint(static_cast<int>(middle), view.height() / 2)
                                            : QPoint(20, static_cast<int>(middle));
    }
    void drag(std::int64_t from, std::int64_t to) {
        QTest::mousePress(&view, Qt::LeftButton, {}, at(from));
        QTest::mouseMove(&view, at(to));
        QTest::mouseRelease(&view, Qt::LeftButton, {}, at(to));
    }
};

std::vector<std::int64_t> column_of(const Table& table, const char* name) {
    std::vector<std::int64_t> result;
    for (std::size_t r = 0; r < table.rows.size(); ++r)
        result.push_back(static_cast<std::int64_t>(table.number(r, table.column(name))));
    return result;
}

} // namespace

class MatrixPageBrushTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
    }
    void init() { QSettings().remove("view/reducedMotion"); }

    void rows_are_sorted_from_short_to_long_and_equal_ones_stay() {
        const CountProfile lengths({3, 0, 3, 1, 7, 0});
        const RowOrder order(lengths);
        std::vector<std::int64_t> rows;
        for (std::int64_t rank = 0; rank < order.size(); ++rank) rows.push_back(order.rowAt(rank));
        QCOMPARE(rows, (std::vector<std::int64_t>{1, 5, 3, 0, 2, 4}));
        for (std::int64_t rank = 0; rank < order.size(); ++rank)
            QCOMPARE(order.rankOf(order.rowAt(rank), lengths), rank);
        QCOMPARE(RowOrder(CountProfile(std::vector<std::int32_t>{})).size(), std::int64_t{0});
    }

    void any_rows_are_sorted_as_the_standard_library_sorts_them() {
        std::mt19937 random(11);
        for (int round = 0; round < 50; ++round) {
            std::vector<std::int32_t> all(1 + random() % 300);
            for (auto& length : all) length = static_cast<std::int32_t>(random() % 9);
            std::vector<std::int64_t> wanted(all.size());
            std::iota(wanted.begin(), wanted.end(), 0);
            std::stable_sort(wanted.begin(), wanted.end(), [&](auto a, auto b) { return all[a] < all[b]; });
            const CountProfile lengths(all);
            const RowOrder order(lengths);
            for (std::size_t rank = 0; rank < wanted.size(); ++rank) {
                QCOMPARE(order.rowAt(static_cast<std::int64_t>(rank)), wanted[rank]);
                QCOMPARE(order.profile()->at(static_cast<std::int64_t>(rank)), all[wanted[rank]]);
            }
        }
    }

    void ranks_and_rows_of_a_selection_are_each_others_inverse() {
        std::mt19937 random(5);
        std::vector<std::int32_t> all(500);
        for (auto& length : all) length = static_cast<std::int32_t>(random() % 40);
        const CountProfile lengths(all);
        const RowOrder order(lengths);
        const RowSelection rows = order.rowsOf(100, 180);
        QCOMPARE(rows.count(), std::int64_t{80});
        QCOMPARE(order.ranksOf(rows, lengths), RowSelection::ofRange(100, 180));
        QCOMPARE(order.rowsOf(436, 500).words, QString("the 64 longest rows"));
        QCOMPARE(order.rowsOf(499, 500).words, QString("the longest row"));
        QCOMPARE(order.rowsOf(0, 10).words, QString("the 10 shortest rows"));
        QVERIFY(order.rowsOf(7, 7).isEmpty());
    }

    void dragging_selects_the_rows_under_the_mouse_data() {
        QTest::addColumn<bool>("beside");
        QTest::newRow("rows across") << false;
        QTest::newRow("beside the spy") << true;
    }
    void dragging_selects_the_rows_under_the_mouse() {
        QFETCH(bool, beside);
        Plot plot({1, 9, 2, 8, 3, 7, 4, 6, 5, 5}, beside ? ProfileView::Form::beside_spy : ProfileView::Form::sources);
        plot.drag(3, 5);
        QCOMPARE(plot.heard, RowSelection::ofRange(3, 6));
        plot.drag(8, 2); // backwards
        QCOMPARE(plot.heard, RowSelection::ofRange(2, 9));
        QTest::mouseClick(&plot.view, Qt::LeftButton, {}, plot.at(4)); // clicking on the selection clears it
        QVERIFY(plot.heard.isEmpty());
        QTest::mouseClick(&plot.view, Qt::LeftButton, {}, plot.at(0));
        QCOMPARE(plot.heard, RowSelection::ofRange(0, 1));
    }

    void the_keyboard_brushes_too() {
        Plot plot({1, 9, 2, 8, 3, 7, 4, 6, 5, 5});
        plot.view.setFocus();
        for (const int key : {Qt::Key_Right, Qt::Key_Right, Qt::Key_Right})
            QTest::keyClick(&plot.view, static_cast<Qt::Key>(key));
        QCOMPARE(plot.heard, RowSelection::ofRange(2, 3));
        QTest::keyClick(&plot.view, Qt::Key_Right, Qt::ShiftModifier);
        QTest::keyClick(&plot.view, Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(plot.heard, RowSelection::ofRange(2, 5));
        for (int i = 0; i < 30; ++i) QTest::keyClick(&plot.view, Qt::Key_Right, Qt::ShiftModifier); // stops at the end
        QCOMPARE(plot.heard, RowSelection::ofRange(2, 10));
        QTest::keyClick(&plot.view, Qt::Key_Escape);
        QVERIFY(plot.heard.isEmpty());
    }

    void a_brush_over_sorted_rows_selects_rows_of_the_matrix() {
        QSettings().setValue("view/reducedMotion", true);
        Plot plot({1, 9, 2, 8, 3, 7, 4, 6, 5, 5});
        plot.view.setSorted(true, true);
        QCOMPARE(plot.view.sortProgress(), 1.0); // immediately, because motion is reduced
        plot.drag(7, 9);
        QCOMPARE(plot.heard, RowSelection::ofRows({1, 3, 5}, {}));
        QCOMPARE(plot.heard.words, QString("the 3 longest rows"));
    }

    void the_animation_takes_its_time_and_ends_in_the_right_order() {
        std::mt19937 random(9);
        std::vector<std::int32_t> all(400);
        for (auto& length : all) length = static_cast<std::int32_t>(1 + random() % 50);
        std::vector<std::int64_t> sorted(all.begin(), all.end());
        const std::vector<std::int64_t> natural = sorted;
        std::sort(sorted.begin(), sorted.end());
        Plot plot(all);
        QVERIFY(QTest::qWaitForWindowExposed(&plot.view));
        const QImage before = plot.view.grab().toImage();
        if (reduced_by_style()) QSKIP("this desktop's style has no animations");
        plot.view.setSorted(true, true);
        QVERIFY(wait_until([&] { return plot.view.sortProgress() > 0 && plot.view.sortProgress() < 1; }));
        QVERIFY(plot.view.grab().toImage() != before); // during the animation
        QVERIFY(wait_until([&] { return plot.view.sortProgress() == 1; }));
        QCOMPARE(column_of(plot.view.chartTable(), "nonzeros"), sorted);
        QVERIFY(plot.view.chartTitle().contains("sorted by length"));
        const QImage there = plot.view.grab().toImage();
        plot.view.setSorted(false, true);
        QVERIFY(wait_until([&] { return plot.view.sortProgress() == 0; }));
        QCOMPARE(column_of(plot.view.chartTable(), "nonzeros"), natural);
        QCOMPARE(plot.view.grab().toImage(), before);
        QVERIFY(there != before);
    }

    void an_animation_turns_round_where_it_is() {
        Plot plot(std::vector<std::int32_t>{5, 1, 4, 2, 3});
        QVERIFY(QTest::qWaitForWindowExposed(&plot.view));
        if (reduced_by_style()) QSKIP("this desktop's style has no animations");
        plot.view.setSorted(true, true);
        QVERIFY(wait_until([&] { return plot.view.sortProgress() > 0.2; }));
        const double there = plot.view.sortProgress();
        plot.view.setSorted(false, true);
        QVERIFY(plot.view.sortProgress() <= there + 0.01); // without a jump
        QVERIFY(wait_until([&] { return plot.view.sortProgress() == 0; }));
        QVERIFY(!plot.view.isSorted());
    }

    void millions_of_rows_move_within_a_frame() {
        std::vector<std::int32_t> all(3'000'000);
        std::mt19937 random(1);
        for (auto& length : all) length = static_cast<std::int32_t>(random() % 100);
        QElapsedTimer clock;
        clock.start();
        Plot plot(std::move(all));
        qInfo("3 million rows in order after %lld ms", static_cast<long long>(clock.elapsed()));
        plot.view.setSorted(true, true);
        if (!wait_until([&] { return plot.view.sortProgress() > 0; })) QSKIP("this desktop's style has no animations");
        const warploom::test::OwnTime time;
        plot.view.grab();
        const double took = time.ms();
        QVERIFY2(took < 100, qPrintable(QString::number(took)));
    }

    void the_page_weighs_the_brushed_rows_with_the_model() {
        Session session;
        session.worker().setCommand(fake_worker("normal"));
        session.setCard("gtx295");
        MatrixPage page(session);
        page.resize(1000, 640);
        page.show();
        session.worker().start();
        session.openMatrix("random-rows:n=512,fraction=0.1,seed=7");
        QVERIFY(wait_until([&] { return page.isSettled(); }));
        QVERIFY(page.selectionLine().isEmpty());
        session.setRowSelection(RowSelection::ofRange(0, 128));
        QVERIFY(page.selectionLine().startsWith("Rows 0–127: 25% of all rows"));
        QVERIFY(wait_until([&] { return page.selectionLine().contains("modeled block time"); }));
        // Block 0 of four: 10 of 46 transactions, 1000 of 4600 time units.
        QVERIFY2(page.selectionLine().contains("4 of 16 warps") &&
                     page.selectionLine().contains("22% of the transactions and 22% of the modeled block time"),
                 qPrintable(page.selectionLine()));
        QVERIFY(page.selectionLine().contains("GTX 295"));
        session.openMatrix("random-rows:n=256,fraction=0.1,seed=7"); // another matrix has different rows
        QVERIFY(wait_until([&] { return !session.isLoading() && session.matrix()->statistics.rows == 256; }));
        QVERIFY(session.rowSelection().isEmpty());
        QVERIFY(page.selectionLine().isEmpty());
    }

    void the_button_sorts_both_plots_and_sorts_back() {
        QSettings().setValue("view/reducedMotion", true);
        Session session;
        MatrixPage page(session);
        page.resize(1000, 640);
        page.show();
        session.openMatrix("random-rows:n=300,fraction=0.1,seed=3");
        QVERIFY(wait_until([&] { return page.isSettled(); }));
        auto* button = page.findChild<QToolButton*>("sortRows");
        const auto natural = column_of(page.rowProfile()->chartTable(), "nonzeros");
        button->click();
        QVERIFY(wait_until([&] { return page.rowProfile()->sortProgress() == 1; }));
        auto sorted = natural;
        std::sort(sorted.begin(), sorted.end());
        QCOMPARE(column_of(page.rowProfile()->chartTable(), "nonzeros"), sorted);
        button->click();
        QCOMPARE(column_of(page.rowProfile()->chartTable(), "nonzeros"), natural);
        // In the spy plot, too, a row is aligned with its bar, and hovering reports the row number in the matrix.
        button->click();
        QVERIFY(wait_until([&] { return page.spy()->matrix() != session.matrix(); }));
        const CsrMatrix& picture = page.spy()->matrix()->matrix.csr;
        QCOMPARE(picture.nonzeros(), session.matrix()->matrix.csr.nonzeros());
        for (std::int64_t place = 0; place < picture.rows; ++place)
            QCOMPARE(picture.row_length(place), sorted[static_cast<std::size_t>(place)]);
        QVERIFY(page.spy()->chartTitle().contains(QStringLiteral("rows by length")));
        const std::int64_t longest = std::max_element(natural.begin(), natural.end()) - natural.begin();
        session.setHovered({longest, session.matrix()->matrix.csr.column[static_cast<std::size_t>(
                                         session.matrix()->matrix.csr.row_pointer[longest])]});
        const auto place = std::lower_bound(sorted.begin(), sorted.end(), sorted.back()) - sorted.begin();
        QCOMPARE(page.spy()->hovered().row, std::int64_t{place}); // rows of equal length keep their order
        button->click();
        QCOMPARE(page.spy()->matrix(), session.matrix());
        QCOMPARE(page.spy()->hovered().row, longest);
        // A new matrix is shown unsorted.
        button->click();
        QVERIFY(wait_until([&] { return page.rowProfile()->sortProgress() == 1; }));
        session.openMatrix("random-rows:n=200,fraction=0.1,seed=3");
        QVERIFY(wait_until(
            [&] { return !session.isLoading() && page.isSettled() && session.matrix()->statistics.rows == 200; }));
        QVERIFY(!button->isChecked());
        QVERIFY(!page.rowProfile()->isSorted());
    }

private:
    static bool reduced_by_style() {
        return QApplication::style()->styleHint(QStyle::SH_Widget_Animation_Duration) == 0;
    }
};

WARPLOOM_WINDOW_TEST(MatrixPageBrushTest);
#include "matrix_page_brush_test.moc"
