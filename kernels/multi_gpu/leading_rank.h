#pragma once

#include "kernels/machine/machine.h"
#include "kernels/multi_gpu/world.h"

#include <functional>
#include <memory>
#include <string>

// Controls a machine of several processes, all of which must make the same calls in the same order. Rank 0 leads: its
// machine sends every call to the other ranks before making it. The other ranks follow by making the same calls.

namespace warploom::kernels {

/// The bind request sent to the other ranks. It contains enough information for each rank to find its own input.
struct LedBinding {
    std::string kernel; ///< such as `csr-vector`; for cg, it includes the product: `cg-fused:dia`
    Precision precision = Precision::float64;
    int block_size = 0;
};

/// Returns the machine of rank 0. `shared` is the machine of all processes.
std::unique_ptr<Machine> leading_machine(RankWorld& world, std::unique_ptr<Machine> shared);

/// Runs on all ranks other than 0: repeats the calls of rank 0 until the machine of rank 0 is destroyed. `bind` binds
/// on the given machine; its exceptions are reported to rank 0. A failure after binding terminates all processes,
/// because rank 0 is waiting in the same call. In this case, `complain` is called first.
void follow(RankWorld& world, std::unique_ptr<Machine> shared,
            const std::function<void(Machine& machine, const LedBinding& binding)>& bind,
            const std::function<void(const Error& error)>& complain);

} // namespace warploom::kernels
