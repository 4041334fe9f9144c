#include "engine/generators/generator_sizes.h"
#include "support/own_time.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

using warploom::CsrMatrix;
using warploom::Error;
using warploom::Matrix;

namespace {

using Dense = std::vector<std::vector<double>>;

Matrix make(const std::string& text, int threads = 0) { return warploom::generate_matrix(text, {}, threads); }

Dense dense(const CsrMatrix& a) {
    Dense result(static_cast<std::size_t>(a.rows), std::vector<double>(static_cast<std::size_t>(a.cols), 0));
    for (std::size_t row = 0; row < result.size(); ++row)
        for (auto k = static_cast<std::size_t>(a.row_pointer[row]);
             k < static_cast<std::size_t>(a.row_pointer[row + 1]); ++k)
            result[row][a.column[k]] = a.value[k];
    return result;
}

bool is_symmetric(const Dense& a) {
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (a[i][j] != a[j][i]) return false;
    return true;
}

/// Returns whether all pivots in the Cholesky factorization are positive.
bool cholesky_succeeds(Dense a) {
    for (std::size_t k = 0; k < a.size(); ++k) {
        if (!(a[k][k] > 0)) return false;
        for (std::size_t i = k + 1; i < a.size(); ++i)
            for (std::size_t j = k + 1; j <= i; ++j) a[i][j] -= a[i][k] * a[j][k] / a[k][k];
    }
    return true;
}

void check_form(const CsrMatrix& a) {
    QCOMPARE(a.row_pointer.size(), static_cast<std::size_t>(a.rows) + 1);
    QCOMPARE(a.row_pointer.front(), 0);
    QCOMPARE(a.row_pointer.back(), a.nonzeros());
    QCOMPARE(a.value.size(), a.column.size());
    for (std::size_t row = 0; row < static_cast<std::size_t>(a.rows); ++row)
        for (auto k = a.row_pointer[row]; k < a.row_pointer[row + 1]; ++k) {
            const auto at = static_cast<std::size_t>(k);
            QVERIFY(a.column[at] >= 0 && a.column[at] < a.cols);
            QVERIFY(k == a.row_pointer[row] || a.column[at - 1] < a.column[at]);
            QVERIFY(std::isfinite(a.value[at]));
        }
}

} // namespace

class MatrixGeneratorsTest : public QObject {
    Q_OBJECT

private slots:
    void a_tiny_matrix_is_the_one_drawn_by_hand_data();
    void a_tiny_matrix_is_the_one_drawn_by_hand();
    void every_generator_makes_a_well_formed_matrix_with_its_defaults_data();
    void every_generator_makes_a_well_formed_matrix_with_its_defaults();
    void a_text_gives_the_same_matrix_on_every_machine_data();
    void a_text_gives_the_same_matrix_on_every_machine();
    void the_ones_called_positive_definite_are_data();
    void the_ones_called_positive_definite_are();
    void random_rows_have_lengths_spread_evenly_up_to_the_fraction();
    void random_rows_draw_every_column_alike();
    void dense_random_rows_hold_as_many_distinct_columns_as_asked();
    void reservoirs_have_the_sizes_that_the_source_prints_data();
    void reservoirs_have_the_sizes_that_the_source_prints();
    void power_law_rows_keep_the_mean_and_the_longest_row();
    void a_few_popular_columns_have_most_entries();
    void finite_elements_have_dense_blocks_of_neighboring_nodes();
    void shuffled_finite_elements_are_the_same_matrix_in_another_order();
    void kronecker_rows_are_longer_the_fewer_bits_are_set();
    void bordered_bands_end_in_long_rows_and_columns();
    void water_networks_span_six_decades_and_hang_together();
    void a_sorted_network_is_the_same_one_with_its_long_rows_first();
    void every_third_row_is_empty_and_so_are_the_ends();
    void a_wrong_text_is_refused_with_a_sentence_data();
    void a_wrong_text_is_refused_with_a_sentence();
    void names_of_generators_are_known();
    void what_no_memory_can_hold_is_refused_with_the_figure();
    void sizes_are_known_before_anything_is_made_data();
    void sizes_are_known_before_anything_is_made();
    void impossible_sizes_are_refused_at_once_with_what_fits_data();
    void impossible_sizes_are_refused_at_once_with_what_fits();
    void cancelling_ends_a_generator();
};

