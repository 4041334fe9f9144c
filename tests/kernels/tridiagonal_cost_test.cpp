// Steps, operations and bytes of the tridiagonal solvers: the formulas of the source compared with the counts of a
// traced run.

#include "counted_call.h"
#include "random_systems.h"

#include "kernels/operations/tridiagonal.h"
#include "kernels/tridiagonal/levels.h"
#include "support/runner.h"
#include "support/simulated_entries.h"

#include <QTest>

using namespace warploom;
using namespace warploom::kernels;
using namespace warploom::kernels::test;
using namespace warploom::simulated;

namespace {

struct Counted {
    std::int64_t launches = 0, flops = 0;
    std::int64_t global_bytes = 0;   ///< in sectors, counted for each warp instruction that accesses them
    std::int64_t distinct_bytes = 0; ///< distinct bytes accessed by the lanes of one instruction
    std::int64_t bank_conflicts = 0;
    std::vector<std::string> names;
    std::vector<double> x;
};

Counted count(const std::string& kernel, std::int64_t n, Precision precision = Precision::float64) {
    const Card card = find_card("h200");
    for (const auto& entry : simulated_entries_of(Operation::tridiagonal)) {
        if (kernel != entry.info.id) continue;
        LateCounter counter(card);
        Tracer tracer({}, counter);
        counter.watch(tracer);
        const auto bound =
            bind_traced(kernel, TridiagonalInput{random_dominant_system(n, 3), precision, 0}, 128, tracer);
        bound->enqueue();
        bound->finish();
        Counted counted;
        counted.x = bound->x();
        for (const auto& launch : counter.take()) {
            ++counted.launches;
            counted.names.push_back(launch.launch.kernel);
            for (const auto& site : launch.sites) {
                counted.flops += site.flops;
                counted.global_bytes += site.bytes_fetched;
                counted.bank_conflicts += site.bank_conflicts;
            }
        }
        return counted;
    }
    throw Error("kernel.unknown", "There is no kernel " + kernel + ".");
}

int log2_of(std::int64_t n) { return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(n))) - 1; }

} // namespace

class TridiagonalCostTest : public QObject {
    Q_OBJECT

private slots:
    void levels_and_steps_of_small_systems_are_those_on_paper() {
        // 8 rows leave 4, then 2; 7 leave 3, then 1; 6 leave 3, then 1; 5 and 4 leave 2.
        const int levels[] = {0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3};
        for (int n = 0; n < 13; ++n) QCOMPARE(cyclic_levels(n), levels[n]);
        const int steps[] = {1, 1, 1, 2, 2, 3, 3, 3, 3, 4};
        for (int n = 0; n < 10; ++n) QCOMPARE(doubling_steps(n), steps[n]);
        QCOMPARE(row_of_level(0, 0), 0);
        QCOMPARE(row_of_level(1, 1), 3);
        QCOMPARE(row_of_level(1, 2), 7);
    }

    void levels_and_steps_until_few_rows_are_left_are_those_of_a_plain_loop() {
        for (const std::int64_t most : {1, 2, 3, 64, 1024})
            for (std::int64_t n = 1; n < 5000; ++n) {
                int level = 0, step = 0;
                while ((n >> level) > most) ++level;
                while ((n + (std::int64_t{1} << step) - 1) >> step > most) ++step;
                QCOMPARE(cyclic_levels_until(n, most), level);
                QCOMPARE(doubling_steps_until(n, most), step);
            }
        QCOMPARE(cyclic_levels_until(100000000, 1024), 17);
    }

    void a_power_of_two_takes_as_many_launches_as_the_formulas_say() {
        for (const std::int64_t n : {8, 64, 1024}) {
            const int log2_n = log2_of(n);
            QCOMPARE(count("cr", n).launches, 2 * log2_n - 1);
            QCOMPARE(count("pcr", n).launches, log2_n);
            QCOMPARE(count("thomas-gpu", n).launches, 1); // one thread takes all 2 n steps
            QCOMPARE(tridiagonal_cost("cr", n, Precision::float64).steps, 2.0 * log2_n - 1);
            QCOMPARE(tridiagonal_cost("pcr", n, Precision::float64).steps, static_cast<double>(log2_n));
            QCOMPARE(tridiagonal_cost("thomas-gpu", n, Precision::float64).steps, 2.0 * static_cast<double>(n));
        }
        QCOMPARE(count("cr", 8).names, (std::vector<std::string>{"forward", "forward", "middle", "back", "back"}));
        QCOMPARE(count("pcr", 8).names, (std::vector<std::string>{"doubling_step", "doubling_step", "doubling_step"}));
    }

