#include "engine/error.h"
#include "engine/generators/generators.h"
#include "engine/generators/matrix_source.h"
#include "engine/network/elimination.h"
#include "engine/ordering/fill.h"
#include "engine/ordering/graph.h"
#include "engine/ordering/order.h"
#include "engine/ordering/ordered_matrix.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace warploom;
using namespace warploom::ordering;

namespace {

bool is_permutation(std::vector<std::int32_t> order, std::int64_t count) {
    std::sort(order.begin(), order.end());
    for (std::int64_t i = 0; i < count; ++i)
        if (order.size() != static_cast<std::size_t>(count) || order[i] != i) return false;
    return true;
}

/// A path through the vertices 0, 4, 2, 1, 3: bandwidth 4, or 1 when numbered along the path.
CsrMatrix scattered_path() {
    const std::int32_t path[] = {0, 4, 2, 1, 3};
    std::vector<std::vector<std::int32_t>> rows(5);
    for (int i = 0; i + 1 < 5; ++i) {
        rows[path[i]].push_back(path[i + 1]);
        rows[path[i + 1]].push_back(path[i]);
    }
    CsrMatrix a;
    a.rows = a.cols = 5;
    for (std::int32_t row = 0; row < 5; ++row) {
        rows[row].push_back(row);
        std::sort(rows[row].begin(), rows[row].end());
        for (const std::int32_t col : rows[row]) {
            a.column.push_back(col);
            a.value.push_back(10 * row + col);
        }
        a.row_pointer.push_back(a.nonzeros());
    }
    return a;
}

std::vector<double> product(const CsrMatrix& a, const std::vector<double>& x) {
    std::vector<double> y(static_cast<std::size_t>(a.rows), 0);
    for (std::int64_t row = 0; row < a.rows; ++row)
        for (std::int64_t k = a.row_pointer[row]; k < a.row_pointer[row + 1]; ++k)
            y[row] += a.value[k] * x[a.column[k]];
    return y;
}

} // namespace

class OrderingTest : public QObject {
    Q_OBJECT
private slots:
    void a_path_has_bandwidth_one_once_it_is_ordered() {
        const CsrMatrix path = scattered_path();
        QCOMPARE(order_figures(path).bandwidth, std::int64_t{4});
        const Order order = find_order(OrderKind::rcm, OrderOf::both, path);
        const CsrMatrix ordered = reordered(path, order);
        QCOMPARE(order_figures(ordered).bandwidth, std::int64_t{1});
        QCOMPARE(order_figures(ordered).profile, std::int64_t{4});
        QVERIFY(std::is_sorted(ordered.column.begin(), ordered.column.begin() + 2));
    }

    /// The bandwidths that SciPy 1.17.1 (csgraph.reverse_cuthill_mckee) reaches for the same matrices.
    void reverse_cuthill_mckee_is_as_good_as_scipys_data() {
        QTest::addColumn<QString>("matrix");
        QTest::addColumn<int>("scipy");
        QTest::newRow("grid") << "laplace2d:n=20|random" << 20;
        QTest::newRow("cube") << "laplace3d:n=8|random" << 52;
        QTest::newRow("reservoir") << "reservoir:grid=5,block=2" << 43;
        QTest::newRow("network") << "water-network:n=500,seed=3" << 35;
    }
    void reverse_cuthill_mckee_is_as_good_as_scipys() {
        QFETCH(QString, matrix);
        QFETCH(int, scipy);
        const Matrix ordered = load_matrix(matrix.toStdString() + "|rcm");
        const auto bandwidth = order_figures(ordered.csr).bandwidth;
        QVERIFY2(static_cast<double>(bandwidth) <= 1.2 * scipy, std::to_string(bandwidth).c_str());
    }