void MatrixGeneratorsTest::a_tiny_matrix_is_the_one_drawn_by_hand_data() {
    QTest::addColumn<Dense>("expected");
    const auto row = [](const char* text, const Dense& expected) { QTest::newRow(text) << expected; };
    row("laplace2d:n=2", {{4, -1, -1, 0}, {-1, 4, 0, -1}, {-1, 0, 4, -1}, {0, -1, -1, 4}});
    row("laplace2d:n=1", {{4}});
    row("laplace3d:n=1", {{6}});
    row("tridiagonal:n=4", {{2, -1, 0, 0}, {-1, 2, -1, 0}, {0, -1, 2, -1}, {0, 0, -1, 2}});
    row("tridiagonal:n=1", {{2}});
    row("tridiagonal:n=4,systems=2", {{2, -1, 0, 0}, {-1, 2, 0, 0}, {0, 0, 2, -1}, {0, 0, -1, 2}});
    row("tridiagonal:n=3,systems=3", {{2, 0, 0}, {0, 2, 0}, {0, 0, 2}});
    row("banded:n=4,lower=1,upper=0", {{2, 0, 0, 0}, {-1, 2, 0, 0}, {0, -1, 2, 0}, {0, 0, -1, 2}});
    row("banded:n=2,lower=0,upper=1,cols=4", {{2, -1, 0, 0}, {0, 2, -1, 0}});
    row("banded:n=4,lower=1,upper=1,cols=2", {{3, -1}, {-1, 3}, {0, -1}, {0, 0}});
    row("diagonal:n=3", {{1, 0, 0}, {0, 2, 0}, {0, 0, 3}});
    row("diagonal:n=3,cols=2", {{1, 0}, {0, 2}, {0, 0}});
    row("arrow:n=3", {{3, -1, -1}, {-1, 2, 0}, {-1, 0, 2}});
    row("arrow:n=1", {{1}});
    row("finite-elements:n=1,unknowns=1", {{1}});
    row("dense:rows=0,cols=3", {});
    row("dense:rows=2,cols=0", {{}, {}});
}

void MatrixGeneratorsTest::a_tiny_matrix_is_the_one_drawn_by_hand() {
    QFETCH(Dense, expected);
    const Matrix matrix = make(QTest::currentDataTag());
    QCOMPARE(dense(matrix.csr), expected);
    QCOMPARE(matrix.stored, matrix.csr.nonzeros());
    QCOMPARE(matrix.name, std::string(QTest::currentDataTag()));
}

void MatrixGeneratorsTest::every_generator_makes_a_well_formed_matrix_with_its_defaults_data() {
    QTest::addColumn<int>("index");
    for (std::size_t k = 0; k < warploom::generators().size(); ++k)
        QTest::newRow(warploom::generators()[k].name.c_str()) << static_cast<int>(k);
}

void MatrixGeneratorsTest::every_generator_makes_a_well_formed_matrix_with_its_defaults() {
    QFETCH(int, index);
    const auto& info = warploom::generators()[index];
    const Matrix matrix = make(info.name);
    check_form(matrix.csr);
    QVERIFY(matrix.csr.nonzeros() > 0);
    QVERIFY(!info.summary.empty());
    for (const auto& parameter : info.parameters) {
        QVERIFY(!parameter.meaning.empty());
        QVERIFY(parameter.minimum <= parameter.default_value && parameter.default_value <= parameter.maximum);
    }
}

