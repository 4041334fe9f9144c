#include "random_systems.h"
#include "recorded_steps.h"

#include "engine/error.h"
#include "engine/measure/tridiagonal_residual.h"
#include "engine/simulated/single_thread_trace_sink.h"
#include "engine/simulated/tracer.h"
#include "kernels/machine/machine.h"
#include "kernels/machine/registry.h"
#include "support/runner.h"
#include "support/simulated_entries.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <set>

using namespace warploom;
using namespace warploom::kernels;
using namespace warploom::kernels::test;

// Tests every solver of tridiagonal systems on one machine. The rows are generated from the registry, so new kernels
// are included automatically. The same source is built into two programs: one for the machines that every computer has,
// and one for `cuda:0`.

namespace {

/// Tests |d - A x|_i <= 50 u (|A||x| + |d|)_i for diagonally dominant systems. For Gaussian elimination, the constant
/// is below 20 (Higham 2002, theorems 9.12 and 9.14, with |L||U| <= 3 |A|). Cyclic methods perform the same elimination
/// in a different order of rows; each step leaves a system that is more dominant than before, so rounding errors of
/// later steps have less and less effect. Observed values are below 15.
constexpr double allowed = 50;

bool pivots(const std::string& kernel) {
    static const std::set<std::string> ids{"lapack-dgtsv", "partition", "cusparse-gtsv2"};
    return ids.contains(kernel);
}

bool same_bits(const std::vector<double>& x, const std::vector<double>& y) {
    return x.size() == y.size() && (x.empty() || std::memcmp(x.data(), y.data(), x.size() * sizeof(double)) == 0);
}

} // namespace

class TridiagonalConformanceTest : public QObject {
    Q_OBJECT

    const std::string machine_id_ = runner::machine();
    std::unique_ptr<Machine> machine_;
    double worst_ = 0; ///< largest componentwise backward error observed, in units of u

    /// Binds a kernel; null if the method reports that it does not support the system (a library requires three rows).
    std::unique_ptr<BoundTridiagonal> bind(const std::string& kernel, const SystemPointer& system, Precision p,
                                           int block = 128, int threads = 0) {
        try {
            return machine_->bind(kernel, TridiagonalInput{system, p, threads}, block);
        } catch (const Error& error) {
            const KernelInfo* const info = find_kernel(Operation::tridiagonal, kernel);
            if (error.code() == "kernel.refused" && info->runs_on == RunsOn::cuda) return nullptr;
            throw;
        }
    }
    static std::vector<double> solve(BoundTridiagonal& bound) {
        bound.poison();
        bound.enqueue();
        bound.finish();
        return bound.x();
    }
    /// Solves the system in both precisions with the kernel of the current row, and passes each x to `check`.
    void
    for_both_precisions(const SystemPointer& system,
                        const std::function<void(Precision, BoundTridiagonal&, const std::vector<double>&)>& check) {
        QFETCH(QString, kernel);
        for (const Precision p : {Precision::float64, Precision::float32}) {
            const auto bound = bind(kernel.toStdString(), system, p);
            if (bound) check(p, *bound, solve(*bound));
        }
    }
    void check_residual(const SystemPointer& system, Precision p, const std::vector<double>& x,
                        const std::string& what) {
        const auto result = measure::check_tridiagonal(*system, x, p == Precision::float32);
        QVERIFY2(result.is_finite(), (what + ": " + result.complaint).c_str());
        const double in_units = result.componentwise / unit_roundoff(p);
        worst_ = std::max(worst_, in_units);
        if (in_units > 15) qInfo("%s %g", what.c_str(), in_units);
        QVERIFY2(in_units <= allowed, (what + ": the residual of row " + std::to_string(result.worst_row) + " is " +
                                       std::to_string(in_units) + " u")
                                          .c_str());
    }
    std::vector<std::int64_t> large_sizes(const std::string& kernel) const {
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
        return {kernel.empty() ? 0 : 20000};
#else
        std::vector<std::int64_t> sizes{100000};
        if (kernel == "thomas-gpu") return sizes; // a single GPU thread would take minutes
        // From 2^20 rows on, pcr uses a different arrangement of launches.
        if (kernel == "pcr" || kernel == "pcr-shared" || machine_->info().kind == MachineKind::cuda)
            sizes.push_back((std::int64_t{1} << 20) + 77);
        if (machine_->info().kind == MachineKind::cuda)
            for (const std::int64_t n : {1 << 21, 5000000}) sizes.push_back(n);
        return sizes;
#endif
    }
    void every_kernel() {
        QTest::addColumn<QString>("kernel");
        if (!machine_) return;
        for (const KernelInfo& info : kernels_of(Operation::tridiagonal))
            if (machine_->runs(info.runs_on) && runner::is_wanted(info.id)) QTest::newRow(info.id) << QString(info.id);
    }

private slots:
    void init() { // with --kernel, skips test functions without data rows
        if (!runner::is_wanted({}) && QTest::currentDataTag() == nullptr) QSKIP("--kernel names something else.");
    }
    void initTestCase() {
        try {
            machine_ = open_machine(machine_id_);
        } catch (const Error& error) {
            qInfo("all tests skipped: %s", error.what());
            QSKIP(error.what());
        }
    }

