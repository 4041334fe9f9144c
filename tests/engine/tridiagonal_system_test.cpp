#include "engine/generators/generators.h"
#include "engine/generators/matrix_source.h"
#include "engine/generators/tridiagonal_kinds.h"
#include "engine/measure/tridiagonal_residual.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

using namespace warploom;

namespace {

TridiagonalSystem system_of_kind(int kind, int n, int seed = 1, int threads = 0) {
    return load_tridiagonal_system("tridiagonal:n=" + std::to_string(n) + ",kind=" + std::to_string(kind) +
                                       ",seed=" + std::to_string(seed),
                                   {}, threads);
}

bool same_bits(const std::vector<double>& x, const std::vector<double>& y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(), [](double u, double v) {
        return std::bit_cast<std::uint64_t>(u) == std::bit_cast<std::uint64_t>(v);
    });
}

void expect_error(const std::string& code, const std::string& part, const std::function<void()>& call) {
    try {
        call();
        QFAIL("nothing was thrown");
    } catch (const Error& error) {
        QCOMPARE(QString::fromStdString(error.code()), QString::fromStdString(code));
        QVERIFY2(std::string(error.what()).find(part) != std::string::npos, error.what());
        QVERIFY(!error.hint().empty());
    }
}

Matrix matrix_of(std::int64_t rows, std::int64_t cols, std::vector<std::int64_t> pointer,
                 std::vector<std::int32_t> column, std::vector<double> value) {
    Matrix matrix;
    matrix.name = "by hand";
    matrix.csr.rows = rows;
    matrix.csr.cols = cols;
    matrix.csr.row_pointer = std::move(pointer);
    matrix.csr.column = std::move(column);
    matrix.csr.value = std::move(value);
    return matrix;
}

} // namespace

class TridiagonalSystemTest : public QObject {
    Q_OBJECT

private slots:
    /// For -1, 2, -1: with a solution of ones, d is nonzero only at both ends; with 1, 2, ..., n, only at the end.
    void the_solution_is_the_one_that_was_asked_for() {
        const TridiagonalSystem ones = load_tridiagonal_system("tridiagonal:n=4,kind=0,x=1");
        QCOMPARE(ones.known_x, (std::vector<double>{1, 1, 1, 1}));
        QCOMPARE(ones.d, (std::vector<double>{1, 0, 0, 1}));
        const TridiagonalSystem counting = load_tridiagonal_system("tridiagonal:n=4,kind=0,x=2");
        QCOMPARE(counting.known_x, (std::vector<double>{1, 2, 3, 4}));
        QCOMPARE(counting.d, (std::vector<double>{0, 0, 0, 5}));
        QVERIFY(same_bits(load_tridiagonal_system("tridiagonal:n=4,kind=0,x=0").known_x,
                          load_tridiagonal_system("tridiagonal:n=4,kind=0").known_x));
    }