void MatrixGeneratorsTest::a_text_gives_the_same_matrix_on_every_machine_data() {
    QTest::addColumn<quint64>("hash");
    const auto row = [](const char* text, quint64 hash) { QTest::newRow(text) << hash; };
    row("random-rows:n=300,fraction=0.2,seed=7", 0xe5eb2e150de03e2eu);
    row("random-rows:n=100,fraction=1,cols=5000,seed=9007199254740992", 0xa9632b7b2831e3a7u);
    row("random-rows:n=300,fraction=0.001,cols=100000", 0x81f19a8906143088u);
    row("reservoir:grid=4,block=3", 0x885bdf9829db6164u);
    row("reservoir:grid=4,block=3,spd=1", 0x61822dea2178d022u);
    row("laplace2d:n=20", 0xa1b507b890678d66u);
    row("laplace3d:n=7", 0x75b586226893a46du);
    row("banded:n=50,lower=3,upper=1", 0xe6f449140270e31bu);
    row("tridiagonal:n=50", 0xd89a12097470f183u);
    row("power-law:n=3000", 0xce6cabbc243d2e1eu);
    row("power-law:n=3000,exponent=3.7,cols=500", 0x35ab31618843e1d8u);
    row("diagonal:n=40", 0x42d8d93a100885afu);
    row("arrow:n=40", 0xd401102b6ff25e5cu);
    row("one-long-row:n=40", 0xc9dae0db0957ef1bu);
    row("empty-rows:n=40", 0x3e5f8f7a431457cau);
    row("dense:rows=20,cols=30", 0x06f4b9ab1967d5edu);
    row("water-network:n=500", 0x49293eb9824bdef8u);
}

void MatrixGeneratorsTest::a_text_gives_the_same_matrix_on_every_machine() {
    QFETCH(quint64, hash);
    for (const int threads : {1, 3})
        QCOMPARE(QString::number(make(QTest::currentDataTag(), threads).hash(), 16), QString::number(hash, 16));
}

void MatrixGeneratorsTest::the_ones_called_positive_definite_are_data() {
    QTest::addColumn<bool>("expected");
    const auto row = [](const char* text, bool expected = true) { QTest::newRow(text) << expected; };
    row("laplace2d:n=12");
    row("laplace3d:n=5");
    row("banded:n=100");
    row("banded:n=100,lower=7,upper=7");
    row("tridiagonal:n=100");
    row("diagonal:n=30");
    row("arrow:n=100");
    row("reservoir:grid=3,block=4,spd=1");
    row("water-network:n=300");
    row("finite-elements:n=4,unknowns=3,shuffle=1");
    row("finite-elements:n=9,dimensions=2,unknowns=2");
    row("water-network:n=300,loops=1,tank_every=1000,seed=9");
    row("banded:n=100,lower=1,upper=2", false);
    row("reservoir:grid=3,block=4", false);
    row("random-rows:n=100", false);
    row("power-law:n=200", false);
    row("dense:rows=50,cols=50", false);
    row("kronecker:scale=6", false);
    row("bordered:n=60", false);
}

void MatrixGeneratorsTest::the_ones_called_positive_definite_are() {
    QFETCH(bool, expected);
    const std::string text = QTest::currentDataTag();
    const Dense a = dense(make(text).csr);
    QCOMPARE(is_symmetric(a) && cholesky_succeeds(a), expected);
    const std::string name = text.substr(0, text.find(':'));
    for (const auto& info : warploom::generators())
        if (info.name == name && expected && name != "reservoir") QVERIFY(info.positive_definite);
}

void MatrixGeneratorsTest::random_rows_have_lengths_spread_evenly_up_to_the_fraction() {
    const Matrix matrix = make("random-rows:n=20000,fraction=0.2,cols=50,seed=5");
    std::vector<int> rows_of_length(11, 0);
    for (std::int64_t row = 0; row < matrix.csr.rows; ++row) {
        const std::int64_t length = matrix.csr.row_length(row);
        QVERIFY(length >= 1 && length <= 10);
        ++rows_of_length[length];
    }
    // The expected number of rows of each length is 2000, with a standard deviation of 42.
    for (int length = 1; length <= 10; ++length) QVERIFY(std::abs(rows_of_length[length] - 2000) < 250);
    QVERIFY(std::all_of(matrix.csr.value.begin(), matrix.csr.value.end(),
                        [](double v) { return v > -1 && v < 1 && v != 0; }));
    QVERIFY(std::any_of(matrix.csr.value.begin(), matrix.csr.value.end(), [](double v) { return v < 0; }));
}

