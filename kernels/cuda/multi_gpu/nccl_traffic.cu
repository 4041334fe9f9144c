#include "engine/sentence.h"
#include "kernels/cuda/multi_gpu/traffic_kernels.h"

#include "engine/cuda/buffer.h"
#include "engine/error.h"
#include "kernels/cuda/multi_gpu/nccl_library.h"

#include <map>
#include <set>
#include <string>
#include <utility>

// Communication between ranks with NCCL. All NCCL calls of a step form a group, because a single host thread makes them
// for all ranks.

namespace warploom::kernels {

namespace {

/// NCCL communicators of the local ranks, created once per rank group.
class NcclComms {
public:
    explicit NcclComms(const RankGroup& group) : nccl_(NcclLibrary::get()), comms_(group.size(), nullptr) {
        if (RankWorld* const world = group.world(); world != nullptr) {
            join(group, *world);
            return;
        }
        std::vector<int> ordinals;
        for (const int r : group.here()) ordinals.push_back(group[r].ordinal());
        nccl_.check(nccl_.comm_init_all(comms_.data(), group.size(), ordinals.data()), "ncclCommInitAll");
    }
    ~NcclComms() {
        for (const NcclLibrary::Comm comm : comms_)
            // Ignore the result; the process continues in any case.
            if (comm != nullptr) nccl_.comm_destroy(comm);
    }
    NcclComms(const NcclComms&) = delete;
    NcclComms& operator=(const NcclComms&) = delete;

    const NcclLibrary& nccl() const { return nccl_; }
    NcclLibrary::Comm operator[](int rank) const { return comms_[rank]; }

private:
    /// Broadcasts the NCCL ID of rank 0 to all processes and creates the communicators.
    void join(const RankGroup& group, RankWorld& world) {
        NcclLibrary::UniqueId id{};
        world.all_or_none([&] {
            if (world.rank() == 0) nccl_.check(nccl_.get_unique_id(&id), "ncclGetUniqueId");
        });
        std::string bytes(id.bytes, sizeof id.bytes);
        world.broadcast(bytes, 0);
        bytes.copy(id.bytes, sizeof id.bytes);
        group[world.rank()].use();
        nccl_.check(nccl_.comm_init_rank(&comms_[world.rank()], world.size(), id, world.rank()), "ncclCommInitRank");
    }

