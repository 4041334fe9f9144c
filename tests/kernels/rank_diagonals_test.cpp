#include "cg_cases.h"

#include "engine/generators/matrix_source.h"
#include "engine/simt/code/memory.h"
#include "kernels/formats/dia.h"
#include "kernels/headers/cg_rank_vectors.cuh"
#include "kernels/machine/named_kernels.h"
#include "kernels/multi_gpu/diagonal_plan.h"
#include "kernels/operations/cg.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <deque>
#include <limits>

using namespace warploom;
using namespace warploom::kernels;
using namespace warploom::kernels::test;

namespace {

constexpr double unwritten = std::numeric_limits<double>::quiet_NaN();

constexpr const char* text = R"(
#include "cg_rank_diagonals.cuh"

/// A sum on its way through a slot; whether the slot has its tag, and others.
template <typename T> __global__ void through_slot(const T* sum, unsigned tag, T* out, int* tags) {
    SumSlot slot = slot_of(sum[0], tag);
    T taken = 0;
    take_sum(slot, taken);
    out[0] = taken;
    for (int t = 0; t < 3; ++t) tags[t] = has_tag(slot, tag - 1 + t) ? 1 : 0;
    slot.high_tag = tag - 1; // the upper half has not come yet
    tags[3] = has_tag(slot, tag) ? 1 : 0;
}
)";

/// Executes the kernels in the interpreter. Arrays must be created before the first launch.
class Machine final : public NamedKernels {
public:
    explicit Machine(bool is_double) : is_double_(is_double) {
        const auto translation = simt::translate("ranks.cu", text, simt::EntryPoint::kernels);
        for (const simt::Diagnostic& refusal : translation.refusals) qWarning("%s", refusal.sentence.c_str());
        program_ = translation.program;
    }
    /// Converts an address to the representation in which kernels load it from memory.
    template <class T> T* seen_by_kernels(T* address) const {
        for (std::size_t a = 0; a < arrays_.size(); ++a) {
            const auto distance =
                reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(arrays_[a].data);
            const std::uintptr_t each = arrays_[a].element == simt::Element::float64 ? 8 : 4;
            if (distance < static_cast<std::uintptr_t>(arrays_[a].size) * each)
                return reinterpret_cast<T*>(simt::pointer_to(a + 1) + distance);
        }
        return nullptr;
    }
    void copy_in(void* to, const void* from, std::size_t bytes) override { std::memcpy(to, from, bytes); }
    void copy_out(void* to, const void* from, std::size_t bytes) const override { std::memcpy(to, from, bytes); }

    /// Allocates an array of n structs or numbers.
    template <class T> T* make(const char* name, std::size_t n) {
        return reinterpret_cast<T*>(array<int>(name, static_cast<std::int64_t>(n * sizeof(T) / sizeof(int))));
    }

protected:
    void* make_array(const char* name, simt::Element element, std::int64_t n) override {
        auto& memory = memory_.emplace_back(static_cast<std::size_t>(n)); // at most 8 bytes each
        arrays_.push_back({name, element, memory.data(), n, true});
        return memory.data();
    }
    void start(const simt::Launch& launch) override {
        if (call_ == nullptr) call_ = std::make_unique<simt::Call>(program_, is_double_, simt::Given{arrays_, {}});
        call_->launch(launch);
    }

private:
    bool is_double_;
    std::shared_ptr<const simt::Program> program_;
    std::deque<std::vector<std::uint64_t>> memory_;
    std::vector<simt::GivenArray> arrays_;
    std::unique_ptr<simt::Call> call_;
};

/// The launches of kernels/headers/cg_rank_diagonals.cuh, one rank after the other. Uninitialized elements are NaN.
class Ranks {
public:
    Ranks(const CsrMatrix& a, int ranks, const FormatOptions& options = {})
        : split_(split_matrix("dia", a, Precision::float64, ranks, options)),
          plans_(plan_diagonals(*split_, most_diagonals)) {
        for (int r = 0; r < ranks; ++r) allocate(r);
        for (int r = 0; r < ranks; ++r) connect(r);
    }

