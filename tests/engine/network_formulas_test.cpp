// Head loss, pumps, elimination and factors, compared with values derived by hand where possible, otherwise with
// simpler implementations.
#include "engine/generators/matrix_source.h"
#include "engine/matrix/random.h"
#include "engine/network/elimination.h"
#include "engine/network/head_drop.h"
#include "network_test_tools.h"
#include "support/own_time.h"
#include "support/runner.h"

#include <QTest>

#include <cmath>
#include <map>
#include <numeric>
#include <set>

using namespace warploom::network;
using warploom::CsrMatrix;
using warploom::Random;

namespace {

bool is_near(double found, double wanted, double relative = 1e-12) {
    return std::abs(found - wanted) <= relative * std::max(1e-9, std::abs(wanted));
}

/// Returns a symmetric matrix with a full diagonal for a graph. Off-diagonal values are the negated weights, and each
/// row sums to its `excess`.
CsrMatrix matrix_of(std::int32_t n, const std::vector<std::array<std::int32_t, 2>>& edges,
                    const std::vector<double>& weight, const std::vector<double>& excess) {
    std::vector<std::map<std::int32_t, double>> rows(static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i][static_cast<std::int32_t>(i)] = excess[i];
    for (std::size_t k = 0; k < edges.size(); ++k) {
        const auto [i, j] = edges[k];
        for (const auto& [from, to] : {std::pair(i, j), std::pair(j, i)}) {
            rows[from][to] -= weight[k];
            rows[from][from] += weight[k];
        }
    }
    CsrMatrix a;
    a.rows = a.cols = n;
    for (const auto& row : rows) {
        for (const auto& [column, value] : row) {
            a.column.push_back(column);
            a.value.push_back(value);
        }
        a.row_pointer.push_back(a.nonzeros());
    }
    return a;
}

CsrMatrix pattern_of_edges(std::int32_t n, const std::vector<std::array<std::int32_t, 2>>& edges) {
    return matrix_of(n, edges, std::vector<double>(edges.size(), 1),
                     std::vector<double>(static_cast<std::size_t>(n), 1));
}

struct Drawn {
    std::int32_t n = 0;
    std::vector<std::array<std::int32_t, 2>> edges;
    std::vector<double> weight, excess;
    std::vector<std::int32_t> more;
};

Drawn draw(std::uint64_t seed) {
    Random random(seed);
    Drawn drawn;
    drawn.n = static_cast<std::int32_t>(1 + random.below(40));
    for (std::int32_t i = 1; i < drawn.n; ++i)
        drawn.edges.push_back({static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(i))), i});
    for (std::uint64_t k = random.below(30); k > 0 && drawn.n > 1; --k) {
        const auto i = static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(drawn.n)));
        const auto j = static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(drawn.n)));
        if (i != j) drawn.edges.push_back({i, j});
    }
    for (std::size_t k = 0; k < drawn.edges.size(); ++k) drawn.weight.push_back(std::pow(10, 12 * random.unit() - 8));
    for (std::int32_t i = 0; i < drawn.n; ++i) {
        drawn.more.push_back(random.unit() < 0.2 ? 1 : 0);
        drawn.excess.push_back(i == 0 || drawn.more.back() > 0 ? std::pow(10, 6 * random.unit() - 4) : 0);
    }
    return drawn;
}

/// Reference implementation of the rule with sets: selects the first row with the minimum degree in the list, and swaps
/// it with the first remaining one.
std::vector<std::int32_t> plain_order(const CsrMatrix& a, const std::vector<std::int32_t>& more, std::int64_t& fill) {
    const auto n = static_cast<std::size_t>(a.rows);
    std::vector<std::set<std::int32_t>> neighbours(n);
    for (std::size_t i = 0; i < n; ++i)
        for (auto k = static_cast<std::size_t>(a.row_pointer[i]); k < static_cast<std::size_t>(a.row_pointer[i + 1]);
             ++k)
            if (a.column[k] != static_cast<std::int32_t>(i)) neighbours[i].insert(a.column[k]);
    std::vector<std::int32_t> list(n);
    std::iota(list.begin(), list.end(), 0);
    fill = 0;
    for (std::size_t step = 0; step < n; ++step) {
        std::size_t best = step;
        const auto degree = [&](std::size_t at) {
            const auto row = static_cast<std::size_t>(list[at]);
            return neighbours[row].size() + static_cast<std::size_t>(more[row]);
        };
        for (std::size_t at = step + 1; at < n; ++at)
            if (degree(at) < degree(best)) best = at;
        std::swap(list[step], list[best]);
        const std::int32_t chosen = list[step];
        const auto group = neighbours[chosen];
        fill += static_cast<std::int64_t>(group.size());
        for (const std::int32_t i : group) {
            neighbours[i].erase(chosen);
            for (const std::int32_t j : group)
                if (i != j) neighbours[i].insert(j);
        }
    }
    return list;
}

} // namespace

