#pragma once

#include "kernels/cuda/cg/cuda_cg_graph.h"
#include "kernels/cuda/multi_gpu/rank_group.h"

#include <functional>

namespace warploom::kernels {

/// A recording of what all ranks queue, as one graph over their GPUs. Empty where it could not be recorded.
class RankGraph {
public:
    /// `times` times what `work` queues. `work` must have run before: no memory may be taken, and no connection made,
    /// while recording.
    RankGraph(RankGroup& group, const std::function<void()>& work, int times);

    bool is_recorded() const { return graph_.is_recorded(); }
    /// After what the ranks' streams have queued, and before what they queue from now on.
    void launch() const;

private:
    RankGroup* group_;
    CgGraph graph_;
};

} // namespace warploom::kernels
