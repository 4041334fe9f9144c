#pragma once

#include "kernels/machine/machine.h"
#include "kernels/multi_gpu/ranks.h"

#include <memory>
#include <string>
#include <vector>

namespace warploom::kernels {

/// Consecutive rows of a rank in one format. Their columns refer to the rank's local x.
struct RankSegment {
    std::int64_t first_row = 0; ///< start of its y within the rank
    bool needs_halo = false;    ///< whether it waits for elements of other ranks
    bool is_added = false;      ///< whether its product is added to that of the first segment, which has the same rows
    std::int64_t nonzeros = 0;
    std::shared_ptr<const HostFormat> format;
};

/// A matrix partitioned by rows over several ranks. Each part is converted separately. Immutable.
struct SplitMatrix {
    RowSplit split;
    std::vector<std::vector<RankSegment>> segments; ///< for each rank: inner rows first, then waiting rows
    std::string format;
    Precision precision = Precision::float64;
    FormatSize footprint; ///< of all segments combined
};

/// Rows of a rank that are converted together.
struct PlannedSegment {
    std::int64_t first = 0, last = 0; ///< rows of the matrix, first .. last - 1
    bool needs_halo = false;
    LocalColumns columns = LocalColumns::all; ///< with `halo`, the product is added to that of the rank's first segment
};

/// A rank multiplies with its own elements first only if it receives at least this many elements of x, and at least
/// half as many as it has rows. Otherwise, adding two products, which costs 44 bytes per row and a launch, would take
/// longer than receiving 8 bytes per element over NVLink.
constexpr std::int64_t halo_worth_hiding = 200000;

/// Partitions the rows for a format: blocks are not divided, and diagonals remain diagonals.
RowSplit split_for_format(const std::string& format, const CsrMatrix& matrix, int ranks,
                          const FormatOptions& options = {});
/// Returns the segments of a rank, inner rows first.
std::vector<PlannedSegment> plan_segments(const std::string& format, const RankRows& rank,
                                          std::int64_t worth_hiding = halo_worth_hiding);
/// Returns the number of entries in a segment.
std::int64_t entries_of(const CsrMatrix& matrix, const RankRows& rank, const PlannedSegment& segment);

/// Partitions and converts a matrix. If a rank has no range of inner rows, its own columns and those of others become
/// two segments, provided that it receives at least `worth_hiding` elements, and at least half as many as it has rows.
/// Block and diagonal formats are not divided in this way. Errors: those of make_format.
std::shared_ptr<const SplitMatrix> split_matrix(const std::string& format, const CsrMatrix& matrix, Precision precision,
                                                int ranks, const FormatOptions& options = {},
                                                const Progress& progress = {},
                                                std::int64_t worth_hiding = halo_worth_hiding);

} // namespace warploom::kernels
