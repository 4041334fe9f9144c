#include "kernels/cuda/multi_gpu/rank_graph.h"

#include "engine/error.h"

#include <utility>

namespace warploom::kernels {

RankGraph::RankGraph(RankGroup& group, const std::function<void()>& work, int times) : group_(&group) {
    group.finish();
    group[group.first()].use();
    // Relaxed: NCCL may call what the stricter modes forbid a thread while it records.
    WARPLOOM_CUDA_CHECK(cudaStreamBeginCapture(group[group.first()].stream(), cudaStreamCaptureModeRelaxed));
    bool is_whole = true;
    try {
        group.others_follow_first();
        for (int i = 0; i < times; ++i) work();
        group.first_follows_others();
    } catch (const Error&) { is_whole = false; } // something that a graph cannot hold
    group[group.first()].use();
    cudaGraph_t graph = nullptr;
    const cudaError_t ended = cudaStreamEndCapture(group[group.first()].stream(), &graph);
    if (ended != cudaSuccess) {
        if (cuda::is_sticky(ended)) WARPLOOM_CUDA_CHECK(ended);
        cudaGetLastError();
    } else if (is_whole && cudaGraphInstantiate(&exec_, graph, 0) != cudaSuccess) {
        cudaGetLastError();
        exec_ = nullptr;
    }
    if (graph != nullptr && cudaGraphDestroy(graph) != cudaSuccess) cudaGetLastError();
}

RankGraph::RankGraph(RankGraph&& other) noexcept : group_(other.group_), exec_(std::exchange(other.exec_, nullptr)) {}

RankGraph::~RankGraph() {
    if (exec_ != nullptr && cudaGraphExecDestroy(exec_) != cudaSuccess) cudaGetLastError();
}

void RankGraph::launch() const {
    group_->first_follows_others();
    (*group_)[group_->first()].use();
    WARPLOOM_CUDA_CHECK(cudaGraphLaunch(exec_, (*group_)[group_->first()].stream()));
    group_->others_follow_first();
}

} // namespace warploom::kernels
