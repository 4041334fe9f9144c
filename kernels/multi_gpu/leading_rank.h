#pragma once

#include "kernels/machine/machine.h"
#include "kernels/multi_gpu/world.h"

#include <functional>
#include <memory>
#include <string>

// Control of a machine of several processes. All of them have to make the same calls in the same order. Rank 0 leads:
// its machine sends every call to the others before making it. They follow by making the same calls.

namespace warploom::kernels {

/// The bind request that is sent to the other ranks: enough for each to find its own input.
struct LedBinding {
    std::string kernel; ///< `csr-vector`; for cg including the product, `cg-fused:dia`
    Precision precision = Precision::float64;
    int block_size = 0;
};

/// Returns the machine of rank 0. `shared` is the machine of all processes.
std::unique_ptr<Machine> leading_machine(RankWorld& world, std::unique_ptr<Machine> shared);

/// Runs the side of the other ranks: makes the calls that rank 0 makes, until its machine is destroyed. `bind` binds on
/// the given machine; its exceptions are reported to rank 0. A failure after binding ends all processes, because rank 0
/// waits in the same call; `complain` is called before that.
void follow(RankWorld& world, std::unique_ptr<Machine> shared,
            const std::function<void(Machine& machine, const LedBinding& binding)>& bind,
            const std::function<void(const Error& error)>& complain);

} // namespace warploom::kernels
