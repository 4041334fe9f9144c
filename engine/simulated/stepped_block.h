#pragma once

#include "engine/simulated/findings.h"
#include "engine/simulated/site_table.h"
#include "engine/simulated/tracer.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace warploom::simulated {

/// A block of a launch that is being traced, step by step.
class SteppedBlock {
public:
    virtual ~SteppedBlock() = default;
    /// `seed`: of the order of warps; 0: ascending.
    virtual void begin(std::int64_t block, std::uint64_t seed) = 0;
    /// The order of the warps' steps from now on.
    virtual void set_schedule(BlockSchedule) {}
    /// One step of each warp that can make one. False when the block has ended.
    virtual bool advance(StepSink& sink) = 0;
    virtual std::int64_t number() const = 0;
    virtual int warps() const = 0;
    virtual std::int64_t lane_accesses() const = 0; ///< of all blocks that were run here
};

/// The properties that all blocks of a launch share.
struct TracedLaunch {
    const char* kernel = "";
    int block_size = 0;
    std::function<std::unique_ptr<SteppedBlock>(SiteTable&, Findings&)> make_block;
    int turns_ahead = 1;      ///< turns of its loop that a compiler lays side by side, see CountingSink
    int registers = 0;        ///< per thread, from __maxnreg__; 0: unspecified
    bool waits = false;       ///< blocks wait for others: they run in the order of their numbers, whether traced or not
    bool has_waits = false;   ///< LaunchInfo::waits
    bool is_in_order = false; ///< blocks run one after another, because their behavior depends on the order
};

/// 0 .. n - 1 in a random order that the seed decides, the same everywhere.
std::vector<std::int64_t> random_order(std::int64_t n, std::uint64_t seed);

} // namespace warploom::simulated
