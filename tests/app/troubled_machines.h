#pragma once

#include "app/info/describe.h"

namespace warploom::test {

/// The simulated H200 under other names, each with a trouble of its own. Kernel csr-vector is the one in trouble, the
/// others work:
///   troubled:noisy   prints to standard output at every launch, as libraries do
///   troubled:faulty  throws "device.fault" at the fourth launch
///   troubled:wrong   gives a result with one entry changed; of the other operations, every kernel does
///   troubled:dying   ends the process at the fourth launch, as a crash would
///   troubled:tight   has memory for one bound kernel at a time
///   troubled:slow    takes 20 ms a launch
/// And cuda:0, which is in no trouble but for what texts do there (fake_gpu.h).
app::MachineList troubled_machines();

} // namespace warploom::test