    int size() const { return static_cast<int>(views_.size()); }
    /// Sets x = 0 and r = p = b, as kernels/headers/cg_start.cuh does.
    void start(const std::vector<double>& b) {
        double rr = 0;
        for (const double value : b) rr += value * value;
        for (int r = 0; r < size(); ++r) {
            const DiagonalVectors<double>& v = views_[r].v;
            const RankRows& rank = split_->split.ranks[r];
            std::fill_n(v.x, v.n, 0.0);
            for (std::int64_t i = rank.first_row; i < rank.last_row; ++i)
                v.r[i - rank.first_row] = v.even_p[i - rank.first_row] = b[i];
            v.scalar->rr = v.scalar->rz = rr;
        }
    }
    /// Runs a batch of iterations. Returns whether p in the halos was bitwise equal to its owner's at all times.
    bool run(int count, int limit, double threshold) {
        for (const RankDiagonalCg<double>& view : views_) {
            const DiagonalVectors<double>& v = view.v;
            v.scalar->threshold = threshold;
            *v.flag = {0, limit, limit <= 0 || v.scalar->rr <= threshold ? 1 : 0, 0, 0};
            machine_.launch("rank_diagonal_begin", 1, 32, view);
        }
        for (const HaloMessage& message : split_->split.messages)
            std::copy_n(views_[message.from].v.even_p + message.first, message.count,
                        views_[message.to].v.even_p - plans_[message.to].halo_below + message.place);
        bool is_same = true;
        for (int k = 0; k < count; ++k) {
            for (const auto& view : views_) machine_.launch("rank_diagonal_product", blocks, 64, view);
            if (views_[0].v.flag->stopped == 0) // otherwise there is nothing to compare
                is_same = is_same && halo_is_the_owners(views_[0].v.turn->next % 2 != 0);
            for (const auto& view : views_) machine_.launch("rank_diagonal_residual", blocks, 64, view);
        }
        for (const auto& view : views_) machine_.launch("rank_diagonal_end", blocks, 64, view);
        return is_same;
    }

    std::vector<double> x() const { return joined(&DiagonalVectors<double>::x); }
    std::vector<double> r() const { return joined(&DiagonalVectors<double>::r); }
    std::vector<double> p() const { return joined(&DiagonalVectors<double>::even_p); }
    int flag(int CgFlags::*slot) const {
        for (const auto& view : views_)
            if (view.v.flag->*slot != views_.front().v.flag->*slot) return -1; // all ranks must agree
        return views_.front().v.flag->*slot;
    }
    double p_ap() const { return views_.front().v.scalar->p_ap; }
    std::vector<double> history() const {
        const DiagonalVectors<double>& v = views_.front().v;
        return {v.history, v.history + v.flag->done};
    }
    const std::vector<DiagonalPlan>& plans() const { return plans_; }

private:
    static constexpr int blocks = 3;

