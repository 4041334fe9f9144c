#include "app/pitfalls/solver_bench.h"

#include "app/operations/trace_kernel.h"
#include "app/operations/tridiagonal.h"
#include "engine/generators/tridiagonal_system.h"
#include "engine/measure/statistics.h"
#include "engine/simulated/model.h"

#include <algorithm>
#include <cmath>

namespace warploom::app {
namespace {

/// Systems with at most this many values are traced completely. The limit keeps waiting times short.
constexpr std::int64_t slots_traced_whole = 1'000'000;
constexpr double patience_ns = 0.25e9;

} // namespace

std::shared_ptr<const TridiagonalSystem> easy_system(std::int64_t n) {
    // A tridiagonal matrix with the rows (-1, 4, -1) is easy to solve for all methods. Differences are therefore caused
    // by the clock, the caches or rounding.
    auto system = std::make_shared<TridiagonalSystem>();
    const auto size = static_cast<std::size_t>(n);
    system->a.assign(size, -1);
    system->b.assign(size, 4);
    system->c.assign(size, -1);
    system->d.resize(size);
    for (std::size_t i = 0; i < size; ++i) system->d[i] = std::sin(static_cast<double>(i));
    return system;
}

std::unique_ptr<kernels::BoundTridiagonal> bind_solver(kernels::Machine& machine, const std::string& kernel,
                                                       const std::shared_ptr<const TridiagonalSystem>& system,
                                                       Precision precision) {
    return machine.bind(kernel, kernels::TridiagonalInput{system, precision}, 128);
}

std::vector<std::string> solvers_on(const kernels::Machine& machine, const std::vector<std::string>& kernels) {
    std::vector<std::string> list;
    for (const auto& id : kernels) {
        const auto* const info = kernels::find_kernel(Operation::tridiagonal, id);
        if (info != nullptr && machine.runs(info->runs_on)) list.push_back(id);
    }
    return list;
}

double median_ns(int count, const Progress& progress, const std::function<void()>& work) {
    std::vector<double> times;
    double all = 0;
    for (int i = 0; i < count && (i == 0 || all < patience_ns); ++i) {
        progress.check(i, count);
        times.push_back(elapsed_ns(work));
        all += times.back();
    }
    return measure::median(std::move(times));
}

double ModelledSolution::with_copies_ns(const simulated::Card& card) const {
    simulated::ModelOptions options;
    options.transfer_bytes = transfer_bytes;
    return simulated::model_time(trace.launches, card, options).ns;
}

ModelledSolution model_solution(const simulated::Card& card, const std::string& kernel,
                                const std::shared_ptr<const TridiagonalSystem>& system, CacheState cache,
                                const Progress& progress) {
    TraceSettings settings{{kernel, card}};
    settings.cache = cache;
    settings.slots_traced_whole = slots_traced_whole;
    const TraceSubject subject = tridiagonal_subject(kernel, {system, settings.precision});
    return {trace_kernel(subject, settings, progress), subject.transfer_bytes};
}

std::vector<std::int64_t> sizes_up_to(std::int64_t least, std::int64_t most, int finer) {
    std::vector<std::int64_t> sizes;
    for (int step = 0;; ++step) {
        const auto size = std::llround(static_cast<double>(least) * std::pow(10.0, static_cast<double>(step) / finer));
        if (size > most) break;
        sizes.push_back(size);
    }
    if (sizes.empty() || sizes.back() != most) sizes.push_back(most);
    return sizes;
}

Phases measure_phases(kernels::BoundTridiagonal& solver, bool waits, const Progress& progress) {
    constexpr int rounds = 7;
    std::vector<double> to, compute, from;
    for (int i = 0; i < rounds; ++i) {
        progress.check(i, rounds);
        const auto phase = [&](const std::function<void()>& work) {
            return elapsed_ns([&] {
                work();
                if (waits) solver.finish();
            });
        };
        to.push_back(phase([&] { solver.upload(); }));
        compute.push_back(phase([&] { solver.enqueue(); }));
        from.push_back(phase([&] { solver.download(); }));
        solver.finish();
    }
    return {measure::median(to), measure::median(compute), measure::median(from)};
}

ModelledPhases model_phases(const simulated::ModelledTime& solution, double transfer_ns,
                            const std::function<void(const char* what, double start, double end)>& add) {
    const auto draw = [&](const char* what, double start, double end) {
        if (add) add(what, start, end);
    };
    // Four of the five arrays (a, b, c and d) are copied to the device, and one (x) is copied back.
    const double to = transfer_ns * 4 / 5, from = transfer_ns / 5;
    draw("transfer", 0, to);
    double called = to, ready = to;
    for (const auto& launch : solution.launches) {
        draw("call", called, called + call_ns);
        called += call_ns;
        const double start = std::max(ready, called);
        ready = start + launch.ns;
        draw("kernel", start, ready);
    }
    const double done = std::max(ready, called);
    draw("transfer", done, done + from);
    return {{to, called - to, done + from - called}, {to, done - to, from}};
}

} // namespace warploom::app
