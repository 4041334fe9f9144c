#pragma once

#include "app/pitfalls/pitfall.h"
#include "app/trace/trace.h"
#include "engine/elapsed.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace warploom::app {

/// Returns a diagonally dominant system, which all methods can solve.
std::shared_ptr<const TridiagonalSystem> easy_system(std::int64_t n);

std::unique_ptr<kernels::BoundTridiagonal> bind_solver(kernels::Machine& machine, const std::string& kernel,
                                                       const std::shared_ptr<const TridiagonalSystem>& system,
                                                       Precision precision);

/// Returns the kernels in `kernels` that the machine supports, in the same order.
std::vector<std::string> solvers_on(const kernels::Machine& machine, const std::vector<std::string>& kernels);

/// Returns the median time of `count` calls to `work` in nanoseconds. Performs fewer calls if they are slow, so that
/// the total time is about 0.25 s.
double median_ns(int count, const Progress& progress, const std::function<void()>& work);

/// A tridiagonal solve traced on a card. If warm caches are requested, an uncounted solve runs first.
struct ModelledSolution {
    Trace trace;
    double transfer_bytes = 0;

    double ns() const { return trace.model.ns; }
    double with_copies_ns(const simulated::Card& card) const;
};
ModelledSolution model_solution(const simulated::Card& card, const std::string& kernel,
                                const std::shared_ptr<const TridiagonalSystem>& system, CacheState cache,
                                const Progress& progress);

/// Returns a geometric series of sizes from `least` to `most`, with `finer` sizes per factor of ten.
std::vector<std::int64_t> sizes_up_to(std::int64_t least, std::int64_t most, int finer = 1);

/// Time for a kernel launch on the host in nanoseconds, as shown in the timeline. Typical values on current systems are
/// 2 to 4 us.
constexpr double call_ns = 2500;

/// Times of the three phases of a tridiagonal solve on a device, in nanoseconds: copying to the device, computing, and
/// copying back. They are measured with the host clock, which leads to the timing error described by Cerny (2011).
struct Phases {
    double to_device = 0, compute = 0, from_device = 0;
    double total() const { return to_device + compute + from_device; }
};

/// Measures seven rounds of a tridiagonal solve and returns the median of each phase. If `waits` is true, waits for the
/// end of each phase. If `waits` is false, the measured times are wrong. The solver must have run at least once.
Phases measure_phases(kernels::BoundTridiagonal& solver, bool waits, const Progress& progress);

/// The modeled timeline of the host and the card. A launch returns immediately, but the copy back to the host waits for
/// the kernels to finish. `add` receives the type ("transfer", "call" or "kernel"), start and end of each bar in
/// nanoseconds. `add` may be empty.
struct ModelledPhases {
    Phases without, with; ///< modeled times without and with synchronization after each phase
};
ModelledPhases model_phases(const simulated::ModelledTime& solution, double transfer_ns,
                            const std::function<void(const char* what, double start, double end)>& add = {});

} // namespace warploom::app