class NetworkFormulasTest : public QObject {
    Q_OBJECT

private slots:
    void friction_is_64_over_re_below_2000_and_swamee_jain_from_4000() {
        const double pi = std::acos(-1.0), viscous = 1e-5;
        const auto at = [&](double re) { return friction(re * pi * viscous / 4, 1e-4, viscous); };
        QVERIFY(is_near(at(1000).factor, 0.064));
        QVERIFY(is_near(at(2000).factor, 0.032));
        QVERIFY(std::abs(at(1e5).factor - 0.018453) < 5e-6); // 0.25 / log10(1e-4 / 3.7 + 5.74 / 1e5^0.9)^2
        QVERIFY(std::abs(at(4000).factor - 0.040668) < 5e-6);
    }

    void friction_and_its_slope_have_no_jump_where_the_formulas_meet() {
        const double pi = std::acos(-1.0), viscous = 2e-5;
        for (const double rough : {1e-6, 1e-3, 0.04})
            for (const double re : {2000.0, 4000.0}) {
                const double q = re * pi * viscous / 4;
                const Friction before = friction(q * (1 - 1e-9), rough, viscous),
                               after = friction(q * (1 + 1e-9), rough, viscous);
                QVERIFY(is_near(before.factor, after.factor, 1e-7));
                QVERIFY(is_near(before.slope, after.slope, 1e-6));
            }
    }

    void gradients_are_the_derivatives_of_the_heads_data() {
        QTest::addColumn<LinkFigures>("figures");
        QTest::addColumn<int>("kind"); // 0 pipe, 1 pump, 2 open valve, 3 valve with a curve
        LinkFigures pipe;
        pipe.resistance = 3;
        pipe.exponent = 1.852;
        QTest::newRow("Hazen-Williams") << pipe << 0;
        pipe.minor = 0.7;
        QTest::newRow("Hazen-Williams with a minor loss") << pipe << 0;
        pipe.formula = HeadLoss::chezy_manning;
        pipe.exponent = 2;
        QTest::newRow("Chezy-Manning") << pipe << 0;
        pipe.formula = HeadLoss::darcy_weisbach;
        pipe.relative_roughness = 1e-3;
        for (const double viscous : {1e-5, 2e-4, 7e-4, 1e-2}) { // turbulent, transitional, laminar
            pipe.viscous = viscous;
            QTest::addRow("Darcy-Weisbach %g", viscous) << pipe << 0;
        }
        LinkFigures pump;
        pump.setting = 1;
        pump.curve = {{0, 40}, {1, 30}, {2, 10}};
        pump.pump = fit_pump_curve(pump.curve);
        QTest::newRow("pump of three points") << pump << 1;
        pump.setting = 0.8;
        QTest::newRow("slow pump of three points") << pump << 1;
        pump.curve = {{0.1, 40}, {0.9, 30}, {2, 10}, {3, 1}};
        pump.pump.reset();
        QTest::newRow("pump of segments") << pump << 1;
        pump.curve.clear();
        pump.power_loss = 12;
        QTest::newRow("pump of constant power") << pump << 1;
        LinkFigures valve;
        valve.minor = 2.5;
        QTest::newRow("open valve") << valve << 2;
        valve.curve = {{0, 1}, {0.3, 3}, {2, 8}};
        QTest::newRow("general valve") << valve << 3;
    }
    void gradients_are_the_derivatives_of_the_heads() {
        QFETCH(LinkFigures, figures);
        QFETCH(int, kind);
        const auto drop = [&](double q) {
            return kind == 0   ? pipe_drop(figures, q)
                   : kind == 1 ? pump_drop(figures, q)
                   : kind == 2 ? valve_drop(figures.minor, q)
                               : curve_drop(figures, q);
        };
        for (const double q : {0.31, 0.77, 1.4}) {
            constexpr double h = 1e-6;
            QVERIFY(is_near(drop(q).gradient, (drop(q + h).head - drop(q - h).head) / (2 * h), 1e-6));
            QVERIFY(drop(q).gradient > 0);
            if (kind != 1) {
                QVERIFY(is_near(drop(-q).head, -drop(q).head)); // symmetric for reverse flow
                QVERIFY(is_near(drop(-q).gradient, drop(q).gradient));
            }
        }
        for (const double q : {0.0, 1e-300, 1e-12}) {
            QVERIFY(std::isfinite(drop(q).head));
            QVERIFY(drop(q).gradient >= smallest_resistance && drop(q).gradient <= closed_resistance);
        }
    }

