#define WARPLOOM_TARGET on_ranks_of_the_host
#include "kernels/machine/simulated_gpu.h"

#include "kernels/cg/rank_diagonals.h"

#include "cg_cases.h"

#include "engine/matrix/matrix_source.h"
#include "kernels/cg/cg.h"
#include "kernels/multi_gpu/diagonal_plan.h"
#include "support/runner.h"

#include <QTest>

#include <cmath>
#include <deque>
#include <limits>

using namespace warploom;
using namespace warploom::kernels;
using namespace warploom::kernels::test;
using namespace warploom::kernels::on_ranks_of_the_host;

namespace {

constexpr double unwritten = std::numeric_limits<double>::quiet_NaN();

/// The launches of kernels/cg/rank_diagonals.h on the host, the ranks one after the other. What nobody has written is a NaN.
class Ranks {
public:
    Ranks(const CsrMatrix& a, int ranks, const FormatOptions& options = {})
        : split_(split_matrix("dia", a, Precision::float64, ranks, options)),
          plans_(plan_diagonals(*split_, most_diagonals)), gpu_("cg-fused", 64) {
        const std::size_t pq = static_cast<std::size_t>(ranks) * blocks, rr = pq;
        for (int r = 0; r < ranks; ++r) {
            Memory& m = memory_.emplace_back();
            const DiagonalPlan& plan = plans_[r];
            const std::size_t local = plan.halo_below + plan.rows + plan.halo_above;
            for (auto* v : {&m.r, &m.even, &m.odd}) v->assign(local, unwritten);
            for (auto* v : {&m.x, &m.q}) v->assign(plan.rows, unwritten);
            m.pq.resize(pq);
            m.rr.resize(rr);
        }
        for (int r = 0; r < ranks; ++r) connect(r);
    }

    int size() const { return static_cast<int>(memory_.size()); }
    /// x = 0, r = p = b, as the phases of kernels/cg/start_phases.h leave them.
    void start(const std::vector<double>& b) {
        double rr = 0;
        for (const double value : b) rr += value * value;
        for (int r = 0; r < size(); ++r) {
            const RankRows& rank = split_->split.ranks[r];
            std::fill(memory_[r].x.begin(), memory_[r].x.end(), 0.0);
            for (std::int64_t i = rank.first_row; i < rank.last_row; ++i)
                views_[r].r[i - rank.first_row] = views_[r].even_p[i - rank.first_row] = b[i];
            memory_[r].scalar[cg::rr] = memory_[r].scalar[cg::rz] = rr;
        }
    }
    /// A stretch; whether p beside the cuts was at all times what its owner has, bit for bit.
    bool run(int count, int limit, double threshold) {
        for (int r = 0; r < size(); ++r) {
            Memory& m = memory_[r];
            m.scalar[cg::threshold] = threshold;
            m.flag = {0, limit, limit <= 0 || m.scalar[cg::rr] <= threshold ? 1 : 0, 0, 0};
            gpu_.launch_grid<CgDiagonalBegin>(1, 32, views_[r]);
        }
        for (const HaloMessage& message : split_->split.messages)
            for (std::int64_t i = 0; i < message.count; ++i)
                memory_[message.to].even[message.place + i] = views_[message.from].even_p[message.first + i];
        bool is_same = true;
        for (int k = 0; k < count; ++k) {
            for (const auto& view : views_) gpu_.launch_grid<CgDiagonalProduct>(blocks, 64, view);
            if (memory_[0].flag[cg::stopped] == 0) // else there was nothing to make
                is_same = is_same && halo_is_the_owners(memory_[0].turn[turns::next] % 2 != 0);
            for (const auto& view : views_) gpu_.launch_grid<CgDiagonalResidual>(blocks, 64, view);
        }
        for (const auto& view : views_) gpu_.launch_grid<CgDiagonalEnd>(blocks, 64, view);
        return is_same;
    }

