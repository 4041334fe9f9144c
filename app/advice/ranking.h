#pragma once

#include "app/advice/advise.h"

namespace warploom::app {

/// Ranks the kernels of a recommendation: sorts them by time, groups kernels that the model cannot distinguish, adds
/// conversion costs with the number of products after which they pay off, and writes the summary. `reads_as_is` is the
/// format of the input, such as "csr"; empty if nothing is converted.
void rank_kernels(protocol::Advice& advice, const std::string& reads_as_is);

} // namespace warploom::app
