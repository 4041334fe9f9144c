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
    bool is_added = false;      ///< its product is added to that of the rank's first segment, which has the same rows
    std::int64_t nonzeros = 0;
    std::shared_ptr<const HostFormat> format;
};

/// A matrix cut into the rows of several ranks, each converted on its own. Immutable once made.
struct SplitMatrix {
    RowSplit split;
    std::vector<std::vector<RankSegment>> segments; ///< of each rank: inner rows first, then those that wait
    std::string format;
    Precision precision = Precision::float64;
    FormatSize footprint; ///< of all segments together
};

/// Rows of a rank that are converted together, before they are.
struct PlannedSegment {
    std::int64_t first = 0, last = 0; ///< rows of the matrix, first .. last - 1
    bool needs_halo = false;
    LocalColumns columns = LocalColumns::all; ///< `halo`: its product is added to that of the rank's first segment
};

/// A rank that receives fewer entries of x than this, or than half of its rows, does not multiply with its own entries
/// first: adding two products (44 bytes per row, and a launch) costs more than receiving 8 bytes per entry over NVLink.
constexpr std::int64_t halo_worth_hiding = 200000;

/// Partitions the rows for a format: blocks are not divided, and diagonals remain diagonals.
RowSplit split_for_format(const std::string& format, const CsrMatrix& matrix, int ranks,
                          const FormatOptions& options = {});
/// Returns the segments of a rank, inner rows first.
std::vector<PlannedSegment> plan_segments(const std::string& format, const RankRows& rank,
                                          std::int64_t worth_hiding = halo_worth_hiding);
/// Returns how many entries a segment has.
std::int64_t entries_of(const CsrMatrix& matrix, const RankRows& rank, const PlannedSegment& segment);

/// Cuts and converts. Of a rank without a run of inner rows that receives at least `worth_hiding` entries, and half as
/// many as it has rows, own columns and others' columns become two segments; not of blocks or diagonals. Errors: those
/// of make_format.
std::shared_ptr<const SplitMatrix> split_matrix(const std::string& format, const CsrMatrix& matrix, Precision precision,
                                                int ranks, const FormatOptions& options = {},
                                                const Progress& progress = {},
                                                std::int64_t worth_hiding = halo_worth_hiding);

} // namespace warploom::kernels