    std::vector<double> x() const {
        return joined([](const auto& v) { return v.x; });
    }
    std::vector<double> r() const {
        return joined([](const auto& v) { return v.r; });
    }
    std::vector<double> p() const {
        return joined([](const auto& v) { return v.even_p; });
    }
    int flag(int slot) const {
        for (const Memory& m : memory_)
            if (m.flag[slot] != memory_.front().flag[slot]) return -1; // ranks must agree
        return memory_.front().flag[slot];
    }
    double scalar(int slot) const { return memory_.front().scalar[slot]; }
    std::vector<double> history() const {
        const auto& h = memory_.front().history;
        return {h.begin(), h.begin() + memory_.front().flag[cg::done]};
    }
    const std::vector<DiagonalPlan>& plans() const { return plans_; }

private:
    static constexpr int blocks = 3;
    struct Memory {
        std::vector<double> x, r, q, even, odd;
        std::vector<double> scalar = std::vector<double>(cg::scalars), history = std::vector<double>(cg::history_size),
                            own = std::vector<double>(own::numbers);
        std::vector<int> flag = std::vector<int>(cg::flags), turn = std::vector<int>(turns::numbers);
        std::vector<SumSlot> pq, rr;
        std::vector<SumSlot*> pq_to, rr_to;
        std::vector<SentRows<double>> sent;
    };

    void connect(int rank) {
        Memory& m = memory_[rank];
        const DiagonalPlan& plan = plans_[rank];
        for (Memory& other : memory_) {
            m.pq_to.push_back(other.pq.data() + static_cast<std::size_t>(rank) * blocks);
            m.rr_to.push_back(other.rr.data() + static_cast<std::size_t>(rank) * blocks);
        }
        for (const HaloMessage* message : plan.sends)
            m.sent.push_back(
                {message->first, message->first + message->count, memory_[message->to].r.data() + message->place});
        RankDiagonalCg<double>& v = views_.emplace_back();
        v.n = plan.rows;
        v.x.data = m.x.data();
        v.r.data = m.r.data() + plan.halo_below;
        v.q.data = m.q.data();
        v.even_p.data = m.even.data() + plan.halo_below;
        v.odd_p.data = m.odd.data() + plan.halo_below;
        v.product_blocks = v.residual_blocks = blocks;
        v.scalar.data = m.scalar.data();
        v.history.data = m.history.data();
        v.own.data = m.own.data();
        v.flag.data = m.flag.data();
        v.turn.data = m.turn.data();
        PartOfDiagonals<double>* const parts[] = {&v.below, &v.inner, &v.above};
        for (int i = 0; i < 3; ++i) {
            const DiagonalPlan::Part& part = plan.parts[i];
            if (part.format == nullptr) continue;
            const auto& host = *static_cast<const Dia<double, HostArray>*>(part.format->object());
            parts[i]->a = view_of<Dia<double, In>>(gpu_, host);
            parts[i]->first_row = part.first_row;
            parts[i]->last_row = part.last_row;
            parts[i]->shift = part.shift;
            parts[i]->lowest = -plan.halo_below;
            parts[i]->highest = plan.rows + plan.halo_above;
        }
        v.halo_below = plan.halo_below;
        v.halo_above = plan.halo_above;
        v.ranks = v.targets = size();
        v.slots_pq = m.pq.data();
        v.slots_rr = m.rr.data();
        v.pq_to = m.pq_to.data();
        v.rr_to = m.rr_to.data();
        v.sent = m.sent.data();
        v.sends = static_cast<int>(m.sent.size());
        v.front = plan.front;
        v.back = plan.back;
    }
    bool halo_is_the_owners(bool is_odd) const {
        for (const HaloMessage& message : split_->split.messages) {
            const Memory& to = memory_[message.to];
            const auto& from = views_[message.from];
            for (std::int64_t i = 0; i < message.count; ++i)
                if ((is_odd ? to.odd : to.even)[message.place + i] !=
                    (is_odd ? from.odd_p : from.even_p)[message.first + i])
                    return false;
        }
        return true;
    }
    template <class Place> std::vector<double> joined(const Place& place) const {
        std::vector<double> all;
        for (const auto& view : views_) all.insert(all.end(), place(view).data, place(view).data + view.n);
        return all;
    }

