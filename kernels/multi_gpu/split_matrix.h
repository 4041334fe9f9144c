#pragma once

#include "kernels/machine/machine.h"
#include "kernels/multi_gpu/ranks.h"

#include <memory>
#include <string>
#include <vector>

namespace warploom::kernels {

/// Consecutive rows of a rank in a storage format. Their columns refer to the rank's local x.
struct RankSegment {
    std::int64_t first_row = 0; ///< first row of the segment, counted within the rank
    bool needs_halo = false;    ///< whether the segment needs elements of x that other ranks own (halo)
    /// Whether the segment's product is added to the product of the first segment, which has the same rows.
    bool is_added = false;
    std::int64_t nonzeros = 0;
    std::shared_ptr<const HostFormat> format;
};

/// A matrix partitioned by rows over several ranks. Each part is converted separately. Objects of this type are
/// immutable.
struct SplitMatrix {
    RowSplit split;
    /// Segments of each rank: first the rows that need no halo (remote elements of x), then the rows that need it.
    std::vector<std::vector<RankSegment>> segments;
    std::string format;
    Precision precision = Precision::float64;
    FormatSize footprint; ///< total memory footprint of all segments
};

/// Rows of a rank that are converted together.
struct PlannedSegment {
    std::int64_t first = 0, last = 0; ///< matrix rows first .. last - 1
    bool needs_halo = false;
    /// Columns of the segment. If `halo`, the product is added to the product of the segment with the same rows.
    LocalColumns columns = LocalColumns::all;
};

/// Minimum number of received elements of x for which a rank multiplies with its own elements first. In addition, this
/// number must be at least half of the number of rows. With fewer elements, adding two products (44 bytes per row and a
/// launch) takes longer than receiving the elements over NVLink (8 bytes per element).
constexpr std::int64_t halo_worth_hiding = 200000;

/// Partitions the rows of a matrix for a given storage format. Blocks are not divided, and diagonals remain diagonals.
RowSplit split_for_format(const std::string& format, const CsrMatrix& matrix, int ranks,
                          const FormatOptions& options = {});
/// Returns the segments of a rank. The segment with rows that need no halo comes first.
std::vector<PlannedSegment> plan_segments(const std::string& format, const RankRows& rank,
                                          std::int64_t worth_hiding = halo_worth_hiding);
/// Returns the number of matrix entries in a segment.
std::int64_t entries_of(const CsrMatrix& matrix, const RankRows& rank, const PlannedSegment& segment);

/// Partitions a matrix by rows and converts the parts. If a rank has no range of rows that need no remote elements of
/// x, its own columns and the columns of other ranks become two segments, provided that the rank receives at least
/// `worth_hiding` elements, and at least half as many elements as it has rows. Block and diagonal formats are not
/// divided in this way. Errors: see make_format.
std::shared_ptr<const SplitMatrix> split_matrix(const std::string& format, const CsrMatrix& matrix, Precision precision,
                                                int ranks, const FormatOptions& options = {},
                                                const Progress& progress = {},
                                                std::int64_t worth_hiding = halo_worth_hiding);

} // namespace warploom::kernels
