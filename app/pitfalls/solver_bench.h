#pragma once

#include "app/pitfalls/pitfall.h"
#include "app/trace/trace.h"
#include "engine/elapsed.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace warploom::app {

/// Returns a diagonally dominant system, which every method can solve.
std::shared_ptr<const TridiagonalSystem> easy_system(std::int64_t n);

std::unique_ptr<kernels::BoundTridiagonal> bind_solver(kernels::Machine& machine, const std::string& kernel,
                                                       const std::shared_ptr<const TridiagonalSystem>& system,
                                                       Precision precision);

/// Returns the kernels of the list that the machine can run, in the same order.
std::vector<std::string> solvers_on(const kernels::Machine& machine, const std::vector<std::string>& kernels);

/// Returns the median of `count` runs, or of fewer runs if they are slow, so that the total time is about a quarter of
/// a second.
double median_ns(int count, const Progress& progress, const std::function<void()>& work);

/// A solve traced on a card. With warm caches, an additional solve runs first and is not counted.
struct ModelledSolution {
    Trace trace;
    double transfer_bytes = 0;

    double ns() const { return trace.model.ns; }
    double with_copies_ns(const simulated::Card& card) const;
};
ModelledSolution model_solution(const simulated::Card& card, const std::string& kernel,
                                const std::shared_ptr<const TridiagonalSystem>& system, CacheState cache,
                                const Progress& progress);

/// Returns 10, 100 and so on up to `most`, with `finer` sizes per decade.
std::vector<std::int64_t> sizes_up_to(std::int64_t least, std::int64_t most, int finer = 1);

/// Typical host time of a kernel launch, which is 2 to 4 us on current systems. The diagram uses this rounded value.
constexpr double call_ns = 2500;

/// The three phases of a solve on a device, in ns, measured with the host clock (cerny2011, timing error).
struct Phases {
    double to_device = 0, compute = 0, from_device = 0;
    double total() const { return to_device + compute + from_device; }
};

/// Returns the medians over seven rounds. `waits` selects whether to wait for the end of each phase, which correct
/// timing requires. The solver must have run once before.
Phases measure_phases(kernels::BoundTridiagonal& solver, bool waits, const Progress& progress);

/// Timeline of the host and the card. Launches return immediately, and the copy back to the host waits for the kernels.
/// `add`, which may be empty, receives each bar: its type ("transfer", "call" or "kernel"), start and end in ns.
struct ModelledPhases {
    Phases without, with; ///< phases as timed without and with synchronization
};
ModelledPhases model_phases(const simulated::ModelledTime& solution, double transfer_ns,
                            const std::function<void(const char* what, double start, double end)>& add = {});

} // namespace warploom::app
