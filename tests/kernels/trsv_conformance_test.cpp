#include "cg_cases.h"
#include "random_matrices.h"
#include "recorded_steps.h"

#include "engine/error.h"
#include "engine/matrix/lower_factor.h"
#include "engine/matrix/random.h"
#include "engine/measure/reference.h"
#include "engine/simulated/single_thread_trace_sink.h"
#include "engine/simulated/tracer.h"
#include "kernels/machine/machine.h"
#include "kernels/machine/registry.h"
#include "kernels/trsv/level_sets.h"
#include "support/runner.h"
#include "support/simulated_entries.h"

#include <QTest>

#include <algorithm>
#include <cstring>

using namespace warploom;
using namespace warploom::kernels;
using namespace warploom::kernels::test;

// Tests every solver of L x = b on one machine, first on systems that are solved by hand, then on random ones. The rows
// are generated from the registry, so new kernels are included automatically.

namespace {

struct TrsvCase {
    CsrMatrix lower;
    std::vector<double> b, x; ///< `x` is empty if it is not known
    int levels;
};

/// Returns a lower triangular matrix whose rows depend on some previous rows, at most `reach` back. The diagonal is
/// large enough to keep x small.
CsrMatrix random_lower(int n, int entries, int reach, std::uint64_t seed) {
    Random random(seed);
    std::vector<std::vector<std::pair<int, double>>> rows(n);
    for (int row = 0; row < n; ++row) {
        for (int k = 0; k < entries && row > 0; ++k) {
            const int back = 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(std::min(reach, row))));
            const auto is_there = [&](const auto& entry) { return entry.first == row - back; };
            if (std::none_of(rows[row].begin(), rows[row].end(), is_there))
                rows[row].emplace_back(row - back, random.symmetric());
        }
        rows[row].emplace_back(row, entries + 1 + random.symmetric());
        std::sort(rows[row].begin(), rows[row].end());
    }
    CsrMatrix lower;
    lower.rows = lower.cols = n;
    for (const auto& row : rows) {
        for (const auto& [column, value] : row) {
            lower.column.push_back(column);
            lower.value.push_back(value);
        }
        lower.row_pointer.push_back(lower.nonzeros());
    }
    return lower;
}

CsrMatrix chain(int n) { // 1 on the diagonal, -1 below it: x_i = b_i + x_{i-1}
    CsrMatrix lower;
    lower.rows = lower.cols = n;
    for (int row = 0; row < n; ++row) {
        if (row > 0) {
            lower.column.push_back(row - 1);
            lower.value.push_back(-1);
        }
        lower.column.push_back(row);
        lower.value.push_back(1);
        lower.row_pointer.push_back(lower.nonzeros());
    }
    return lower;
}

TrsvCase trsv_case(const std::string& name) {
    //     2 . .   x0     2        x = 1, 3, -2
    //     1 1 . * x1  =  4
    //     4 . 3   x2    -2
    if (name == "three rows")
        return {matrix_of({{{0, 2}}, {{0, 1}, {1, 1}}, {{0, 4}, {2, 3}}}, 3), {2, 4, -2}, {1, 3, -2}, 2};
    if (name == "one row") return {matrix_of({{{0, 4}}}, 1), {2}, {0.5}, 1};
    if (name == "no row") return {matrix_of({}, 0), {}, {}, 0};
    if (name == "diagonal") {
        TrsvCase c{{}, {}, {}, 1};
        c.lower.rows = c.lower.cols = 200;
        for (int row = 0; row < 200; ++row) {
            c.lower.column.push_back(row);
            c.lower.value.push_back(1 << row % 8);
            c.lower.row_pointer.push_back(row + 1);
            c.b.push_back(row);
            c.x.push_back(row / static_cast<double>(1 << row % 8));
        }
        return c;
    }
    if (name == "chain") { // as many levels as rows: each row depends on the previous one
        TrsvCase c{chain(300), std::vector<double>(300, 1.0), {}, 300};
        for (int row = 0; row < 300; ++row) c.x.push_back(row + 1);
        return c;
    }
    const bool is_dense = name == "long rows", is_near = name == "near rows";
    return {is_dense  ? random_lower(400, 90, 400, 5)
            : is_near ? random_lower(1500, 4, 6, 6)
                      : random_lower(3000, 3, 3000, 7),
            {},
            {},
            0};
}

constexpr const char* case_names[] = {"three rows", "one row",   "no row",    "diagonal",
                                      "chain",      "long rows", "near rows", "far rows"};

