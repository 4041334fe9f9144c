#pragma once

#include "engine/table.h"

#include <QJsonObject>
#include <QString>

#include <cstdint>
#include <limits>
#include <vector>

namespace warploom::ui {

// The worker's answer to `trace` (docs/protocol.md) as plain structs: what was counted, and the time that the model
// makes of it for one card. Times in nanoseconds; counts are those of the traced blocks.

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// What a launch would take if only this were slow.
struct TraceTerm {
    QString key;
    double ns = 0;
};

/// What one place of the source did to one array.
struct TraceAccess {
    QString array, kind, space, file;
    int line = 0, kernel_line = 0, launch = 0;
    double warp_instructions = 0, lane_accesses = 0, mean_active_lanes = 0, divergent_steps = 0;
    double transactions = 0, ideal_transactions = 0, bytes_fetched = 0, bytes_used = 0;
    double l1_hits = 0, l2_sectors = 0, l2_hits = 0, dram_bytes = 0;
    double bank_passes = 0, bank_conflicts = 0, serialised = 0, flops = 0;
};

struct TraceScheduled {
    std::int64_t block = 0;
    int multiprocessor = 0;
    double start_ns = 0, end_ns = 0;
};

struct TraceLaunch {
    QString kernel, binding, limited_by;
    std::int64_t blocks = 0;
    int block_size = 0, resident_blocks = 0;
    double ns = 0, occupancy = 0;
    std::vector<TraceTerm> terms;
    std::vector<TraceScheduled> schedule;
    int schedule_every = 1; ///< only each so many-th block is listed
};

/// A traced block; rows are those of the matrix that it works on, -1 where that is not known.
struct TraceBlock {
    int launch = 0;
    std::int64_t block = 0, first_row = -1, last_row = -1;
    double ns = 0, transactions = 0, dram_bytes = 0, warp_instructions = 0;
    bool hasRows() const { return first_row >= 0 && last_row >= first_row; }
};

struct TraceFinding {
    QString kind, sentence, file, lanes;
    int line = 0, warp = 0;
    std::int64_t block = 0;
    double times = 1;
};

struct TraceDocument {
    QString matrix, kernel, format, precision;
    std::int64_t rows = 0, cols = 0, nonzeros = 0;
    int block = 0;

    QString card_id, card_title;
    int multiprocessors = 0;
    double model_error = 0; ///< of the card; 0: never compared
    int model_cells = 0;

    double traced_share = 1, halves_differ = no_number; ///< largest relative difference between two halves of a sample
    double mean_active_lanes = 0, divergent_steps = 0, bank_conflicts = 0, flops = 0;
    double modelled_ns = 0;
    QString binding;
    std::vector<TraceTerm> terms; ///< sums over the launches
    double intensity = no_number, gflops = no_number, peak_gflops = no_number, peak_gbytes_per_s = no_number;

    std::vector<TraceLaunch> launches;
    std::vector<TraceBlock> blocks;
    std::vector<TraceAccess> accesses;
    std::vector<TraceFinding> findings;

    bool isSampled() const { return traced_share < 1; }
};

/// Throws Error("trace.malformed") whose sentence names the field that is missing or wrong.
TraceDocument parseTrace(const QJsonObject& object);

/// "memory transactions" for "transactions"; an unknown key is its own title.
QString termTitle(const QString& key);
/// What it means that this term decides, in one sentence.
QString termMeaning(const QString& key);

} // namespace warploom::ui
