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

/// Options that select the blocks to trace and assign them to multiprocessors.
struct TraceOptions : simt::RecordingRules {
    int multiprocessors = 1; ///< number of multiprocessors; block b runs on multiprocessor b modulo this number
    /// Returns the number of resident blocks per multiprocessor. If empty, each multiprocessor has one resident block.
    std::function<int(int block_size)> resident_blocks;
    /// Maximum number of traced blocks per launch, which form a stratified sample; 0 to trace all blocks.
    std::int64_t sample_blocks = 0;
    /// Returns the number of blocks to trace, given the size of the launch. Overrides sample_blocks.
    std::function<std::int64_t(std::int64_t blocks, int block_size)> sample_of_launch;
    /// Number of ranges of consecutive blocks in the sample, for launches that read the output of earlier launches. The
    /// ranges have the same relative positions in every grid and cover the same fraction of it. Thus, the traced blocks
    /// of a launch mostly read data that was written by traced blocks and may still be in a cache. If 0, each launch is
    /// sampled independently.
    int places = 0;
    std::optional<std::int64_t> only_block; ///< if set, the only block to trace in each launch
    /// Whether every block runs after all blocks with lower indices, including blocks that are not traced. A traced
    /// block then reads what the blocks before it wrote.
    bool is_in_order = false;
    /// Returns the blocks of a launch to trace, in ascending order. Overrides all options above.
    std::function<std::vector<std::int64_t>(std::int64_t blocks, int block_size)> blocks_of_launch;
    /// Seed for a random order of warps and blocks; 0 for ascending order.
    std::uint64_t lane_order_seed = 0;
    /// Limits of the simulated GPU. Launches that exceed them are rejected. If not set, there are no limits.
    std::optional<CardLimits> limits;
};

/// Returns the blocks of a stratified sample in ascending order. The grid is divided into strata of equal size. Each
/// stratum contributes consecutive blocks, so that the sample includes data reuse between neighbors. Returns all blocks
/// if `wanted` is large enough.
std::vector<std::int64_t> sample_of_blocks(std::int64_t blocks, std::int64_t wanted);
/// Selects the fraction `share` of a grid as `places` ranges of consecutive blocks, in ascending order. Their relative
/// positions do not depend on the grid size. Returns at least one block.
std::vector<std::int64_t> blocks_at_places(std::int64_t blocks, double share, int places);

/// Traces kernels. The interpreter (engine/simt) passes every launch to the tracer. The tracer runs the traced blocks
/// step by step and sends their steps to a sink. Unless `runs_untraced` is off, all other blocks are also executed,
/// because the results must be complete.
class Tracer final : public simt::Recorder {
public:
    Tracer(TraceOptions options, TraceSink& sink);
    ~Tracer() override;

    /// Returns the traced arrays. The list grows while the kernel is running.
    const std::vector<TracedArray>& arrays() const;
    /// Returns the source locations of accesses. The list grows while the kernel is running.
    const std::vector<Site>& sites() const;
    /// Returns the detected errors, sorted by file, line and kind. Valid after the call.
    const std::vector<Finding>& findings() const;
    /// Returns findings about several threads that wrote the same value, if compares_values is set. Valid after the
    /// call.
    const std::vector<Finding>& same_values() const;
    std::int64_t lane_accesses() const; ///< number of lane accesses recorded so far
    double traced_share() const;        ///< fraction of blocks that were traced, over all launches so far
    /// Sets whether launches of `prepare` are traced. Otherwise, they are executed without being traced.
    void trace_preparation(bool is_traced);
    bool is_preparing() const; ///< whether the current launches are part of `prepare`

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
