#include "app/inputs/inputs.h"
#include "app/operations/ata.h"
#include "app/operations/cg.h"
#include "app/operations/operation.h"
#include "app/operations/tridiagonal.h"
#include "app/run/run_plan.h"
#include "engine/generators/matrix_source.h"
#include "kernels/sources/text_of_kernel.h"
#include "other_machine.h"
#include "support/runner.h"
#include "troubled_machines.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

using namespace warploom;
using namespace warploom::app;

namespace {

RunSettings quick(std::vector<std::string> kernels) {
    RunSettings settings;
    settings.kernels = std::move(kernels);
    settings.quick = true;
    settings.cache = CacheState::warm;
    return settings;
}

/// Returns the system with `b` on the diagonal and `beside` on both sides of it; d = A (1, 2, 3, ...).
std::shared_ptr<const TridiagonalSystem> system_of(std::vector<double> b, double beside) {
    auto system = std::make_shared<TridiagonalSystem>();
    const auto n = b.size();
    system->a.assign(n, beside);
    system->c.assign(n, beside);
    system->a.front() = system->c.back() = std::nan("");
    for (std::size_t i = 0; i < n; ++i) {
        system->known_x.push_back(static_cast<double>(i) + 1);
        const double before = i > 0 ? beside * static_cast<double>(i) : 0;
        const double after = i + 1 < n ? beside * (static_cast<double>(i) + 2) : 0;
        system->d.push_back(before + b[i] * (static_cast<double>(i) + 1) + after);
    }
    system->b = std::move(b);
    return system;
}

Run solve(kernels::Machine& machine, std::shared_ptr<const TridiagonalSystem> system, const RunSettings& settings) {
    TridiagonalProblem problem("by hand", std::move(system));
    return run_problem(machine, problem, settings);
}

Run multiply(kernels::Machine& machine, DenseMatrix a, const RunSettings& settings) {
    AtaProblem problem("by hand", std::make_shared<const DenseMatrix>(std::move(a)));
    return run_problem(machine, problem, settings);
}

/// AᵀA whose result C is in remote memory: only its hash is compared, and transfers are counted. From launch
/// `other_from` on (0: never), one element differs by `by`.
struct FarAta {
    int launches = 0, fetched = 0, other_from = 0;
    double by = 0;
};
class BoundFarAta final : public kernels::BoundAta {
public:
    BoundFarAta(std::unique_ptr<BoundAta> inner, FarAta& seen) : inner_(std::move(inner)), seen_(seen) {}
    void poison() override { inner_->poison(); }
    void enqueue() override {
        inner_->enqueue();
        ++seen_.launches;
    }
    void finish() override { inner_->finish(); }
    std::vector<double> c() const override {
        ++seen_.fetched;
        return values();
    }
    std::optional<std::uint64_t> fingerprint() const override {
        InputHash hash;
        const auto c = values();
        hash.add(c.data(), static_cast<std::int64_t>(c.size()));
        return hash.value();
    }

private:
    std::vector<double> values() const {
        auto c = inner_->c();
        if (seen_.other_from > 0 && seen_.launches >= seen_.other_from) c.at(0) += seen_.by;
        return c;
    }
    std::unique_ptr<BoundAta> inner_;
    FarAta& seen_;
};
class FarMachine final : public test::OtherMachine {
public:
    explicit FarMachine(FarAta& seen) : OtherMachine(kernels::open_machine("cpu")), seen_(seen) {}
    std::unique_ptr<kernels::Bound> bind(const kernels::BindRequest& request) override {
        return std::make_unique<BoundFarAta>(as<kernels::BoundAta>(inner().bind(request)), seen_);
    }

private:
    FarAta& seen_;
};

Run iterate(kernels::Machine& machine, Matrix matrix, const RunSettings& settings) {
    CgProblem problem(std::make_shared<const Matrix>(std::move(matrix)));
    return run_problem(machine, problem, settings);
}

Matrix diagonal(std::vector<double> values) {
    Matrix matrix = load_matrix("diagonal:n=" + std::to_string(values.size()));
    matrix.csr.value = std::move(values);
    return matrix;
}

} // namespace

class OperationRunsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        card_ = kernels::open_machine("simulated:h200");
        cpu_ = kernels::open_machine("cpu");
    }

    // The Thomas algorithm in two parts: elimination of the matrix in prepare, and the right-hand side in run.
    void the_modelled_time_of_prepare_is_conversion() {
        const kernels::ScopedKernelSources texts(
            std::map<std::string, std::string>{{"factorized.cu", R"(// scratch: upper T[n]
// scratch: pivot T[n]
template <typename T> __global__ void factorize(int n, const T* a, const T* b, const T* c, T* upper, T* pivot) {
    for (int i = 0; i < n; ++i) {
        pivot[i] = i == 0 ? b[0] : b[i] - a[i] * upper[i - 1];
        upper[i] = c[i] / pivot[i];
    }
}
template <typename T> void prepare(int n, const T* a, const T* b, const T* c, T* upper, T* pivot) {
    factorize<<<1, 1>>>(n, a, b, c, upper, pivot);
}
template <typename T> __global__ void solve(int n, const T* a, const T* upper, const T* pivot, const T* d, T* x) {
    x[0] = d[0] / pivot[0];
    for (int i = 1; i < n; ++i) x[i] = (d[i] - a[i] * x[i - 1]) / pivot[i];
    for (int i = n - 2; i >= 0; --i) x[i] -= upper[i] * x[i + 1];
}
template <typename T> void run(int n, const T* a, const T* upper, const T* pivot, const T* d, T* x) {
    solve<<<1, 1>>>(n, a, upper, pivot, d, x);
}
)"}});
        const Run run =
            solve(*card_, system_of(std::vector<double>(300, 4), 1), quick({"thomas-gpu", "factorized.cu"}));
        const Row &whole = run.results.at(0), &factorized = run.results.at(1);
        QVERIFY2(factorized.status == RowStatus::ok, factorized.reason.c_str());
        QCOMPARE(whole.conversion_ns, 0.0);
        const std::string times = std::to_string(factorized.conversion_ns) + " + " +
                                  std::to_string(factorized.time.median) + ", whole " +
                                  std::to_string(whole.time.median);
        QVERIFY2(factorized.conversion_ns > 0.1 * factorized.time.median, times.c_str());
        QVERIFY2(factorized.time.median < whole.time.median, times.c_str());
        QVERIFY2(factorized.time.median + factorized.conversion_ns > 0.5 * whole.time.median, times.c_str());
        QVERIFY2(factorized.detail.find("prepare") != std::string::npos, factorized.detail.c_str());
    }

    void a_system_of_three_is_solved_and_counted() {
        // (4 1 0; 1 4 1; 0 1 4) (1, 2, 3) = (6, 12, 14)
        const auto system = system_of({4, 4, 4}, 1);
        QCOMPARE(system->d, (std::vector<double>{6, 12, 14}));
        const Run run = solve(*card_, system, quick({"thomas-gpu"}));
        const Row& row = run.results.at(0);
        QVERIFY2(row.status == RowStatus::ok, row.reason.c_str());
        QVERIFY(row.own<TridiagonalResult>()->residual < 1e-15);
        QVERIFY(row.own<TridiagonalResult>()->forward_error < 1e-15);
        QVERIFY(!row.own<TridiagonalResult>()->zero_pivot);
        QCOMPARE(*row.own<TridiagonalResult>()->launches, std::int64_t{1});
        // Row 0: b - a u, c / pivot, d - a x, / pivot; three times 6 operations; then two back-substitutions of 2.
        QCOMPARE(row.own<TridiagonalResult>()->counted_operations, 3 * 6 + 2 * 2.0);
        QCOMPARE(row.gflops, row.own<TridiagonalResult>()->operations / row.time.median);
        QVERIFY(row.own<TridiagonalResult>()->with_copies_ns > row.time.median);
        QCOMPARE(row.format_bytes, std::int64_t{4 * 3 * 8});
        QCOMPARE(run.input.nonzeros, std::int64_t{7});
        QVERIFY(!row.threads);
    }

    void what_stands_outside_the_matrix_does_not_change_the_hash() {
        auto other = *system_of({4, 4, 4}, 1);
        other.a[0] = 7;
        other.c[2] = -3;
        const auto hash = [](const TridiagonalSystem& s) {
            return TridiagonalProblem("x", std::make_shared<const TridiagonalSystem>(s)).input().hash;
        };
        QCOMPARE(hash(other), hash(*system_of({4, 4, 4}, 1)));
        other.a[1] = 7;
        QVERIFY(hash(other) != hash(*system_of({4, 4, 4}, 1)));
    }

    void a_long_input_is_hashed_by_pieces_and_every_number_counts() {
        constexpr std::int64_t piece = std::int64_t{1} << 20;
        std::vector<double> values(piece + 3, 1.5);
        const auto hash_of = [&](std::int64_t count) {
            InputHash hash;
            hash.add(values.data(), count);
            return hash.value();
        };
        // The hash of a single chunk is that of its numbers, as for all short inputs. That of several chunks is the
        // hash of their hashes.
        InputHash first, rest, both;
        for (std::int64_t i = 0; i < piece; ++i) first.add(std::bit_cast<std::uint64_t>(1.5));
        QCOMPARE(hash_of(piece), first.value());
        for (int i = 0; i < 3; ++i) rest.add(std::bit_cast<std::uint64_t>(1.5));
        both.add(first.value());
        both.add(rest.value());
        QCOMPARE(hash_of(piece + 3), both.value());
        for (const std::int64_t at : {std::int64_t{0}, piece - 1, piece, piece + 2}) {
            values[at] = -1.5;
            QVERIFY(hash_of(piece + 3) != both.value());
            values[at] = 1.5;
        }
    }

    void a_result_far_away_travels_once_as_long_as_its_bits_are_those_that_were_right() {
        FarAta steady;
        FarMachine machine(steady);
        const DenseMatrix a{3, 2, {1, 2, 3, 4, 5, 6}};
        Run run = multiply(machine, a, quick({"cpu-ata"}));
        QVERIFY2(run.results.at(0).status == RowStatus::ok, run.results.at(0).reason.c_str());
        QCOMPARE(steady.fetched, 1);
        QVERIFY(steady.launches > 2);

        FarAta other{0, 0, 3, 1e-3}; // correct at first
        FarMachine changing(other);
        run = multiply(changing, a, quick({"cpu-ata"}));
        QCOMPARE(other.fetched, 2);
        QVERIFY(run.results.at(0).status == RowStatus::wrong);
        QVERIFY(run.results.at(0).hint.find("after the measurements") != std::string::npos);

        FarAta within{0, 0, 3, 0x1p-47}; // the bits of 35 differ, but within the error bound
        FarMachine near(within);
        run = multiply(near, a, quick({"cpu-ata"}));
        QCOMPARE(within.fetched, 2);
        QVERIFY2(run.results.at(0).status == RowStatus::ok, run.results.at(0).reason.c_str());
    }

    void a_zero_pivot_is_a_result_with_its_row() {
        // Eliminating row 0 gives 1 - 1 * 1 = 0 in row 1, although the matrix (1 1 0; 1 1 1; 0 1 1) is regular.
        const Run run = solve(*cpu_, system_of({1, 1, 1}, 1), quick({"thomas", "lapack-dgtsv"}));
        const Row& without = run.results.at(0);
        QVERIFY(without.status == RowStatus::wrong);
        QCOMPARE(without.code, std::string("numeric.pivot"));
        QCOMPARE(*without.own<TridiagonalResult>()->zero_pivot, std::int64_t{1});
        QVERIFY(without.reason.find("row 1") != std::string::npos);
        const Row& with = run.results.at(1);
        QVERIFY2(with.status == RowStatus::ok, with.reason.c_str());
        QVERIFY(!with.own<TridiagonalResult>()->zero_pivot);
        const Json document = write_run(run)["results"];
        QCOMPARE(document[0]["tridiagonal"]["zero_pivot"].get<int>(), 1);
        QVERIFY(document[0]["time_ns"].is_null());
        QVERIFY(document[1]["tridiagonal"]["zero_pivot"].is_null());
        QVERIFY(!document[1].contains("y"));
        QVERIFY(!document[1].contains("error_bound_ratio"));
    }

    void a_row_of_a_zero_pivot_that_a_text_reports_is_compared_with_the_true_one() {
        const auto text_that_says = [](const char* row) {
            return std::string(R"(
// scratch: upper T[n]
template <typename T>
__global__ void thomas(int n, const T* a, const T* b, const T* c, const T* d, T* x, T* upper, int* zero_pivot) {
    T last_upper = 0, last_x = 0;
    for (int i = 0; i < n; ++i) {
        const T pivot = i > 0 ? b[i] - a[i] * last_upper : b[0];
        if (pivot == 0) atomicMin(zero_pivot, )") +
                   row + R"();
        last_upper = i + 1 < n ? c[i] / pivot : T(0);
        last_x = (i > 0 ? d[i] - a[i] * last_x : d[0]) / pivot;
        upper[i] = last_upper;
        x[i] = last_x;
    }
    for (int i = n - 2; i >= 0; --i) x[i] -= upper[i] * x[i + 1];
}
template <typename T>
void run(int n, const T* a, const T* b, const T* c, const T* d, T* x, T* upper, int* zero_pivot) {
    thomas<<<1, 1>>>(n, a, b, c, d, x, upper, zero_pivot);
}
)";
        };
        kernels::set_request_sources({{"right.cu", text_that_says("i")}, {"next.cu", text_that_says("i + 1")}});
        const auto machine = kernels::open_machine("simulated:h200");
        const Run run = solve(*machine, system_of({1, 1, 1, 1, 1, 1}, 1), quick({"right.cu", "next.cu"}));
        QCOMPARE(run.results.at(0).code, std::string("numeric.pivot"));
        QCOMPARE(run.results.at(1).code, std::string("result.wrong"));
        QCOMPARE(
            run.results.at(1).reason,
            std::string(
                "Kernel next.cu reports a pivot of 0 in row 2, but elimination from the first row encounters it in "
                "row 1."));
        kernels::set_request_sources({});
    }

    void the_residual_is_judged_where_the_dominance_is_strict() {
        // (|a| + |c|) / |b| is 1/2, so k = 3; 1 + log2 1024 = 11; all |b| are equal.
        QCOMPARE(residual_factor(*system_of(std::vector<double>(1024, 4), -1)), 64 * 11 * 9.0);
        QVERIFY(std::isinf(residual_factor(*system_of(std::vector<double>(8, 2), -1))));
        QVERIFY(std::isinf(residual_factor({})));
        QCOMPARE(residual_factor(*system_of({5}, 1)), 64.0); // no off-diagonal entries
    }

    void a_wrong_entry_is_seen_in_a_dominant_system_and_shown_in_another() {
        const auto machine = find_machine(troubled_, "troubled:wrong");
        const Row dominant = solve(*machine, system_of(std::vector<double>(8, 4), -1), quick({"cr"})).results.at(0);
        QVERIFY(dominant.status == RowStatus::wrong);
        QCOMPARE(dominant.code, std::string("result.wrong"));
        QVERIFY(dominant.own<TridiagonalResult>()->residual > 1e-8);
        QVERIFY(dominant.samples.empty());
        const Row weak = solve(*machine, system_of(std::vector<double>(8, 2), -1), quick({"cr"})).results.at(0);
        QVERIFY2(weak.status == RowStatus::ok, weak.reason.c_str());
        QVERIFY(weak.own<TridiagonalResult>()->residual > 1e-8);
    }

    void every_solver_of_a_machine_solves_an_easy_system_data() {
        QTest::addColumn<QString>("machine");
        QTest::newRow("cpu") << "cpu";
        QTest::newRow("simulated") << "simulated:h200";
    }

    void every_solver_of_a_machine_solves_an_easy_system() {
        QFETCH(QString, machine);
        auto settings = quick({});
        settings.threads = {2};
        settings.precisions = {Precision::float32, Precision::float64};
        const auto opened = kernels::open_machine(machine.toStdString());
        const Run run = solve(*opened, system_of(std::vector<double>(37, 4), -1), settings);
        QVERIFY(run.results.size() >= 4);
        for (const Row& row : run.results) {
            QVERIFY2(row.status == RowStatus::ok, (row.kernel + ": " + row.reason).c_str());
            QVERIFY(row.own<TridiagonalResult>()->residual < (row.precision == Precision::float32 ? 1e-5 : 1e-14));
            QVERIFY(row.own<TridiagonalResult>()->bytes > 0);
            // The source gives no formula for the partition method. Unknown values must not be reported as 0.
            QCOMPARE(std::isnan(row.own<TridiagonalResult>()->operations),
                     row.own<TridiagonalResult>()->operations_formula.empty());
            QVERIFY(row.gflops > 0);
            QCOMPARE(std::isnan(row.own<TridiagonalResult>()->with_copies_ns), machine == "cpu");
            QCOMPARE(row.threads.value_or(-1), machine == "cpu" ? 2 : -1);
        }
        QCOMPARE(result_table(run).rows.size(), run.results.size());
    }

    void threads_give_a_row_each() {
        auto settings = quick({"cpu-cr"});
        settings.threads = {1, 2, 1};
        const Run run = solve(*cpu_, system_of(std::vector<double>(50, 4), -1), settings);
        QCOMPARE(run.results.size(), std::size_t{2});
        QCOMPARE(*run.results[0].threads, 1);
        QCOMPARE(*run.results[1].threads, 2);
        QVERIFY(write_run(run)["settings"]["threads"] == Json::array({1, 2}));
    }

    void a_product_of_two_by_two_is_right_and_counted() {
        for (const char* kernel : {"naive", "tiled", "tiled@none"}) {
            const Run run = multiply(*card_, {2, 2, {1, 2, 3, 4}}, quick({kernel}));
            const Row& row = run.results.at(0);
            QVERIFY2(row.status == RowStatus::ok, row.reason.c_str());
            QVERIFY(row.own<AtaResult>()->is_symmetric);
            QCOMPARE(row.own<AtaResult>()->error_bound_ratio, 0.0);
            QCOMPARE(row.own<AtaResult>()->checked_entries, std::int64_t{3});
            QCOMPARE(row.gflops, 2 * 2 * 3 / row.time.median);
            QCOMPARE(row.gbytes_per_s, (4 + 4) * 8 / row.time.median);
        }
    }

    void switches_are_named_and_a_wrong_product_is_seen() {
        const Run run = multiply(*card_, {2, 2, {1, 2, 3, 4}}, quick({"tiled@padding+registers", "tiled"}));
        QCOMPARE(run.results[0].kernel, std::string("tiled@registers+padding"));
        QCOMPARE(run.results[0].own<AtaResult>()->switches, (std::vector<std::string>{"registers", "padding"}));
        QCOMPARE(run.results[1].own<AtaResult>()->switches.size(), std::size_t{5});
        const Row wrong =
            multiply(*find_machine(troubled_, "troubled:wrong"), {2, 2, {1, 2, 3, 4}}, quick({"naive"})).results.at(0);
        QVERIFY(wrong.status == RowStatus::wrong);
        QVERIFY(protocol::write_row("ata", wrong)["time_ns"].is_null());
    }

    void conjugate_gradients_end_after_as_many_iterations_as_there_are_eigenvalues() {
        // Three distinct eigenvalues, so three iterations for any n.
        const Matrix matrix = diagonal({1, 2, 4, 1, 2, 4, 1, 2, 4});
        auto settings = quick({"cg:cpu-csr"});
        const Row row = iterate(*cpu_, matrix, settings).results.at(0);
        QVERIFY2(row.status == RowStatus::ok, row.reason.c_str());
        QCOMPARE(row.own<CgResult>()->iterations, std::int64_t{3});
        QCOMPARE(row.own<CgResult>()->state, std::string("converged"));
        QCOMPARE(row.own<CgResult>()->history.size(), std::size_t{3});
        QVERIFY(row.own<CgResult>()->true_residual <= 1e-10);
        QVERIFY(row.own<CgResult>()->true_residuals.front() == (std::pair<std::int64_t, double>{0, 1.0}));
        QCOMPARE(row.gflops, (2 * 9 + 10 * 9) / row.time.median);
        QVERIFY(row.own<CgResult>()->solve_ns > 0 && row.own<CgResult>()->parts &&
                row.own<CgResult>()->parts->spmv > 0);
        QCOMPARE(row.own<CgResult>()->limit, std::int64_t{1000});

        settings.cg.limit = 2;
        const Row cut = iterate(*cpu_, matrix, settings).results.at(0);
        QVERIFY(cut.status == RowStatus::wrong);
        QCOMPARE(cut.code, std::string("cg.not_converged"));
        QCOMPARE(cut.own<CgResult>()->state, std::string("limit"));
        QCOMPARE(cut.own<CgResult>()->iterations, std::int64_t{2});

        settings.cg = {};
        settings.cg.preconditioner = Preconditioner::jacobi; // A becomes the identity
        QCOMPARE(iterate(*cpu_, matrix, settings).results.at(0).own<CgResult>()->iterations, std::int64_t{1});
    }

    void a_time_limit_ends_the_measuring_of_a_kernel() {
        auto settings = quick({"thomas"});
        settings.time_limit = 0.02; // the quick preset measures for 0.1 s
        const Row row = solve(*cpu_, system_of(std::vector<double>(20'000, 4), -1), settings).results.at(0);
        QVERIFY2(row.status == RowStatus::ok, row.reason.c_str());
        QVERIFY(row.time.stopped_by == measure::StopReason::wall);
        settings.time_limit = 0;
        QVERIFY_THROWS_EXCEPTION(Error, solve(*cpu_, system_of({4, 4}, -1), settings));
    }

    void an_indefinite_matrix_breaks_down_and_says_so() {
        const Row row = iterate(*cpu_, diagonal({-1, -2}), quick({"cg:cpu-csr"})).results.at(0);
        QVERIFY(row.status == RowStatus::wrong);
        QCOMPARE(row.code, std::string("cg.not_positive_definite"));
        QCOMPARE(row.own<CgResult>()->state, std::string("breakdown"));
        QCOMPARE(row.own<CgResult>()->iterations, std::int64_t{0});
        QVERIFY(row.own<CgResult>()->sentence.find("not positive definite") != std::string::npos);
        QVERIFY(row.own<CgResult>()->history.empty());
    }

    void float_that_does_not_converge_is_shown() {
        auto settings = quick({"cg:csr-scalar"});
        settings.precisions = {Precision::float32, Precision::float64};
        settings.cg.tolerance = 1e-12;
        const Run run = iterate(*card_, load_matrix("laplace2d:n=12"), settings);
        const Row &in_float = run.results.at(0), &in_double = run.results.at(1);
        QVERIFY(in_float.status == RowStatus::wrong);
        QCOMPARE(in_float.code, std::string("cg.not_converged"));
        QVERIFY2(in_float.reason.find("Stagnated after ") == 0, in_float.reason.c_str());
        QCOMPARE(in_float.own<CgResult>()->state, std::string("stagnated"));
        QVERIFY(in_float.own<CgResult>()->true_residual > 1e-9);
        QCOMPARE(in_double.own<CgResult>()->state, std::string("converged"));
        // Modeled times: the parts add up to an iteration, and the iterations to the solution.
        const auto& parts = *in_double.own<CgResult>()->parts;
        const double sum = parts.spmv + parts.dots + parts.updates + parts.preconditioner + parts.gaps;
        QVERIFY(std::abs(sum - in_double.time.median) < 1e-6 * sum);
        QVERIFY(parts.spmv > 0 && parts.dots > 0 && parts.updates > 0 && parts.gaps > 0);
        QCOMPARE(in_double.own<CgResult>()->solve_ns,
                 in_double.time.median * static_cast<double>(in_double.own<CgResult>()->iterations));
        QCOMPARE(result_table(run).rows.size(), std::size_t{2});
    }

    void a_solver_that_is_content_with_a_wrong_x_is_found_out() {
        const auto machine = find_machine(troubled_, "troubled:wrong");
        const Row row = iterate(*machine, load_matrix("laplace2d:n=8"), quick({"cg:ell"})).results.at(0);
        QVERIFY(row.status == RowStatus::wrong);
        QVERIFY(row.reason.find("but the actual value for its x is") != std::string::npos);
    }

    void a_long_history_is_thinned() {
        std::vector<double> history(5000);
        for (std::size_t i = 0; i < history.size(); ++i) history[i] = static_cast<double>(i + 1);
        std::int64_t every = 0;
        const auto kept = thinned(history, every);
        QCOMPARE(every, std::int64_t{3});
        QCOMPARE(kept.size(), std::size_t{1666});
        QCOMPARE(kept.front(), 3.0);
        QCOMPARE(kept.back(), 4998.0);
        QCOMPARE(thinned({5, 4}, every), (std::vector<double>{5, 4}));
        QCOMPARE(every, std::int64_t{1});
        QVERIFY(thinned({}, every).empty());
    }

    void what_runs_when_nothing_is_named() {
        const auto usual = [](Operation operation, const kernels::Machine& machine) {
            return spec_of(operation).usual_kernels(machine);
        };
        QCOMPARE(usual(Operation::cg, *cpu_), (std::vector<std::string>{"cg:cpu-csr", "cg:cpu-csr-parallel"}));
        QCOMPARE(usual(Operation::cg, *card_),
                 (std::vector<std::string>{"cg:csr-scalar", "cg:csr-vector", "cg:ell", "cg:sell"}));
        for (const auto operation : {Operation::tridiagonal, Operation::ata})
            for (const auto& name : usual(operation, *cpu_))
                QVERIFY(kernels::find_kernel(operation, name)->runs_on == RunsOn::host);
        const auto plain = [&](Operation operation, const kernels::Machine& machine) {
            return complete_settings(machine, operation, {}).baseline;
        };
        QCOMPARE(plain(Operation::tridiagonal, *cpu_), std::string("thomas"));
        QCOMPARE(plain(Operation::ata, *card_), std::string("naive"));
        QCOMPARE(plain(Operation::cg, *cpu_), std::string("cg:cpu-csr"));
    }

    void a_kernel_of_another_machine_keeps_its_row_with_the_reason() {
        const Run run = iterate(*cpu_, load_matrix("laplace2d:n=4"), quick({"cg:cpu-csr", "cg:ell", "cg-fused:ell"}));
        QVERIFY(run.results[0].status == RowStatus::ok);
        for (const std::size_t i : {1u, 2u}) {
            QVERIFY(run.results[i].status == RowStatus::skipped);
            QCOMPARE(run.results[i].code, std::string("kernel.machine"));
            QVERIFY(protocol::write_row("cg", run.results[i])["cg"].is_null());
        }
        QVERIFY(run.is_fine());
    }

    void a_cancelled_run_of_any_operation_says_so() {
        const std::atomic<bool> cancelled{true};
        RunObserver observer;
        observer.cancelled = &cancelled;
        CgProblem problem(std::make_shared<const Matrix>(load_matrix("laplace2d:n=8")));
        const Run run = run_problem(*cpu_, problem, quick({"cg:cpu-csr"}), observer);
        QVERIFY(run.was_cancelled);
        QCOMPARE(run.results.at(0).code, std::string("cancelled"));
    }

    void inputs_are_kept_and_read_by_name() {
        Inputs inputs;
        const auto first = inputs.system("tridiagonal:n=5,kind=1,seed=3", {});
        QCOMPARE(inputs.system("tridiagonal:n=5,kind=1,seed=3", {}).get(), first.get());
        QVERIFY(inputs.system("tridiagonal:n=6,kind=1,seed=3", {}).get() != first.get());
        QCOMPARE(inputs.dense("dense:rows=3,cols=2,seed=1", {})->value.size(), std::size_t{6});
    }

    // The GTX 295 has no shuffles, 512 threads per block and 16 KB of shared memory; the C2050 has no shuffles.
    void on_an_old_card_each_built_in_kernel_runs_or_says_why_not_and_what_to_do() {
        int skipped = 0;
        for (const char* const card : {"simulated:gtx295", "simulated:c2050"}) {
            const auto machine = kernels::open_machine(card);
            for (const OperationSpec* const spec : operation_specs()) {
                const char* const input = spec->operation() == Operation::tridiagonal ? "tridiagonal:n=9,kind=6"
                                          : spec->operation() == Operation::ata       ? "dense:rows=4,cols=3"
                                                                                : "reservoir:grid=2,block=3,spd=1";
                RunSettings settings = quick(spec->usual_kernels(*machine));
                settings.cache = protocol::default_cache(spec->operation());
                Inputs inputs;
                const auto problem = spec->open(inputs, input, settings, {});
                const Run run = run_problem(*machine, *problem, settings);
                QVERIFY(run.is_fine());
                for (const Row& row : run.results) {
                    const std::string told = std::string(card) + " " + row.kernel + ": " + row.reason;
                    QVERIFY2(row.status == RowStatus::ok || row.status == RowStatus::skipped, told.c_str());
                    if (row.status == RowStatus::ok) continue;
                    ++skipped;
                    QVERIFY2(row.reason.find("Choose a newer card") != std::string::npos ||
                                 row.hint.find("Choose a newer card") != std::string::npos,
                             told.c_str());
                }
            }
        }
        QVERIFY(skipped > 20);
    }

private:
    std::unique_ptr<kernels::Machine> card_, cpu_;
    MachineList troubled_ = test::troubled_machines();
};

WARPLOOM_TEST(OperationRunsTest);
#include "operation_runs_test.moc"
