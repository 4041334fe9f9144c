#include "app/operations/tridiagonal.h"

#include "app/inputs/inputs.h"
#include "app/operations/model_row.h"
#include "app/operations/trace_kernel.h"
#include "app/operations/tridiagonal_steps.h"
#include "engine/elapsed.h"
#include "engine/error.h"
#include "engine/format_number.h"
#include "engine/measure/tridiagonal_residual.h"
#include "engine/measure/zero_pivot.h"
#include "engine/sentence.h"
#include "kernels/machine/registry.h"
#include "kernels/sources/text_of_kernel.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace warploom::app {

using kernels::BoundTridiagonal;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Sets the cost fields of a result if there are formulas for the method.
void fill_in_cost(TridiagonalResult& result, const Row& row, std::int64_t n) {
    try {
        const auto cost = kernels::tridiagonal_cost(row.kernel, n, row.precision);
        result.steps_formula = cost.steps_formula;
        result.operations_formula = cost.operations_formula;
        result.steps = result.steps_formula.empty() ? not_known : cost.steps;
        result.operations = result.operations_formula.empty() ? not_known : cost.operations;
        result.bytes = cost.bytes;
    } catch (const Error& error) {
        if (error.code() != "kernel.unknown") throw;
    }
}

} // namespace

double residual_factor(const TridiagonalSystem& system) {
    const std::int64_t n = system.n();
    double worst = 0, least = infinity, largest = 0;
    for (std::int64_t i = 0; i < n; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const double beside = (i > 0 ? std::abs(system.a[at]) : 0) + (i + 1 < n ? std::abs(system.c[at]) : 0);
        const double b = std::abs(system.b[at]);
        if (!(beside < b)) return infinity;
        worst = std::max(worst, beside / b);
        least = std::min(least, b);
        largest = std::max(largest, b);
    }
    if (n == 0 || worst >= 1) return infinity;
    const double condition = (1 + worst) / (1 - worst);
    return 64 * (1 + std::log2(static_cast<double>(n))) * condition * condition * (largest / least);
}

TraceSubject tridiagonal_subject(const std::string& kernel, const kernels::TridiagonalInput& input) {
    const std::int64_t n = input.system->n();
    TraceSubject subject;
    subject.operation = Operation::tridiagonal;
    subject.format = require_known(Operation::tridiagonal, kernel).format;
    subject.result = "x";
    // Approximate number of values that each thread accesses. It processes at least one row, and reads and writes each
    // row about twice.
    constexpr std::int64_t slots_a_thread = 8;
    const std::int64_t threads = kernels::threads_of_solver(kernel, n, input.system->systems, input.precision);
    subject.value_slots = std::max(slots_a_thread * threads, 8 * n);
    subject.launches_follow = true;
    subject.transfer_bytes = bytes_of_numbers(5 * n, input.precision);
    subject.bind = [kernel, input](int block, simulated::Tracer& tracer) -> std::unique_ptr<kernels::Bound> {
        return kernels::bind_traced({kernel, input, block}, tracer);
    };
    subject.values = [](const kernels::Bound& bound) {
        return static_cast<const kernels::BoundTridiagonal&>(bound).x();
    };
    subject.boards = tridiagonal_boards(n);
    subject.say_launches = say_tridiagonal_launches(kernel, n);
    const TridiagonalSystem& s = *input.system;
    subject.known = {{"a", s.a}, {"b", s.b}, {"c", s.c}, {"d", s.d}};
    return subject;
}

TridiagonalProblem::TridiagonalProblem(std::string name, std::shared_ptr<const TridiagonalSystem> system)
    : name_(std::move(name)), system_(std::move(system)), rounding_factor_(residual_factor(*system_)) {}

