#pragma once

#include "engine/simulated/findings.h"
#include "engine/simulated/site_table.h"
#include "engine/simulated/tracer.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace warploom::simulated {

/// A block of a traced launch that is executed step by step.
class SteppedBlock {
public:
    virtual ~SteppedBlock() = default;
    /// Starts a block. `seed` determines the order of the warps; 0 means ascending.
    virtual void begin(std::int64_t block, std::uint64_t seed) = 0;
    /// Sets the execution order of the warps.
    virtual void set_schedule(BlockSchedule) {}
    /// Executes one step of each warp that can proceed. Returns false if the block has ended.
    virtual bool advance(StepSink& sink) = 0;
    virtual std::int64_t number() const = 0;
    virtual int warps() const = 0;
    virtual std::int64_t lane_accesses() const = 0; ///< the total of all blocks that this object has run
};

/// The properties that all blocks of a launch have in common.
struct TracedLaunch {
    const char* kernel = "";
    int block_size = 0;
    std::function<std::unique_ptr<SteppedBlock>(SiteTable&, Findings&)> make_block;
    int turns_ahead = 1;      ///< number of loop iterations that a compiler overlaps; see CountingSink
    int registers = 0;        ///< registers per thread, from __maxnreg__; 0 if unspecified
    bool waits = false;       ///< whether blocks wait for other blocks; they then run in ascending order, traced or not
    bool has_waits = false;   ///< see LaunchInfo::waits
    bool is_in_order = false; ///< whether blocks run one after another because their behavior depends on the order
};

/// Returns 0 .. n - 1 in a random order that depends only on the seed.
std::vector<std::int64_t> random_order(std::int64_t n, std::uint64_t seed);

} // namespace warploom::simulated
