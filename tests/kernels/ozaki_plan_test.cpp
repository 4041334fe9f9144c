#include "kernels/cuda/ata/ozaki_plan.h"

#include "engine/matrix/random.h"
#include "support/runner.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

using namespace warploom;
using namespace warploom::kernels::ozaki;

// The arithmetic of kernel `ozaki` without a GPU: numbers are recovered from their residues, and the error bound of its
// plan holds.

namespace {

template <int l = 0> void remainders(double x, std::int8_t (&of)[most_moduli]) {
    if constexpr (l < most_moduli) {
        of[l] = remainder_of<l>(x);
        remainders<l + 1>(x, of);
    }
}

DenseMatrix drawn(std::int64_t rows, std::int64_t cols, std::uint64_t seed) {
    Random random(seed);
    DenseMatrix a{rows, cols, std::vector<double>(rows * cols)};
    for (double& v : a.value) v = random.symmetric();
    return a;
}

/// Computes c(i, j) like the kernel, except for the order of loops.
double entry(const DenseMatrix& a, const Plan& plan, std::int64_t i, std::int64_t j) {
    const auto exponent_of = [&](std::int64_t column) {
        double largest = 0;
        for (std::int64_t k = 0; k < a.rows; ++k) largest = std::max(largest, std::fabs(a.value[k * a.cols + column]));
        int exponent = 0;
        std::frexp(largest, &exponent);
        return exponent;
    };
    const int left = exponent_of(i), right = exponent_of(j);
    std::int32_t sums[most_moduli] = {};
    for (std::int64_t k = 0; k < a.rows; ++k) {
        std::int8_t x[most_moduli], y[most_moduli];
        remainders(std::rint(std::ldexp(a.value[k * a.cols + i], plan.bits - left)), x);
        remainders(std::rint(std::ldexp(a.value[k * a.cols + j], plan.bits - right)), y);
        for (int l = 0; l < plan.moduli; ++l) sums[l] += int{x[l]} * y[l];
    }
    const Parts parts = parts_of(plan.moduli);
    return std::ldexp(nearest(whole_number(parts, [&](int l) { return sums[l]; })), left + right - 2 * plan.bits);
}

} // namespace

class OzakiPlanTest : public QObject {
    Q_OBJECT

private slots:
    void no_two_moduli_share_a_factor() {
        for (int i = 0; i < most_moduli; ++i)
            for (int j = 0; j < i; ++j) QCOMPARE(std::gcd(modulus[i], modulus[j]), 1);
    }

    void a_remainder_fits_8_bits_and_leaves_a_multiple() {
        Random random(3);
        for (int sample = 0; sample < 20000; ++sample) {
            const double x = std::rint(std::ldexp(random.symmetric(), static_cast<int>(random.below(54))));
            std::int8_t of[most_moduli];
            remainders(x, of);
            for (int l = 0; l < most_moduli; ++l)
                QCOMPARE((static_cast<std::int64_t>(x) - of[l]) % modulus[l], std::int64_t{0});
        }
    }

    void a_number_comes_back_from_what_it_leaves() {
        Random random(5);
        for (int count = 1; count <= most_moduli; ++count) {
            const Parts parts = parts_of(count);
            const auto largest = static_cast<Wide>(parts.product / 4);
            for (const Wide x : {Wide{0}, Wide{1}, Wide{-1}, largest, -largest,
                                 static_cast<Wide>(random.symmetric() * static_cast<double>(largest))}) {
                const Wide back =
                    whole_number(parts, [&](int l) { return static_cast<int>(x % modulus[l]) + 7 * modulus[l]; });
                QVERIFY2(back == x, std::to_string(count).c_str());
            }
        }
    }

