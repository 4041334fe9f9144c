// Steps of Thomas, CR and PCR on the Step page: by hand for 8 unknowns, compared with a solver for other sizes.
#include "engine/walkthrough/tridiagonal_steps.h"
#include "support/runner.h"

#include <QTest>

#include <cmath>

using namespace warploom;
using namespace warploom::walkthrough;

namespace {

using Rows = std::vector<int>;

/// Returns x after the last step.
std::vector<double> solution_of(const TridiagonalSteps& all) {
    std::vector<double> values;
    for (const Equation& row : all.before(static_cast<int>(all.steps.size()))) values.push_back(row.x);
    return values;
}

/// Reference: Gaussian elimination with pivoting on the full matrix, independent of the tested code.
std::vector<double> solved_densely(const TridiagonalSystem& system) {
    const auto n = static_cast<std::size_t>(system.n());
    std::vector<std::vector<long double>> m(n, std::vector<long double>(n + 1, 0));
    for (std::size_t i = 0; i < n; ++i) {
        if (i > 0) m[i][i - 1] = system.a[i];
        m[i][i] = system.b[i];
        if (i + 1 < n) m[i][i + 1] = system.c[i];
        m[i][n] = system.d[i];
    }
    for (std::size_t k = 0; k < n; ++k) {
        std::size_t best = k;
        for (std::size_t i = k; i < n; ++i)
            if (std::abs(m[i][k]) > std::abs(m[best][k])) best = i;
        std::swap(m[k], m[best]);
        for (std::size_t i = 0; i < n; ++i) {
            if (i == k) continue;
            const long double factor = m[i][k] / m[k][k];
            for (std::size_t j = k; j <= n; ++j) m[i][j] -= factor * m[k][j];
        }
    }
    std::vector<double> x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<double>(m[i][n] / m[i][i]);
    return x;
}

Rows rows_of(const Step& step) {
    Rows rows;
    for (const RowWork& work : step.work) rows.push_back(work.row);
    return rows;
}

const Step& step_of(const TridiagonalSteps& all, std::size_t s) { return all.steps.at(s); }
const RowWork& work_of(const TridiagonalSteps& all, std::size_t s, std::size_t w) { return all.steps.at(s).work.at(w); }

} // namespace

class StepsTridiagonalTest : public QObject {
    Q_OBJECT

private slots:
    void cyclic_reduction_of_eight_takes_the_rows_of_the_figure() {
        const TridiagonalSteps cr = tridiagonal_steps(Method::cr, second_difference(8));
        QCOMPARE(cr.steps.size(), 5U); // 2 log2 8 - 1
        QCOMPARE(rows_of(step_of(cr, 0)), (Rows{1, 3, 5, 7}));
        QCOMPARE(rows_of(step_of(cr, 1)), (Rows{3, 7}));
        QCOMPARE(rows_of(step_of(cr, 2)), (Rows{3, 7}));
        QCOMPARE(rows_of(step_of(cr, 3)), (Rows{1, 5}));
        QCOMPARE(rows_of(step_of(cr, 4)), (Rows{0, 2, 4, 6}));
        const StepAction deeds[] = {StepAction::reduce, StepAction::reduce, StepAction::solve, StepAction::substitute,
                                    StepAction::substitute};
        for (std::size_t s = 0; s < 5; ++s) QVERIFY(step_of(cr, s).action == deeds[s]);
        QCOMPARE(work_of(cr, 1, 0).left, 1);
        QCOMPARE(work_of(cr, 1, 0).right, 5);
        QCOMPARE(work_of(cr, 0, 3).right, -1); // beyond the last row
        QCOMPARE(step_of(cr, 0).active_threads(), 4);
        QCOMPARE(step_of(cr, 2).active_threads(), 1); // one thread solves both
        QCOMPARE(work_of(cr, 3, 1).left, 3);
        QCOMPARE(work_of(cr, 3, 1).right, 7);
    }

    void the_elementary_step_has_the_numbers_of_paper() {
        // -1, 2, -1 with x = 1, 3, 2, 4, ...: h of rows 1, 2, 3 (counted from 1) is -1, 3, -3.
        const TridiagonalSteps cr = tridiagonal_steps(Method::cr, second_difference(8));
        QCOMPARE(cr.start[0].h.value, -1.0);
        QCOMPARE(cr.start[1].h.value, 3.0);
        QCOMPARE(cr.start[2].h.value, -3.0);
        const RowWork& work = work_of(cr, 0, 0); // row 2 without x1 and x3
        QCOMPARE(work.k1, -0.5);
        QCOMPARE(work.k2, -0.5);
        QVERIFY(work.after.a.is_zero); // the first row has no unknown on its left
        QCOMPARE(work.after.b.value, 1.0);
        QCOMPARE(work.after.c.value, -0.5);
        QCOMPARE(work.after.h.value, 3 - 0.5 * 1 - 0.5 * 3);
        QCOMPARE(work.after.left, -1);
        QCOMPARE(work.after.right, 3);
        QCOMPARE(work.after.h.version, 1);
        QCOMPARE(work.before.h.version, 0);
        QCOMPARE(work_of(cr, 1, 1).after.h.version, 2);
        QCOMPARE(work.operations, 12);
    }

