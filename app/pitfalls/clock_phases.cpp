#include "app/pitfalls/clock_phases.h"

#include <algorithm>

namespace warploom::app {

Phases measure_phases(kernels::BoundTridiagonal& solver, bool waits, const Progress& progress) {
    constexpr int rounds = 7;
    std::vector<double> to, compute, from;
    for (int i = 0; i < rounds; ++i) {
        progress.check(i, rounds);
        const auto phase = [&](const std::function<void()>& work) {
            return host_ns([&] {
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
    const double to = transfer_ns * 4 / 5, from = transfer_ns / 5; // a, b, c, d there, x back
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
