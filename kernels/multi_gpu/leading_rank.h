#pragma once

#include "kernels/machine/machine.h"
#include "kernels/multi_gpu/world.h"

#include <functional>
#include <memory>
#include <string>

// One process decides, the others do the same. A machine of several processes has to be called by all of them in the
// same order. Rank 0 leads: its machine tells the others of every call before it makes it. They follow: they make the
// same calls.

namespace warploom::kernels {

/// The bind request that is sent to the other ranks: enough for each to find its own input.
struct LedBinding {
    std::string kernel; ///< `csr-vector`; of cg with the product, `cg-fused:dia`
    Precision precision = Precision::float64;
    int block_size = 0;
};

/// Rank 0's side. `shared` is the machine of all processes.
std::unique_ptr<Machine> leading_machine(RankWorld& world, std::unique_ptr<Machine> shared);

/// The side of all others: makes the calls that rank 0 makes, until its machine is destroyed. `bind` binds on the
/// machine that it is given; what it throws, rank 0 is told. A failure after binding ends all processes: rank 0 waits
/// in the same call. `complain` is told of it before.
void follow(RankWorld& world, std::unique_ptr<Machine> shared,
            const std::function<void(Machine& machine, const LedBinding& binding)>& bind,
            const std::function<void(const Error& error)>& complain);

} // namespace warploom::kernels
