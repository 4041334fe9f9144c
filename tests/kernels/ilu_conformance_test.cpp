#include "random_matrices.h"

#include "engine/error.h"
#include "engine/matrix/random.h"
#include "engine/measure/factor_check.h"
#include "engine/simulated/single_thread_trace_sink.h"
#include "engine/simulated/tracer.h"
#include "kernels/machine/machine.h"
#include "kernels/machine/registry.h"
#include "kernels/preconditioners/incomplete_lu.h"
#include "recorded_steps.h"
#include "support/runner.h"
#include "support/simulated_entries.h"

#include <QTest>

#include <algorithm>
#include <cstring>

using namespace warploom;
using namespace warploom::kernels;
using namespace warploom::kernels::test;

// Tests every factorization A ≈ L U on one machine, first on matrices that are factorized by hand, then on random ones.
// The rows are generated from the registry, so new kernels are included automatically.

namespace {

struct IluCase {
    CsrMatrix a;
    std::vector<double> lu; ///< derived by hand, or empty
    int levels = 0;         ///< derived by hand, or 0
};

/// Returns a matrix whose rows have some entries on both sides, at most `reach` away. It is diagonally dominant, so
/// that no pivot is near 0.
CsrMatrix drawn_square(int n, int entries, int reach, std::uint64_t seed) {
    Random random(seed);
    Rows rows(static_cast<std::size_t>(n));
    for (int row = 0; row < n; ++row) {
        auto& entries_of_row = rows[static_cast<std::size_t>(row)];
        entries_of_row.emplace_back(row, entries + 1 + random.symmetric());
        for (int k = 0; k < entries; ++k) {
            const int column = row - reach + static_cast<int>(random.below(static_cast<std::uint64_t>(2 * reach + 1)));
            const auto is_there = [&](const auto& entry) { return entry.first == column; };
            if (column >= 0 && column < n && std::none_of(entries_of_row.begin(), entries_of_row.end(), is_there))
                entries_of_row.emplace_back(column, random.symmetric());
        }
        std::sort(entries_of_row.begin(), entries_of_row.end());
    }
    return matrix_of(rows, n);
}

IluCase ilu_case(const std::string& name) {
    //     2 1 .     1 . .   2 1 .
    //     4 5 3  =  2 1 . * . 3 3
    //     . 9 10    . 3 1   . . 1
    if (name == "three rows")
        return {
            matrix_of({{{0, 2}, {1, 1}}, {{0, 4}, {1, 5}, {2, 3}}, {{1, 9}, {2, 10}}}, 3), {2, 1, 2, 3, 3, 3, 1}, 3};
    //     1 1 1  Rows 1 and 2 would cause fill-in, which is dropped.
    //     1 3 .
    //     1 . 4
    if (name == "no fill")
        return {matrix_of({{{0, 1}, {1, 1}, {2, 1}}, {{0, 1}, {1, 3}}, {{0, 1}, {2, 4}}}, 3), {1, 1, 1, 1, 2, 1, 3}, 2};
    if (name == "one row") return {matrix_of({{{0, 4}}}, 1), {4}, 1};
    if (name == "no row") return {matrix_of({}, 0), {}, 0};
    if (name == "chain") { // -1, 1 or 2, -1: every pivot is 1, and each row depends on the previous one
        Rows rows(300);
        IluCase c{{}, {}, 300};
        for (int row = 0; row < 300; ++row) {
            auto& own = rows[static_cast<std::size_t>(row)];
            if (row > 0) own.emplace_back(row - 1, -1);
            own.emplace_back(row, row == 0 ? 1 : 2);
            if (row < 299) own.emplace_back(row + 1, -1);
            if (row > 0) c.lu.push_back(-1);
            c.lu.push_back(1);
            if (row < 299) c.lu.push_back(-1);
        }
        c.a = matrix_of(rows, 300);
        return c;
    }
    if (name == "full") return {drawn_square(70, 400, 70, 3), {}, 0}; // nearly full
    if (name == "near") return {drawn_square(900, 5, 7, 4), {}, 0};
    return {drawn_square(1500, 4, 1500, 5), {}, 0};
}

constexpr const char* case_names[] = {"three rows", "no fill", "one row", "no row", "chain", "full", "near", "far"};

std::string code_of(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) { return error.hint().empty() ? "no hint" : error.code(); }
    return "none";
}