    void one_unknown_is_divided_data() { every_kernel(); }
    void one_unknown_is_divided() {
        TridiagonalSystem s = system_of_equal_rows(1, 0, 4, 0); // a[0] and c[0] are in the same row; both are NaN
        s.d[0] = 10;
        for_both_precisions(shared_system(s), [](Precision, BoundTridiagonal& bound, const std::vector<double>& x) {
            QCOMPARE(x, std::vector<double>{2.5});
            QVERIFY(!bound.zero_pivot());
        });
    }

    void three_unknowns_come_out_as_on_paper_data() { every_kernel(); }
    void three_unknowns_come_out_as_on_paper() {
        // 2 x0 + x1 = 4, x0 + 2 x1 + x2 = 8, x1 + 2 x2 = 8: x = 1, 2, 3
        TridiagonalSystem s = system_of_equal_rows(3, 1, 2, 1);
        s.d = {4, 8, 8};
        for_both_precisions(shared_system(s), [](Precision p, BoundTridiagonal&, const std::vector<double>& x) {
            QCOMPARE(x.size(), std::size_t{3});
            for (std::size_t i = 0; i < 3; ++i)
                QVERIFY(std::abs(x[i] - static_cast<double>(i + 1)) <= 20 * unit_roundoff(p));
        });
    }

    void eight_unknowns_of_the_second_difference_are_a_ramp_data() { every_kernel(); }
    void eight_unknowns_of_the_second_difference_are_a_ramp() {
        // 2 x_i - x_{i-1} - x_{i+1} is 0 for x = 1, ..., 8, except that it is 2 * 8 - 7 = 9 in the last row.
        TridiagonalSystem s = system_of_equal_rows(8, -1, 2, -1);
        s.d.back() = 9;
        for_both_precisions(shared_system(s), [](Precision p, BoundTridiagonal&, const std::vector<double>& x) {
            QCOMPARE(x.size(), std::size_t{8});
            for (std::size_t i = 0; i < 8; ++i) // the condition number is 32
                QVERIFY(std::abs(x[i] - static_cast<double>(i + 1)) <= 32 * 8 * unit_roundoff(p));
        });
    }

    void the_identity_gives_the_right_side_back_data() { every_kernel(); }
    void the_identity_gives_the_right_side_back() {
        for (const std::int64_t n : {8, 100, 1500, 2500}) {
            TridiagonalSystem s = system_of_equal_rows(n, 0, 1, 0);
            for (std::size_t i = 0; i < s.d.size(); ++i) s.d[i] = static_cast<double>(i % 97) - 40;
            const std::vector<double> d = s.d;
            for_both_precisions(shared_system(s),
                                [&](Precision, BoundTridiagonal& bound, const std::vector<double>& x) {
                                    QCOMPARE(x, d);
                                    QVERIFY(!bound.zero_pivot());
                                });
        }
    }