void MatrixGeneratorsTest::random_rows_draw_every_column_alike() {
    for (const char* text : {"random-rows:n=20000,fraction=0.2,cols=50", "random-rows:n=4000,fraction=1,cols=50",
                             "random-rows:n=20000,fraction=0.005,cols=1000"}) {
        const Matrix matrix = make(text);
        std::vector<double> count(static_cast<std::size_t>(matrix.csr.cols), 0);
        for (const std::int32_t column : matrix.csr.column) count[column] += 1;
        const double mean = static_cast<double>(matrix.csr.nonzeros()) / static_cast<double>(matrix.csr.cols);
        for (const double c : count) QVERIFY(std::abs(c - mean) < 6 * std::sqrt(mean));
    }
}

void MatrixGeneratorsTest::dense_random_rows_hold_as_many_distinct_columns_as_asked() {
    const Matrix matrix = make("random-rows:n=500,fraction=1,cols=70");
    check_form(matrix.csr);
    std::set<std::int64_t> lengths;
    for (std::int64_t row = 0; row < matrix.csr.rows; ++row) lengths.insert(matrix.csr.row_length(row));
    QCOMPARE(*lengths.rbegin(), 70); // each length is missing with a probability below 0.1 %
    QVERIFY(lengths.size() > 60);
}

void MatrixGeneratorsTest::reservoirs_have_the_sizes_that_the_source_prints_data() {
    QTest::addColumn<qint64>("rows");
    QTest::addColumn<double>("printed"); // in millions; 20_8 is printed as 0.8, which contradicts its own grid
    QTest::newRow("reservoir:grid=20,block=8") << qint64{64000} << 3.4;
    QTest::newRow("reservoir:grid=20,block=16") << qint64{128000} << 14.0;
    QTest::newRow("reservoir:grid=30,block=8") << qint64{216000} << 12.0;
    QTest::newRow("reservoir:grid=30,block=16") << qint64{432000} << 47.0;
}

void MatrixGeneratorsTest::reservoirs_have_the_sizes_that_the_source_prints() {
    QFETCH(qint64, rows);
    QFETCH(double, printed);
    const Matrix matrix = make(QTest::currentDataTag());
    QCOMPARE(matrix.csr.rows, rows);
    const double millions = static_cast<double>(matrix.csr.nonzeros()) / 1e6;
    QVERIFY2(std::abs(millions - printed) / printed < 0.03, qPrintable(QString::number(millions)));
    // Strictly diagonally dominant. Rows are sampled, because the largest matrix has 47 million entries.
    for (std::int64_t row = 0; row < rows; row += 997) {
        double off = 0, diagonal = 0;
        for (auto k = matrix.csr.row_pointer[row]; k < matrix.csr.row_pointer[row + 1]; ++k)
            (matrix.csr.column[k] == row ? diagonal : off) += std::abs(matrix.csr.value[k]);
        QVERIFY(diagonal > off);
    }
}

void MatrixGeneratorsTest::power_law_rows_keep_the_mean_and_the_longest_row() {
    const Matrix matrix = make("power-law:n=100000,mean=12,exponent=2.2,seed=4");
    check_form(matrix.csr);
    const double mean = static_cast<double>(matrix.csr.nonzeros()) / 100000;
    QVERIFY2(std::abs(mean - 12) < 0.6, qPrintable(QString::number(mean)));
    std::vector<std::int64_t> lengths;
    for (std::int64_t row = 0; row < matrix.csr.rows; ++row) lengths.push_back(matrix.csr.row_length(row));
    std::sort(lengths.begin(), lengths.end());
    QVERIFY(lengths.back() <= 5000);
    QVERIFY(lengths.back() > 1000);           // a heavy tail
    QVERIFY(lengths[lengths.size() / 2] < 8); // most rows are far below the mean
    QVERIFY(lengths.front() >= 1);
    const Matrix cut = make("power-law:n=10000,longest=40");
    for (std::int64_t row = 0; row < cut.csr.rows; ++row) QVERIFY(cut.csr.row_length(row) <= 40);
}