std::string code_of(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) { return error.hint().empty() ? "no hint" : error.code(); }
    return "none";
}

TrsvInput input_of(const CsrMatrix& lower, Precision precision) {
    return {make_format("csr", lower, precision), std::make_shared<LevelSets>(level_sets(lower))};
}

std::vector<double> solve(BoundTrsv& solver, const std::vector<double>& b) {
    solver.set_right_side(b);
    solver.poison();
    solver.enqueue();
    solver.finish();
    return solver.x();
}

class IgnoringTrsvSink final : public simulated::SingleThreadTraceSink {
public:
    void begin_launch(const simulated::LaunchInfo& launch, const std::vector<std::int64_t>&) override {
        launches.push_back(launch.kernel);
    }
    std::vector<std::string> launches;
};

} // namespace

class TrsvConformanceTest : public QObject {
    Q_OBJECT

    std::unique_ptr<Machine> machine_;

    static void judge(const TrsvCase& c, const std::vector<double>& b, const std::vector<double>& x, bool in_float) {
        std::vector<double> rounded = b;
        if (in_float)
            for (double& value : rounded) value = static_cast<double>(static_cast<float>(value));
        const auto check = measure::check_spmv(measure::spmv_reference(c.lower, x, in_float), rounded);
        QVERIFY2(check.is_right(), check.complaint.c_str());
        for (std::size_t i = 0; i < c.x.size(); ++i) // small integers and halves: no rounding errors
            QVERIFY2(x[i] == c.x[i] || (in_float && static_cast<float>(c.x[i]) == static_cast<float>(x[i])),
                     std::to_string(i).c_str());
    }
    static std::vector<double> right_side(const TrsvCase& c) {
        if (!c.b.empty()) return c.b;
        std::vector<double> b(c.lower.rows);
        Random random(11);
        for (double& value : b) value = random.symmetric();
        return b;
    }

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

    void rows_of_a_level_need_only_rows_of_levels_before() {
        const LevelSets three = level_sets(trsv_case("three rows").lower);
        QCOMPARE(three.first, (std::vector<int>{0, 1, 3}));
        QCOMPARE(three.order, (std::vector<int>{0, 1, 2}));
        QCOMPARE(three.most_rows(), 2);
        QCOMPARE(level_sets(trsv_case("diagonal").lower).levels(), 1);
        QCOMPARE(level_sets(trsv_case("chain").lower).levels(), 300);
        QCOMPARE(level_sets(trsv_case("no row").lower).levels(), 0);
        const CsrMatrix lower = trsv_case("near rows").lower;
        const LevelSets sets = level_sets(lower);
        std::vector<int> level_of(lower.rows, -1);
        for (int level = 0; level < sets.levels(); ++level)
            for (int k = sets.first[level]; k < sets.first[level + 1]; ++k) level_of[sets.order[k]] = level;
        for (int row = 0; row < lower.rows; ++row) {
            int highest = -1;
            for (auto k = lower.row_pointer[row]; k < lower.row_pointer[row + 1] - 1; ++k)
                highest = std::max(highest, level_of[lower.column[k]]);
            QCOMPARE(level_of[row], highest + 1);
        }
    }

    void the_lower_triangle_ends_each_row_with_its_diagonal() {
        //     2 7 .      2 . .
        //     1 3 8  ->  1 3 .
        //     . 5 4      . 5 4
        const CsrMatrix lower =
            lower_factor(matrix_of({{{0, 2}, {1, 7}}, {{0, 1}, {1, 3}, {2, 8}}, {{1, 5}, {2, 4}}}, 3));
        QCOMPARE(lower.row_pointer, (std::vector<std::int64_t>{0, 1, 3, 5}));
        QCOMPARE(lower.column, (std::vector<std::int32_t>{0, 0, 1, 1, 2}));
        QCOMPARE(lower.value, (std::vector<double>{2, 1, 3, 5, 4}));
        // Without a diagonal, it is L of an LU factorization, with ones on the diagonal.
        const CsrMatrix unit = lower_factor(matrix_of({{}, {{0, 5}}}, 2));
        QCOMPARE(unit.value, (std::vector<double>{1, 5, 1}));
    }

