#pragma once

#include "engine/cuda/buffer.h"
#include "kernels/cuda/multi_gpu/rank_group.h"

#include <map>

namespace warploom::kernels {

/// Starts the streams of all ranks simultaneously, and makes the stream of the first rank wait for all other streams.
/// Uses kernels that poll flags in the memory of their GPU. With events, a stream that waits for another GPU would
/// resume as much as 7 us late (measured on two H200 GPUs), and this delay would be part of every sample. Requires all
/// ranks to be in one process, on distinct GPUs with peer access.
class RankBarrier {
public:
    static bool is_possible(const RankGroup& group);
    explicit RankBarrier(const RankGroup& group);

    /// Makes all streams wait for the work enqueued so far on the stream of the first rank.
    void start();
    /// Makes the stream of the first rank wait for the work enqueued so far on all streams.
    void gather();

private:
    const RankGroup& group_;
    /// flags in the memory of each rank: one for the start, and one for the end of the work on each rank
    std::map<int, cuda::Buffer<unsigned>> flags_;
    unsigned ticket_ = 0;
};

} // namespace warploom::kernels