    double* numbers(const char* name, std::int64_t n) {
        double* const made = machine_.array<double>(name, n);
        std::fill_n(made, n, unwritten);
        return made;
    }
    void allocate(int rank) {
        const DiagonalPlan& plan = plans_[rank];
        const std::int64_t local = plan.halo_below + plan.rows + plan.halo_above;
        const auto sums = static_cast<std::size_t>(plans_.size()) * blocks;
        RankDiagonalCg<double>& all = views_.emplace_back();
        all = {};
        DiagonalVectors<double>& v = all.v;
        v.n = plan.rows;
        v.x = numbers("x", plan.rows);
        v.q = numbers("q", plan.rows);
        v.r = numbers("r", local) + plan.halo_below;
        v.even_p = numbers("even p", local) + plan.halo_below;
        v.odd_p = numbers("odd p", local) + plan.halo_below;
        v.product_blocks = v.residual_blocks = blocks;
        v.scalar = machine_.make<CgScalars<double>>("scalars", 1);
        v.history = machine_.array<double>("history", cg_history_size);
        v.own = machine_.make<DiagonalFigures<double>>("own", 1);
        v.flag = machine_.make<CgFlags>("flags", 1);
        v.turn = machine_.make<DiagonalTurns>("turn", 1);
        all.slots_pq = machine_.make<SumSlot>("slots of p·Ap", sums);
        all.slots_rr = machine_.make<SumSlot>("slots of r·r", sums);
        DiagonalRows<double>* const parts[] = {&all.below, &all.inner, &all.above};
        for (int i = 0; i < 3; ++i) {
            const DiagonalPlan::Part& part = plan.parts[i];
            if (part.format == nullptr) continue;
            const auto& host = *static_cast<const Dia<double>*>(part.format->object());
            DiagonalRows<double>& rows = *parts[i];
            int* const offset = machine_.array<int>("offset", static_cast<std::int64_t>(host.offset.size()));
            double* const value = machine_.array<double>("value", static_cast<std::int64_t>(host.value.size()));
            std::copy(host.offset.begin(), host.offset.end(), offset);
            std::copy(host.value.begin(), host.value.end(), value);
            rows = {offset,
                    value,
                    host.leading_dimension,
                    host.diagonals,
                    part.first_row,
                    part.last_row,
                    part.shift,
                    -plan.halo_below,
                    plan.rows + plan.halo_above};
        }
        all.halo_below = plan.halo_below;
        all.halo_above = plan.halo_above;
        all.front = plan.front;
        all.back = plan.back;
    }
    void connect(int rank) {
        const DiagonalPlan& plan = plans_[rank];
        RankDiagonalCg<double>& all = views_[rank];
        all.ranks = all.targets = size();
        all.sends = static_cast<int>(plan.sends.size());
        auto* const pq_to = machine_.make<SumSlot*>("where p·Ap goes", views_.size());
        auto* const rr_to = machine_.make<SumSlot*>("where r·r goes", views_.size());
        auto* const sent = machine_.make<SentRows<double>>("sent rows", plan.sends.size());
        for (int q = 0; q < size(); ++q) {
            pq_to[q] = machine_.seen_by_kernels(views_[q].slots_pq + std::size_t{blocks} * rank);
            rr_to[q] = machine_.seen_by_kernels(views_[q].slots_rr + std::size_t{blocks} * rank);
        }
        for (std::size_t m = 0; m < plan.sends.size(); ++m) {
            const HaloMessage& message = *plan.sends[m];
            double* const to = views_[message.to].v.r - plans_[message.to].halo_below + message.place;
            sent[m] = {message.first, message.first + message.count, machine_.seen_by_kernels(to)};
        }
        all.pq_to = pq_to;
        all.rr_to = rr_to;
        all.sent = sent;
    }
    bool halo_is_the_owners(bool is_odd) const {
        const auto p_of = [is_odd](const RankDiagonalCg<double>& view) {
            return is_odd ? view.v.odd_p : view.v.even_p;
        };
        return std::all_of(split_->split.messages.begin(), split_->split.messages.end(), [&](const HaloMessage& m) {
            const double* const own = p_of(views_[m.from]) + m.first;
            return std::equal(own, own + m.count, p_of(views_[m.to]) - plans_[m.to].halo_below + m.place);
        });
    }
    std::vector<double> joined(double* DiagonalVectors<double>::*vector) const {
        std::vector<double> all;
        for (const auto& view : views_) all.insert(all.end(), view.v.*vector, view.v.*vector + view.v.n);
        return all;
    }

    Machine machine_{true};
    std::shared_ptr<const SplitMatrix> split_;
    std::vector<DiagonalPlan> plans_;
    std::vector<RankDiagonalCg<double>> views_;
};

