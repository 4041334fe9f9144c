#include "kernels/cuda/multi_gpu/rank_graph.h"

namespace warploom::kernels {

namespace {

/// Waits until all ranks are idle, and returns the first rank's device.
const cuda::Device& idle_first(const RankGroup& group) {
    group.finish();
    group[group.first()].use();
    return *group[group.first()].device();
}

} // namespace

// Capture in relaxed mode, because NCCL may make calls that stricter modes do not allow.
RankGraph::RankGraph(RankGroup& group, const std::function<void()>& work, int times)
    : group_(&group), graph_(
                          idle_first(group),
                          [&] {
                              group.others_follow_first();
                              for (int i = 0; i < times; ++i) work();
                              group.first_follows_others();
                          },
                          cudaStreamCaptureModeRelaxed) {}

void RankGraph::launch() const {
    group_->first_follows_others();
    (*group_)[group_->first()].use();
    graph_.launch((*group_)[group_->first()].stream());
    group_->others_follow_first();
}

} // namespace warploom::kernels
