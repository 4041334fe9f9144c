#pragma once

#include "kernels/cuda/cg/cuda_cg_graph.h"
#include "kernels/cuda/multi_gpu/rank_group.h"

#include <functional>

namespace warploom::kernels {

/// A captured CUDA graph with the work of all ranks on their GPUs. The graph is empty if the work could not be
/// captured.
class RankGraph {
public:
    /// Captures the work that `times` calls to `work` enqueue. `work` must have run before, because memory cannot
    /// be allocated and connections cannot be opened during capture.
    RankGraph(RankGroup& group, const std::function<void()>& work, int times);

    bool is_recorded() const { return graph_.is_recorded(); }
    /// Launches the CUDA graph after the work already enqueued on the streams of the ranks, and before work that is
    /// enqueued later.
    void launch() const;

private:
    RankGroup* group_;
    CgGraph graph_;
};

} // namespace warploom::kernels
