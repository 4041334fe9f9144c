// Two kernels, or two GPU models, side by side on the Warp page: they process the same nonzeros in step, with a score.
#include "tests/ui/warp_page_desk.h"

#include "support/runner.h"
#include "ui/components/warp/access_view.h"
#include "ui/pages/warp/comparison/beside_view.h"
#include "ui/pages/warp/comparison/score_view.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QScrollBar>

#include <cmath>

using namespace warploom;
using namespace warploom::ui;
using namespace warp_support;

namespace {

/// Returns a trace in which each step reads a given number of further nonzeros of a row, from left to right.
ScoredTrace reading(const std::vector<int>& nonzeros_a_step) {
    warp_documents::Maker maker("m", "hand", 32, 1, 0, 0);
    const int value = maker.array("value", 8, 1000);
    const int site = maker.site("hand.h", 1, value, "load");
    int column = 0;
    for (const int count : nonzeros_a_step) {
        std::array<int, warp_documents::lanes> index{};
        nlohmann::json entry = nlohmann::json::array();
        for (int l = 0; l < warp_documents::lanes; ++l) {
            index[static_cast<std::size_t>(l)] = l; // a step that processes no nonzeros still has lanes
            entry.push_back(l < count ? nlohmann::json{0, column++} : nlohmann::json(nullptr));
        }
        maker.step(site, index, 0, 0, entry);
    }
    return ScoredTrace(analysis(maker.take()), WorkDone::Unit::nonzeros);
}

std::vector<std::pair<int, int>> steps_of(const Abreast& abreast) {
    std::vector<std::pair<int, int>> steps;
    for (int t = 0; t < abreast.ticks(); ++t) steps.emplace_back(abreast.at(t).left, abreast.at(t).right);
    return steps;
}

double format_number(const Desk& desk, const QString& name, bool left) {
    for (const ScoreLine& line : desk.page.comparison().view()->scoreView()->lines())
        if (line.name == name) return left ? line.left : line.right;
    return std::nan("");
}

/// Opens the page with a kernel on a small matrix, and something beside it.
void open_beside(Desk& desk, const char* kernel, const char* beside) {
    desk.session.presetChoice(QStringLiteral("block"), 32);
    desk.session.presetChoice(QStringLiteral("kernel"), QLatin1String(kernel));
    desk.session.presetChoice(QStringLiteral("warp/beside"), QLatin1String(beside));
    desk.page.show();
    desk.openMatrix("tridiagonal:n=64");
    QVERIFY(wait_until([&] { return desk.page.comparison().isShown() && desk.page.isSettled(); }));
    QVERIFY2(desk.problems.isEmpty(), qPrintable(desk.problems.join(QLatin1Char(' '))));
}

} // namespace

class WarpPageBesideTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
    }

    void a_nonzero_is_worked_off_by_the_last_step_that_reads_it() {
        warp_documents::Maker maker("m", "hand", 32, 1, 0, 0);
        const int value = maker.array("value", 8, 10), column = maker.array("column", 4, 10);
        const int a = maker.site("hand.h", 1, column, "load"), b = maker.site("hand.h", 2, value, "load");
        std::array<int, warp_documents::lanes> index{};
        nlohmann::json both = nlohmann::json::array(), one = nlohmann::json::array();
        for (int l = 0; l < warp_documents::lanes; ++l) {
            both.push_back(l < 2 ? nlohmann::json{0, l} : nlohmann::json(nullptr));
            one.push_back(l < 1 ? nlohmann::json{0, l} : nlohmann::json(nullptr));
        }
        maker.step(a, index, 0, 3, both);
        maker.step(b, index, 0, 4, one);
        const auto doc = trace(maker.take());
        QVERIFY(readsNonzeros(*doc));
        QCOMPARE(workDone(*doc, WorkDone::Unit::nonzeros).after, (std::vector<std::int64_t>{1, 2}));
        QCOMPARE(workDone(*doc, WorkDone::Unit::flops).after, (std::vector<std::int64_t>{3, 7}));
    }

    void whoever_has_worked_off_less_makes_the_next_step() {
        using Steps = std::vector<std::pair<int, int>>;
        const ScoredTrace threes = reading({3, 3, 3}), ones = reading({1, 1, 1, 1});
        // Processed: 3, 6, 9 versus 1, 2, 3, 4.
        QCOMPARE(steps_of(Abreast(threes, ones)), (Steps{{-1, 0}, {-1, 1}, {0, 2}, {0, 3}, {1, 3}, {2, 3}}));
        // Two equal traces advance together, even in steps that process nothing.
        const ScoredTrace pauses = reading({0, 2, 0, 2});
        QCOMPARE(steps_of(Abreast(pauses, pauses)), (Steps{{0, 0}, {1, 1}, {2, 2}, {3, 3}}));
        const Abreast abreast(threes, ones);
        QCOMPARE(abreast.tickOfLeft(1), 4);
        QCOMPARE(abreast.tickOfRight(3), 3);
        QVERIFY(abreast.at(2).left_moves && abreast.at(2).right_moves);
        QVERIFY(!abreast.at(3).left_moves && abreast.at(3).right_moves);
    }

    void warps_are_joined_in_the_order_of_their_numbers_with_the_counts_of_all() {
        const auto late = trace(warp_documents::csr_vector("m", 32, 5)),
                   early = trace(warp_documents::csr_vector("m", 32, 2));
        const JoinedWarps joined = joinWarps({late, early});
        QCOMPARE(joined.warps, (std::vector<WarpChoice>{{0, 2, 0}, {0, 5, 0}}));
        QCOMPARE(joined.first_steps, (std::vector<int>{0, early->step_count()}));
        QCOMPARE(joined.trace->step_count(), early->step_count() + late->step_count());
        QCOMPARE(joined.trace->sites.size(), early->sites.size());
        QCOMPARE(joined.trace->arrays.size(), early->arrays.size());
        QCOMPARE(joined.trace->written_rows->first, 2);
        QCOMPARE(joined.trace->written_rows->second, 5);
        QCOMPARE(joined.warpOf(early->step_count() - 1), std::size_t{0});
        QCOMPARE(joined.warpOf(early->step_count()), std::size_t{1});
        const WarpAnalysis both(joined.trace, card()), first(early, card()), second(late, card());
        for (int s = 0; s < early->step_count(); ++s) QCOMPARE(both.cost(s).transactions, first.cost(s).transactions);
        for (int s = 0; s < late->step_count(); ++s)
            QCOMPARE(both.cost(early->step_count() + s).transactions, second.cost(s).transactions);
    }

    void a_warp_with_32_rows_stands_beside_the_32_warps_that_do_the_same_rows_data() {
        QTest::addColumn<QString>("left");
        QTest::addColumn<QString>("right");
        QTest::newRow("one left, many right") << "csr-scalar"
                                              << "csr-vector";
        QTest::newRow("many left, one right") << "csr-vector"
                                              << "csr-scalar";
    }
    void a_warp_with_32_rows_stands_beside_the_32_warps_that_do_the_same_rows() {
        QFETCH(QString, left);
        QFETCH(QString, right);
        Desk desk;
        open_beside(desk, qPrintable(left), qPrintable(QStringLiteral("kernel:") + right));
        const BesideView& beside = *desk.page.comparison().view();
        const bool is_many_right = right == QLatin1String("csr-vector");
        QCOMPARE(beside.warps(is_many_right ? 0 : 1).warps.size(), std::size_t{1});
        QCOMPARE(beside.warps(is_many_right ? 1 : 0).warps.size(), std::size_t{32});
        // Both have processed exactly the nonzeros of rows 0 to 31.
        const auto nonzeros = static_cast<std::int64_t>(warp_documents::begin(32));
        for (const int side : {0, 1}) QCOMPARE(beside.scored(side).all().work, nonzeros);
        desk.page.player()->last();
        QCOMPARE(format_number(desk, QStringLiteral("nonzeros processed"), true), static_cast<double>(nonzeros));
        // The figure of csr-scalar equals that of its single warp alone.
        const WarpAnalysis alone(trace(warp_documents::csr_scalar("m")), desk.session.card());
        double transactions = 0;
        for (int s = 0; s < alone.trace().step_count(); ++s) transactions += alone.cost(s).transactions;
        QCOMPARE(format_number(desk, QStringLiteral("transactions per nonzero"), is_many_right),
                 transactions / static_cast<double>(nonzeros));
        QVERIFY(
            desk.page.sentence().contains(QStringLiteral("Both kernels have processed %1 nonzeros.").arg(nonzeros)));
        QVERIFY(desk.page.sentence().contains(QStringLiteral("csr-vector")));
    }

    void neither_runs_ahead_by_more_than_one_step() {
        Desk desk;
        open_beside(desk, "csr-scalar", "kernel:ell");
        const BesideView& beside = *desk.page.comparison().view();
        const Abreast& abreast = beside.abreast();
        for (int t = 0; t < abreast.ticks(); ++t) {
            const auto before = [&](int side, int step) {
                return step <= 0 ? std::int64_t{0} : beside.scored(side).after(step - 1).work;
            };
            const Abreast::Tick& at = abreast.at(t);
            const std::int64_t left = at.left < 0 ? 0 : beside.scored(0).after(at.left).work;
            const std::int64_t right = at.right < 0 ? 0 : beside.scored(1).after(at.right).work;
            QVERIFY(before(0, at.left) <= right || at.right + 1 == beside.scored(1).steps());
            QVERIFY(before(1, at.right) <= left || at.left + 1 == beside.scored(0).steps());
        }
    }

    void keys_clicks_and_the_player_move_both_boards() {
        Desk desk;
        open_beside(desk, "csr-scalar", "kernel:ell");
        const BesideView& beside = *desk.page.comparison().view();
        LanesView* const left = beside.lanesView(0);
        QVERIFY(left->isVisible());
        QVERIFY(!desk.page.panes().lanes()->isVisible());
        left->setFocus();
        QTest::keyClick(left, Qt::Key_Right);
        QCOMPARE(desk.step(), 1);
        QTest::keyClick(left, Qt::Key_End);
        QCOMPARE(desk.step(), beside.ticks() - 1);
        QCOMPARE(beside.at().left, beside.scored(0).steps() - 1);
        QCOMPARE(beside.at().right, beside.scored(1).steps() - 1);
        QTest::keyClick(left, Qt::Key_Home);
        // Clicking a step on the right goes to the tick at which that side reaches it.
        LanesView* const right = beside.lanesView(1);
        const int step = 4;
        QTest::mouseClick(right, Qt::LeftButton, {}, right->cellRect(step, 3).center().toPoint());
        QCOMPARE(beside.at().right, step);
        QTest::keyClick(right, Qt::Key_W);
        // W moves to one of the worst steps of either side; pressing it again moves to another one.
        const auto is_bad = [&](int side, int place) {
            const std::vector<int>& worst = beside.scored(side).analysis().worstSteps();
            return std::find(worst.begin(), worst.end(), place) != worst.end();
        };
        const int first = desk.step();
        QVERIFY(is_bad(0, beside.at().left) || is_bad(1, beside.at().right));
        QTest::keyClick(right, Qt::Key_W);
        QVERIFY(desk.step() != first);
        QVERIFY(is_bad(0, beside.at().left) || is_bad(1, beside.at().right));
    }

    void the_same_kernel_on_two_cards_goes_step_by_step() {
        Desk desk;
        open_beside(desk, "csr-scalar", "card:gtx295");
        const BesideView& beside = *desk.page.comparison().view();
        QCOMPARE(beside.ticks(), desk.page.analysis()->trace().step_count());
        QCOMPARE(beside.scored(0).analysis().card().id, std::string("h200"));
        QCOMPARE(beside.scored(1).analysis().card().id, std::string("gtx295"));
        const WarpAnalysis old(trace(warp_documents::csr_scalar("m")), beside.scored(1).analysis().card());
        for (int t = 0; t < beside.ticks(); ++t) {
            QCOMPARE(beside.abreast().at(t).left, t);
            QCOMPARE(beside.abreast().at(t).right, t);
            QCOMPARE(beside.scored(1).analysis().cost(t).transactions, old.cost(t).transactions);
        }
        // If half-warps are processed one after the other, a line shows it, so the views differ not only in their text.
        desk.page.player()->setStep(3);
        const QImage left = beside.lanesView(0)->grab().toImage(), right = beside.lanesView(1)->grab().toImage();
        const auto middle = [](const LanesView& lanes) {
            const QRectF above = lanes.cellRect(0, 15), last = lanes.cellRect(6, 15);
            return QRect(QPointF(above.left(), above.bottom() - 1).toPoint(),
                         QPointF(last.right(), last.bottom() + 1).toPoint());
        };
        const QColor ink = theme().colours().text;
        QVERIFY(countOf(right, middle(*beside.lanesView(1)), ink) >
                countOf(left, middle(*beside.lanesView(0)), ink) + 10);
    }

    void nothing_beside_it_is_the_page_as_before_at_the_step_that_was_seen() {
        Desk desk;
        open_beside(desk, "csr-scalar", "kernel:ell");
        desk.page.player()->setStep(9);
        const int step = desk.page.comparison().view()->at().left;
        auto* const box = desk.page.findChild<QComboBox*>(QStringLiteral("warpBeside"));
        QVERIFY(box != nullptr);
        QCOMPARE(box->currentData().toString(), QStringLiteral("kernel:ell"));
        box->setCurrentIndex(0);
        emit box->activated(0);
        QVERIFY(!desk.page.comparison().isShown());
        QCOMPARE(desk.steps(), desk.page.analysis()->trace().step_count());
        QCOMPARE(desk.step(), step);
        QVERIFY(desk.page.panes().lanes()->isVisible());
        // Undo returns to the comparison, at the same step.
        desk.session.undoStack().undo();
        QVERIFY(wait_until([&] { return desk.page.comparison().isShown() && desk.page.isSettled(); }));
        QCOMPARE(desk.page.comparison().view()->at().left, step);
    }

    void another_warp_brings_its_own_pair() {
        Desk desk;
        open_beside(desk, "csr-scalar", "kernel:csr-vector");
        desk.session.setWarp({0, 1, 0});
        QVERIFY(wait_until([&] {
            return desk.page.comparison().isShown() && desk.page.isSettled() &&
                   desk.page.comparison().view()->warps(0).trace->block_index == 1;
        }));
        const JoinedWarps& right = desk.page.comparison().view()->warps(1);
        QCOMPARE(right.warps.size(), std::size_t{32});
        QCOMPARE(right.warps.front().block, 32);
        QCOMPARE(right.warps.back().block, 63);
    }

    void an_operation_without_nonzeros_goes_by_its_operations_on_two_cards() {
        Desk desk;
        desk.page.show();
        desk.session.presetChoice(QStringLiteral("traced/operation"), QStringLiteral("tridiagonal"));
        desk.session.presetChoice(QStringLiteral("warp/beside"), QStringLiteral("card:gtx295"));
        desk.openMatrix("tridiagonal:n=64");
        QVERIFY(wait_until([&] { return desk.page.comparison().isShown() && desk.page.isSettled(); }));
        QCOMPARE(desk.page.comparison().view()->ticks(), 2);
        QVERIFY(!std::isfinite(format_number(desk, QStringLiteral("transactions per operation"), true))); // it has none
    }

    void a_worker_that_refuses_the_second_leaves_the_first() {
        Desk desk(QStringLiteral("no-trace"));
        desk.showDocument(warp_documents::csr_scalar("m"));
        const int steps = desk.steps();
        desk.session.setChoice(QStringLiteral("warp/beside"), QStringLiteral("kernel:ell"), {});
        QVERIFY(wait_until([&] { return !desk.problems.isEmpty(); }));
        QVERIFY(!desk.page.comparison().isShown());
        QCOMPARE(desk.steps(), steps);
        QVERIFY(desk.page.panes().lanes()->isVisible());
    }

    void two_boards_and_the_score_fit_a_projector() {
        Desk desk;
        open_beside(desk, "csr-scalar", "kernel:csr-vector");
        desk.page.resize(880, 620); // the space that 1280 x 720 leaves beside the inspector
        QVERIFY(QTest::qWaitForWindowExposed(&desk.page));
        desk.page.player()->setStep(12);
        const BesideView& beside = *desk.page.comparison().view();
        const QRect page = desk.page.rect();
        for (const QWidget* view :
             std::initializer_list<const QWidget*>{beside.lanesView(0), beside.lanesView(1), beside.scoreView(),
                                                   beside.accessView(0), beside.accessView(1)}) {
            const QRect at(view->mapTo(&desk.page, QPoint()), view->size());
            QVERIFY2(page.contains(at), qPrintable(view->accessibleName()));
            QVERIFY(view->width() >= 200 && view->height() >= 130);
        }
        QVERIFY(page.contains(QRect(desk.page.player()->mapTo(&desk.page, QPoint()), desk.page.player()->size())));
        QCOMPARE(desk.page.charts().size(), 5);
    }
};

WARPLOOM_WINDOW_TEST(WarpPageBesideTest);
#include "warp_page_beside_test.moc"
