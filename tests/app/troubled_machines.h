#pragma once

#include "app/info/describe.h"

namespace warploom::test {

/// The simulated H200 under several names, each with a fault. Only the kernel csr-vector is affected:
///       troubled:noisy   prints to standard output at every launch, as libraries do
///       troubled:faulty  throws "device.fault" at the fourth launch
///       troubled:wrong   returns a result with one wrong element; for other operations, all kernels do
///       troubled:dying   terminates the process at the fourth launch, like a crash
///       troubled:tight   has memory for only one bound kernel at a time
///       troubled:slow    takes 20 ms per launch
/// Also cuda:0, a fake GPU without a fault of its own (fake_gpu.h).
app::MachineList troubled_machines();

} // namespace warploom::test