    void a_pump_curve_goes_through_its_points() {
        const auto three = fit_pump_curve({{0, 40}, {10, 30}, {20, 10}}); // 10 and 30 feet lost: 2^n = 3
        QVERIFY(is_near(three->exponent, std::log2(3.0)));
        QVERIFY(is_near(three->shutoff - three->coefficient * std::pow(10, three->exponent), 30));
        QVERIFY(is_near(three->shutoff - three->coefficient * std::pow(20, three->exponent), 10));
        const auto one = fit_pump_curve({{1500, 250}});
        QVERIFY(is_near(one->shutoff, 1000.0 / 3));
        QVERIFY(is_near(one->exponent, 2));
        QVERIFY(is_near(one->shutoff - one->coefficient * 3000 * 3000 + 1, 1, 1e-9));
        QVERIFY(!fit_pump_curve({{0, 40}, {10, 30}}));
    }

    void a_slower_pump_follows_the_affinity_laws() {
        LinkFigures pump;
        pump.curve = {{0, 40}, {1, 30}, {2, 10}};
        pump.pump = fit_pump_curve(pump.curve);
        pump.setting = 1;
        const double full = pump_drop(pump, 1).head;
        pump.setting = 0.5;
        QVERIFY(is_near(pump_drop(pump, 0.5).head, full / 4)); // half the flow, a quarter of the head
        pump.curve = {{0, 40}, {1, 30}, {2, 10}, {3, 1}};
        pump.pump.reset();
        QVERIFY(is_near(pump_drop(pump, 0.5).head, -30.0 / 4));
    }

