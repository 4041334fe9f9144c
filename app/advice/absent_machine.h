#pragma once

#include "app/advice/measured_times.h"

#include <memory>

namespace warploom::app {

/// The GPU whose times a file has, where it need not be: it runs what it ran, as far as advice asks. Whatever is bound on it is
/// refused with "kernel.machine".
std::unique_ptr<kernels::Machine> absent_machine(const TimedMachine& machine);

} // namespace warploom::app