    const NcclLibrary& nccl_;
    std::vector<NcclLibrary::Comm> comms_;
};

/// A group of NCCL calls. The destructor closes the group even after an error, so that NCCL does not keep waiting.
class NcclCalls {
public:
    explicit NcclCalls(const NcclLibrary& nccl) : nccl_(nccl) { nccl_.check(nccl_.group_start(), "ncclGroupStart"); }
    ~NcclCalls() {
        if (is_open_) nccl_.group_end();
    }
    NcclCalls(const NcclCalls&) = delete;
    NcclCalls& operator=(const NcclCalls&) = delete;
    void end() {
        is_open_ = false;
        nccl_.check(nccl_.group_end(), "ncclGroupEnd");
    }

private:
    const NcclLibrary& nccl_;
    bool is_open_ = true;
};

/// Sends and receives between ranks in an NCCL group, on the streams from `stream_of`.
template <class StreamOf>
void exchange(const RankGroup& group, const NcclComms& comms, int from, const void* source, int to, void* target,
              std::int64_t count, int type, const StreamOf& stream_of) {
    const NcclLibrary& nccl = comms.nccl();
    const auto numbers = static_cast<std::size_t>(count);
    if (group.is_here(from))
        nccl.check(nccl.send(source, numbers, type, to, comms[from], stream_of(group[from])), "ncclSend");
    if (group.is_here(to))
        nccl.check(nccl.receive(target, numbers, type, from, comms[to], stream_of(group[to])), "ncclRecv");
}

template <class T> constexpr int nccl_type = sizeof(T) == 4 ? NcclLibrary::float32 : NcclLibrary::float64;

template <class T> class NcclHalo final : public HaloTransfer {
public:
    NcclHalo(RankGroup& group, std::shared_ptr<const NcclComms> comms, std::vector<HaloPath> paths)
        : group_(group), comms_(std::move(comms)), paths_(std::move(paths)) {
        for (const int r : group_.here()) {
            group_[r].use();
            ready_.try_emplace(r);
            sent_.try_emplace(r);
        }
        for (const HaloPath& path : paths_) {
            const bool is_sent_here = group_.is_here(path.from);
            if (is_sent_here) group_[path.from].use();
            staging_.emplace_back(is_sent_here && path.index != nullptr ? path.count : 0, "Entries of x that travel");
            for (const int r : {path.from, path.to})
                if (group_.is_here(r)) takes_part_.insert(r);
        }
    }

    void begin() override {
        if (paths_.empty()) return;
        for (const int r : takes_part_) {
            group_[r].use();
            ready_.at(r).record(group_[r].stream());
            ready_.at(r).await(group_[r].travel());
            for (std::size_t i = 0; i < paths_.size(); ++i)
                if (paths_[i].from == r && paths_[i].index != nullptr)
                    launch_pack<T>(group_[r].travel(), paths_[i], staging_[i].data());
        }
        NcclCalls calls(comms_->nccl());
        for (std::size_t i = 0; i < paths_.size(); ++i) {
            const HaloPath& path = paths_[i];
            exchange(group_, *comms_, path.from, path.index != nullptr ? staging_[i].data() : path.source, path.to,
                     path.target, path.count, nccl_type<T>, [](const RankGpu& rank) { return rank.travel(); });
        }
        calls.end();
        for (const int r : takes_part_) {
            group_[r].use();
            sent_.at(r).record(group_[r].travel());
        }
    }
    void await(int rank, cudaStream_t stream) override {
        if (takes_part_.count(rank) == 0) return;
        group_[rank].use();
        sent_.at(rank).await(stream);
    }

private:
    RankGroup& group_;
    std::shared_ptr<const NcclComms> comms_;
    std::vector<HaloPath> paths_;
    std::vector<cuda::Buffer<T>> staging_;
    std::set<int> takes_part_;
    std::map<int, RankEvent> ready_, sent_;
};

template <class T> class NcclGather final : public SumGather {
public:
    NcclGather(RankGroup& group, std::shared_ptr<const NcclComms> comms, std::vector<std::vector<RankSums>> sums)
        : group_(group), comms_(std::move(comms)), sums_(std::move(sums)) {
        own_.resize(static_cast<std::size_t>(group_.size()));
        for (const int r : group_.here()) {
            group_[r].use();
            own_[r] = cuda::Buffer<T>(static_cast<std::int64_t>(sums_.size()), "Sums of a rank");
        }
    }

    void enqueue() override {
        for (const int r : group_.here()) {
            std::vector<RankSums> own;
            std::vector<std::vector<void*>> targets;
            for (std::size_t k = 0; k < sums_.size(); ++k) {
                own.push_back(sums_[k][r]);
                targets.push_back({own_[r].data() + k});
            }
            group_[r].use();
            launch_fold<T>(group_[r].stream(), own, 0, targets);
        }
        const NcclLibrary& nccl = comms_->nccl();
        NcclCalls calls(nccl);
        for (std::size_t k = 0; k < sums_.size(); ++k)
            for (const int r : group_.here())
                nccl.check(nccl.all_gather(own_[r].data() + k, sums_[k][r].of_ranks, 1, nccl_type<T>, (*comms_)[r],
                                           group_[r].stream()),
                           "ncclAllGather");
        calls.end();
    }

private:
    RankGroup& group_;
    std::shared_ptr<const NcclComms> comms_;
    std::vector<std::vector<RankSums>> sums_;
    std::vector<cuda::Buffer<T>> own_;
};

/// Transfers all parcels in a single group of NCCL calls, which causes one launch per rank.
class NcclMeeting final : public Meeting {
public:
    NcclMeeting(RankGroup& group, std::shared_ptr<const NcclComms> comms, std::vector<Parcel> parcels)
        : group_(group), comms_(std::move(comms)), parcels_(std::move(parcels)) {}