    void rows_without_neighbours_are_divided_one_by_one_data() { every_kernel(); }
    void rows_without_neighbours_are_divided_one_by_one() {
        for (const std::int64_t n : {7, 130, 3000}) {
            TridiagonalSystem s = system_of_equal_rows(n, 0, 0, 0);
            std::vector<double> expected(s.b.size());
            for (std::size_t i = 0; i < s.b.size(); ++i) {
                s.b[i] = std::ldexp(i % 2 == 0 ? 1.0 : -1.0, static_cast<int>(i % 5));
                expected[i] = static_cast<double>(i % 31) + 1;
                s.d[i] = s.b[i] * expected[i];
            }
            for_both_precisions(shared_system(s), [&](Precision, BoundTridiagonal&, const std::vector<double>& x) {
                QCOMPARE(x, expected);
            });
        }
    }

    void a_zero_pivot_is_reported_with_its_row_data() { every_kernel(); }
    void a_zero_pivot_is_reported_with_its_row() {
        QFETCH(QString, kernel);
        for (const auto& [n, row] :
             {std::pair{8, 3}, {8, 0}, {8, 7}, {1, 0}, {2, 1}, {100, 31}, {2100, 1023}, {2100, 2047}}) {
            TridiagonalSystem s = system_of_equal_rows(n, 0, 2, 0);
            s.b[row] = 0;
            s.d.assign(s.d.size(), 1);
            for_both_precisions(shared_system(s),
                                [&, at = row](Precision, BoundTridiagonal& bound, const std::vector<double>& x) {
                                    const auto found = bound.zero_pivot();
                                    const bool is_seen = found || !std::isfinite(x[at]);
                                    QVERIFY2(is_seen, "a singular system was solved");
                                    if (!pivots(kernel.toStdString()) && !kernel.startsWith("cusparse")) {
                                        QVERIFY(found.has_value());
                                        QCOMPARE(*found, static_cast<std::int64_t>(at));
                                    }
                                });
        }
    }

    void only_pivoting_solves_a_diagonal_of_zeros_data() { every_kernel(); }
    void only_pivoting_solves_a_diagonal_of_zeros() {
        // x1 = 5, x0 = 6, x3 = 7, x2 = 8: an identity matrix with adjacent rows exchanged.
        QFETCH(QString, kernel);
        TridiagonalSystem s = system_of_equal_rows(4, 0, 0, 0);
        s.c[0] = s.a[1] = s.c[2] = s.a[3] = 1;
        s.d = {5, 6, 7, 8};
        for_both_precisions(shared_system(s), [&](Precision, BoundTridiagonal& bound, const std::vector<double>& x) {
            if (pivots(kernel.toStdString())) {
                QCOMPARE(x, (std::vector<double>{6, 5, 8, 7}));
                QVERIFY(!bound.zero_pivot());
            } else if (!kernel.startsWith("cusparse")) {
                QCOMPARE(bound.zero_pivot().value_or(-1), 0);
            }
        });
    }

    void a_dominant_system_of_any_size_is_solved_data() {
        QTest::addColumn<QString>("kernel");
        QTest::addColumn<int>("block");
        if (!machine_) return;
        for (const KernelInfo& info : kernels_of(Operation::tridiagonal))
            if (machine_->runs(info.runs_on) && runner::is_wanted(info.id))
                for (const int block : {128, 32, 1024})
                    if (block == 128 || info.takes_block)
                        QTest::newRow((std::string(info.id) + ", block " + std::to_string(block)).c_str())
                            << QString(info.id) << block;
    }
    void a_dominant_system_of_any_size_is_solved() {
        QFETCH(QString, kernel);
        QFETCH(int, block);
        const std::string id = kernel.toStdString();
        for (const int n : {1,   2,   3,   4,   5,   6,    7,    8,    31,   32,   33,   63,   64,   65,   127,
                            128, 129, 257, 512, 513, 1000, 1023, 1024, 1025, 2047, 2048, 2049, 4096, 5000, 5121}) {
            if (block != 128 && n > 1100) continue;
            const auto seed = static_cast<std::uint64_t>(n);
            for (const Precision p : {Precision::float64, Precision::float32}) {
                const SystemPointer system = random_dominant_system(n, seed);
                const std::string what = id + ", n = " + std::to_string(n) + ", " + to_string(p);
                const auto bound = bind(id, system, p, block);
                if (!bound) continue;
                bound->poison();
                for (const double x : bound->x()) QVERIFY2(std::isnan(x), "poison does not show");
                const std::vector<double> first = solve(*bound);
                check_residual(system, p, first, what);
                if (QTest::currentTestFailed()) return;
                QVERIFY2(same_bits(first, solve(*bound)), (what + ": the second launch gives other bits").c_str());
                QVERIFY(!bound->zero_pivot());
            }
        }
    }

