#pragma once

#include "app/advice/advise.h"

#include <map>
#include <string>
#include <vector>

namespace warploom::app {

/// Ranks the kernels of a recommendation. Sorts them by time, groups kernels that the model cannot distinguish,
/// computes after how many products each conversion pays off, and writes the summary. `reads_as_is` is the format of
/// the input, such as "csr". It is empty if no kernel needs a conversion.
void rank_kernels(protocol::Advice& advice, const std::string& reads_as_is);

/// Replaces the estimated times of clearly slower kernels with lower bounds, and moves these kernels to the end.
/// `kernels` is sorted by time. `least_ns` contains a safe lower bound for each kernel. The fastest kernel that reads
/// CSR keeps its estimate, because conversions are compared with it.
void drop_estimates_of_slow_kernels(std::vector<protocol::AdvisedKernel>& kernels,
                                    const std::map<std::string, double>& least_ns);

} // namespace warploom::app
