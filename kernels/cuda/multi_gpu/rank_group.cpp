#include "kernels/cuda/multi_gpu/rank_group.h"

#include <algorithm>
#include <mutex>
#include <set>
#include <utility>

namespace warploom::kernels {

namespace {

/// Whether kernels on `from` may write into the memory of `to`; lets them do so.
bool let_reach(int from, int to) {
    if (from == to) return true;
    int can = 0;
    WARPLOOM_CUDA_CHECK(cudaDeviceCanAccessPeer(&can, from, to));
    if (can == 0) return false;
    static std::mutex mutex;
    static std::set<std::pair<int, int>> done; // once in a process: the second time would be an error of the runtime
    const std::lock_guard lock(mutex);
    if (done.count({from, to}) != 0) return true;
    WARPLOOM_CUDA_CHECK(cudaSetDevice(from));
    const cudaError_t result = cudaDeviceEnablePeerAccess(to, 0);
    if (result == cudaErrorPeerAccessAlreadyEnabled) cudaGetLastError(); // other code of this process did it
    else WARPLOOM_CUDA_CHECK(result);
    done.insert({from, to});
    return true;
}

} // namespace

RankGpu::RankGpu(int ordinal) : device_(cuda::Device::separate(ordinal)) {
    // What travels goes before what computes: its few blocks must not queue behind a grid that fills the GPU.
    int least = 0, greatest = 0;
    WARPLOOM_CUDA_CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    WARPLOOM_CUDA_CHECK(cudaStreamCreateWithPriority(&travel_, cudaStreamNonBlocking, greatest));
}

RankGpu::~RankGpu() {
    if (cudaStreamDestroy(travel_) != cudaSuccess) cudaGetLastError();
}

RankGroup::RankGroup(const std::vector<int>& ordinals) : ranks_(ordinals.size()), events_(ordinals.size()) {
    for (std::size_t rank = 0; rank < ordinals.size(); ++rank) add(static_cast<int>(rank), ordinals[rank]);
    for (const int from : ordinals)
        for (const int to : ordinals) reaches_.push_back(let_reach(from, to) ? 1 : 0);
}

RankGroup::RankGroup(RankWorld& world, int ordinal) : world_(&world), ranks_(world.size()), events_(world.size()) {
    add(world.rank(), ordinal);
    // The memory of other processes is reached by NCCL alone.
    reaches_.assign(ranks_.size() * ranks_.size(), 0);
}

void RankGroup::add(int rank, int ordinal) {
    here_.push_back(rank);
    ranks_[rank] = std::make_unique<RankGpu>(ordinal);
    ranks_[rank]->use();
    events_[rank].emplace();
}

bool RankGroup::reaches(int from, int to) const { return reaches_[from * size() + to] != 0; }

bool RankGroup::all_reach_all() const {
    return std::all_of(reaches_.begin(), reaches_.end(), [](char reaches) { return reaches != 0; });
}

bool RankGroup::has_gpus_of_their_own() const {
    for (const int a : here_)
        for (const int b : here_)
            if (b < a && (*this)[a].ordinal() == (*this)[b].ordinal()) return false;
    return true;
}

void RankGroup::others_follow_first() {
    (*this)[first()].use();
    events_[first()]->record((*this)[first()].stream());
    for (const int r : here_) {
        if (r == first()) continue;
        (*this)[r].use();
        events_[first()]->await((*this)[r].stream());
    }
}

void RankGroup::first_follows_others() {
    for (const int r : here_) {
        if (r == first()) continue;
        (*this)[r].use();
        events_[r]->record((*this)[r].stream());
    }
    (*this)[first()].use();
    for (const int r : here_)
        if (r != first()) events_[r]->await((*this)[first()].stream());
}

void RankGroup::finish() const {
    for (const int r : here_) {
        (*this)[r].use();
        (*this)[r].device()->finish();
    }
}

} // namespace warploom::kernels