    void a_large_system_is_solved_data() { every_kernel(); }
    void a_large_system_is_solved() {
        QFETCH(QString, kernel);
        const std::string id = kernel.toStdString();
        for (const std::int64_t n : large_sizes(id)) {
            const SystemPointer system = random_dominant_system(n, 77);
            const auto bound = bind(id, system, Precision::float64, 256);
            if (!bound) continue;
            const std::vector<double> first = solve(*bound);
            check_residual(system, Precision::float64, first, id + ", n = " + std::to_string(n));
            if (QTest::currentTestFailed()) return;
            if (n > 1 << 20 && machine_->info().kind == MachineKind::simulated)
                continue; // smaller systems suffice to detect state left for the next launch
            QVERIFY(same_bits(first, solve(*bound)));
        }
    }

    // In a diagonally dominant system, rows that are 100 apart do not affect each other, so confusing them would go
    // unnoticed. Here, the first row affects the last one, and small integers avoid rounding errors.
    void a_running_sum_from_either_end_is_exact_data() { every_kernel(); }
    void a_running_sum_from_either_end_is_exact() {
        QFETCH(QString, kernel);
        const std::string id = kernel.toStdString();
        std::vector<std::int64_t> sizes{7, 64, 1025, 2049, 5000};
        for (const std::int64_t n : large_sizes(id)) sizes.push_back(n);
        for (const std::int64_t n : sizes)
            for (const bool from_the_end : {false, true}) {
                // x_i - x_{i-1} = d_i, or x_i - x_{i+1} = d_i
                TridiagonalSystem s = system_of_equal_rows(n, from_the_end ? 0 : -1, 1, from_the_end ? -1 : 0);
                std::vector<double> expected(s.d.size());
                double sum = 0;
                for (std::size_t k = 0; k < s.d.size(); ++k) {
                    const std::size_t i = from_the_end ? s.d.size() - 1 - k : k;
                    s.d[i] = static_cast<double>(k * k % 7) - 2; // 0 1 4 2 2 4 1 add up to 14, so there is no drift
                    expected[i] = sum += s.d[i];
                }
                const SystemPointer system = shared_system(std::move(s));
                for (const Precision p : {Precision::float64, Precision::float32}) {
                    if (p == Precision::float32 && n > 10000) continue; // takes the same path
                    const auto bound = bind(id, system, p);
                    if (!bound) continue;
                    const std::vector<double> x = solve(*bound);
                    const auto wrong = std::mismatch(x.begin(), x.end(), expected.begin(), expected.end()).first;
                    QVERIFY2(wrong == x.end() && x.size() == expected.size(),
                             (id + ", n = " + std::to_string(n) + ": x of row " + std::to_string(wrong - x.begin()) +
                              " is wrong")
                                 .c_str());
                }
            }
    }

    // The end of a system must not affect the next one. A solver that mixes up two systems would mix in large numbers.
    void many_systems_at_a_time_are_solved_each_by_itself_data() { every_kernel(); }
    void many_systems_at_a_time_are_solved_each_by_itself() {
        QFETCH(QString, kernel);
        const std::string id = kernel.toStdString();
        // The library's solver for one system leaves errors from large equations in small ones: 70,000 u were observed.
        if (id == "cusparse-gtsv2") return;
        for (const auto& [count, equations] : {std::pair{2, 1},
                                               {3, 2},
                                               {5, 3},
                                               {9, 8},
                                               {40, 31},
                                               {7, 32},
                                               {2, 33},
                                               {9, 64},
                                               {3, 65},
                                               {6, 128},
                                               {5, 200},
                                               {3, 256},
                                               {4, 300},
                                               {3, 512},
                                               {5, 700},
                                               {3, 1024},
                                               {2, 2000},
                                               {2, 5000},
                                               {2, 6000}}) {
            const int systems = count, length = equations; // structured bindings cannot be captured
            TridiagonalSystem s = *random_dominant_system(std::int64_t{systems} * length, 11);
            s.systems = systems;
            for (int k = 0; k < systems; ++k) {
                const auto first = static_cast<std::size_t>(k) * length, last = first + length - 1;
                s.a[first] = s.c[last] = 0;
                if (k % 2 == 0)
                    for (std::size_t i = first; i <= last; ++i) s.d[i] *= 1e6;
            }
            for_both_precisions(
                shared_system(s), [&](Precision p, BoundTridiagonal& bound, const std::vector<double>& x) {
                    check_residual(shared_system(s), p, x,
                                   id + ", " + std::to_string(systems) + " of " + std::to_string(length));
                    QVERIFY(!bound.zero_pivot());
                });
            if (QTest::currentTestFailed()) return;
        }
    }

