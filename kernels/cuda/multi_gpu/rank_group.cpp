#include "kernels/cuda/multi_gpu/rank_group.h"

#include "engine/cuda/buffer.h"
#include "engine/elapsed.h"

#include <algorithm>
#include <mutex>
#include <set>
#include <utility>

namespace warploom::kernels {

namespace {

/// Enables peer access from one GPU to another, if available. Returns whether kernels on GPU `from` may write to the
/// memory of GPU `to`.
bool let_reach(int from, int to) {
    if (from == to) return true;
    int can = 0;
    WARPLOOM_CUDA_CHECK(cudaDeviceCanAccessPeer(&can, from, to));
    if (can == 0) return false;
    static std::mutex mutex;
    static std::set<std::pair<int, int>> done; // remember enabled pairs, because enabling peer access twice is an error
    const std::lock_guard lock(mutex);
    if (done.count({from, to}) != 0) return true;
    WARPLOOM_CUDA_CHECK(cudaSetDevice(from));
    const cudaError_t result = cudaDeviceEnablePeerAccess(to, 0);
    // Clear the error if other code in this process has already enabled peer access.
    if (result == cudaErrorPeerAccessAlreadyEnabled) cudaGetLastError();
    else WARPLOOM_CUDA_CHECK(result);
    done.insert({from, to});
    return true;
}

} // namespace

RankGpu::RankGpu(int ordinal) : device_(cuda::Device::separate(ordinal)) {
    // Give transfers a higher priority than computation, so that their few blocks do not queue behind a grid that fills
    // the GPU.
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
    // Ranks in other processes are excluded, because only NCCL can access their memory.
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

double measure_link_bandwidth(const RankGroup& group) {
    const RankGpu& from = group[group.first()];
    const auto other = std::find_if(group.here().begin(), group.here().end(),
                                    [&](int rank) { return group[rank].ordinal() != from.ordinal(); });
    if (other == group.here().end()) return 0;
    constexpr std::int64_t bytes = std::int64_t{64} << 20;
    const RankGpu& to = group[*other];
    to.use();
    const cuda::Buffer<char> target(bytes, "a copy between GPUs");
    from.use();
    const cuda::Buffer<char> source(bytes, "a copy between GPUs");
    source.fill(1, from.stream());
    double shortest_ns = 0;
    for (int i = 0; i < 4; ++i) {
        from.device()->finish();
        const double ns = elapsed_ns([&] {
            WARPLOOM_CUDA_CHECK(cudaMemcpyPeerAsync(target.data(), to.ordinal(), source.data(), from.ordinal(),
                                                    static_cast<std::size_t>(bytes), from.stream()));
            from.device()->finish();
        });
        // ignore the first transfer, because it opens connections
        if (i > 0 && (i == 1 || ns < shortest_ns)) shortest_ns = ns;
    }
    return static_cast<double>(bytes) / shortest_ns * 1e9;
}

void RankGroup::finish() const {
    for (const int r : here_) {
        (*this)[r].use();
        (*this)[r].device()->finish();
    }
}

} // namespace warploom::kernels
