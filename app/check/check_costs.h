#pragma once

#include "app/trace/trace.h"
#include "engine/protocol/messages/check.h"
#include "kernels/operations/operation.h"

#include <string>

namespace warploom::app {

/// Returns the name of the built-in kernel with which to compare costs. This is the kernel from which the source was
/// derived if it performs the same operation, and otherwise the basic kernel for the format. Returns an empty string if
/// there is none.
std::string twin_of(Operation operation, const std::string& format, const std::string& from);

/// Returns the costs of a traced kernel, summed over all launches of one call.
protocol::CheckCosts costs_of(const Trace& trace);

} // namespace warploom::app