    void nothing_is_done_for_no_unknowns_data() { every_kernel(); }
    void nothing_is_done_for_no_unknowns() {
        for_both_precisions(shared_system(system_of_equal_rows(0, 0, 0, 0)),
                            [](Precision, BoundTridiagonal& bound, const std::vector<double>& x) {
                                QVERIFY(x.empty());
                                QVERIFY(!bound.zero_pivot());
                            });
    }

    void any_number_of_threads_gives_the_same_bits() {
        if (machine_->info().kind != MachineKind::cpu) return; // threads apply only to the host
        const SystemPointer system = random_dominant_system(3001, 5);
        for (const KernelInfo& info : kernels_of(Operation::tridiagonal)) {
            if (!machine_->runs(info.runs_on)) continue;
            const auto one = solve(*bind(info.id, system, Precision::float64, 32, 1));
            for (const int threads : {2, 3, 8}) {
                const auto bound = bind(info.id, system, Precision::float64, 32, threads);
                QVERIFY2(same_bits(one, solve(*bound)), info.id);
#if !defined(__SANITIZE_THREAD__)
                if (std::string(info.id).starts_with("cpu-"))
                    QCOMPARE(bound->detail, std::to_string(threads) + " threads");
#endif
            }
        }
    }

    void a_traced_solver_gives_the_same_bits_and_makes_no_mistake_data() {
        QTest::addColumn<QString>("kernel");
        if (!machine_ || machine_->info().kind != MachineKind::simulated) return;
        for (const auto& entry : simulated_entries_of(Operation::tridiagonal))
            QTest::newRow(entry.info.id) << QString(entry.info.id);
    }
    void a_traced_solver_gives_the_same_bits_and_makes_no_mistake() {
        if (machine_->info().kind != MachineKind::simulated) return; // traced by one machine, which suffices
        QFETCH(QString, kernel);
        for (const auto& entry : simulated_entries_of(Operation::tridiagonal)) {
            if (kernel != entry.info.id) continue;
            for (const int n : {1, 2, 3, 8, 33, 65, 129, 1025, 2049}) {
#if defined(__SANITIZE_THREAD__)
                if (n > 200) continue; // the rest would take much longer
#endif
                const SystemPointer system = random_dominant_system(n, static_cast<std::uint64_t>(n));
                for (const Precision p : {Precision::float64, Precision::float32}) {
                    simulated::SingleThreadTraceSink sink; // the steps are not needed
                    simulated::Tracer tracer({}, sink);
                    const auto bound = bind_traced(entry.info.id, TridiagonalInput{system, p, 0}, 64, tracer);
                    const std::vector<double> x = solve(*bound);
                    QVERIFY2(same_bits(x, solve(*bind(entry.info.id, system, p, 64))), std::to_string(n).c_str());
                    for (const auto& finding : tracer.findings()) QFAIL(finding.sentence.c_str());
                    for (const auto& site : tracer.sites()) QVERIFY(is_in_a_text(site));
                    QVERIFY(tracer.lane_accesses() >= 3 * n); // at least b, d and x
                }
            }
        }
    }

    void cleanupTestCase() {
        if (machine_) qInfo("largest residual seen: %.2f u of its row, %.0f are allowed", worst_, allowed);
    }
};

WARPLOOM_TEST(TridiagonalConformanceTest);
#include "tridiagonal_conformance_test.moc"