void MatrixGeneratorsTest::a_few_popular_columns_have_most_entries() {
    const auto share_of_busiest = [](const char* name) {
        const Matrix matrix = make(name);
        std::vector<int> entries(static_cast<std::size_t>(matrix.csr.cols));
        for (const auto column : matrix.csr.column) ++entries[static_cast<std::size_t>(column)];
        std::sort(entries.rbegin(), entries.rend());
        const double busiest = std::accumulate(entries.begin(), entries.begin() + 2500, 0.0);
        return busiest / static_cast<double>(matrix.csr.nonzeros());
    };
    // Share of the busiest quarter of 10,000 columns: 0.25^(1/2) = 0.5 and 0.25^(1/3) = 0.63; for equal columns, a
    // little over a quarter.
    QVERIFY(share_of_busiest("power-law:n=10000") < 0.45);
    const double two = share_of_busiest("power-law:n=10000,popular=2"),
                 three = share_of_busiest("power-law:n=10000,popular=3");
    QVERIFY2(two > 0.48 && two < 0.6, qPrintable(QString::number(two)));
    QVERIFY2(three > 0.6 && three < 0.72, qPrintable(QString::number(three)));
    // Columns of similar popularity must not be adjacent in the matrix.
    const Matrix matrix = make("power-law:n=10000,popular=3");
    const auto left =
        std::count_if(matrix.csr.column.begin(), matrix.csr.column.end(), [](auto c) { return c < 5000; });
    QVERIFY(std::abs(static_cast<double>(left) / static_cast<double>(matrix.csr.nonzeros()) - 0.5) < 0.05);
}

void MatrixGeneratorsTest::finite_elements_have_dense_blocks_of_neighboring_nodes() {
    const Dense a = dense(make("finite-elements:n=3,dimensions=2,unknowns=2").csr);
    QCOMPARE(a.size(), std::size_t{18});
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < a.size(); ++j) {
            const int node = static_cast<int>(i / 2), other = static_cast<int>(j / 2);
            const bool is_neighbor = std::abs(node % 3 - other % 3) <= 1 && std::abs(node / 3 - other / 3) <= 1;
            QCOMPARE(a[i][j] != 0, is_neighbor);
        }
}

void MatrixGeneratorsTest::shuffled_finite_elements_are_the_same_matrix_in_another_order() {
    const CsrMatrix natural = make("finite-elements:n=5").csr, shuffled = make("finite-elements:n=5,shuffle=1").csr;
    QCOMPARE(shuffled.nonzeros(), natural.nonzeros());
    const auto lengths = [](const CsrMatrix& a) {
        std::vector<std::int64_t> list;
        for (std::int64_t row = 0; row < a.rows; ++row) list.push_back(a.row_length(row));
        return list;
    };
    auto one = lengths(natural), other = lengths(shuffled);
    QVERIFY(one != other);
    std::sort(one.begin(), one.end());
    std::sort(other.begin(), other.end());
    QCOMPARE(one, other);
    for (std::int64_t row = 0; row < shuffled.rows; row += 3) // the unknowns of a node have the same columns
        QCOMPARE(shuffled.row_length(row), shuffled.row_length(row + 2));
}

void MatrixGeneratorsTest::kronecker_rows_are_longer_the_fewer_bits_are_set() {
    const CsrMatrix a = make("kronecker:scale=12,edges=16").csr;
    std::vector<double> mean(13, 0), rows(13, 0);
    for (std::int64_t row = 0; row < a.rows; ++row) {
        const auto bits = static_cast<std::size_t>(__builtin_popcountll(static_cast<unsigned long long>(row)));
        mean[bits] += static_cast<double>(a.row_length(row));
        ++rows[bits];
    }
    for (std::size_t bits = 1; bits < 8; ++bits) QVERIFY(mean[bits] / rows[bits] < mean[bits - 1] / rows[bits - 1]);
    // 4096 * 16 * 0.76^12 = 2,434 edges are drawn in row 0. Duplicates are stored once.
    QVERIFY(a.row_length(0) > 500 && a.row_length(0) < 2435);
    const CsrMatrix shuffled = make("kronecker:scale=12,edges=16,shuffle=1").csr;
    QCOMPARE(shuffled.nonzeros(), a.nonzeros());
    QCOMPARE(shuffled.row_length(2654435761 * 5 % 4096), a.row_length(5));
}