InputInfo TridiagonalProblem::input() const {
    const std::int64_t n = system_->n();
    InputHash hash;
    if (n > 0) { // the algorithms do not use a[0] and c[n - 1]
        hash.add(system_->a.data() + 1, n - 1);
        hash.add(system_->b.data(), n);
        hash.add(system_->c.data(), n - 1);
        hash.add(system_->d.data(), n);
    }
    return {name_, n, n, n == 0 ? 0 : 3 * n - 2, hash.value()};
}

kernels::TridiagonalInput TridiagonalProblem::input_for(const Row& row) const {
    return {system_, row.precision, row.threads.value_or(0)};
}

double TridiagonalProblem::bytes_to_hold(const Row& row) const {
    // Number of arrays with n elements: a, b, c, d and x, plus about as many again for the reduced rows.
    constexpr double arrays = 12;
    return arrays * static_cast<double>(system_->n() * kernels::bytes_of(row.precision));
}

std::unique_ptr<kernels::Bound> TridiagonalProblem::bind(Row& row, const RunContext& context) {
    row.format_bytes = 4 * system_->n() * kernels::bytes_of(row.precision);
    row.conversion_ns = 0;
    TridiagonalResult result;
    fill_in_cost(result, row, system_->n());
    result.threads = row.threads;
    row.result = std::move(result);
    return context.machine.bind(row.kernel, input_for(row), context.block_of(row));
}

std::optional<ValidationFailure> TridiagonalProblem::check(Row& row, kernels::Bound& bound, bool, const RunContext&) {
    auto& solver = static_cast<BoundTridiagonal&>(bound); // the cast is safe, because bind() returns this type
    solver.run_afresh();
    TridiagonalResult& result = *row.own<TridiagonalResult>();
    result.zero_pivot = solver.zero_pivot();
    const bool is_single = row.precision == Precision::float32;
    if (result.zero_pivot && kernels::is_kernel_file(row.kernel) &&
        !measure::may_be_zero_pivot(*system_, *result.zero_pivot, is_single)) {
        const auto true_row = measure::first_zero_pivot(*system_, is_single);
        return ValidationFailure{
            "result.wrong",
            true_row ? sentence("Kernel {kernel} reports a pivot of 0 in row {row}, but elimination from the first row "
                                "encounters it in row {true_row}.",
                                {{"kernel", row.kernel}, {"row", *result.zero_pivot}, {"true_row", *true_row}})
                     : sentence("Kernel {kernel} reports a pivot of 0 in row {row}, but elimination encounters none "
                                "there.",
                                {{"kernel", row.kernel}, {"row", *result.zero_pivot}}),
            sentence("Set `zero_pivot` to the row of the pivot. Rows are counted from 0.")};
    }
    if (result.zero_pivot)
        return ValidationFailure{
            "numeric.pivot",
            sentence("Kernel {kernel} found a pivot of 0 in row {row} and stopped, because it does not exchange rows.",
                     {{"kernel", row.kernel}, {"row", *result.zero_pivot}}),
            sentence(
                "Use a method with pivoting, such as partition or lapack-dgtsv, which solves the system unless the "
                "matrix is singular.")};
    const auto check = measure::check_tridiagonal(*system_, solver.x(), row.precision == Precision::float32);
    result.residual = check.relative_residual;
    result.componentwise = check.componentwise;
    result.forward_error = check.forward_error.value_or(not_known);
    if (!check.is_finite()) return ValidationFailure{"result.wrong", check.complaint, ""};
    const double bound_of_residual = rounding_factor_ * kernels::unit_roundoff(row.precision);
    if (check.relative_residual > bound_of_residual)
        return ValidationFailure{
            "result.wrong",
            sentence("The residual is {ratio} times the bound for diagonally dominant systems. The "
                     "largest residual is in row {row}.",
                     {{"ratio", format_number(check.relative_residual / bound_of_residual)}, {"row", check.worst_row}}),
            ""};
    return std::nullopt;
}

