#pragma once

#include "app/worker/describe.h"

#include <string>

namespace warploom::test {

/// What a fake GPU does besides working.
enum class Mishap { none, faulty };

/// A machine that says it is a real GPU and computes on the simulated one, so that what is measured on GPUs can be tried
/// where there is none. `faulty` ends every launch with "device.fault".
std::unique_ptr<kernels::Machine> fake_gpu(const std::string& id, const std::string& title,
                                           Mishap mishap = Mishap::none);

/// The host, and such GPUs as are given.
app::MachineList host_with(std::vector<std::unique_ptr<kernels::Machine>> gpus);

} // namespace warploom::test