    void the_rows_of_each_formula_are_those_written_by_hand_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("n");
        QTest::addColumn<QList<double>>("rows"); // a, b, c of each row
        const auto row = [](const char* name, int kind, const QList<double>& rows) {
            QTest::newRow(name) << kind << static_cast<int>(rows.size() / 3) << rows;
        };
        row("second difference", 0, {0, 2, -1, -1, 2, -1, -1, 2, 0});
        row("lesp", 3, {0, -5, 2, 0.5, -7, 3, 1.0 / 3, -9, 0});
        // Multiplied by the KMS matrix 0.5^|i-j| of order 3, this is the identity.
        row("inverse of KMS", 7, {0, 4.0 / 3, -2.0 / 3, -2.0 / 3, 5.0 / 3, -2.0 / 3, -2.0 / 3, 4.0 / 3, 0});
        row("inverse of KMS, one row", 7, {0, 1, 0});
        // h = 1/4, theta / h^2 = 0.0016; the drift (0.5 - i h) / h is 1, 0 and -1.
        row("dorr", 13, {0, 1.0032, -1.0016, -0.0016, 0.0032, -0.0016, -1.0016, 1.0032, 0});
        row("1, 1e-8, 1", 16, {0, 1e-8, 1, 1, 1e-8, 0});
        row("1, 1e8, 1", 17, {0, 1e8, 1, 1, 1e8, 0});
        row("-1, 4, -1", 18, {0, 4, -1, -1, 4, -1, -1, 4, 0});
        row("-1, 4, 1", 19, {0, 4, 1, -1, 4, 1, -1, 4, 0});
    }
    void the_rows_of_each_formula_are_those_written_by_hand() {
        QFETCH(const int, kind);
        QFETCH(const int, n);
        QFETCH(const QList<double>, rows);
        const TridiagonalSystem s = system_of_kind(kind, n);
        QCOMPARE(s.n(), std::int64_t{n});
        for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
            const auto close = [](double got, double wanted) {
                return std::fabs(got - wanted) <= 1e-12 * std::fabs(wanted);
            };
            const auto at = static_cast<qsizetype>(3 * i);
            QVERIFY2(close(s.a[i], rows[at]), qPrintable(QString::number(s.a[i], 'g', 17)));
            QVERIFY2(close(s.b[i], rows[at + 1]), qPrintable(QString::number(s.b[i], 'g', 17)));
            QVERIFY2(close(s.c[i], rows[at + 2]), qPrintable(QString::number(s.c[i], 'g', 17)));
        }
    }

    void the_drawn_kinds_share_one_draw() {
        const int n = 1000;
        const TridiagonalSystem one = system_of_kind(1, n);
        const auto inside = [](const std::vector<double>& v) {
            return std::all_of(v.begin(), v.end(), [](double d) { return d > -1 && d < 1; });
        };
        QVERIFY(inside(one.a) && inside(one.b) && inside(one.c) && inside(one.known_x));
        const TridiagonalSystem four = system_of_kind(4, n), twelve = system_of_kind(12, n),
                                five = system_of_kind(5, n);
        int zeros = 0;
        for (std::size_t i = 0; i < n; ++i) {
            QCOMPARE(four.a[i], i == n / 2 ? one.a[i] * 1e-50 : one.a[i]);
            QCOMPARE(twelve.a[i], one.a[i] * 1e-50);
            QCOMPARE(four.b[i], one.b[i]);
            QCOMPARE(five.b[i], one.b[i]);
            QVERIFY(five.a[i] == 0 || five.a[i] == one.a[i]);
            QVERIFY(five.c[i] == 0 || five.c[i] == one.c[i]);
            zeros += (five.a[i] == 0) + (five.c[i] == 0);
        }
        QVERIFY2(zeros > 850 && zeros < 1150, qPrintable(QString::number(zeros))); // of 2000, within 6 sigma
        for (const auto& [kind, diagonal] :
             {std::pair(2, 1e8), std::pair(6, 64.0), std::pair(14, 1e-8), std::pair(15, 0.0)}) {
            const TridiagonalSystem s = system_of_kind(kind, n);
            QVERIFY(std::all_of(s.b.begin(), s.b.end(), [&, d = diagonal](double b) { return b == d; }));
            QVERIFY(same_bits(s.a, one.a) && same_bits(s.c, one.c));
        }
        QVERIFY(!same_bits(system_of_kind(1, n, 2).b, one.b));
        QVERIFY(!same_bits(system_of_kind(1, n, 2).known_x, one.known_x));
    }

    void a_dominant_kind_is_dominant_in_every_row_data() {
        QTest::addColumn<int>("kind");
        for (const TridiagonalKind& kind : tridiagonal_kinds()) QTest::newRow(kind.name) << kind.number;
    }
    void a_dominant_kind_is_dominant_in_every_row() {
        QFETCH(const int, kind);
        const TridiagonalSystem s = system_of_kind(kind, 200);
        bool dominant = true;
        for (std::size_t i = 0; i < s.b.size(); ++i) // for dorr, this holds exactly only before rounding
            dominant = dominant && std::fabs(s.b[i]) >= (std::fabs(s.a[i]) + std::fabs(s.c[i])) * (1 - 1e-15);
        QCOMPARE(dominant, tridiagonal_kinds()[static_cast<std::size_t>(kind)].is_dominant);
        QCOMPARE(tridiagonal_kinds()[static_cast<std::size_t>(kind)].number, kind);
    }

    // Orthogonal transformations preserve the sum of squared singular values, which equals that of all squared entries.
    void a_matrix_drawn_with_singular_values_keeps_their_sum_of_squares_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<double>("squares");
        const int n = 100;
        const double ratio = std::pow(1e-15, 2.0 / (n - 1));
        QTest::newRow("one small") << 8 << n - 1.0;
        QTest::newRow("geometric") << 9 << (1 - std::pow(ratio, n)) / (1 - ratio);
        QTest::newRow("one large") << 10 << 1.0;
        double sum = 0;
        for (int i = 0; i < n; ++i) sum += std::pow(1 - i / (n - 1.0), 2);
        QTest::newRow("arithmetic") << 11 << sum;
    }
    void a_matrix_drawn_with_singular_values_keeps_their_sum_of_squares() {
        QFETCH(const int, kind);
        QFETCH(const double, squares);
        const TridiagonalSystem s = system_of_kind(kind, 100);
        double sum = 0;
        for (const auto* band : {&s.a, &s.b, &s.c})
            sum += std::inner_product(band->begin(), band->end(), band->begin(), 0.0);
        QVERIFY2(std::fabs(sum / squares - 1) < 1e-12, qPrintable(QString::number(sum, 'g', 17)));
    }

    // For a 2 x 2 matrix, both are simple: the product of the singular values is |determinant|, and their sum of
    // squares is that of the entries.
    void the_singular_values_of_a_drawn_2_x_2_matrix_are_those_asked_for() {
        const auto rows = random_with_singular_values(2, 4, SingularValues::one_small, 3, {}, 1);
        const double determinant = rows[0].b * rows[1].b - rows[0].c * rows[1].a;
        QVERIFY(std::fabs(std::fabs(determinant) - 0.25) < 1e-14);
        const double squares =
            rows[0].b * rows[0].b + rows[0].c * rows[0].c + rows[1].a * rows[1].a + rows[1].b * rows[1].b;
        QVERIFY(std::fabs(squares - (1 + 1.0 / 16)) < 1e-14);
    }

    void the_right_hand_side_is_the_product_with_the_known_solution() {
        const TridiagonalSystem s = system_of_kind(18, 4);
        const auto& x = s.known_x;
        QCOMPARE(s.d[0], static_cast<double>(4.0L * x[0] - x[1]));
        QCOMPARE(s.d[3], static_cast<double>(-1.0L * x[2] + 4.0L * x[3]));
        for (const TridiagonalKind& kind : tridiagonal_kinds()) {
            const auto check = measure::check_tridiagonal(system_of_kind(kind.number, 300),
                                                          system_of_kind(kind.number, 300).known_x, false);
            QVERIFY2(check.componentwise <= 0x1p-53, kind.name); // d was rounded once
            QCOMPARE(check.forward_error.value(), 0.0);
        }
    }

    void any_number_of_threads_makes_the_same_system() {
        for (const int kind : {1, 5, 8, 13}) {
            const int n = kind == 8 ? 780 : 100000;
            const TridiagonalSystem one = system_of_kind(kind, n, 7, 1), three = system_of_kind(kind, n, 7, 3);
            QVERIFY(same_bits(one.a, three.a) && same_bits(one.b, three.b) && same_bits(one.c, three.c));
            QVERIFY(same_bits(one.d, three.d) && same_bits(one.known_x, three.known_x));
        }
    }

    // Replaces a golden file: these bits must never change.
    void the_bits_of_a_system_are_the_same_on_every_machine() {
        const auto hash = [](int kind) {
            return generate_matrix("tridiagonal:n=50,kind=" + std::to_string(kind) + ",seed=3").hash();
        };
        QCOMPARE(hash(1), std::uint64_t{12036658463801460619u});
        QCOMPARE(hash(9), std::uint64_t{16285112993955771585u});
        QCOMPARE(hash(13), std::uint64_t{12996054991936513133u});
    }

    void the_matrix_of_the_same_name_taken_apart_is_the_same_system() {
        for (const TridiagonalKind& kind : tridiagonal_kinds()) {
            const std::string name = "tridiagonal:n=200,seed=5,kind=" + std::to_string(kind.number);
            const TridiagonalSystem direct = load_tridiagonal_system(name);
            const TridiagonalSystem apart = tridiagonal_system_of(load_matrix(name), 5);
            QVERIFY2(same_bits(direct.a, apart.a) && same_bits(direct.b, apart.b) && same_bits(direct.c, apart.c),
                     kind.name);
            QVERIFY2(same_bits(direct.d, apart.d) && same_bits(direct.known_x, apart.known_x), kind.name);
        }
    }

    void one_unknown_and_none_are_systems_too() {
        QCOMPARE(system_of_kind(18, 1).d[0], 4 * system_of_kind(18, 1).known_x[0]);
        QCOMPARE(tridiagonal_system_of(matrix_of(0, 0, {0}, {}, {})).n(), std::int64_t{0});
    }

    void names_are_told_from_files() {
        QVERIFY(names_tridiagonal_system("tridiagonal"));
        QVERIFY(names_tridiagonal_system("tridiagonal:n=5"));
        QVERIFY(!names_tridiagonal_system("tridiagonal.mtx"));
        QVERIFY(!names_tridiagonal_system("laplace2d:n=5"));
        QCOMPARE(load_tridiagonal_system("diagonal:n=5").b[4], 5.0);
    }

    void what_is_no_tridiagonal_system_is_refused() {
        expect_error("matrix.tridiagonal", "row 0, column 4", [] { load_tridiagonal_system("laplace2d:n=4"); });
        expect_error("matrix.tridiagonal", "by hand is 2 x 3", [] {
            tridiagonal_system_of(matrix_of(2, 3, {0, 0, 0}, {}, {}));
        });
        Matrix complex = matrix_of(1, 1, {0, 1}, {0}, {1});
        complex.field = Field::complex;
        complex.csr.imaginary = {1};
        expect_error("matrix.unsupported", "complex", [&] { tridiagonal_system_of(complex); });
        expect_error("matrix.parameter", "kind must be between 0 and 23, but it is 24.",
                     [] { load_tridiagonal_system("tridiagonal:kind=24"); });
        expect_error("matrix.parameter", "at most 1024", [] { load_tridiagonal_system("tridiagonal:n=1025,kind=8"); });
        expect_error("matrix.parameter", "at most 1024", [] { load_matrix("tridiagonal:n=1025,kind=8"); });
        expect_error("matrix.parameter", "no parameter named 'm'", [] { load_tridiagonal_system("tridiagonal:m=3"); });
    }

    void loading_can_be_cancelled() {
        const std::atomic<bool> cancelled{true};
        try {
            load_tridiagonal_system("tridiagonal:n=1000000", {{}, &cancelled});
            QFAIL("nothing was thrown");
        } catch (const Error& error) { QCOMPARE(error.code(), std::string("cancelled")); }
    }

    // 2 x0 - x1 = 1, -x0 + 2 x1 = 1 has the solution 1, 1.
    void the_residual_is_that_computed_by_hand() {
        TridiagonalSystem s;
        const double nan = std::numeric_limits<double>::quiet_NaN();
        s.a = {nan, -1}; // elements outside the matrix are not read
        s.b = {2, 2};
        s.c = {-1, nan};
        s.d = {1, 1};
        s.known_x = {1, 1};
        const auto right = measure::check_tridiagonal(s, {1, 1}, false);
        QCOMPARE(right.relative_residual, 0.0);
        QCOMPARE(right.componentwise, 0.0);
        QVERIFY(right.is_finite());
        // d - A x = (1 - 3 + 1, 1 + 1.5 - 2) = (-1, 0.5) at x = (1.5, 1); ||d|| = sqrt 2, sums 5 and 4.5.
        const auto wrong = measure::check_tridiagonal(s, {1.5, 1}, false);
        QCOMPARE(wrong.relative_residual, std::sqrt(1.25 / 2));
        QCOMPARE(wrong.normwise, std::sqrt(1.25 / (5 * 5 + 4.5 * 4.5)));
        QCOMPARE(wrong.componentwise, 0.2);
        QCOMPARE(wrong.worst_row, std::int64_t{0});
        QCOMPARE(wrong.forward_error.value(), std::sqrt(0.25 / 2));
        s.known_x.clear();
        QVERIFY(!measure::check_tridiagonal(s, {1, 1}, false).forward_error.has_value());
    }

    void a_float_solver_is_measured_by_the_coefficients_it_saw() {
        TridiagonalSystem s;
        s.a = s.c = {0};
        s.b = {1 / 3.0};
        s.d = {1 / 3.0};
        QCOMPARE(measure::check_tridiagonal(s, {1}, true).relative_residual, 0.0);
        s.d = {static_cast<double>(1 / 3.0F)};
        QCOMPARE(measure::check_tridiagonal(s, {1}, true).relative_residual, 0.0);
        QVERIFY(measure::check_tridiagonal(s, {1}, false).relative_residual > 1e-9);
    }

    void what_is_not_finite_is_complained_about() {
        TridiagonalSystem s = system_of_kind(18, 5);
        auto x = s.known_x;
        x[3] = std::numeric_limits<double>::quiet_NaN();
        const auto check = measure::check_tridiagonal(s, x, false);
        QVERIFY(!check.is_finite());
        QVERIFY(check.complaint.find("x[3]") != std::string::npos);
        QVERIFY(std::isinf(check.relative_residual) && std::isinf(check.normwise) && std::isinf(check.componentwise));
        QVERIFY(!measure::check_tridiagonal(s, {1, 2}, false).is_finite());
    }

    void a_right_hand_side_of_zeros_has_the_residual_of_what_is_left() {
        TridiagonalSystem s = system_of_kind(18, 3);
        std::fill(s.d.begin(), s.d.end(), 0.0);
        QCOMPARE(measure::check_tridiagonal(s, {0, 0, 0}, false).relative_residual, 0.0);
        QVERIFY(std::isinf(measure::check_tridiagonal(s, {0, 1, 0}, false).relative_residual));
        QCOMPARE(measure::check_tridiagonal({}, {}, false).relative_residual, 0.0);
    }
};

WARPLOOM_TEST(TridiagonalSystemTest);
#include "tridiagonal_system_test.moc"