template <class T> struct ThroughSlot {
    T sum = 0;
    std::array<int, 4> tags{};
};
template <class T> ThroughSlot<T> through_slot(T sum, unsigned tag) {
    Machine machine(std::is_same_v<T, double>);
    T *const in = machine.array<T>("sum", 1), *const out = machine.array<T>("out", 1);
    int* const tags = machine.array<int>("tags", 4);
    *in = sum;
    machine.launch("through_slot", 1, 1, static_cast<const T*>(in), tag, out, tags);
    return {*out, {tags[0], tags[1], tags[2], tags[3]}};
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
    double most = a.size() == b.size() ? 0 : unwritten, scale = 0;
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
        scale = std::max(scale, std::abs(b[i]));
        if (!(std::abs(a[i] - b[i]) <= most)) most = std::abs(a[i] - b[i]); // NaN counts as the largest difference
    }
    return most / scale;
}

} // namespace

// Two launches per iteration over several ranks (kernels/headers/cg_rank_diagonals.cuh), without a GPU.

class RankDiagonalsTest : public QObject {
    Q_OBJECT

private slots:
    void two_unknowns_on_three_ranks_go_as_on_paper() {
        // r = b = (1, 2), A p = (6, 7), p·Ap = 20, α = 5 / 20; then β = 0.3125 / 5. One or two ranks have no rows.
        Ranks ranks(matrix_of({{{0, 4}, {1, 1}}, {{0, 1}, {1, 3}}}, 2), 3);
        ranks.start({1, 2});
        QVERIFY(ranks.run(1, 1, -1));
        QCOMPARE(ranks.x(), (std::vector<double>{0.25, 0.5}));
        QCOMPARE(ranks.r(), (std::vector<double>{-0.5, 0.25}));
        QCOMPARE(ranks.p(), (std::vector<double>{-0.4375, 0.375}));
        QCOMPARE(ranks.history(), std::vector<double>{0.3125});
        QCOMPARE(ranks.flag(&CgFlags::stopped), 1);
        QCOMPARE(ranks.p_ap(), 20.0);
    }

    void every_rank_of_one_plane_sends_it_both_ways() {
        // 8 planes of 8 x 8 rows on 8 ranks: each needs the whole plane below and the whole plane above.
        const Ranks ranks(load_matrix("laplace3d:n=8").csr, 8);
        for (int r = 0; r < 8; ++r) {
            const DiagonalPlan& plan = ranks.plans()[r];
            QCOMPARE(plan.rows, 64);
            QCOMPARE(plan.halo_below, r == 0 ? 0 : 64);
            QCOMPARE(plan.halo_above, r == 7 ? 0 : 64);
            QCOMPARE(plan.sends.size(), r == 0 || r == 7 ? 1u : 2u);
            QCOMPARE(plan.front, r == 0 ? 0 : 64);
            QCOMPARE(plan.back, r == 0 ? 64 : 0); // rows sent both ways count only once
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
        // Batches of all lengths, including one that is longer than its limit.
        for (const int count : {1, 2, 5, 4, 3}) {
            const IterationBatch expected = one->iterate(count, -1);
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
        QCOMPARE(bounded.flag(&CgFlags::done), 13);
        QCOMPARE(bounded.flag(&CgFlags::stopped), 1);
        QVERIFY(bounded.run(5, 5, threshold)); // already converged
        QCOMPARE(bounded.flag(&CgFlags::done), 0);
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
        QCOMPARE(ranks.flag(&CgFlags::broken), 1);
        QCOMPARE(ranks.flag(&CgFlags::done), 0);
        QVERIFY(ranks.p_ap() < 0);
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
        const std::array<int, 4> own_tag_alone{0, 1, 0, 0};
        for (const double sum : {0.0, -0.0, 1.0 / 3, -1e300, 4.9e-324, std::numeric_limits<double>::infinity()}) {
            const auto [taken, tags] = through_slot(sum, 7);
            QVERIFY(tags == own_tag_alone);
            QVERIFY(taken == sum && std::signbit(taken) == std::signbit(sum));
        }
        QVERIFY(std::isnan(through_slot(unwritten, 1).sum));
        QCOMPARE(through_slot(1.0f / 3, 1).sum, 1.0f / 3);
    }
};

WARPLOOM_TEST(RankDiagonalsTest);
#include "rank_diagonals_test.moc"
