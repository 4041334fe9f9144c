#pragma once

#include "kernels/machine/machine.h"
#include "kernels/multi_gpu/ranks.h"

#include <memory>
#include <string>
#include <vector>

namespace warploom::kernels {

/// Some rows of a rank in a format, over the rank's local x.
struct RankSegment {
    std::int64_t first_row = 0; ///< within the rank: where its y begins
    bool needs_halo = false;    ///< whether it has to wait for the entries of others
    std::shared_ptr<const HostFormat> format;
};

/// A matrix cut into the rows of several ranks, each converted on its own. Immutable once made.
struct SplitMatrix {
    RowSplit split;
    std::vector<std::vector<RankSegment>> segments; ///< of each rank: inner rows first, then those that wait
    std::string format;
    Precision precision = Precision::float64;
    Footprint footprint; ///< of all segments together
};

/// Cuts and converts. Errors: those of make_format.
std::shared_ptr<const SplitMatrix> split_matrix(const std::string& format, const CsrMatrix& matrix, Precision precision,
                                                int ranks, const FormatOptions& options = {},
                                                const Progress& progress = {});

} // namespace warploom::kernels