    void what_cannot_be_solved_is_refused_with_a_hint() {
        CsrMatrix wide = matrix_of({{{0, 1}}}, 2);
        QCOMPARE(code_of([&] { lower_factor(wide); }), std::string("matrix.square"));
        QCOMPARE(code_of([] {
                     lower_factor(matrix_of({{{0, 1}}, {{0, 2}, {1, 0}}}, 2));
                 }),
                 std::string("matrix.diagonal"));
        QCOMPARE(code_of([] { lower_factor(matrix_of({{{0, 1}}, {{0, 2}}}, 2)); }), std::string("matrix.diagonal"));
    }

    void every_solver_keeps_the_bound_of_forward_substitution_data() {
        QTest::addColumn<QString>("kernel");
        QTest::addColumn<QString>("matrix");
        QTest::addColumn<bool>("in_float");
        QTest::addColumn<int>("block");
        if (!machine_) return;
        for (const KernelInfo& info : kernels_of(Operation::trsv)) {
            if (!machine_->runs(info.runs_on) || !runner::is_wanted(info.id)) continue;
            for (const char* const name : case_names)
                for (const bool in_float : {false, true})
                    for (const int block :
                         info.runs_on == RunsOn::gpu ? std::vector<int>{32, 128} : std::vector<int>{128})
                        QTest::addRow("%s, %s, %s, %d", info.id, name, in_float ? "float" : "double", block)
                            << info.id << name << in_float << block;
        }
    }
    void every_solver_keeps_the_bound_of_forward_substitution() {
        QFETCH(QString, kernel);
        QFETCH(QString, matrix);
        QFETCH(bool, in_float);
        QFETCH(int, block);
        const TrsvCase c = trsv_case(matrix.toStdString());
        const std::vector<double> b = right_side(c);
        const auto input = input_of(c.lower, in_float ? Precision::float32 : Precision::float64);
        const auto solver = machine_->bind(kernel.toStdString(), input, block);
        const std::vector<double> x = solve(*solver, b);
        QCOMPARE(static_cast<std::int64_t>(x.size()), c.lower.rows);
        judge(c, b, x, in_float);
        // Again, with the flags of the previous launch still in memory, and with different numbers.
        std::vector<double> twice = b;
        for (double& value : twice) value *= 2;
        const std::vector<double> doubled = solve(*solver, twice);
        if (find_kernel(Operation::trsv, kernel.toStdString())->runs_on == RunsOn::cuda) return; // arbitrary order
        for (std::size_t i = 0; i < x.size(); ++i) QCOMPARE(doubled[i], 2 * x[i]);
    }

    void a_traced_solver_gives_the_same_bits_and_names_its_lines() {
        if (machine_->info().kind != MachineKind::simulated) return; // traced by one machine, which suffices
        for (const auto& entry : simulated_entries_of(Operation::trsv))
            for (const char* const name : case_names)
                for (const std::uint64_t seed : {0u, 17u}) {
                    const TrsvCase c = trsv_case(name);
                    const auto input = input_of(c.lower, Precision::float64);
                    const std::vector<double> b = right_side(c);
                    IgnoringTrsvSink sink;
                    simulated::TraceOptions options;
                    options.lane_order_seed = seed;
                    options.multiprocessors = 3;
                    options.resident_blocks = [](int) { return 2; };
                    if (seed != 0) options.sample_blocks = 4; // awaited blocks need not be traced
                    simulated::Tracer tracer(options, sink);
                    const auto traced = bind_traced(entry.info.id, input, 64, tracer);
                    const std::vector<double> x = solve(*traced, b);
                    const std::vector<double> plain = solve(*machine_->bind(entry.info.id, input, 64), b);
                    QVERIFY2(x.empty() || std::memcmp(x.data(), plain.data(), x.size() * sizeof(double)) == 0, name);
                    const std::string id = entry.info.id;
                    const int levels = input.levels->levels();
                    const bool clears_first = id == "waiting" && c.lower.rows >= 32 * levels; // else one block does all
                    const int launches = id == "levels" ? levels : clears_first ? 2 : 1;
                    if (c.lower.rows > 0) QCOMPARE(static_cast<int>(sink.launches.size()), launches);
                    for (const auto& finding : tracer.findings()) QFAIL(finding.sentence.c_str());
                    for (const auto& site : tracer.sites()) QVERIFY(is_in_a_text(site));
                }
    }

    void several_gpus_are_refused_with_the_reason() {
        const TrsvInput input = input_of(trsv_case("three rows").lower, Precision::float64);
        QVERIFY(!BindRequest({"levels", input, 64}).why_not_shared().empty());
    }
};

WARPLOOM_TEST(TrsvConformanceTest);
#include "trsv_conformance_test.moc"
