#include "app/experiment/figures/special_figures.h"

#include "app/check/test_input_failure.h"
#include "app/operations/operation.h"
#include "app/run/run_plan.h"
#include "engine/error.h"
#include "engine/sentence.h"
#include "engine/simulated/model.h"

#include <algorithm>
#include <cmath>

namespace warploom::app {

namespace {

/// Two solutions count as equal if they differ by less than this fraction of their largest entry. Cerny (2011) calls
/// solutions "equal" without specifying a tolerance. The exact value does not matter, because smooth solutions differ
/// either by less than 1e-5 or by more than half of their magnitude.
constexpr double equal_below = 0.01;

void require_tridiagonal(const CellRun& run) {
    if (run.operation != Operation::tridiagonal)
        throw Error("experiment.format",
                    sentence("The metric '{figure}' requires a tridiagonal system.",
                             {{"figure", experiment::to_string(run.figure)}}),
                    sentence("Set \"operation\" to \"tridiagonal\"."));
}

/// A kernel that is bound to the input of a run and ready to be launched.
struct Prepared {
    Prepared(const CellRun& run, const std::string& kernel, const std::string& input, kernels::Machine& machine,
             Inputs& inputs, const Progress& progress) {
        CellRun named = run;
        named.kernel = kernel;
        const RunSettings settings = complete_settings(machine, run.operation, named.settings(true));
        const RunContext context{machine, settings, progress, [](const char*, const std::string&) {}};
        problem = spec_of(run.operation).open(inputs, input, settings, progress);
        rows = plan_rows(machine, run.operation, settings);
        if (!rows.front().code.empty()) throw Error(rows.front().code, rows.front().reason, rows.front().hint);
        require_harmless(machine, run.operation, kernel, run.precision, run.block, progress);
        bound = problem->bind(rows.front(), context);
    }
    kernels::BoundTridiagonal& solver() { return static_cast<kernels::BoundTridiagonal&>(*bound); }

    std::unique_ptr<Problem> problem;
    std::vector<Row> rows;
    std::unique_ptr<kernels::Bound> bound;
};

std::vector<double> solution(const CellRun& run, const std::string& kernel, const std::string& input,
                             kernels::Machine& device, kernels::Machine& host, Inputs& inputs,
                             const Progress& progress) {
    const auto* const info = kernels::find_kernel(Operation::tridiagonal, kernel);
    kernels::Machine& machine = info != nullptr && info->runs_on == RunsOn::host ? host : device;
    progress.check(0, 1);
    Prepared prepared(run, kernel, input, machine, inputs, progress);
    prepared.solver().enqueue();
    prepared.solver().finish();
    return prepared.solver().x();
}

} // namespace

std::vector<double> first_launches(const CellRun& run, const std::string& input, int count, kernels::Machine& machine,
                                   Inputs& inputs, const Progress& progress) {
    Prepared prepared(run, run.kernel, input, machine, inputs, progress);
    std::vector<double> times;
    for (int i = 0; i < count; ++i) {
        progress.check(i, count);
        times.push_back(elapsed_ns([&] {
            prepared.bound->enqueue();
            prepared.bound->finish();
        }));
    }
    return times;
}

Difference solution_difference(const CellRun& run, const std::string& kernel, const std::string& input,
                               kernels::Machine& device, kernels::Machine& host, Inputs& inputs,
                               const Progress& progress) {
    require_tridiagonal(run);
    const std::string against = run.option("against", "");
    if (against.empty())
        throw Error("experiment.format", sentence("The metric 'difference' requires the option 'against'."),
                    sentence("For example, set {example}.", {{"example", "\"options\": {\"against\": \"thomas\"}"}}));
    const auto one = solution(run, kernel, input, device, host, inputs, progress);
    CellRun compared = run;
    if (const std::string precision = run.option("against_precision", ""); !precision.empty())
        compared.precision = precision == "float" ? Precision::float32 : Precision::float64;
    const auto other = solution(compared, against, input, device, host, inputs, progress);
    Difference difference;
    double scale = 0;
    for (std::size_t i = 0; i < one.size(); ++i) {
        const double apart = std::abs(one[i] - other[i]);
        // The condition is negated so that it also holds if the difference is NaN.
        if (!(apart <= difference.largest)) difference.largest = apart;
        scale = std::max(scale, std::abs(one[i]));
    }
    difference.is_equal = difference.largest <= equal_below * scale;
    return difference;
}

Phases phases_of(const CellRun& run, const std::string& input, bool waits, kernels::Machine& machine, Inputs& inputs,
                 const Progress& progress) {
    require_tridiagonal(run);
    Prepared prepared(run, run.kernel, input, machine, inputs, progress);
    prepared.solver().enqueue(); // loads the kernel code, so that the first measured time does not include loading
    prepared.solver().finish();
    return measure_phases(prepared.solver(), waits, progress);
}

ModelledPhases phases_of(const ModelledFigures::Traced& traced, const simulated::Card& card) {
    simulated::ModelOptions copies;
    copies.transfer_bytes = traced.transfer_bytes;
    const simulated::ModelledTime time = simulated::model_time(traced.launches, card, copies);
    return model_phases(time, time.terms.transfer);
}

double chosen_phase(const CellRun& run, const Phases& phases) {
    const std::string phase = run.option("phase", "compute");
    if (phase == "host to device") return phases.to_device;
    if (phase == "compute") return phases.compute;
    if (phase == "device to host") return phases.from_device;
    if (phase == "total") return phases.total();
    throw Error("experiment.format", sentence("There is no phase named '{phase}'.", {{"phase", phase}}),
                sentence("Use host to device, compute, device to host or total."));
}

bool waits(const CellRun& run) {
    const std::string word = run.option("waits", "yes");
    if (word != "yes" && word != "no")
        throw Error("experiment.format",
                    sentence("The option 'waits' must be yes or no, not '{value}'.", {{"value", word}}));
    return word == "yes";
}

} // namespace warploom::app
