#pragma once

#include "kernels/machine/machine.h"
#include "kernels/multi_gpu/ranks.h"

#include <memory>
#include <string>
#include <vector>

namespace warploom::kernels {

/// Consecutive rows of a rank in one storage format, with columns numbered as in the rank's local x.
struct RankSegment {
    std::int64_t first_row = 0;
    bool needs_halo = false; ///< whether the segment needs elements of x that other ranks own (halo)
    /// Whether the product of this segment is added to the product of the first segment, which has the same rows.
    bool is_added = false;
    std::int64_t nonzeros = 0;
    std::shared_ptr<const HostFormat> format;
};

/// A matrix partitioned by rows over several ranks, with separately converted parts. The object is immutable.
struct SplitMatrix {
    RowSplit split;
    /// Segments of each rank: first rows without remote elements of x, then rows that need the halo.
    std::vector<std::vector<RankSegment>> segments;
    std::string format;
    Precision precision = Precision::float64;
    FormatSize footprint;
};

/// Describes consecutive rows of a rank that are converted together.
struct PlannedSegment {
    std::int64_t first = 0, last = 0;
    bool needs_halo = false;
    /// Columns to include. The product of a `halo` segment is added to the product of the segment with the same rows.
    LocalColumns columns = LocalColumns::all;
};

/// A rank computes the product with its own elements of x first only if it receives at least this many elements, and at
/// least half as many as it has rows. For fewer elements, the second product (44 bytes per row and a launch) takes
/// longer than receiving the elements over NVLink (8 bytes per element).
constexpr std::int64_t halo_worth_hiding = 200000;

/// Partitions the rows for a storage format. Blocks are not divided, and diagonals remain diagonals.
RowSplit split_for_format(const std::string& format, const CsrMatrix& matrix, int ranks,
                          const FormatOptions& options = {});
/// Returns the segments of a rank. The segment with rows that need no halo is first.
std::vector<PlannedSegment> plan_segments(const std::string& format, const RankRows& rank,
                                          std::int64_t worth_hiding = halo_worth_hiding);
/// Returns the number of matrix entries in a segment.
std::int64_t entries_of(const CsrMatrix& matrix, const RankRows& rank, const PlannedSegment& segment);

/// Partitions a matrix by rows and converts the parts. If all rows of a rank need remote elements of x, its own columns
/// and the columns of other ranks become two segments of the format, provided that the rank receives at least
/// `worth_hiding` elements and at least half as many as it has rows. Never for block and diagonal formats. Errors: see
/// make_format.
std::shared_ptr<const SplitMatrix> split_matrix(const std::string& format, const CsrMatrix& matrix, Precision precision,
                                                int ranks, const FormatOptions& options = {},
                                                const Progress& progress = {},
                                                std::int64_t worth_hiding = halo_worth_hiding);

} // namespace warploom::kernels
