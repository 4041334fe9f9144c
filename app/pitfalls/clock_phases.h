#pragma once

#include "app/pitfalls/solver_bench.h"

#include <functional>

namespace warploom::app {

/// What a call that starts a kernel costs the host; a round figure for the drawing (2 to 4 us on present systems).
constexpr double call_ns = 2500;

/// The three phases of a solution on a device, by the clock of the host (cerny2011, timing error); ns.
struct Phases {
    double to_device = 0, compute = 0, from_device = 0;
    double total() const { return to_device + compute + from_device; }
};

/// Medians over seven rounds; `waits`: until each phase is done, as the clock must. The solver has run once before.
Phases measure_phases(kernels::BoundTridiagonal& solver, bool waits, const Progress& progress);

/// What the host and the card do, one after the other. Calls return at once; the copy back waits for the kernels.
/// `add` gets each bar: what ("transfer", "call" or "kernel"), start and end in ns; it may be empty.
struct ModelledPhases {
    Phases without, with; ///< as a clock sees them that does not wait, and one that does
};
ModelledPhases model_phases(const simulated::ModelledTime& solution, double transfer_ns,
                            const std::function<void(const char* what, double start, double end)>& add = {});

} // namespace warploom::app