    void other_sizes_take_as_many_launches_as_the_cost_says() {
        for (const std::int64_t n : {1, 2, 3, 5, 6, 7, 12, 100, 1000, 1500})
            for (const char* kernel : {"cr", "cr-records", "pcr", "pcr-records"})
                QCOMPARE(static_cast<double>(count(kernel, n).launches),
                         tridiagonal_cost(kernel, n, Precision::float64).steps);
    }

    /// The source's 8 n, 17 n and 12 n log2 n are for complete sweeps. Counted here, for n a power of two:
    ///   Thomas  6 n forward (2 for the pivot, 1 for c / pivot, 3 for d) and 2 (n - 1) backward: 8 n - 2
    ///   CR      12 for each of the n - 2 rows in the forward steps, 9 for the last two rows, 5 for each of the
    ///           n - 2 rows in the backward steps: 17 n - 25
    ///   PCR     12 per row and step, and n divisions at the end, which the formula omits: 12 n log2 n + n
    void operations_are_counted_as_derived_by_hand() {
        for (const std::int64_t n : {8, 1024}) {
            QCOMPARE(count("thomas-gpu", n).flops, 8 * n - 2);
            QCOMPARE(count("cr", n).flops, 17 * n - 25);
            QCOMPARE(count("cr-records", n).flops, 17 * n - 25);
            QCOMPARE(count("cr-shared", n).flops, 17 * n - 25);
            QCOMPARE(count("pcr", n).flops, 12 * n * log2_of(n) + n);
            QCOMPARE(count("pcr-records", n).flops, 12 * n * log2_of(n) + n);
            QCOMPARE(count("pcr-shared", n).flops, 12 * n * log2_of(n) + n);
        }
        // 1024 rows, 64 of which are solved in parallel: 12 (480 + 240 ...) forward, 12 * 64 * 6 + 64 in the middle, 5
        // backward.
        QCOMPARE(count("cr-pcr", 1024).flops, 17 * (1024 - 64) + 12 * 64 * 6 + 64);
    }

    void operations_of_the_cost_are_the_formulas() {
        const auto operations = [](const char* kernel) {
            return tridiagonal_cost(kernel, 1024, Precision::float64).operations;
        };
        QCOMPARE(operations("thomas"), 8.0 * 1024);
        QCOMPARE(operations("cpu-cr"), 17.0 * 1024);
        QCOMPARE(operations("cr-records"), 17.0 * 1024);
        QCOMPARE(operations("pcr"), 12.0 * 1024 * 10);
        QCOMPARE(operations("cpu-pcr-blocked"), 12.0 * 1024 * 10);
        QCOMPARE(operations("cr-pcr"), 17.0 * 960 + 12.0 * 64 * 6);
        QCOMPARE(std::string(tridiagonal_cost("cr", 8, Precision::float64).operations_formula), "17n");
        QCOMPARE(std::string(tridiagonal_cost("pcr", 8, Precision::float64).steps_formula), "log2 n");
    }

    void shared_variants_launch_only_what_does_not_fit() {
        QCOMPARE(count("cr-shared", 1024).launches, 1);
        QCOMPARE(count("pcr-shared", 1024).launches, 1);
        QCOMPARE(count("cr-shared", 2048).launches, 3); // forward, the block, backward
        QCOMPARE(count("cr-pcr", 2048).launches, 3);
        QCOMPARE(count("pcr-shared", 2048).launches, 2);
        QCOMPARE(count("cr-shared", 4098).launches, 5);  // 2049 and 1024 rows are left
        QCOMPARE(count("pcr-shared", 4097).launches, 4); // four pieces have at most 1025 rows, eight have at most 513
    }

