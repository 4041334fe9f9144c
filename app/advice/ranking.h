#pragma once

#include "app/advice/advise.h"

namespace warploom::app {

/// Puts the kernels of an advice into their places: sorted by time, in groups that the model cannot tell apart, with
/// what a conversion costs and when it pays, and with the sentence that says which to take. `reads_as_is`: the format
/// that the input has already ("csr"; empty where nothing is converted).
void rank_kernels(wire::Advice& advice, const std::string& reads_as_is);

} // namespace warploom::app