    void enqueue() override {
        if (parcels_.empty()) return;
        NcclCalls calls(comms_->nccl());
        for (const Parcel& parcel : parcels_)
            exchange(group_, *comms_, parcel.from, parcel.source, parcel.to, parcel.target, parcel.bytes,
                     NcclLibrary::int8, [](const RankGpu& rank) { return rank.stream(); });
        calls.end();
    }

private:
    RankGroup& group_;
    std::shared_ptr<const NcclComms> comms_;
    std::vector<Parcel> parcels_;
};

class NcclTraffic final : public Traffic {
public:
    explicit NcclTraffic(RankGroup& group) : group_(group) {
        group.all_or_none([] { NcclLibrary::get(); });
        if (!group.has_gpus_of_their_own())
            throw Error("nccl.missing", sentence("NCCL needs a separate GPU for each rank, but two ranks share a GPU."),
                        sentence("Append +peer to the machine, or omit +nccl."));
        comms_ = std::make_shared<const NcclComms>(group);
    }

    std::string name() const override { return "NCCL " + comms_->nccl().version(); }
    std::string short_name() const override { return "NCCL"; }
    std::unique_ptr<HaloTransfer> halo(std::vector<HaloPath> paths, Precision precision) override {
        return made_in<HaloTransfer, NcclHalo>(precision, group_, comms_, std::move(paths));
    }
    std::unique_ptr<SumGather> gather(std::vector<std::vector<RankSums>> sums, Precision precision) override {
        return made_in<SumGather, NcclGather>(precision, group_, comms_, std::move(sums));
    }
    Giving giving() const override { return Giving::parcels; }
    std::unique_ptr<Meeting> meeting(std::vector<Parcel> parcels) override {
        return std::make_unique<NcclMeeting>(group_, comms_, std::move(parcels));
    }
    void meet() override {
        if (met_.empty()) { // one placeholder per rank, which is never read
            for (const int r : group_.here()) {
                group_[r].use();
                met_.emplace(r, cuda::Buffer<double>(group_.size() + 1, "A meeting of ranks"));
            }
        }
        const NcclLibrary& nccl = comms_->nccl();
        NcclCalls calls(nccl);
        for (const int r : group_.here()) {
            double* const numbers = met_.at(r).data();
            nccl.check(nccl.all_gather(numbers + group_.size(), numbers, 1, NcclLibrary::float64, (*comms_)[r],
                                       group_[r].stream()),
                       "ncclAllGather");
        }
        calls.end();
    }

private:
    RankGroup& group_;
    std::shared_ptr<const NcclComms> comms_;
    std::map<int, cuda::Buffer<double>> met_;
};

} // namespace

std::unique_ptr<Traffic> nccl_traffic(RankGroup& group) { return std::make_unique<NcclTraffic>(group); }

std::vector<std::unique_ptr<Traffic>> open_exchanges(RankGroup& group, ExchangeKind kind) {
    std::vector<std::unique_ptr<Traffic>> exchanges;
    std::string why_not_nccl;
    if (kind == ExchangeKind::nccl || group.world() != nullptr) exchanges.push_back(nccl_traffic(group));
    else if (kind == ExchangeKind::best && group.has_gpus_of_their_own()) {
        try {
            exchanges.push_back(nccl_traffic(group));
        } catch (const Error& error) { why_not_nccl = error.what(); }
    }
    if (kind != ExchangeKind::nccl && group.world() == nullptr) exchanges.push_back(peer_traffic(group, why_not_nccl));
    return exchanges;
}

} // namespace warploom::kernels