void MatrixGeneratorsTest::bordered_bands_end_in_long_rows_and_columns() {
    const CsrMatrix a = make("bordered:n=2000,band=1,noise=0,long=2,length=1000").csr;
    QVERIFY(a.row_length(1999) > 900 && a.row_length(1998) > 900 && a.row_length(1997) < 6);
    std::int64_t last = 0;
    for (const std::int32_t column : a.column) last += column == 1999;
    QVERIFY(last > 850 && last < 1150);
    for (std::int64_t row = 1; row < 1998; ++row) QVERIFY(a.row_length(row) >= 3 && a.row_length(row) <= 5);
    const CsrMatrix noisy = make("bordered:n=2000,band=1,noise=1.5,long=0").csr;
    const double mean = static_cast<double>(noisy.nonzeros()) / 2000;
    QVERIFY(mean > 4.4 && mean < 4.6);
}

void MatrixGeneratorsTest::water_networks_span_six_decades_and_hang_together() {
    const Matrix matrix = make("water-network:n=5000,loops=0.3");
    const CsrMatrix& a = matrix.csr;
    double smallest = 1e9, largest = 0;
    std::vector<bool> reached(5000, false);
    reached[0] = true;
    std::int64_t pipes = 0;
    for (std::int64_t row = 0; row < a.rows; ++row)
        for (auto k = a.row_pointer[row]; k < a.row_pointer[row + 1]; ++k) {
            const std::int32_t column = a.column[k];
            const double value = a.value[k];
            if (column == row) continue;
            QVERIFY(value < 0);
            smallest = std::min(smallest, -value);
            largest = std::max(largest, -value);
            if (column < row) {
                ++pipes;
                if (reached[column]) reached[row] = true;
            }
        }
    QVERIFY(smallest >= 0.999e-3 && smallest < 2e-3);
    QVERIFY(largest > 800);
    QVERIFY(std::all_of(reached.begin(), reached.end(), [](bool r) { return r; }));
    QVERIFY(pipes > 4999 + 1200 && pipes < 4999 + 1800);
}

void MatrixGeneratorsTest::a_sorted_network_is_the_same_one_with_its_long_rows_first() {
    const auto values_of = [](const CsrMatrix& a) {
        std::multiset<std::pair<std::int64_t, double>> values; // with the length of the row
        for (std::int64_t row = 0; row < a.rows; ++row)
            for (auto k = a.row_pointer[row]; k < a.row_pointer[row + 1]; ++k)
                values.emplace(a.row_length(row), a.value[k]);
        return values;
    };
    for (const char* name : {"water-network:n=700,loops=0.3,seed=3", "water-network:n=700,loops=0.3,seed=3,fill=1"}) {
        const CsrMatrix plain = make(name).csr, sorted = make(std::string(name) + ",sorted=1").csr;
        QVERIFY(values_of(plain) == values_of(sorted));
        for (std::int64_t row = 0; row < sorted.rows; ++row) {
            if (row > 0) QVERIFY(sorted.row_length(row) <= sorted.row_length(row - 1));
            double diagonal = 0, others = 0; // the sums are preserved: the diagonal is that of the row itself
            for (auto k = sorted.row_pointer[row]; k < sorted.row_pointer[row + 1]; ++k) {
                if (k > sorted.row_pointer[row]) QVERIFY(sorted.column[k] > sorted.column[k - 1]);
                (sorted.column[k] == row ? diagonal : others) += sorted.value[k];
            }
            QVERIFY(diagonal >= -others);
        }
        // front=4: rows with more than four entries first; otherwise the order is preserved.
        const CsrMatrix front = make(std::string(name) + ",front=4").csr;
        QVERIFY(values_of(plain) == values_of(front));
        std::vector<std::int64_t> expected, found;
        for (const bool is_long : {true, false})
            for (std::int64_t row = 0; row < plain.rows; ++row)
                if ((plain.row_length(row) > 4) == is_long) expected.push_back(plain.row_length(row));
        for (std::int64_t row = 0; row < front.rows; ++row) found.push_back(front.row_length(row));
        QVERIFY(expected == found);
    }
}

void MatrixGeneratorsTest::every_third_row_is_empty_and_so_are_the_ends() {
    const CsrMatrix a = make("empty-rows:n=11,every=3,length=2").csr;
    for (std::int64_t row = 0; row < 11; ++row) QCOMPARE(a.row_length(row), row % 3 == 0 || row == 10 ? 0 : 2);
    const CsrMatrix b = make("one-long-row:n=10,row=4,length=5").csr;
    for (std::int64_t row = 0; row < 10; ++row) QCOMPARE(b.row_length(row), row == 4 ? 5 : 1);
}