    void every_order_is_a_permutation_and_gives_x_and_y_back_data() {
        QTest::addColumn<QString>("matrix");
        QTest::newRow("grid") << "laplace2d:n=12";
        QTest::newRow("hubs") << "power-law:n=300,mean=4";
        QTest::newRow("one row") << "diagonal:n=1";
        QTest::newRow("empty rows") << "empty-rows:n=50";
    }
    void every_order_is_a_permutation_and_gives_x_and_y_back() {
        QFETCH(QString, matrix);
        const CsrMatrix a = generate_matrix(matrix.toStdString()).csr;
        std::vector<double> x(static_cast<std::size_t>(a.cols));
        std::iota(x.begin(), x.end(), 1.0);
        const std::vector<double> wanted = product(a, x);
        for (const OrderInfo& info : orders())
            for (const OrderOf of : {OrderOf::both, OrderOf::rows, OrderOf::cols}) {
                if (info.kind == OrderKind::gray && of == OrderOf::cols) continue;
                const Order order = find_order(info.kind, of, a);
                QVERIFY2(order.rows.empty() || is_permutation(order.rows, a.rows), order.name().c_str());
                QVERIFY2(order.cols.empty() || is_permutation(order.cols, a.cols), order.name().c_str());
                const CsrMatrix ordered = reordered(a, order);
                QCOMPARE(ordered.nonzeros(), a.nonzeros());
                const std::vector<double> got = order.given_back(product(ordered, order.taken(x)));
                for (std::size_t i = 0; i < got.size(); ++i)
                    QVERIFY2(std::abs(got[i] - wanted[i]) <= 1e-12 * (1 + std::abs(wanted[i])), order.name().c_str());
            }
    }

    void rows_by_length_fall_and_columns_by_degree_too() {
        const CsrMatrix a = generate_matrix("power-law:n=400").csr;
        const CsrMatrix by_length = reordered(a, find_order(OrderKind::length, OrderOf::rows, a));
        for (std::int64_t row = 1; row < a.rows; ++row)
            QVERIFY(by_length.row_length(row - 1) >= by_length.row_length(row));
        const CsrMatrix by_degree = reordered(a, find_order(OrderKind::degree, OrderOf::cols, a));
        std::vector<int> met(static_cast<std::size_t>(a.cols), 0);
        for (const std::int32_t col : by_degree.column) ++met[col];
        QVERIFY(std::is_sorted(met.rbegin(), met.rend()));
    }

    void communities_stand_together() {
        // Two rings of eight vertices, connected by one edge; the numbering alternates between the rings.
        CsrMatrix a;
        a.rows = a.cols = 16;
        for (std::int32_t v = 0; v < 16; ++v) {
            std::vector<std::int32_t> row{(v + 2) % 16, (v + 14) % 16};
            if (v < 2) row.push_back(1 - v);
            std::sort(row.begin(), row.end());
            a.column.insert(a.column.end(), row.begin(), row.end());
            a.row_pointer.push_back(a.nonzeros());
        }
        a.value.assign(a.column.size(), 1.0);
        const auto order = find_order(OrderKind::community, OrderOf::both, a).rows;
        int changes = 0;
        for (std::size_t place = 1; place < order.size(); ++place) changes += order[place] % 2 != order[place - 1] % 2;
        QVERIFY2(changes <= 5, std::to_string(changes).c_str());
    }

    void figures_are_counted_by_hand() {
        CsrMatrix a; // two rows of one warp: x[0], x[3], x[4] are in two sectors
        a.rows = 2;
        a.cols = 8;
        a.row_pointer = {0, 2, 4};
        a.column = {0, 3, 3, 4};
        a.value = {1, 1, 1, 1};
        const OrderFigures figures = order_figures(a);
        QCOMPARE(figures.sectors_a_warp, 2.0);
        QCOMPARE(figures.bandwidth, std::int64_t{3});
        QCOMPARE(figures.profile, std::int64_t{0});
        QCOMPARE(figures.blocks_filled, 0.125); // four entries in two blocks of 16 positions
    }

    void fill_and_levels_are_counted_by_hand() {
        const FillFigures chain = fill_figures(load_matrix("tridiagonal:n=10").csr);
        QCOMPARE(chain.lower, std::int64_t{19});
        QCOMPARE(chain.levels, std::int64_t{10});
        QCOMPARE(chain.cholesky.value(), std::int64_t{19});    // no fill-in
        const CsrMatrix arrow = load_matrix("arrow:n=10").csr; // the first row and column are full
        QCOMPARE(fill_figures(arrow).lower, std::int64_t{19});
        QCOMPARE(fill_figures(arrow).levels, std::int64_t{2});
        QCOMPARE(fill_figures(arrow).cholesky.value(), std::int64_t{55}); // the whole lower triangle
        Order last_first;
        for (int i = 0; i < 10; ++i) last_first.rows.push_back(9 - i);
        last_first.cols = last_first.rows;
        QCOMPARE(fill_figures(reordered(arrow, last_first)).cholesky.value(), std::int64_t{19});
        QVERIFY(!fill_figures(arrow, 20).cholesky);
        QVERIFY_THROWS_EXCEPTION(Error, fill_figures(load_matrix("dense:rows=3,cols=4").csr));
    }

