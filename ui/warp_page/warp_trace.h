#pragma once

#include "engine/simulated/trace.h"

#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace warploom::ui {

// The worker's answer to `warp` (docs/protocol.md) as plain structs: one warp of one block, step by step.

/// A source file of the kernel, whole.
struct WarpSource {
    QString file, title; ///< "kernels/spmv/csr_scalar.h", "csr_scalar.h"
    int first_line = 1;
    QStringList lines;
};

/// A place in the source that does one thing to one array; see simulated::Site.
struct WarpSite {
    simulated::Access access = simulated::Access::load;
    simulated::Space space = simulated::Space::none;
    int array = -1; ///< number of the array; -1 for shuffles, ballots, barriers
    QString file;
    int line = 0;
    int kernel_line = 0; ///< where the kernel calls the helper that does it; `line` in the kernel itself
    int element_bytes = 0;
};

/// An entry of the matrix; row -1: padding, or nothing.
struct WarpEntry {
    std::int64_t row = -1, col = -1;
    bool operator==(const WarpEntry& other) const { return row == other.row && col == other.col; }
};
using LaneEntries = std::array<WarpEntry, simulated::warp_size>;
using LaneValues = std::array<double, simulated::warp_size>; ///< NaN where there is none

struct WarpStep {
    int site = 0;
    std::uint32_t active = 0, waiting = 0;                  ///< bit l: lane l
    std::array<std::int64_t, simulated::warp_size> index{}; ///< element, or source lane; of active lanes only
    std::int64_t flops = 0;
    int values = -1, entries = -1; ///< into the lists of the trace; -1: none
};

/// Who reads a nonzero first; block, warp and lane are -1 where nobody does.
struct WarpOwner {
    std::int64_t row = 0, col = 0, block = 0;
    int warp = 0, lane = 0;
};

struct WarpLaunch {
    std::int64_t blocks = 0;
    int warps_per_block = 1;
};

struct WarpTrace {
    QString matrix, kernel, precision;
    std::int64_t rows = 0, cols = 0, nonzeros = 0;
    int block_size = 0;
    int launch = 0;
    std::vector<WarpLaunch> launches;
    std::int64_t block_index = 0;
    int warp = 0;
    std::vector<WarpSource> sources; ///< the kernel's own first
    std::vector<simulated::TracedArray> arrays;
    std::vector<WarpSite> sites;
    std::vector<WarpStep> steps;
    std::vector<LaneValues> values;
    std::vector<LaneEntries> entries;
    std::optional<std::int64_t> all_steps; ///< how many the warp takes when only the first of them are here
    std::int64_t row_begin = 0, row_end = 0, col_begin = 0, col_end = 0; ///< of the owners
    std::vector<WarpOwner> owners;
    std::optional<std::pair<std::int64_t, std::int64_t>> written_rows; ///< first and last row that the warp writes
    QJsonObject card;                                                  ///< as it came; see simulated::card_from_json
    QJsonObject json;                                                  ///< all of it, for saving

    int stepCount() const { return static_cast<int>(steps.size()); }
    const WarpSite& siteOf(int step) const {
        return sites[static_cast<std::size_t>(steps[static_cast<std::size_t>(step)].site)];
    }
    /// "value"; empty where the step touches no array.
    QString arrayOf(int step) const;
    /// Bytes from the start of memory, of the active lanes; 0 elsewhere.
    std::array<std::uint64_t, simulated::warp_size> addresses(int step) const;
    /// The entries that the lanes work on at a step: those it reads, or those of the last step before it that read any.
    /// Null before the first.
    const LaneEntries* entriesAt(int step) const;
    const WarpSource* sourceOf(const QString& file) const; ///< null: not there
};
using WarpTraceHandle = std::shared_ptr<const WarpTrace>;

/// Throws Error("warp.malformed") whose sentence names the field that is missing or wrong.
WarpTraceHandle parseWarpTrace(const QJsonObject& object);

} // namespace warploom::ui