void MatrixGeneratorsTest::a_wrong_text_is_refused_with_a_sentence_data() {
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("word");
    const auto row = [](const char* text, const char* code, const char* word) {
        QTest::newRow(text) << QByteArray(code) << QByteArray(word);
    };
    row("laplace4d:n=3", "matrix.unknown", "laplace4d");
    row("random-rows:m=3", "matrix.parameter", "n, fraction, cols, seed");
    row("random-rows:n", "matrix.parameter", "key=value");
    row("random-rows:n=", "matrix.parameter", "number");
    row("random-rows:n=ten", "matrix.parameter", "'ten'");
    row("random-rows:n=1.5", "matrix.parameter", "must be an integer");
    row("random-rows:n=-4", "matrix.parameter", "must be between 1 and 2147483647");
    row("random-rows:n=3000000000", "matrix.parameter", "2147483647");
    row("random-rows:n=nan", "matrix.parameter", "number");
    row("random-rows:n=3,n=4", "matrix.parameter", "twice");
    row("random-rows:fraction=2", "matrix.parameter", "must be between 0 and 1");
    row("reservoir:grid=1290,block=2", "matrix.parameter", "rows");
    row("laplace2d:n=50000", "matrix.parameter", "46340");
    row("tridiagonal:n=10,systems=3", "matrix.parameter", "equal size");
}

void MatrixGeneratorsTest::a_wrong_text_is_refused_with_a_sentence() {
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, word);
    try {
        make(QTest::currentDataTag());
        QFAIL("it was made");
    } catch (const Error& error) {
        QCOMPARE(QByteArray::fromStdString(error.code()), code);
        QVERIFY2(QString(error.what()).contains(word), error.what());
        QVERIFY(!error.hint().empty());
    }
}

void MatrixGeneratorsTest::names_of_generators_are_known() {
    QVERIFY(warploom::names_generator("laplace2d"));
    QVERIFY(warploom::names_generator("laplace2d:n=3"));
    QVERIFY(!warploom::names_generator("laplace2d.mtx"));
    QVERIFY(!warploom::names_generator(""));
    for (const auto& [name, code] : {std::pair{"laplace4d:n=3", "matrix.unknown"},
                                     {"folder/none.mtx", "file.missing"},
                                     {"none.mtx", "file.missing"},
                                     {"", "file.missing"}}) {
        try {
            warploom::load_matrix(name);
            QFAIL(name);
        } catch (const Error& error) { QCOMPARE(error.code(), std::string(code)); }
    }
}

void MatrixGeneratorsTest::what_no_memory_can_hold_is_refused_with_the_figure() {
    try {
        make("dense:rows=2000000,cols=2000000");
        QFAIL("it was made");
    } catch (const Error& error) {
        QCOMPARE(error.code(), std::string("memory.limit"));
        QVERIFY2(QString(error.what()).contains("43.7 TiB"), error.what());
    }
}

void MatrixGeneratorsTest::sizes_are_known_before_anything_is_made_data() {
    QTest::addColumn<double>("least"); // as a fraction of the actual size; 1 if known exactly
    const auto row = [](const char* name, double least = 1) { QTest::newRow(name) << least; };
    row("laplace2d:n=1");
    row("laplace2d:n=9");
    row("laplace3d:n=6");
    row("reservoir:grid=4,block=3");
    row("banded:n=50,lower=3,upper=1");
    row("banded:n=50,lower=80,upper=2147483647");
    row("banded:n=50,lower=3,upper=60,cols=20");
    row("banded:n=20,lower=2,upper=4,cols=50");
    row("banded:n=4,lower=0,upper=0,cols=9");
    row("tridiagonal:n=50");
    row("tridiagonal:n=60,systems=6");
    row("tridiagonal:n=50,kind=5", 0.3);
    row("diagonal:n=40,cols=7");
    row("arrow:n=40");
    row("arrow:n=1");
    row("one-long-row:n=40,length=9");
    row("one-long-row:n=40");
    row("empty-rows:n=40", 0.9);
    row("empty-rows:n=41,every=1");
    row("dense:rows=7,cols=9");
    row("random-rows:n=4000,cols=300", 0.9);
    row("random-rows:n=1,cols=5000,fraction=1", 0);
    row("random-rows:n=300,fraction=0.001");
    row("power-law:n=3000", 0.4);
    row("power-law:n=3000,mean=100,longest=20", 0.4);
    row("power-law:n=3000,mean=1", 0.4);
    row("water-network:n=500", 0.5);
    row("water-network:n=500,loops=0");
    row("finite-elements:n=2,unknowns=2");
    row("finite-elements:n=5,unknowns=3,shuffle=1");
    row("finite-elements:n=11,dimensions=2,unknowns=6");
    row("kronecker:scale=1,edges=1", 0);
    row("kronecker:scale=12", 0.25);
    row("bordered:n=4000", 0.4);
    row("bordered:n=40,noise=0,long=0");
    row("bordered:n=400,noise=0,long=2,length=300", 0.6);
    row("bordered:n=3,long=9", 0);
}

