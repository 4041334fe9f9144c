#pragma once

#include "engine/cuda/buffer.h"
#include "kernels/cuda/multi_gpu/rank_group.h"

#include <map>

namespace warploom::kernels {

/// Starts the streams of all ranks simultaneously, and makes the first rank's stream wait for all others, with kernels
/// that poll flags in the memory of their GPU. If events were used, a stream that waits for another GPU would resume up
/// to 7 us late (measured on two H200 GPUs), and every sample would include this delay. Requires all ranks in one
/// process, on distinct GPUs with peer access.
class RankBarrier {
public:
    static bool is_possible(const RankGroup& group);
    explicit RankBarrier(const RankGroup& group);

    /// Makes all streams wait for the current work of the first rank's stream.
    void start();
    /// Makes the first rank's stream wait for the current work of all streams.
    void gather();

private:
    const RankGroup& group_;
    /// flags in the memory of each rank: one flag for the start, and one for the end of each rank's work
    std::map<int, cuda::Buffer<unsigned>> flags_;
    unsigned ticket_ = 0;
};

} // namespace warploom::kernels