    void fill_is_what_elimination_fills() {
        for (const char* name :
             {"laplace2d:n=9", "power-law:n=60,mean=4", "laplace2d:n=9|rcm", "laplace2d:n=9|minimum-degree"}) {
            const CsrMatrix a = load_matrix(name).csr;
            const auto n = static_cast<std::size_t>(a.rows);
            std::vector<std::vector<bool>> there(n, std::vector<bool>(n));
            for (std::size_t row = 0; row < n; ++row) {
                there[row][row] = true;
                for (std::int64_t k = a.row_pointer[row]; k < a.row_pointer[row + 1]; ++k)
                    there[row][a.column[k]] = there[a.column[k]][row] = true;
            }
            std::int64_t entries = 0;
            for (std::size_t k = 0; k < n; ++k)
                for (std::size_t i = k; i < n; ++i) {
                    if (!there[i][k]) continue;
                    ++entries;
                    for (std::size_t j = k + 1; j < n; ++j)
                        if (there[j][k]) there[i][j] = there[j][i] = true;
                }
            QCOMPARE(fill_figures(a).cholesky.value(), entries);
        }
    }

    void rows_that_meet_the_same_columns_stand_together_by_gray_code() {
        CsrMatrix a; // bit masks for two of 64 columns: 10, 01, 11, 00
        a.rows = 4;
        a.cols = 64;
        a.row_pointer = {0, 1, 2, 4, 4};
        a.column = {0, 1, 0, 1};
        a.value = {1, 1, 1, 1};
        QCOMPARE(find_order(OrderKind::gray, OrderOf::rows, a).rows, (std::vector<std::int32_t>{3, 1, 2, 0}));
        QCOMPARE(find_order(OrderKind::length, OrderOf::cols, a).cols.front(), std::int32_t{0});
        a.column = {1, 1, 1, 2};
        QCOMPARE(find_order(OrderKind::length, OrderOf::cols, a).cols.front(), std::int32_t{1});
    }

    void entries_of_one_triangle_are_edges_and_the_middle_of_a_star_comes_late() {
        CsrMatrix star; // entries only above the diagonal
        star.rows = star.cols = 10;
        star.row_pointer.assign(11, 9);
        star.row_pointer[0] = 0;
        for (std::int32_t leaf = 1; leaf < 10; ++leaf) star.column.push_back(leaf);
        star.value.assign(9, 1.0);
        QCOMPARE(graph_of(star, {}).neighbours.size(), std::size_t{18});
        CsrMatrix whole = star; // entries also below it
        for (std::int32_t leaf = 1; leaf < 10; ++leaf) {
            whole.column.push_back(0);
            whole.value.push_back(1);
            whole.row_pointer[static_cast<std::size_t>(leaf) + 1] = 9 + leaf;
        }
        const Order order = find_order(OrderKind::rcm, OrderOf::both, whole);
        QCOMPARE(order_figures(reordered(whole, order)).profile,
                 std::int64_t{9}); // 8 for the center, 1 for the last leaf
    }

    void figures_look_below_the_diagonal_and_levels_at_all_that_a_row_needs() {
        CsrMatrix a; // row 1 depends on 0, row 3 on 1 and 2, the others on nothing
        a.rows = a.cols = 5;
        a.row_pointer = {0, 1, 3, 4, 7, 8};
        a.column = {0, 0, 1, 2, 1, 2, 3, 4};
        a.value.assign(8, 1.0);
        QCOMPARE(fill_figures(a).levels, std::int64_t{3});
        QCOMPARE(order_figures(a).bandwidth, std::int64_t{2});
        a.imaginary = {1, 2, 3, 4, 5, 6, 7, 8};
        Order backwards;
        backwards.rows = {4, 3, 2, 1, 0};
        QCOMPARE(reordered(a, backwards).imaginary, (std::vector<double>{8, 5, 6, 7, 4, 2, 3, 1}));
    }