    void a_ring_of_four_fills_one_diagonal() {
        const CsrMatrix a = pattern_of_edges(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}});
        const Elimination e = eliminate_by_minimum_degree(a, {});
        QCOMPARE(e.order, (std::vector<std::int32_t>{0, 1, 2, 3}));
        QCOMPARE(e.entries_below(), 5);
        const CsrMatrix filled = with_fill(a, e);
        QCOMPARE(filled.nonzeros(), 14);
        QCOMPARE(filled.value[1], -1.0); // row 0: 3, -1, none at 2, -1
        QCOMPARE(filled.row_length(0), 3);
        QCOMPARE(filled.row_length(1), 4);
        QCOMPARE(filled.value[6], 0.0); // (1, 3)
    }

    void the_eliminated_row_swaps_places_with_the_first_one_left() {
        // 0 is the center of a star: 1 is eliminated first and takes its position, so 0 is then at position 1.
        const CsrMatrix a = pattern_of_edges(5, {{0, 1}, {0, 2}, {0, 3}, {0, 4}});
        const Elimination e = eliminate_by_minimum_degree(a, {});
        QCOMPARE(e.order, (std::vector<std::int32_t>{1, 2, 3, 0, 4}));
        QCOMPARE(e.place, (std::vector<std::int32_t>{3, 0, 1, 2, 4}));
    }

    void neighbours_outside_count_for_the_degree() {
        const CsrMatrix a = pattern_of_edges(3, {{0, 1}, {1, 2}});
        QCOMPARE(eliminate_by_minimum_degree(a, {}).order, (std::vector<std::int32_t>{0, 1, 2}));
        QCOMPARE(eliminate_by_minimum_degree(a, {2, 0, 0}).order, (std::vector<std::int32_t>{2, 1, 0}));
    }

    void random_patterns_are_eliminated_as_the_rule_says_word_for_word() {
        for (std::uint64_t seed = 1; seed <= 300; ++seed) {
            const Drawn drawn = draw(seed);
            const CsrMatrix a = pattern_of_edges(drawn.n, drawn.edges);
            std::int64_t fill = 0;
            const auto order = plain_order(a, drawn.more, fill);
            const Elimination e = eliminate_by_minimum_degree(a, drawn.more);
            QCOMPARE(e.order, order);
            QCOMPARE(e.entries_below(), fill);
            QCOMPARE(with_fill(a, e).nonzeros(), a.rows + 2 * fill);
            QVERIFY(is_symmetric(with_fill(a, e)));
        }
    }

    void factors_solve_drawn_systems_whose_conductances_are_twelve_decades_apart() {
        for (std::uint64_t seed = 1; seed <= 100; ++seed) {
            const Drawn drawn = draw(seed);
            const CsrMatrix a = matrix_of(drawn.n, drawn.edges, drawn.weight, drawn.excess);
            const Elimination e = eliminate_by_minimum_degree(a, {});
            // If all heads are 1, the flows between junctions cancel, and b is the excess.
            for (const double x : Factors(a, drawn.excess, e).solve(drawn.excess)) QVERIFY(is_near(x, 1, 1e-10));
        }
    }

    void factors_solve_a_small_system_exactly() {
        // Edges 0 - 1 of weight 2 and 1 - 2 of weight 1, and excess 1 at 0: (3 -2 0; -2 3 -1; 0 -1 1) times (1, 2, 4)
        const std::vector<double> excess{1, 0, 0};
        const CsrMatrix a = matrix_of(3, {{0, 1}, {1, 2}}, {2, 1}, excess);
        const auto x = Factors(a, excess, eliminate_by_minimum_degree(a, {})).solve({-1, 0, 2});
        QVERIFY(is_near(x[0], 1) && is_near(x[1], 2) && is_near(x[2], 4));
    }

    void a_part_without_an_outside_is_refused() {
        const std::vector<double> excess{1, 0, 0};
        const CsrMatrix a = matrix_of(3, {{1, 2}}, {2}, excess);
        const Elimination e = eliminate_by_minimum_degree(a, {});
        try {
            const Factors factors(a, excess, e);
            QFAIL("it has factors");
        } catch (const warploom::Error& error) { QCOMPARE(error.code(), std::string("network.singular")); }
    }

    void the_generator_with_fill_has_the_size_of_the_network_that_was_never_published() {
        // Prata et al. 2010, table 5: FinMar has 14991 rows and 71001 nonzeros.
        const auto filled = warploom::load_matrix("water-network:n=14991,loops=0.09,seed=1,fill=1");
        const auto bare = warploom::load_matrix("water-network:n=14991,loops=0.09,seed=1");
        QVERIFY(std::abs(static_cast<double>(filled.csr.nonzeros()) / 71001 - 1) < 0.01);
        QCOMPARE(filled.explicit_zeros, filled.csr.nonzeros() - bare.csr.nonzeros());
        QVERIFY(is_symmetric(filled.csr));
        std::vector<double> kept;
        std::copy_if(filled.csr.value.begin(), filled.csr.value.end(), std::back_inserter(kept),
                     [](double value) { return value != 0; });
        QCOMPARE(kept, bare.csr.value);
    }

    void a_large_network_is_eliminated_in_a_blink() {
        const auto a = warploom::load_matrix("water-network:n=12523,loops=0.6").csr;
        const warploom::test::OwnTime time;
        const Elimination e = eliminate_by_minimum_degree(a, {});
        const CsrMatrix filled = with_fill(a, e);
        QVERIFY(filled.nonzeros() > a.nonzeros());
        const double took = time.ms();
        QVERIFY2(took < 3000, qPrintable(QString::number(took) + " ms")); // about 50 ms on an idle machine
    }
};

WARPLOOM_TEST(NetworkFormulasTest);
#include "network_formulas_test.moc"
