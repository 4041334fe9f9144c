#pragma once

#include "app/advice/advise.h"
#include "engine/error.h"

namespace warploom::app {

/// Puts the kernels of an advice into their places: sorted by time, in groups that the model cannot tell apart, with what a
/// conversion costs and when it pays, and with the sentence that says which to take. `reads_as_is`: the format that the input
/// has already ("csr"; empty where nothing is converted).
void put_in_places(wire::Advice& advice, const std::string& reads_as_is);

/// Why a kernel has no place, and what can be done.
std::string with_hint(const Error& error);

} // namespace warploom::app