    /// Number of entries in the Cholesky factor, counted by CHOLMOD of SuiteSparse 5.12: for its AMD ordering, and for
    /// that of METIS 5.1.0 (METIS_NodeND).
    void factors_fill_as_little_as_in_the_orders_of_libraries_data() {
        QTest::addColumn<QString>("matrix");
        QTest::addColumn<int>("amd");
        QTest::addColumn<int>("metis");
        QTest::newRow("grid") << "laplace2d:n=60|random" << 59937 << 61156;
        QTest::newRow("cube") << "laplace3d:n=14" << 151653 << 123538;
        QTest::newRow("network") << "water-network:n=4000" << 14574 << 16881;
        QTest::newRow("power law") << "power-law:n=3000,mean=4" << 348902 << 420326;
        QTest::newRow("random rows") << "random-rows:n=1500,fraction=0.003" << 118763 << 137981;
        QTest::newRow("reservoir") << "reservoir:grid=12,block=3" << 679158 << 696132;
    }
    void factors_fill_as_little_as_in_the_orders_of_libraries() {
        QFETCH(QString, matrix);
        QFETCH(int, amd);
        QFETCH(int, metis);
        const CsrMatrix a = load_matrix(matrix.toStdString()).csr;
        const auto share = [&](OrderKind kind, int of_library) {
            const auto fill = fill_figures(reordered(a, find_order(kind, OrderOf::both, a)), 10'000'000).cholesky;
            return static_cast<double>(fill.value()) / of_library;
        };
        const double of_amd = share(OrderKind::minimum_degree, amd), of_metis = share(OrderKind::dissection, metis);
        QVERIFY2(of_amd <= 1.02, std::to_string(of_amd).c_str());
        QVERIFY2(of_metis <= 1.1, std::to_string(of_metis).c_str());
    }

    /// Uses bounds instead of exact degrees, so it may cause more fill-in than the greedy ordering with exact degrees,
    /// which takes far longer.
    void minimum_degree_fills_hardly_more_than_true_degrees_do_data() {
        QTest::addColumn<QString>("matrix");
        for (const char* name : {"laplace2d:n=30", "laplace3d:n=8", "laplace2d:n=30|random", "arrow:n=200",
                                 "reservoir:grid=4,block=3", "water-network:n=800,seed=3", "power-law:n=200,mean=3",
                                 "banded:n=200,lower=3,upper=3", "dense:rows=20,cols=20"})
            QTest::newRow(name) << name;
    }
    void minimum_degree_fills_hardly_more_than_true_degrees_do() {
        QFETCH(QString, matrix);
        const CsrMatrix a = load_matrix(matrix.toStdString()).csr;
        const Graph graph = graph_of(a, {});
        CsrMatrix pattern;
        pattern.rows = pattern.cols = a.rows;
        pattern.row_pointer = graph.begin;
        pattern.column = graph.neighbours;
        pattern.value.assign(graph.neighbours.size(), 1.0);
        const auto least = network::eliminate_by_minimum_degree(pattern, {}).entries_below();
        const auto fill = fill_figures(reordered(a, find_order(OrderKind::minimum_degree, OrderOf::both, a)));
        const std::int64_t below = fill.cholesky.value() - a.rows;
        QVERIFY2(static_cast<double>(below) <= 1.1 * static_cast<double>(least),
                 (std::to_string(below) + " against " + std::to_string(least)).c_str());
    }

