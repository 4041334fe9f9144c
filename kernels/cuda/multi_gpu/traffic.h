#pragma once

#include "kernels/cuda/multi_gpu/rank_group.h"
#include "kernels/operations/operation.h"
#include "kernels/registry/multi_gpu_machine.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

// Communication between ranks: entries of x before the last rows of a product, and sums of a conjugate gradient
// iteration. Both implementations (peer_traffic.cu, nccl_traffic.cu) only enqueue work, so that both can be captured in
// a graph.

namespace warploom::kernels {

/// Entries of x that one rank sends to another.
struct HaloPath {
    int from = 0, to = 0;         ///< at least one of them is local
    const void* source = nullptr; ///< on the sender: the first entry, or the base address for `index`
    /// on the sender: the indices of the entries; null for `count` contiguous entries
    const std::int32_t* index = nullptr;
    std::int64_t count = 0;
    void* target = nullptr; ///< on the receiver, `count` contiguous entries
};

/// A repeated transfer of the same entries.
class HaloTransfer {
public:
    virtual ~HaloTransfer() = default;
    /// Sends the current x in the streams of the ranks, as soon as the streams of the receivers have finished reading
    /// the data that it overwrites.
    virtual void begin() = 0;
    /// Makes this stream of the rank wait for the halo. Afterward, it may overwrite the rank's own entries.
    virtual void await(int rank, cudaStream_t stream) = 0;
};

/// Sums of blocks, which are added on each rank and then over all ranks.
struct RankSums {
    const void* blocks = nullptr; ///< one sum per block
    int count = 0;                ///< blocks
    void* of_ranks = nullptr;     ///< receives the sums of all ranks, by rank; it is the same on every rank
};

/// At most two of these reductions are in flight at the same time.
class SumGather {
public:
    virtual ~SumGather() = default;
    /// Enqueues the exchange after the work that is queued on the streams of the ranks. Work that is queued later sees
    /// the sums. Before a second exchange to the same location, exchange to another location or wait for all ranks.
    virtual void enqueue() = 0;
};

/// A block of bytes that one rank sends to another.
struct Parcel {
    int from = 0, to = 0;         ///< at least one of them is local
    const void* source = nullptr; ///< on the sender
    void* target = nullptr;       ///< on the receiver
    std::int64_t bytes = 0;
};

/// A synchronization point at which ranks have received the data that launches on other ranks have written for them.
class Meeting {
public:
    virtual ~Meeting() = default;
    /// Makes the streams of the ranks wait for the work that all ranks have queued. Afterward, the writes of those
    /// launches to the memory of other ranks, or else the parcels, are visible.
    virtual void enqueue() = 0;
};

/// How launches that know addresses on other ranks pass data to those ranks (kernels/headers/cg_rank_diagonals.cuh).
enum class Giving {
    parcels, ///< launches write to their own memory, and the meeting transfers the data
    writes,  ///< launches write directly to remote memory, and the meeting makes the data visible
    /// same as `writes`; in addition, later launches may wait for the data, because all ranks run concurrently
    writes_alone,
    none ///< these launches are not supported
};

/// A method of communication between ranks.
class Traffic {
public:
    virtual ~Traffic() = default;
    virtual std::string name() const = 0; ///< for example "NCCL 2.28.9" or "writes to peers"
    /// "NCCL" or "peer", which is the suffix after + in the name of a machine
    virtual std::string short_name() const = 0;
    virtual std::unique_ptr<HaloTransfer> halo(std::vector<HaloPath> paths, Precision) = 0;
    /// sums[k] has an entry for each rank, where k is 0, or 0 and 1.
    virtual std::unique_ptr<SumGather> gather(std::vector<std::vector<RankSums>> sums, Precision) = 0;
    virtual Giving giving() const { return Giving::none; }
    /// `parcels` applies only to Giving::parcels, and must be the same in the same order on all processes. Returns null
    /// for Giving::none.
    virtual std::unique_ptr<Meeting> meeting(std::vector<Parcel>) { return nullptr; }
    /// Makes the streams of the ranks wait for the streams of all processes.
    virtual void meet() {}
};

/// The maximum number of ranks that share a matrix. It is limited because one launch addresses all of them.
constexpr int most_ranks = 16;

/// `why_not_nccl` is appended to the name. It may be empty.
std::unique_ptr<Traffic> peer_traffic(RankGroup& group, std::string why_not_nccl = {});
/// Errors: "nccl.missing" if the library is not found or two ranks share a GPU; "nccl.failed".
std::unique_ptr<Traffic> nccl_traffic(RankGroup& group);
/// Opens the exchange that `kind` names or, for `best`, every exchange that works on this machine. With several
/// processes, only NCCL is available. If NCCL is unavailable, the name of peer traffic includes the reason. The result
/// is never empty. Errors: those of the requested exchange.
std::vector<std::unique_ptr<Traffic>> open_exchanges(RankGroup& group, ExchangeKind kind);

} // namespace warploom::kernels
