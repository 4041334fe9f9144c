#pragma once

#include "kernels/cuda/multi_gpu/rank_group.h"

#include <functional>

namespace warploom::kernels {

/// A recording of what all ranks queue, as one graph over their GPUs. Empty where it could not be recorded.
class RankGraph {
public:
    /// `times` times what `work` queues. `work` must have run before: no memory may be taken, and no connection made,
    /// while recording.
    RankGraph(RankGroup& group, const std::function<void()>& work, int times);
    RankGraph(RankGraph&& other) noexcept;
    RankGraph& operator=(RankGraph&&) = delete;
    ~RankGraph();

    bool is_recorded() const { return exec_ != nullptr; }
    /// After what the ranks' streams have queued, and before what they queue from now on.
    void launch() const;

private:
    RankGroup* group_;
    cudaGraphExec_t exec_ = nullptr;
};

} // namespace warploom::kernels