void MatrixGeneratorsTest::sizes_are_known_before_anything_is_made() {
    QFETCH(double, least);
    const std::string text = QTest::currentDataTag();
    const Matrix made = warploom::generate_matrix(text);
    const warploom::GeneratedSize told =
        warploom::generated_size(text.substr(0, text.find(':')), warploom::generator_values(text));
    QCOMPARE(told.rows, static_cast<double>(made.rows()));
    const auto there = static_cast<double>(made.csr.nonzeros());
    QVERIFY2(told.entries <= there && told.entries >= least * there,
             qPrintable(QStringLiteral("%1 told, %2 there").arg(told.entries).arg(there)));
}

void MatrixGeneratorsTest::impossible_sizes_are_refused_at_once_with_what_fits_data() {
    QTest::addColumn<QString>("needs");
    QTest::addColumn<QString>("fits");
    // One byte more than a petabyte, which no machine has.
    QTest::newRow("random-rows:n=2000000000") << "PiB"
                                              << "n=";
    QTest::newRow("random-rows:n=2147483647,fraction=1") << "PiB"
                                                         << "n=";
    QTest::newRow("random-rows:n=1000000000,fraction=0.5,cols=1000000") << "PiB"
                                                                        << "n=";
    QTest::newRow("dense:rows=2000000000,cols=1000000") << "PiB"
                                                        << "rows=";
    QTest::newRow("banded:n=2147483647,lower=2147483647") << "PiB"
                                                          << "n=";
    QTest::newRow("power-law:n=2147483647,mean=1000000") << "PiB"
                                                         << "n=";
    QTest::newRow("empty-rows:n=2147483647,length=2147483647") << "PiB"
                                                               << "n=";
}

void MatrixGeneratorsTest::impossible_sizes_are_refused_at_once_with_what_fits() {
    QFETCH(QString, needs);
    QFETCH(QString, fits);
    const warploom::test::OwnTime time;
    try {
        make(QTest::currentDataTag());
        QFAIL("it was made");
    } catch (const Error& error) {
        QCOMPARE(error.code(), std::string("memory.limit"));
        QVERIFY2(QString(error.what()).contains(needs) && QString(error.what()).contains("is available"), error.what());
        const QString hint = QString::fromStdString(error.hint());
        const QString start = "On this machine, " + fits;
        const qsizetype at = hint.indexOf(start);
        QVERIFY2(at > 0 && hint.endsWith(" fits."), qPrintable(hint));
        QVERIFY2(hint.mid(at + start.size()).chopped(6).toDouble() > 0, qPrintable(hint));
    }
    QVERIFY(time.ms() < 2000); // nothing was generated or allocated
}

void MatrixGeneratorsTest::cancelling_ends_a_generator() {
    const std::atomic<bool> cancelled{true};
    warploom::Progress progress;
    progress.cancelled = &cancelled;
    for (const auto& info : warploom::generators()) {
        std::string code;
        try {
            warploom::generate_matrix(info.name, progress);
        } catch (const Error& error) { code = error.code(); }
        QCOMPARE(code, std::string("cancelled"));
    }
}

WARPLOOM_TEST(MatrixGeneratorsTest);
#include "matrix_generators_test.moc"