void TridiagonalProblem::model(Row& row, const simulated::Card& card, const RunContext& context) {
    const TraceSubject subject = tridiagonal_subject(row.kernel, input_for(row));
    const Trace trace = model_row(row, card, subject, context);
    double operations = 0;
    for (const auto& launch : trace.model.launches) operations += launch.flops;
    row.own<TridiagonalResult>()->counted_operations = operations;
    row.own<TridiagonalResult>()->launches = static_cast<std::int64_t>(trace.model.launches.size());
    simulated::ModelOptions with_copies;
    with_copies.transfer_bytes = subject.transfer_bytes;
    row.own<TridiagonalResult>()->with_copies_ns = simulated::model_time(trace.launches, card, with_copies).ns;
}

void TridiagonalProblem::measure_more(Row& row, kernels::Bound& bound, const RunContext& context) {
    if (context.machine.info().kind != MachineKind::cuda) return; // host kernels do not copy data to a device
    auto& solver = static_cast<BoundTridiagonal&>(bound);
    std::vector<double> times;
    for (int i = 0; i < 5 && !context.progress.is_cancelled(); ++i) {
        solver.finish();
        times.push_back(elapsed_ns([&] {
            solver.upload();
            solver.enqueue();
            solver.download();
            solver.finish();
        }));
    }
    if (times.empty()) return;
    row.own<TridiagonalResult>()->with_copies_ns = measure::median(std::move(times));
}

void TridiagonalProblem::add_figures(Row& row) const {
    // If there is no formula for the number of operations, use the counted number.
    const TridiagonalResult& result = *row.own<TridiagonalResult>();
    const double operations = std::isnan(result.operations) ? result.counted_operations : result.operations;
    row.gflops = operations / row.time.median;
    row.gbytes_per_s = row.own<TridiagonalResult>()->bytes / row.time.median;
}

namespace {

class TridiagonalSpec final : public OperationSpec {
public:
    Operation operation() const override { return Operation::tridiagonal; }
    OperationWords words() const override {
        return {"One tridiagonal system",
                "tridiagonal A x = d",
                "tridiagonal:n=1000000,kind=1,seed=1 (kinds 0 to 22), or a file or generator with three diagonals.",
                "Kernel IDs, separated by commas. Default: all kernels that run on the machine.",
                {{"threads", "threads"},
                 {"residual", "residual"},
                 {"error", "forward_error"},
                 {"steps", "steps"},
                 {"operations", "operations"},
                 {"with copies", "with_copies"}}};
    }
    std::vector<std::string> plain_kernels(bool) const override { return {"thomas", "cr", "thomas-gpu"}; }
    bool takes_threads() const override { return true; }

    void load(Inputs& inputs, const std::string& name, const Progress& progress) const override {
        inputs.system(name, progress);
    }
    std::unique_ptr<Problem> open(Inputs& inputs, const std::string& name, const RunSettings&,
                                  const Progress& progress) const override {
        return std::make_unique<TridiagonalProblem>(name, inputs.system(name, progress));
    }
    TraceInput trace_input(Inputs& inputs, const std::string& name, const TraceSettings& settings,
                           const Progress& progress, const TraceWays&) const override {
        const auto system = inputs.system(name, progress);
        return {[name, system] { return TridiagonalProblem(name, system).input(); },
                [settings, system](const Progress&) {
                    check_trace_settings(Operation::tridiagonal, settings);
                    return tridiagonal_subject(settings.kernel, {system, settings.precision});
                },
                nullptr};
    }
    double useful_operations(const std::string& kernel, const InputInfo& input, Precision precision) const override {
        if (kernels::is_kernel_file(kernel)) return not_known;
        return kernels::tridiagonal_cost(kernel, input.rows, precision).operations;
    }
    std::string title(const Run& run) const override {
        return sentence("{formula}, {matrix} ({n} {n:unknown|unknowns})",
                        {{"formula", words().formula}, {"matrix", run.input.name}, {"n", run.input.rows}});
    }
};

} // namespace

const OperationSpec& tridiagonal_spec() {
    static const TridiagonalSpec spec;
    return spec;
}

} // namespace warploom::app
