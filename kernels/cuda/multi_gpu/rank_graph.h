#pragma once

#include "kernels/cuda/cg/cuda_cg_graph.h"
#include "kernels/cuda/multi_gpu/rank_group.h"

#include <functional>

namespace warploom::kernels {

/// A CUDA graph with the work of all ranks on their GPUs. The graph is empty if capture failed.
class RankGraph {
public:
    /// Captures `times` calls of `work`. `work` must have run before, because capture does not allow allocating memory
    /// or opening connections.
    RankGraph(RankGroup& group, const std::function<void()>& work, int times);

    bool is_recorded() const { return graph_.is_recorded(); }
    /// Launches the graph after the work already enqueued on the ranks' streams and before any later work.
    void launch() const;

private:
    RankGroup* group_;
    CgGraph graph_;
};

} // namespace warploom::kernels