    std::shared_ptr<const SplitMatrix> split_;
    std::vector<DiagonalPlan> plans_;
    Gpu gpu_;
    std::deque<Memory> memory_; ///< places stay as ranks are added
    std::vector<RankDiagonalCg<double>> views_;
};

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
    double most = a.size() == b.size() ? 0 : unwritten, scale = 0;
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
        scale = std::max(scale, std::abs(b[i]));
        if (!(std::abs(a[i] - b[i]) <= most)) most = std::abs(a[i] - b[i]); // a NaN is the largest of all
    }
    return most / scale;
}

} // namespace

// Two launches an iteration over ranks (kernels/cg/rank_diagonals.h), without a GPU.

class RankDiagonalsTest : public QObject {
    Q_OBJECT

private slots:
    void two_unknowns_on_three_ranks_go_as_on_paper() {
        // r = b = (1, 2), A p = (6, 7), p·Ap = 20, α = 5 / 20; then β = 0.3125 / 5. One rank or two have no rows at all.
        Ranks ranks(matrix_of({{{0, 4}, {1, 1}}, {{0, 1}, {1, 3}}}, 2), 3);
        ranks.start({1, 2});
        QVERIFY(ranks.run(1, 1, -1));
        QCOMPARE(ranks.x(), (std::vector<double>{0.25, 0.5}));
        QCOMPARE(ranks.r(), (std::vector<double>{-0.5, 0.25}));
        QCOMPARE(ranks.p(), (std::vector<double>{-0.4375, 0.375}));
        QCOMPARE(ranks.history(), std::vector<double>{0.3125});
        QCOMPARE(ranks.flag(cg::stopped), 1);
        QCOMPARE(ranks.scalar(cg::p_ap), 20.0);
    }

    void every_rank_of_one_plane_sends_it_both_ways() {
        // 8 planes of 8 x 8 rows on 8 ranks: each needs the whole plane below and the whole one above.
        const Ranks ranks(load_matrix("laplace3d:n=8").csr, 8);
        for (int r = 0; r < 8; ++r) {
            const DiagonalPlan& plan = ranks.plans()[r];
            QCOMPARE(plan.rows, 64);
            QCOMPARE(plan.halo_below, r == 0 ? 0 : 64);
            QCOMPARE(plan.halo_above, r == 7 ? 0 : 64);
            QCOMPARE(plan.sends.size(), r == 0 || r == 7 ? 1u : 2u);
            QCOMPARE(plan.front, r == 0 ? 0 : 64);
            QCOMPARE(plan.back, r == 0 ? 64 : 0); // the same rows go both ways, and are cut rows once
        }
    }

    void ranks_give_what_one_place_gives_data() {
        QTest::addColumn<QString>("matrix");
        QTest::addColumn<int>("ranks");
        for (const char* matrix : {"laplace3d:n=8", "laplace3d:n=13", "laplace2d:n=40", "laplace3d:n=6"})
            for (const int ranks : {1, 2, 3, 5, 8, 16})
                QTest::addRow("%s, %d ranks", matrix, ranks) << QString(matrix) << ranks;
    }
    void ranks_give_what_one_place_gives() {
        QFETCH(QString, matrix);
        QFETCH(int, ranks);
        const CsrMatrix a = load_matrix(matrix.toStdString()).csr;
        const std::vector<double> b = random_vector(a.rows);
        const auto machine = open_machine("simulated:h200");
        const auto one = bind_cg(*machine, "cg:csr-scalar", a, Precision::float64, Preconditioner::none);
        one->set_right_side(b);
        Ranks several(a, ranks);
        several.start(b);
        double norm = 0;
        for (const double value : b) norm += value * value;
        // Stretches of all lengths, also one that is longer than its limit.
        for (const int count : {1, 2, 5, 4, 3}) {
            const CgStretch expected = one->iterate(count, -1);
            QVERIFY(several.run(count + count % 2, count, -1));
            const std::vector<double> history = several.history();
            QCOMPARE(history.size(), static_cast<std::size_t>(count));
            for (int i = 0; i < count; ++i)
                QVERIFY(std::abs(std::sqrt(history[i] / norm) / expected.residuals[i] - 1) < 1e-9);
            const CgState state = one->state();
            QVERIFY(largest_difference(several.x(), state.x) < 1e-9);
            QVERIFY(largest_difference(several.r(), state.r) < 1e-9);
            QVERIFY(largest_difference(several.p(), state.p) < 1e-9);
        }
    }