    /// The last rows separate the others: there are no entries between the parts before them, none of which is large.
    void dissection_parts_a_grid_and_fills_little() {
        for (const char* const grid : {"laplace2d:n=60|random", "laplace3d:n=14|random"}) {
            const CsrMatrix a = load_matrix(grid).csr;
            const auto fill = [&](OrderKind kind) {
                return static_cast<double>(
                    fill_figures(reordered(a, find_order(kind, OrderOf::both, a))).cholesky.value());
            };
            const double mine = fill(OrderKind::dissection);
            QVERIFY2(mine < 0.7 * fill(OrderKind::rcm), std::to_string(mine).c_str());
            QVERIFY2(mine < 1.5 * fill(OrderKind::minimum_degree), std::to_string(mine).c_str());
        }
        const CsrMatrix a = load_matrix("laplace2d:n=60|random").csr;
        const CsrMatrix parted = reordered(a, find_order(OrderKind::dissection, OrderOf::both, a));
        constexpr std::int32_t separator = 120; // a level of a 60 x 60 grid has at most 60 vertices
        const std::int32_t before = static_cast<std::int32_t>(a.rows) - separator;
        std::vector<std::int32_t> part(static_cast<std::size_t>(before));
        std::iota(part.begin(), part.end(), 0);
        const auto of = [&](std::int32_t row) {
            while (part[row] != row) row = part[row] = part[part[row]];
            return row;
        };
        for (std::int32_t row = 0; row < before; ++row)
            for (std::int64_t k = parted.row_pointer[row]; k < parted.row_pointer[row + 1]; ++k)
                if (parted.column[k] < before) part[of(row)] = of(parted.column[k]);
        std::vector<std::int32_t> sizes(part.size(), 0);
        for (std::int32_t row = 0; row < before; ++row) ++sizes[of(row)];
        const std::int32_t largest = *std::max_element(sizes.begin(), sizes.end());
        QVERIFY2(largest <= before * 3 / 4, std::to_string(largest).c_str());
    }

    void dissection_takes_what_does_not_hang_together_and_what_has_no_level_between() {
        for (const char* const name : {"diagonal:n=3000", "arrow:n=3000", "dense:rows=150,cols=150", "tridiagonal:n=1",
                                       "power-law:n=3000,mean=3", "empty-rows:n=500"}) {
            const CsrMatrix a = load_matrix(name).csr;
            if (a.rows != a.cols) continue;
            QVERIFY2(is_permutation(find_order(OrderKind::dissection, OrderOf::both, a).rows, a.rows), name);
        }
        const CsrMatrix path = load_matrix("tridiagonal:n=4095").csr;
        const CsrMatrix parted = reordered(path, find_order(OrderKind::dissection, OrderOf::both, path));
        QVERIFY(fill_figures(parted).levels < 50); // 4,095 in the original order
    }

    void minimum_degree_takes_large_matrices_and_hubs() {
        for (const char* name : {"laplace2d:n=300", "power-law:n=5000,mean=8,popular=2"}) {
            const CsrMatrix a = load_matrix(name).csr;
            QVERIFY(is_permutation(find_order(OrderKind::minimum_degree, OrderOf::both, a).rows, a.rows));
        }
    }

    void a_name_has_its_order_behind_a_bar() {
        QVERIFY(!split_order("laplace2d:n=4"));
        const auto split = split_order("laplace2d:n=4|degree:both");
        QVERIFY(split);
        QCOMPARE(split->matrix, std::string("laplace2d:n=4"));
        QVERIFY(split->kind == OrderKind::degree && split->of == OrderOf::both);
        QCOMPARE(without_orders("a.mtx|rcm|random:rows"), std::string("a.mtx"));
        for (const char* bad : {"a.mtx|", "a.mtx|no", "a.mtx|rcm:up"})
            QVERIFY_THROWS_EXCEPTION(Error, split_order(bad));
        QVERIFY_THROWS_EXCEPTION(Error, load_matrix("dense:rows=3,cols=4|rcm"));
    }

    void orders_of_orders_still_lead_back_to_the_users_rows() {
        const Matrix plain = load_matrix("power-law:n=200,mean=5");
        const Matrix twice = load_matrix("power-law:n=200,mean=5|random|rcm");
        QCOMPARE(twice.name, std::string("power-law:n=200,mean=5|random|rcm"));
        std::vector<double> x(200);
        std::iota(x.begin(), x.end(), 1.0);
        const auto got = twice.order->given_back(product(twice.csr, twice.order->taken(x)));
        const auto wanted = product(plain.csr, x);
        for (std::size_t i = 0; i < got.size(); ++i)
            QVERIFY(std::abs(got[i] - wanted[i]) < 1e-9 * (1 + std::abs(wanted[i])));
    }
};

WARPLOOM_TEST(OrderingTest);
#include "ordering_test.moc"
