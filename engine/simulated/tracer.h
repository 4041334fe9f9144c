#pragma once

#include "engine/simt/trace/recorder.h"
#include "engine/simulated/card_limits.h"
#include "engine/simulated/trace.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace warploom::simulated {

using simt::BlockSchedule;

/// Selects the blocks to trace, and how blocks share the multiprocessors.
struct TraceOptions : simt::RecordingRules {
    int multiprocessors = 1; ///< number of multiprocessors; block b runs on multiprocessor b modulo this number
    /// function that returns the number of resident blocks per multiprocessor; if empty, one block
    std::function<int(int block_size)> resident_blocks;
    /// Maximum number of blocks to trace per launch, chosen as a stratified sample; 0 for all blocks.
    std::int64_t sample_blocks = 0;
    /// Function that returns the number of blocks to trace once the size of a launch is known. Overrides sample_blocks.
    std::function<std::int64_t(std::int64_t blocks, int block_size)> sample_of_launch;
    /// Number of ranges of consecutive blocks in the sample, for calls whose launches read the output of earlier
    /// launches. The ranges are at the same relative positions in every grid and cover the same fraction of it.
    /// Otherwise, cache lines written by untraced blocks would appear to be in memory instead of in a cache. If 0, each
    /// launch is sampled independently.
    int places = 0;
    std::optional<std::int64_t> only_block; ///< if set, index of the only block to trace in each launch
    /// Function that returns the blocks of a launch to trace, in ascending order. Overrides all options above.
    std::function<std::vector<std::int64_t>(std::int64_t blocks, int block_size)> blocks_of_launch;
    /// Seed for a random order of warps and blocks; 0 for ascending order.
    std::uint64_t lane_order_seed = 0;
    /// Limits of the simulated GPU, which rejects launches that exceed them. If not set, there are no limits.
    std::optional<CardLimits> limits;
};

/// Returns the blocks of a stratified sample in ascending order. The grid is divided into strata of equal size. Each
/// stratum contributes a range of consecutive blocks, so that the sample includes data reuse between neighboring
/// blocks. Returns all blocks if `wanted` is large enough.
std::vector<std::int64_t> sample_of_blocks(std::int64_t blocks, std::int64_t wanted);
/// Selects a fraction `share` of the blocks in a grid, as `places` ranges of consecutive blocks in ascending order. The
/// relative positions of the ranges do not depend on the grid size. Returns at least one block.
std::vector<std::int64_t> blocks_at_places(std::int64_t blocks, double share, int places);

/// Traces kernels. The interpreter (engine/simt) passes every kernel launch to the tracer, which runs the traced blocks
/// step by step and sends their steps to a sink. Blocks that are not traced also run, so that the results are always
/// complete (unless `runs_untraced` is off).
class Tracer final : public simt::Recorder {
public:
    Tracer(TraceOptions options, TraceSink& sink);
    ~Tracer() override;

    /// Returns the list of traced arrays, which grows while the kernel is running.
    const std::vector<TracedArray>& arrays() const;
    /// Returns the list of sites (source locations of accesses), which grows while the kernel is running.
    const std::vector<Site>& sites() const;
    /// Returns the detected errors, sorted by file, line and kind. Valid after the call.
    const std::vector<Finding>& findings() const;
    /// Returns conflicts in which several threads wrote the same value. They are reported like races if compares_values
    /// is set. Valid after the call.
    const std::vector<Finding>& same_values() const;
    std::int64_t lane_accesses() const; ///< returns the number of lane accesses recorded so far
    double traced_share() const;        ///< returns the fraction of blocks traced, over all launches so far
    /// Sets whether launches of the `prepare` function are traced. If they are not, they only run.
    void trace_preparation(bool is_traced);
    bool is_preparing() const; ///< returns whether the current launches are part of the `prepare` function

    const simt::RecordingRules& rules() const override;
    const CardLimits* limits() const override;
    simt::SiteTable& table() override;
    void begin_call() override;
    bool begin_preparation() override;
    void end_preparation() override;
    bool record(const simt::RecordedLaunch& launch, std::int64_t blocks, const simt::RunBlocks& untraced) override;
    void add(const simt::Findings& found) override;
    void add_same_values(const simt::Findings& found) override;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace warploom::simulated
