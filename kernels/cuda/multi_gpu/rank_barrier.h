#pragma once

#include "engine/cuda/buffer.h"
#include "kernels/cuda/multi_gpu/rank_group.h"

#include <map>

namespace warploom::kernels {

/// Starts the streams of all ranks at the same moment, and makes the first rank's stream wait for the others, by
/// kernels that poll flags in their GPU's memory. A stream that waits for an event of another GPU wakes up as much as 7
/// us late (two H200), which would be part of every sample. Requires ranks of one process with GPUs of their own and
/// peer access.
class RankBarrier {
public:
    static bool is_possible(const RankGroup& group);
    explicit RankBarrier(const RankGroup& group);

    /// Makes all streams wait for the work queued so far on the stream of the first rank.
    void start();
    /// Makes the stream of the first rank wait for the work queued so far on all streams.
    void gather();

private:
    const RankGroup& group_;
    std::map<int, cuda::Buffer<unsigned>> flags_; ///< per rank: one for the start, one for each rank's end
    unsigned ticket_ = 0;
};

} // namespace warploom::kernels
