#pragma once

#include "kernels/machine/machine.h"
#include "kernels/multi_gpu/world.h"

#include <functional>
#include <memory>
#include <string>

// Controls a machine that consists of several processes, all of which must make the same calls in the same order. The
// machine of rank 0 sends every call to the other ranks before making the call itself. The other ranks then make the
// same calls.

namespace warploom::kernels {

/// The bind request sent to the other ranks. The request contains enough information for each rank to find its own
/// input.
struct LedBinding {
    std::string kernel; ///< kernel name, such as `csr-vector`; for cg, method and product, such as `cg-fused:dia`
    Precision precision = Precision::float64;
    int block_size = 0;
};

/// Returns the machine of rank 0, which sends its calls to the other ranks. `shared` is the machine that consists of
/// all processes.
std::unique_ptr<Machine> leading_machine(RankWorld& world, std::unique_ptr<Machine> shared);

/// Runs on all ranks other than 0: repeats the calls that rank 0 makes until the machine of rank 0 is destroyed. `bind`
/// binds a kernel on the given machine; exceptions thrown by `bind` are reported to rank 0. If a call fails after
/// binding, all processes are terminated, because rank 0 is waiting in the same call. Before that, `complain` is called.
void follow(RankWorld& world, std::unique_ptr<Machine> shared,
            const std::function<void(Machine& machine, const LedBinding& binding)>& bind,
            const std::function<void(const Error& error)>& complain);

} // namespace warploom::kernels