    void the_nearest_double_of_128_bits_goes_to_even_at_a_tie() {
        const auto shifted = [](Wide x, int by) { return x * (static_cast<Wide>(1) << by); };
        QCOMPARE(nearest(0), 0.0);
        QCOMPARE(nearest(-5), -5.0);
        QCOMPARE(nearest(shifted(3, 100)), std::ldexp(3.0, 100));
        const Wide even = Wide{1} << 53; // 2^53 + 1 is halfway between two doubles
        QCOMPARE(nearest(even + 1), 0x1p53);
        QCOMPARE(nearest(shifted(even + 1, 60)), 0x1p113);
        QCOMPARE(nearest(shifted(even + 1, 60) + 1), std::ldexp(0x1p53 + 2, 60));
        QCOMPARE(nearest(-shifted(even + 3, 60)), -std::ldexp(0x1p53 + 4, 60));
    }

    void whole_numbers_give_whole_sums() {
        const DenseMatrix a{3, 2, {1, 2, 3, 4, 5, 6}};
        const Plan plan = plan_for(a);
        QCOMPARE(entry(a, plan, 0, 0), 35.0);
        QCOMPARE(entry(a, plan, 0, 1), 44.0);
        QCOMPARE(entry(a, plan, 1, 1), 56.0);
    }

    void the_bound_holds_and_is_at_most_that_of_sums_in_double() {
        for (const auto& [rows, cols] : {std::pair{5, 4}, {100, 12}, {3000, 6}}) {
            DenseMatrix a = drawn(rows, cols, 11);
            for (std::int64_t k = 0; k < rows; ++k) { // columns of different magnitudes, and one with a large range
                a.value[k * cols] *= 0x1p-1040;
                a.value[k * cols + 1] *= 1e150;
                a.value[k * cols + 2] *= std::pow(10.0, static_cast<double>(k % 12));
            }
            const Plan plan = plan_for(a);
            if (plan.bits < 53) QVERIFY(plan.error <= rows * 0x1p-53);
            for (std::int64_t i = 1; i < cols; ++i)
                for (std::int64_t j = 1; j <= i; ++j) {
                    long double exact = 0, left = 0, right = 0;
                    for (std::int64_t k = 0; k < rows; ++k) {
                        const long double x = a.value[k * cols + i], y = a.value[k * cols + j];
                        exact += x * y, left += x * x, right += y * y;
                    }
                    const long double error = std::fabs(exact - static_cast<long double>(entry(a, plan, i, j)));
                    QVERIFY(error <= plan.error * std::sqrt(left * right));
                    if (i == j) QVERIFY(error <= 2 * rows * 0x1p-53 * left);
                }
        }
    }

    void more_rows_need_fewer_bits_and_every_size_has_a_plan() {
        const Plan few = plan_for(drawn(100, 40, 2)), many = plan_for(drawn(8192, 40, 2));
        QVERIFY(few.moduli > many.moduli);
        QCOMPARE(many.moduli, 13);
        const Plan most = plan_for(DenseMatrix{most_rows, 1, std::vector<double>(most_rows, 1.0)});
        QVERIFY(most.moduli <= most_moduli && most.error <= most_rows * 0x1p-53);
        // A value far larger than all others takes all available bits.
        DenseMatrix spread{2, 2, {1, 1e-12, 1e-12, 1}};
        QCOMPARE(plan_for(spread).bits, 53);
    }

    void columns_that_are_empty_or_not_finite_do_not_count() {
        DenseMatrix a = drawn(50, 3, 4);
        const Plan plan = plan_for(a);
        for (const double bad : {0.0, std::numeric_limits<double>::infinity(), std::nan("")}) {
            DenseMatrix b{50, 4, std::vector<double>(200)};
            for (std::int64_t k = 0; k < 50; ++k) {
                for (std::int64_t j = 0; j < 3; ++j) b.value[k * 4 + j] = a.value[k * 3 + j];
                b.value[k * 4 + 3] = bad;
            }
            QCOMPARE(plan_for(b).moduli, plan.moduli);
            QCOMPARE(plan_for(b).error, plan.error);
        }
        QCOMPARE(plan_for(DenseMatrix{0, 5, {}}).bits, 53);
    }
};

WARPLOOM_TEST(OzakiPlanTest);
#include "ozaki_plan_test.moc"