    void however_a_stretch_is_cut_the_bits_are_the_same() {
        const CsrMatrix a = load_matrix("laplace3d:n=11").csr;
        const std::vector<double> b = random_vector(a.rows);
        Ranks at_once(a, 3), in_pieces(a, 3);
        at_once.start(b);
        at_once.run(12, 12, -1);
        in_pieces.start(b);
        for (const int count : {1, 4, 2, 5}) in_pieces.run(count, count, -1);
        QCOMPARE(in_pieces.x(), at_once.x());
        QCOMPARE(in_pieces.r(), at_once.r());
        QCOMPARE(in_pieces.p(), at_once.p());
    }

    void all_ranks_stop_where_the_threshold_is_reached() {
        const CsrMatrix a = load_matrix("laplace2d:n=20").csr;
        const std::vector<double> b = random_vector(a.rows);
        Ranks free(a, 4), bounded(a, 4);
        free.start(b);
        free.run(20, 20, -1);
        const double threshold = free.history()[12];
        bounded.start(b);
        QVERIFY(bounded.run(20, 20, threshold));
        QCOMPARE(bounded.flag(cg::done), 13);
        QCOMPARE(bounded.flag(cg::stopped), 1);
        QVERIFY(bounded.run(5, 5, threshold)); // nothing more to do
        QCOMPARE(bounded.flag(cg::done), 0);
        Ranks exact(a, 4);
        exact.start(b);
        exact.run(13, 13, -1);
        QCOMPARE(bounded.x(), exact.x());
        QCOMPARE(bounded.p(), exact.p());
    }

    void what_is_not_definite_breaks_down_on_all_ranks() {
        Rows rows(200);
        for (int i = 0; i < 200; ++i) rows[i].emplace_back(i, i == 150 ? -500.0 : 1.0);
        Ranks ranks(matrix_of(rows, 200), 3);
        ranks.start(std::vector<double>(200, 1.0));
        ranks.run(4, 4, -1);
        QCOMPARE(ranks.flag(cg::broken), 1);
        QCOMPARE(ranks.flag(cg::done), 0);
        QVERIFY(ranks.scalar(cg::p_ap) < 0);
        QCOMPARE(ranks.x(), std::vector<double>(200, 0.0));
        QCOMPARE(ranks.p(), std::vector<double>(200, 1.0));
    }

    void more_diagonals_than_a_thread_holds_have_no_plan() {
        Rows rows(64);
        for (int i = 0; i < 64; ++i)
            for (int d = -4; d <= 4; ++d)
                if (i + d >= 0 && i + d < 64) rows[i].emplace_back(i + d, d == 0 ? 10.0 : -1.0);
        const auto split = split_matrix("dia", matrix_of(rows, 64), Precision::float64, 2);
        QVERIFY(plan_diagonals(*split, most_diagonals).empty());
        QCOMPARE(plan_diagonals(*split, 9).size(), 2u);
    }

    void a_sum_keeps_its_bits_and_comes_with_its_tag() {
        for (const double sum : {0.0, -0.0, 1.0 / 3, -1e300, 4.9e-324, std::numeric_limits<double>::infinity()}) {
            const SumSlot slot = slot_of(sum, 7);
            QVERIFY(has_tag(slot, 7) && !has_tag(slot, 6) && !has_tag(slot, 8));
            QVERIFY(sum_of<double>(slot) == sum && std::signbit(sum_of<double>(slot)) == std::signbit(sum));
        }
        QVERIFY(std::isnan(sum_of<double>(slot_of(unwritten, 1))));
        QCOMPARE(sum_of<float>(slot_of(1.0f / 3, 1)), 1.0f / 3);
        SumSlot half = slot_of(1.0, 2);
        half.high_tag = 1; // the upper half has not come yet
        QVERIFY(!has_tag(half, 2));
    }
};

WARPLOOM_TEST(RankDiagonalsTest);
#include "rank_diagonals_test.moc"