IluInput input_of(const CsrMatrix& a, Precision precision) {
    return {make_format("csr", a, precision), std::make_shared<LuPattern>(lu_pattern(a))};
}

std::vector<double> factorize(BoundIlu& bound) {
    bound.poison();
    bound.enqueue();
    bound.finish();
    return bound.factors();
}

class FactorSink final : public simulated::SingleThreadTraceSink {
public:
    void begin_launch(const simulated::LaunchInfo&, const std::vector<std::int64_t>&) override { ++launches; }
    int launches = 0;
};

bool are_same_bits(const std::vector<double>& a, const std::vector<double>& b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

} // namespace

class IluConformanceTest : public QObject {
    Q_OBJECT

    std::unique_ptr<Machine> machine_;

private slots:
    void init() { // with --kernel, skips test functions without data rows
        if (!runner::is_wanted({}) && QTest::currentDataTag() == nullptr) QSKIP("--kernel names something else.");
    }
    void initTestCase() {
        try {
            machine_ = open_machine(runner::machine());
        } catch (const Error& error) {
            qInfo("all tests skipped: %s", error.what());
            QSKIP(error.what());
        }
    }

    void the_pattern_says_diagonals_levels_and_operations() {
        const LuPattern three = lu_pattern(ilu_case("three rows").a);
        QCOMPARE(three.diagonal, (std::vector<int>{0, 3, 6}));
        QCOMPARE(three.lower.levels(), 3);
        QCOMPARE(three.upper.levels(), 3);
        QCOMPARE(three.operations, std::int64_t{6}); // two quotients, and entries 5 and 10 each subtract a product
        const LuPattern spread = lu_pattern(ilu_case("no fill").a);
        QCOMPARE(spread.lower.first, (std::vector<int>{0, 1, 3}));
        QCOMPARE(spread.operations, std::int64_t{6}); // entries 3 and 4 each subtract a product; fill-in is dropped
    }

    void what_cannot_be_factorized_is_refused_with_a_hint() {
        QCOMPARE(code_of([] { lu_pattern(matrix_of({{{0, 1}}}, 2)); }), std::string("matrix.square"));
        QCOMPARE(code_of([] { lu_pattern(matrix_of({{{0, 1}}, {{0, 2}}}, 2)); }), std::string("matrix.diagonal"));
    }

    void a_wrong_factor_is_told_with_its_place_and_what_it_should_be() {
        const IluCase c = ilu_case("three rows");
        QVERIFY(measure::check_incomplete_lu(c.a, c.lu, false).is_right());
        QCOMPARE(measure::check_incomplete_lu(c.a, c.lu, false).bound_ratio, 0.0);
        for (std::size_t k = 0; k < c.lu.size(); ++k)
            for (const double wrong : {c.lu[k] + 1e-9, std::numeric_limits<double>::quiet_NaN()}) {
                std::vector<double> changed = c.lu;
                changed[k] = wrong;
                const auto check = measure::check_incomplete_lu(c.a, changed, false);
                QVERIFY(!check.is_right());
                QCOMPARE(check.first_wrong_entry, static_cast<std::int64_t>(k));
                QCOMPARE(static_cast<double>(check.expected), c.lu[k]);
                QCOMPARE(check.first_wrong_column, static_cast<std::int64_t>(c.a.column[k]));
            }
    }

