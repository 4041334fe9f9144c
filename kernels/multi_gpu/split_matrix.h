#pragma once

#include "kernels/machine/machine.h"
#include "kernels/multi_gpu/ranks.h"

#include <memory>
#include <string>
#include <vector>

namespace warploom::kernels {

/// Consecutive rows of a rank in one format. Their columns refer to the rank's local x.
struct RankSegment {
    std::int64_t first_row = 0; ///< first row of the segment within the rank
    bool needs_halo = false;    ///< whether the segment needs elements of x from other ranks
    /// Whether to add the product to the product of the first segment, which has the same rows.
    bool is_added = false;
    std::int64_t nonzeros = 0;
    std::shared_ptr<const HostFormat> format;
};

/// A matrix partitioned by rows over several ranks. Each part is converted separately. Objects of this type are
/// immutable.
struct SplitMatrix {
    RowSplit split;
    /// Segments of each rank: first inner rows, then rows that need the halo.
    std::vector<std::vector<RankSegment>> segments;
    std::string format;
    Precision precision = Precision::float64;
    FormatSize footprint; ///< total footprint of all segments
};

/// Rows of a rank that are converted together.
struct PlannedSegment {
    std::int64_t first = 0, last = 0; ///< matrix rows first .. last - 1
    bool needs_halo = false;
    /// Columns of the segment; with `halo`, the product is added to the product of the first segment.
    LocalColumns columns = LocalColumns::all;
};

/// A rank multiplies with its own elements first only if it receives at least this many elements of x, and at least
/// half as many elements as it has rows. With fewer elements, adding two products (44 bytes per row and a launch) takes
/// longer than receiving the elements over NVLink (8 bytes per element).
constexpr std::int64_t halo_worth_hiding = 200000;

/// Partitions the rows for a given format. Blocks are not divided, and diagonals remain diagonals.
RowSplit split_for_format(const std::string& format, const CsrMatrix& matrix, int ranks,
                          const FormatOptions& options = {});
/// Returns the segments of a rank, inner rows first.
std::vector<PlannedSegment> plan_segments(const std::string& format, const RankRows& rank,
                                          std::int64_t worth_hiding = halo_worth_hiding);
/// Returns the number of entries in a segment.
std::int64_t entries_of(const CsrMatrix& matrix, const RankRows& rank, const PlannedSegment& segment);

/// Partitions and converts a matrix. If a rank has no range of inner rows, its own columns and the columns of other
/// ranks become two segments, provided that the rank receives at least `worth_hiding` elements, and at least half as
/// many elements as it has rows. Block and diagonal formats are not divided in this way. Errors: see make_format.
std::shared_ptr<const SplitMatrix> split_matrix(const std::string& format, const CsrMatrix& matrix, Precision precision,
                                                int ranks, const FormatOptions& options = {},
                                                const Progress& progress = {},
                                                std::int64_t worth_hiding = halo_worth_hiding);

} // namespace warploom::kernels