    void parallel_cyclic_reduction_of_eight_rewrites_every_row_in_three_steps() {
        const TridiagonalSteps pcr = tridiagonal_steps(Method::pcr, second_difference(8));
        QCOMPARE(pcr.steps.size(), 3U);
        for (std::size_t s = 0; s < 3; ++s) {
            QCOMPARE(rows_of(step_of(pcr, s)), (Rows{0, 1, 2, 3, 4, 5, 6, 7}));
            QCOMPARE(step_of(pcr, s).distance, 1 << s);
            QCOMPARE(step_of(pcr, s).active_threads(), 8);
        }
        QCOMPARE(work_of(pcr, 1, 4).left, 2);
        QCOMPARE(work_of(pcr, 1, 4).right, 6);
        QCOMPARE(work_of(pcr, 2, 4).right, -1);
        QCOMPARE(pcr.steps[0].operations, 12 * 8);
        QCOMPARE(pcr.operations_until(2), 3 * 12 * 8 + 8); // and a division per row at the end
        QVERIFY(!pcr.steps[1].after[0].is_solved);
        QVERIFY(pcr.steps[2].after[0].is_solved);
        QCOMPARE(cost_formula(Method::pcr, 8).operations, 288.0);
        QCOMPARE(cost_formula(Method::pcr, 8).steps, 3.0);
    }

    void thomas_goes_down_and_up_one_row_a_step() {
        const TridiagonalSteps thomas = tridiagonal_steps(Method::thomas, second_difference(8));
        QCOMPARE(thomas.steps.size(), 15U);
        for (std::size_t s = 0; s < 15; ++s) QCOMPARE(step_of(thomas, s).work.size(), 1U);
        QCOMPARE(work_of(thomas, 3, 0).row, 3);
        QCOMPARE(work_of(thomas, 3, 0).left, 2);
        QCOMPARE(work_of(thomas, 1, 0).after.c.value, -1 / 1.5); // pivot 2 - 1/2
        QVERIFY(work_of(thomas, 1, 0).after.b.is_one);
        QVERIFY(work_of(thomas, 7, 0).solves);
        QCOMPARE(work_of(thomas, 8, 0).row, 6);
        QCOMPARE(work_of(thomas, 8, 0).right, 7);
        QCOMPARE(thomas.operations_until(14), 6 * 8 + 2 * 7);
        QCOMPARE(cost_formula(Method::thomas, 8).operations, 64.0);
    }

    void cr_counts_what_its_threads_execute() {
        const TridiagonalSteps cr = tridiagonal_steps(Method::cr, second_difference(8));
        QCOMPARE(cr.operations_until(0), 4 * 12);
        QCOMPARE(cr.operations_until(4), 6 * 12 + 9 + 6 * 5);
        QCOMPARE(cost_formula(Method::cr, 8).operations, 136.0);
        QCOMPARE(cost_formula(Method::cr, 8).steps, 5.0);
    }

    void every_size_from_four_to_sixty_four_is_solved_data() {
        QTest::addColumn<int>("method");
        QTest::newRow("thomas") << 0;
        QTest::newRow("cr") << 1;
        QTest::newRow("pcr") << 2;
    }
    void every_size_from_four_to_sixty_four_is_solved() {
        QFETCH(int, method);
        const auto which = static_cast<Method>(method);
        for (int n = 1; n <= 64; ++n) {
            for (const TridiagonalSystem& system :
                 {second_difference(n), random_dominant(n, static_cast<unsigned>(n))}) {
                const TridiagonalSteps all = tridiagonal_steps(which, system);
                QCOMPARE(static_cast<int>(all.steps.size()), steps_of(which, n));
                QCOMPARE(all.bad_pivot, -1);
                const std::vector<double> x = solution_of(all), expected = solved_densely(system);
                for (std::size_t i = 0; i < x.size(); ++i) {
                    QVERIFY(all.before(steps_of(which, n))[i].is_solved);
                    QVERIFY2(
                        std::abs(x[i] - expected[i]) < 1e-10 * n * n,
                        qPrintable(
                            QStringLiteral("n = %1, x[%2] = %3, not %4").arg(n).arg(i).arg(x[i]).arg(expected[i])));
                }
            }
        }
    }

