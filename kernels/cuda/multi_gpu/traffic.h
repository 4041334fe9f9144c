#pragma once

#include "kernels/cuda/multi_gpu/rank_group.h"
#include "kernels/operations/operation.h"
#include "kernels/registry/multi_gpu_machine.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

// Communication between ranks: exchanges elements of x during a product, and sums during a conjugate gradient
// iteration. Both implementations (peer_traffic.cu, nccl_traffic.cu) only enqueue work, so their work can be captured
// in a graph.

namespace warploom::kernels {

/// Elements of x that one rank sends to another.
struct HaloPath {
    int from = 0, to = 0;         ///< the sending and receiving rank; at least one of them is local
    const void* source = nullptr; ///< on the sender: address of the first element, or base address for `index`
    /// on the sender: the indices of the elements; null for `count` contiguous elements
    const std::int32_t* index = nullptr;
    std::int64_t count = 0;
    void* target = nullptr; ///< on the receiver: address of `count` contiguous elements
};

/// A transfer of elements that is repeated in every iteration.
class HaloTransfer {
public:
    virtual ~HaloTransfer() = default;
    /// Sends the current x on the streams of the ranks, once the receivers' streams have finished reading the data that
    /// the transfer overwrites.
    virtual void begin() = 0;
    /// Makes the given stream of the rank wait for the halo. Afterward, the stream can overwrite the rank's own
    /// elements.
    virtual void await(int rank, cudaStream_t stream) = 0;
};

/// Block sums, reduced first on each rank and then across all ranks.
struct RankSums {
    const void* blocks = nullptr; ///< address of the sums, one per block
    int count = 0;                ///< number of blocks
    void* of_ranks = nullptr;     ///< receives the sums of all ranks, ordered by rank; the same on every rank
};

/// A reduction over ranks. At most two are in flight at the same time.
class SumGather {
public:
    virtual ~SumGather() = default;
    /// Enqueues the exchange after the work already queued on the streams of the ranks. Work queued later sees the
    /// exchanged sums. Before a second exchange to the same location, exchange sums to another location or wait for all
    /// ranks.
    virtual void enqueue() = 0;
};

/// A block of bytes that one rank sends to another.
struct Parcel {
    int from = 0, to = 0;         ///< the sending and receiving rank; at least one of them is local
    const void* source = nullptr; ///< address on the sender
    void* target = nullptr;       ///< address on the receiver
    std::int64_t bytes = 0;
};

/// A synchronization point. Afterward, each rank has received the data that launches on other ranks have written for
/// it.
class Meeting {
public:
    virtual ~Meeting() = default;
    /// Makes the streams of the ranks wait for the work that all ranks have queued. Afterward, the writes of that work
    /// to the memory of other ranks, or the parcels, are visible.
    virtual void enqueue() = 0;
};

/// How launches pass data to addresses on other ranks (kernels/headers/cg_rank_diagonals.cuh).
enum class Giving {
    parcels, ///< launches write to local memory, and the synchronization point transfers the data
    writes,  ///< launches write to remote memory, and the synchronization point makes the data visible
    /// same as `writes`, but later launches may also wait for the data, because all ranks run concurrently
    writes_alone,
    none ///< launches cannot pass data to other ranks
};

/// A method of communication between ranks.
class Traffic {
public:
    virtual ~Traffic() = default;
    virtual std::string name() const = 0; ///< Returns a name such as "NCCL 2.28.9" or "writes to peers".
    /// Returns "NCCL" or "peer". This name, after a +, is also the suffix of a machine name.
    virtual std::string short_name() const = 0;
    virtual std::unique_ptr<HaloTransfer> halo(std::vector<HaloPath> paths, Precision) = 0;
    /// Creates a reduction. sums[k] has one element per rank, where k is 0, or 0 and 1.
    virtual std::unique_ptr<SumGather> gather(std::vector<std::vector<RankSums>> sums, Precision) = 0;
    virtual Giving giving() const { return Giving::none; }
    /// Creates a synchronization point. The parcels apply only to Giving::parcels, and must be the same, in the same
    /// order, on all processes. Returns null for Giving::none.
    virtual std::unique_ptr<Meeting> meeting(std::vector<Parcel>) { return nullptr; }
    /// Makes the streams of the ranks wait for the streams of all processes.
    virtual void meet() {}
};

/// Maximum number of ranks that can share a matrix, limited because a single launch addresses all ranks.
constexpr int most_ranks = 16;

/// Returns the exchange by peer writes. `why_not_nccl` is appended to the name of the exchange and can be empty.
std::unique_ptr<Traffic> peer_traffic(RankGroup& group, std::string why_not_nccl = {});
/// Returns the exchange by NCCL. Errors: "nccl.missing" if the library is not found or two ranks share a GPU;
/// "nccl.failed".
std::unique_ptr<Traffic> nccl_traffic(RankGroup& group);
/// Opens the exchange named by `kind`, or with `best`, every exchange that works on this machine. With several
/// processes, only NCCL is available. If NCCL is unavailable, the name of peer traffic includes the reason. The result
/// is never empty. Errors: all errors of the requested exchange.
std::vector<std::unique_ptr<Traffic>> open_exchanges(RankGroup& group, ExchangeKind kind);

} // namespace warploom::kernels