    void every_factorization_keeps_the_bound_data() {
        QTest::addColumn<QString>("kernel");
        QTest::addColumn<QString>("matrix");
        QTest::addColumn<bool>("in_float");
        QTest::addColumn<int>("block");
        if (!machine_) return;
        for (const KernelInfo& info : kernels_of(Operation::ilu)) {
            if (!machine_->runs(info.runs_on) || !runner::is_wanted(info.id)) continue;
            for (const char* const name : case_names)
                for (const bool in_float : {false, true})
                    for (const int block :
                         info.runs_on == RunsOn::gpu ? std::vector<int>{32, 128} : std::vector<int>{128})
                        QTest::addRow("%s, %s, %s, %d", info.id, name, in_float ? "float" : "double", block)
                            << info.id << name << in_float << block;
        }
    }
    void every_factorization_keeps_the_bound() {
        QFETCH(QString, kernel);
        QFETCH(QString, matrix);
        QFETCH(bool, in_float);
        QFETCH(int, block);
        const IluCase c = ilu_case(matrix.toStdString());
        const auto input = input_of(c.a, in_float ? Precision::float32 : Precision::float64);
        const auto bound = machine_->bind(kernel.toStdString(), input, block);
        for (const int time : {1, 2}) { // again, with the marks of the previous launch still in memory
            const std::vector<double> lu = factorize(*bound);
            QVERIFY(!bound->zero_pivot());
            QCOMPARE(lu.size(), c.a.value.size());
            const auto check = measure::check_incomplete_lu(c.a, lu, in_float);
            QVERIFY2(check.is_right(), std::to_string(check.worst_row + 1000000 * time).c_str());
            if (!c.lu.empty()) QCOMPARE(lu, c.lu); // small integers: no rounding errors
            // All kernels subtract the rows above in column order, but a GPU may use fused multiply-add.
            if (!in_float && machine_->info().kind != MachineKind::cuda)
                QVERIFY(are_same_bits(lu, incomplete_lu(c.a).value));
        }
    }

    void a_pivot_of_zero_is_told_with_its_row_data() {
        QTest::addColumn<QString>("kernel");
        if (!machine_) return;
        for (const KernelInfo& info : kernels_of(Operation::ilu))
            if (machine_->runs(info.runs_on) && runner::is_wanted(info.id)) QTest::addRow("%s", info.id) << info.id;
    }
    void a_pivot_of_zero_is_told_with_its_row() {
        QFETCH(QString, kernel);
        const auto told = [&](const CsrMatrix& a) {
            const auto bound = machine_->bind(kernel.toStdString(), input_of(a, Precision::float64), 64);
            factorize(*bound);
            return bound->zero_pivot().value_or(-1);
        };
        QCOMPARE(told(matrix_of({{{0, 2}, {1, 1}}, {{0, 4}, {1, 2}}, {{2, 1}}}, 3)), std::int64_t{1}); // 2 - 2 x 1
        QCOMPARE(told(matrix_of({{{0, 0}, {1, 1}}, {{0, 1}, {1, 1}}}, 2)), std::int64_t{0});
        QCOMPARE(told(matrix_of({{{0, 1}}, {{1, 1e308}, {2, 1}}, {{1, 1}, {2, 1}}}, 3)), std::int64_t{-1});
        QCOMPARE(told(matrix_of({{{0, 1e-300}, {1, 1}}, {{0, 1e300}, {1, 1}}}, 2)), std::int64_t{1}); // not finite
    }

    void a_traced_factorization_gives_the_same_bits_and_names_its_lines() {
        if (machine_->info().kind != MachineKind::simulated) return; // traced by one machine, which suffices
        for (const auto& entry : simulated_entries_of(Operation::ilu))
            for (const char* const name : case_names)
                for (const std::uint64_t seed : {0u, 17u}) {
                    const IluCase c = ilu_case(name);
                    const auto input = input_of(c.a, Precision::float64);
                    FactorSink sink;
                    simulated::TraceOptions options;
                    options.lane_order_seed = seed;
                    options.multiprocessors = 3;
                    options.resident_blocks = [](int) { return 2; };
                    if (seed != 0) options.sample_blocks = 4; // awaited blocks need not be traced
                    simulated::Tracer tracer(options, sink);
                    const auto traced = bind_traced(entry.info.id, input, 64, tracer);
                    QVERIFY2(are_same_bits(factorize(*traced), incomplete_lu(c.a).value), name);
                    const int launches = std::string(entry.info.id) == "levels" ? input.pattern->lower.levels() : 1;
                    if (c.a.rows > 0) QCOMPARE(sink.launches, launches);
                    if (c.levels > 0) QCOMPARE(input.pattern->lower.levels(), c.levels);
                    for (const auto& finding : tracer.findings()) QFAIL(finding.sentence.c_str());
                    for (const auto& site : tracer.sites()) QVERIFY(is_in_a_text(site));
                }
    }

    void several_gpus_are_refused_with_the_reason() {
        const IluInput input = input_of(ilu_case("three rows").a, Precision::float64);
        QVERIFY(!BindRequest({"levels", input, 64}).why_not_shared().empty());
    }
};

WARPLOOM_TEST(IluConformanceTest);
#include "ilu_conformance_test.moc"
