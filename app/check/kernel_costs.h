#pragma once

#include "app/trace/trace.h"
#include "engine/protocol/messages/check.h"
#include "kernels/operations/operation.h"

#include <string>

namespace warploom::app {

/// Returns the id of the built-in kernel for comparing costs. This is the kernel `from` that the source was derived
/// from, if it performs the same operation, or else the basic kernel for the format. Empty if there is none.
std::string twin_of(Operation operation, const std::string& format, const std::string& from);

/// Returns the costs of a run from its counters.
protocol::CheckCosts costs_of(const Trace& trace);

} // namespace warploom::app
