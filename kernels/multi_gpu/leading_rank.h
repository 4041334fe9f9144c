#pragma once

#include "kernels/machine/machine.h"
#include "kernels/multi_gpu/world.h"

#include <functional>
#include <memory>
#include <string>

// A machine with several processes that must all make the same calls in the same order. Before the machine of rank 0
// makes a call, it sends the call to the other ranks, which then make the same call.

namespace warploom::kernels {

/// The bind request for the other ranks, with enough information for each rank to find its own input.
struct LedBinding {
    std::string kernel; ///< kernel ID, such as `csr-vector`; for cg, method and product, such as `cg-fused:dia`
    Precision precision = Precision::float64;
    int block_size = 0;
};

/// Returns the machine of rank 0, which sends its calls to the other ranks. `shared` is the machine of all processes.
std::unique_ptr<Machine> leading_machine(RankWorld& world, std::unique_ptr<Machine> shared);

/// Runs on all ranks other than 0: repeats the calls of rank 0 until the machine of rank 0 is destroyed. `bind` binds a
/// kernel on the given machine; its exceptions are reported to rank 0. If a call fails after binding, calls `complain`
/// and terminates all processes, because rank 0 waits in the same call.
void follow(RankWorld& world, std::unique_ptr<Machine> shared,
            const std::function<void(Machine& machine, const LedBinding& binding)>& bind,
            const std::function<void(const Error& error)>& complain);

} // namespace warploom::kernels