    void cr_touches_exactly_the_rows_of_its_level() {
        for (int n = 4; n <= 64; ++n) {
            const TridiagonalSteps cr = tridiagonal_steps(Method::cr, second_difference(n));
            std::vector<int> touched(static_cast<std::size_t>(n), 0);
            for (std::size_t s = 0; s < cr.steps.size(); ++s) {
                const Step& step = cr.steps[s];
                QCOMPARE(rows_of(step), rows_of_step(Method::cr, n, static_cast<int>(s)));
                if (step.action != StepAction::reduce) {
                    for (const RowWork& work : step.work) ++touched[work.row];
                    continue;
                }
                const int level = static_cast<int>(s) + 1;
                Rows expected;
                for (int k = 0; (1 << level) - 1 + k * (1 << level) < n; ++k)
                    expected.push_back((1 << level) - 1 + k * (1 << level));
                QCOMPARE(rows_of(step), expected);
            }
            for (const int times : touched) QCOMPARE(times, 1); // each unknown is computed once
        }
    }

    void every_intermediate_system_has_the_same_solution() {
        const TridiagonalSystem system = random_dominant(21, 5);
        for (const Method method : {Method::thomas, Method::cr, Method::pcr}) {
            const TridiagonalSteps all = tridiagonal_steps(method, system);
            for (int s = 0; s <= static_cast<int>(all.steps.size()); ++s)
                for (std::size_t i = 0; i < 21; ++i) {
                    const Equation& row = all.before(s)[i];
                    double sum = row.b.value * system.known_x[i];
                    if (row.left >= 0) sum += row.a.value * system.known_x[row.left];
                    if (row.right >= 0) sum += row.c.value * system.known_x[row.right];
                    QVERIFY(std::abs(sum - row.h.value) < 1e-11);
                }
        }
    }

    void what_stands_beyond_the_edge_is_never_read() {
        TridiagonalSystem system = second_difference(8);
        system.a.front() = system.c.back() = std::nan("");
        for (const Method method : {Method::thomas, Method::cr, Method::pcr})
            for (const double x : solution_of(tridiagonal_steps(method, system))) QVERIFY(std::isfinite(x));
    }

    void a_pivot_of_zero_is_told_with_its_row() {
        TridiagonalSystem system = second_difference(8);
        system.b[4] = 0;
        QCOMPARE(tridiagonal_steps(Method::cr, system).bad_pivot, 4);
        QCOMPARE(tridiagonal_steps(Method::pcr, system).bad_pivot, 4);
        QCOMPARE(tridiagonal_steps(Method::thomas, system).bad_pivot, -1); // its pivots differ
    }

    void strides_of_cr_meet_in_banks_and_padding_parts_them() {
        // 1024 rows, 4-byte words: the threads of level l read every 2^l-th word.
        const SharedLayout plain{4, false}, padded{4, true};
        const int degrees[] = {2, 4, 8, 16, 32, 16, 8, 4, 2};
        for (int s = 0; s < 9; ++s) QCOMPARE(bank_use(Method::cr, 1024, s, plain).degree, degrees[s]);
        for (int s = 0; s < 5; ++s) QVERIFY(bank_use(Method::cr, 1024, s, padded).degree <= 2);
        // PCR reads adjacent elements in every step.
        for (int s = 0; s < 10; ++s) {
            QCOMPARE(bank_use(Method::pcr, 1024, s, plain).degree, 1);
            QCOMPARE(bank_use(Method::pcr, 1024, s, plain).passes, 32);
        }
    }

    void eight_byte_words_are_served_in_half_warps() {
        const SharedLayout plain{8, false};
        // 64 rows: 32 threads read every second double; in two half-warps, each with 16 doubles in half of the banks.
        const simulated::BankUse use = bank_use(Method::cr, 64, 0, plain);
        QCOMPARE(use.ideal, 2);
        QCOMPARE(use.passes, 4);
        QCOMPARE(use.degree, 2);
        QCOMPARE(bank_use(Method::cr, 64, 0, SharedLayout{8, true}).degree, 1);
        QCOMPARE(bank_use(Method::cr, 64, 5, plain).passes, 1); // the middle: one thread
    }
};

WARPLOOM_TEST(StepsTridiagonalTest);
#include "steps_tridiagonal_test.moc"
