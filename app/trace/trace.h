#pragma once

#include "app/trace/kernel_settings.h"
#include "app/trace/trace_subject.h"
#include "engine/progress.h"
#include "engine/simt/machine/printed.h"
#include "engine/simulated/counts.h"
#include "engine/simulated/model.h"
#include "engine/simulated/trace.h"
#include "engine/simulated/tracer.h"
#include "kernels/machine/machine.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace warploom::app {

/// A traced call, and the card whose rules determine its counts.
struct Trace;

struct TraceSettings : KernelSettings {
    static constexpr std::int64_t by_size = 0;     ///< all blocks, or a sample where the matrix is large
    static constexpr std::int64_t all_blocks = -1; ///< whatever it takes

    std::int64_t sample = by_size; ///< at most so many blocks of each launch
    /// With `by_size`: up to so many value slots of the format (or an eighth of it of threads), every block is traced.
    std::int64_t slots_traced_whole = 20'000'000;
    /// Names the traced blocks of each launch instead of `sample`; empty: `sample` decides.
    std::function<std::vector<std::int64_t>(std::int64_t blocks, int block_size)> blocks_of_launch = {};
    bool runs_untraced = true;        ///< as simulated::TraceOptions has it
    std::int64_t most_turns = 0;      ///< the same
    std::int64_t turns_for_input = 0; ///< the same
    std::int64_t most_threads = 0;    ///< the same
    bool counts = true;               ///< else results and findings alone: no launches, no blocks, no time
    CacheState cache = CacheState::cold;
    bool with_start = true;            ///< the time includes the start of the call; false for a part of a call
    bool with_transfers = false;       ///< adds the input to the device and the result back
    std::uint64_t lane_order_seed = 0; ///< 0: warps and blocks run in ascending order
    bool compares_values = false;      ///< the same; a trace with a race is made again with it
    simulated::BlockSchedule schedule = simulated::BlockSchedule::ascending; ///< as simulated::TraceOptions has it
    std::function<void(Trace&)> correct =
        {}; ///< changes the counts before a time is modeled from them; empty: they stay
};

/// A traced block: data that the counts of its launch do not contain.
struct TracedBlock {
    std::int64_t block = 0;
    std::int64_t first_row = -1, last_row = -1; ///< of the result that it wrote; -1 where it wrote none, or no range
    std::int64_t steps = 0, lanes = 0;          ///< warp instructions, and active lanes in them
};

/// The work of a kernel's function `prepare`, once for the matrix. No launches: there is none, or it launches nothing.
struct TracedPreparation {
    std::vector<simulated::LaunchCounts> launches;
    std::vector<std::vector<TracedBlock>> blocks; ///< for each launch, ascending
    std::int64_t grid_blocks = 0, traced_blocks = 0;
    simulated::ModelledTime model;
};

struct Trace {
    Operation operation = Operation::spmv;
    TraceSettings settings;
    std::string format;
    std::optional<std::int64_t> leading_dimension; ///< of formats stored column by column
    std::vector<simulated::TracedArray> arrays;
    std::vector<simulated::Site> sites;
    std::vector<simulated::Finding> findings;
    std::vector<simulated::Finding> same_values; ///< as simulated::Tracer has them
    std::int64_t lane_accesses = 0;              ///< as simulated::Tracer counts them
    simt::Printed printed;
    std::vector<simulated::LaunchCounts> launches;   ///< of one call; launches while binding are not among them
    std::vector<std::vector<TracedBlock>> blocks;    ///< for each launch, ascending
    std::int64_t grid_blocks = 0, traced_blocks = 0; ///< over all launches
    /// Largest relative difference of transactions a block and of mean active lanes between two halves of the sample
    /// (its odd and its even strata). Absent where every block was traced, or the sample has one stratum.
    std::optional<double> halves_differ;
    simulated::ModelledTime model;
    TracedPreparation preparation; ///< no part of the call: neither in the counts nor in the time above

    double traced_share() const;
    double mean_active_lanes() const; ///< over all warp instructions; 0 where there are none
};

/// Runs the kernel once on the traced simulated GPU, counts for the card and models its time. The settings have been
/// validated (app/operations/trace_kernel.h). Errors: "kernel.machine" if the kernel uses features that the card lacks;
/// "cancelled" within about 0.1 s of tracing.
Trace trace_subject(const TraceSubject& subject, const TraceSettings& settings, const Progress& progress = {});

/// Returns the trace with the launches of `prepare` in front of those of run, as if the call had made them all.
Trace with_preparation(Trace trace);

/// Returns the compute capability, 9.0; for a card without the field, that of recent cards.
double capability_of(const simulated::Card& card);
/// Throws Error("kernel.machine"): the card lacks `what`, which was introduced with compute capability `since`.
[[noreturn]] void refuse_card(Operation operation, const TraceSettings& settings, const std::string& what,
                              const char* since);

} // namespace warploom::app
