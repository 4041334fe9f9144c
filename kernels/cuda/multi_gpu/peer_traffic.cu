#include "engine/sentence.h"
#include "kernels/cuda/multi_gpu/traffic_kernels.h"

#include "engine/cuda/buffer.h"

#include <set>
#include <utility>

// Lets ranks write to each other's memory. If the hardware does not support this, the runtime copies instead.

namespace warploom::kernels {

namespace {

template <class T> class PeerHalo final : public HaloTransfer {
public:
    PeerHalo(RankGroup& group, std::vector<HaloPath> paths) : group_(group), paths_(std::move(paths)) {
        for (int r = 0; r < group_.size(); ++r) {
            group_[r].use();
            ready_.emplace_back();
            sent_.emplace_back();
        }
        for (const HaloPath& path : paths_) {
            const bool is_copied = !group_.reaches(path.from, path.to);
            group_[path.from].use();
            staging_.emplace_back(is_copied && path.index != nullptr ? path.count : 0, "Entries of x that travel");
            touches_.insert(path.from);
            touches_.insert(path.to);
            sends_.insert(path.from);
            pairs_.insert({path.from, path.to});
        }
    }

    void begin() override {
        for (const int r : touches_) {
            group_[r].use();
            ready_[r].record(group_[r].stream());
        }
        for (const int r : sends_) {
            const cudaStream_t travel = group_[r].travel();
            group_[r].use();
            ready_[r].await(travel);
            for (const auto& [from, to] : pairs_)
                if (from == r) ready_[to].await(travel);
            for (std::size_t i = 0; i < paths_.size(); ++i)
                if (paths_[i].from == r) send(paths_[i], staging_[i], travel);
            sent_[r].record(travel);
        }
    }
    void await(int rank, cudaStream_t stream) override {
        group_[rank].use();
        if (sends_.count(rank) != 0) sent_[rank].await(stream);
        for (const auto& [from, to] : pairs_)
            if (to == rank) sent_[from].await(stream);
    }

private:
    void send(const HaloPath& path, const cuda::Buffer<T>& staging, cudaStream_t travel) {
        if (group_.reaches(path.from, path.to)) {
            launch_pack<T>(travel, path, path.target);
            return;
        }
        const void* source = path.source;
        if (path.index != nullptr) {
            launch_pack<T>(travel, path, staging.data());
            source = staging.data();
        }
        WARPLOOM_CUDA_CHECK(cudaMemcpyPeerAsync(path.target, group_[path.to].ordinal(), source,
                                                group_[path.from].ordinal(),
                                                static_cast<std::size_t>(path.count) * sizeof(T), travel));
    }

    RankGroup& group_;
    std::vector<HaloPath> paths_;
    std::vector<cuda::Buffer<T>> staging_; ///< packed elements of each transfer; empty if the transfer needs no packing
    std::set<int> touches_, sends_;
    std::set<std::pair<int, int>> pairs_;
    std::vector<RankEvent> ready_, sent_;
};

class PeerMeeting final : public Meeting {
public:
    explicit PeerMeeting(RankGroup& group) : group_(group) {
        for (int r = 0; r < group_.size(); ++r) {
            group_[r].use();
            arrived_.emplace_back();
        }
    }

    void enqueue() override {
        for (int r = 0; r < group_.size(); ++r) {
            group_[r].use();
            arrived_[r].record(group_[r].stream());
        }
        for (int r = 0; r < group_.size(); ++r) {
            group_[r].use();
            for (int q = 0; q < group_.size(); ++q)
                if (q != r) arrived_[q].await(group_[r].stream());
        }
    }

private:
    RankGroup& group_;
    std::vector<RankEvent> arrived_;
};

template <class T> class PeerGather final : public SumGather {
public:
    PeerGather(RankGroup& group, std::vector<std::vector<RankSums>> sums)
        : group_(group), sums_(std::move(sums)), meeting_(group) {}

    void enqueue() override {
        for (int r = 0; r < group_.size(); ++r) {
            group_[r].use();
            fold(r);
        }
        meeting_.enqueue();
    }

private:
    void fold(int rank) {
        const cudaStream_t stream = group_[rank].stream();
        std::vector<RankSums> own;
        std::vector<std::vector<void*>> targets;
        for (const auto& of_ranks : sums_) {
            own.push_back(of_ranks[rank]);
            auto& to = targets.emplace_back();
            to.push_back(of_ranks[rank].of_ranks);
            for (int q = 0; q < group_.size(); ++q)
                if (q != rank && group_.reaches(rank, q)) to.push_back(of_ranks[q].of_ranks);
        }
        launch_fold<T>(stream, own, rank, targets);
        for (const auto& of_ranks : sums_)
            for (int q = 0; q < group_.size(); ++q)
                if (q != rank && !group_.reaches(rank, q))
                    WARPLOOM_CUDA_CHECK(cudaMemcpyPeerAsync(
                        static_cast<T*>(of_ranks[q].of_ranks) + rank, group_[q].ordinal(),
                        static_cast<T*>(of_ranks[rank].of_ranks) + rank, group_[rank].ordinal(), sizeof(T), stream));
    }

    RankGroup& group_;
    std::vector<std::vector<RankSums>> sums_;
    PeerMeeting meeting_;
};

class PeerTraffic final : public Traffic {
public:
    PeerTraffic(RankGroup& group, std::string why) : group_(group), why_(std::move(why)) {}
    std::string name() const override {
        return (group_.all_reach_all() ? sentence("direct peer-to-peer writes")
                                       : sentence("copies, because not all GPUs support peer-to-peer access")) +
               (why_.empty() ? "" : " (" + why_ + ")");
    }
    std::string short_name() const override { return "peer"; }
    std::unique_ptr<HaloTransfer> halo(std::vector<HaloPath> paths, Precision precision) override {
        return made_in<HaloTransfer, PeerHalo>(precision, group_, std::move(paths));
    }
    std::unique_ptr<SumGather> gather(std::vector<std::vector<RankSums>> sums, Precision precision) override {
        return made_in<SumGather, PeerGather>(precision, group_, std::move(sums));
    }
    Giving giving() const override {
        if (!group_.all_reach_all()) return Giving::none;
        // On a shared GPU, a waiting kernel could block the kernel it waits for.
        return group_.has_gpus_of_their_own() ? Giving::writes_alone : Giving::writes;
    }
    std::unique_ptr<Meeting> meeting(std::vector<Parcel>) override {
        return giving() == Giving::none ? nullptr : std::make_unique<PeerMeeting>(group_);
    }

private:
    RankGroup& group_;
    std::string why_;
};

} // namespace

std::unique_ptr<Traffic> peer_traffic(RankGroup& group, std::string why_not_nccl) {
    return std::make_unique<PeerTraffic>(group, std::move(why_not_nccl));
}

} // namespace warploom::kernels
