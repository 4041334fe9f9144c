#pragma once

#include "app/advice/advise.h"

namespace warploom::app {

/// Ranks the kernels of a recommendation. Sorts them by time, groups kernels that the model cannot distinguish,
/// computes after how many products each conversion pays off, and writes the summary. `reads_as_is` is the format of
/// the input, such as "csr"; empty if no kernel needs a conversion.
void rank_kernels(protocol::Advice& advice, const std::string& reads_as_is);

} // namespace warploom::app