    void rows_of_cyclic_reduction_fall_into_few_banks_and_a_parallel_middle_has_fewer_conflicts() {
        const auto cr = count("cr-shared", 1024), hybrid = count("cr-pcr", 1024), pcr = count("pcr-shared", 1024);
        QCOMPARE(pcr.bank_conflicts, 0); // adjacent threads read adjacent elements
        QVERIFY(hybrid.bank_conflicts > 0);
        QVERIFY(cr.bank_conflicts > hybrid.bank_conflicts);
    }

    void bytes_of_eight_unknowns_are_those_counted_by_hand() {
        const auto bytes = [](const char* kernel, Precision p) { return tridiagonal_cost(kernel, 8, p).bytes; };
        // Three steps: 8 rows of 4 numbers are read three times and written twice; 8 values of x are written.
        QCOMPARE(bytes("pcr", Precision::float64), 8.0 * (5 * 4 * 8 + 8));
        QCOMPARE(bytes("pcr", Precision::float32), 4.0 * (5 * 4 * 8 + 8));
        QCOMPARE(bytes("pcr-records", Precision::float64), 8.0 * (5 * 32 + 8));
        QCOMPARE(bytes("thomas", Precision::float64), 72.0 * 8);
        QCOMPARE(bytes("partition", Precision::float64), 72.0 * 8);
        QCOMPARE(bytes("cusparse-gtsv2", Precision::float64), 40.0 * 8);
        // In float, 8 unknowns are one sector, and the cost of an array extends from the first to the last accessed
        // row. Forward: all 8 read, rows 1 3 5 7 written (7 slots); these read, 3 and 7 written (5). Middle: 5 read and
        // 5 of x written. Backward: rows 1 5 read (5), x of 3 7 read (5), x written (5); rows 0 2 4 6 read (7), x of 1
        // 3 5 7 read (7), x written (7).
        QCOMPARE(bytes("cr", Precision::float32),
                 4.0 * (4 * (8 + 7 + 7 + 5) + 4 * 5 + 5 + 4 * 5 + 5 + 5 + 4 * 7 + 7 + 7));
        QCOMPARE(bytes("cr-shared", Precision::float32), 4.0 * (4 * 8 + 8));
        QCOMPARE(bytes("pcr-shared", Precision::float64), 8.0 * (4 * 8 + 8));
    }

    void the_trace_never_moves_less_than_the_cost_says() {
        for (const auto& entry : simulated_entries_of(Operation::tridiagonal)) {
            const std::string id = entry.info.id;
            for (const Precision p : {Precision::float64, Precision::float32})
                for (const std::int64_t n : {512, 3000}) {
                    const double least = tridiagonal_cost(id, n, p).bytes;
                    const auto counted = static_cast<double>(count(id, n, p).global_bytes);
                    QVERIFY2(least > 0, id.c_str());
                    QVERIFY2(counted >= 0.99 * least, (id + ": " + std::to_string(counted) + " bytes were counted, " +
                                                       std::to_string(least) + " are said to be the least")
                                                          .c_str());
                }
        }
    }

    void every_kernel_has_a_cost_and_no_other() {
        for (const KernelInfo& info : kernels_of(Operation::tridiagonal)) {
            for (const std::int64_t n : {0, 1, 2, 1000}) {
                const auto cost = tridiagonal_cost(info.id, n, Precision::float64);
                QVERIFY(std::isfinite(cost.bytes) && cost.bytes >= 40.0 * static_cast<double>(n) * 0.99);
                QVERIFY(std::isfinite(cost.steps) && std::isfinite(cost.operations) && cost.operations >= 0);
            }
        }
        try {
            tridiagonal_cost("gauss", 8, Precision::float64);
            QFAIL("a cost of nothing");
        } catch (const Error& error) { QCOMPARE(error.code(), std::string("kernel.unknown")); }
    }
};

WARPLOOM_TEST(TridiagonalCostTest);
#include "tridiagonal_cost_test.moc"
