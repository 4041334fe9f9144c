#pragma once

#include "kernels/cuda/multi_gpu/rank_group.h"
#include "kernels/operations/operation.h"
#include "kernels/registry/multi_gpu_machine.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

// Communication between ranks: exchanges elements of x during a matrix-vector product, and sums during a conjugate
// gradient iteration. Both implementations (peer_traffic.cu, nccl_traffic.cu) only enqueue work, so their work can be
// captured in a CUDA graph.

namespace warploom::kernels {

/// Describes the elements of x that one rank sends to another rank.
struct HaloPath {
    int from = 0, to = 0;         ///< sending and receiving rank; at least one of them is in this process
    const void* source = nullptr; ///< on the sender: address of the first element, or base address if `index` is set
    /// on the sender: indices of the elements; null for `count` contiguous elements
    const std::int32_t* index = nullptr;
    std::int64_t count = 0;
    void* target = nullptr; ///< on the receiver: address of `count` contiguous elements
};

/// A transfer of elements of x that is repeated in every iteration.
class HaloTransfer {
public:
    virtual ~HaloTransfer() = default;
    /// Starts sending the current x on the streams of the ranks, after the receivers' streams have finished reading the
    /// data that the transfer overwrites.
    virtual void begin() = 0;
    /// Makes the given stream of the rank wait for the remote elements of x. Afterward, the stream can overwrite the
    /// rank's own elements.
    virtual void await(int rank, cudaStream_t stream) = 0;
};

/// Sums that are reduced first over the blocks of each rank and then over all ranks.
struct RankSums {
    const void* blocks = nullptr; ///< address of the partial sums, one per block
    int count = 0;                ///< number of blocks
    void* of_ranks = nullptr;     ///< receives the sum of each rank, ordered by rank; the same on every rank
};

/// A reduction over ranks. At most two reductions are in flight at the same time.
class SumGather {
public:
    virtual ~SumGather() = default;
    /// Enqueues the reduction after the work already enqueued on the streams of the ranks. Work enqueued later sees the
    /// exchanged sums. Before a second reduction to the same location, perform a reduction to another location or wait
    /// for all ranks.
    virtual void enqueue() = 0;
};

/// A range of bytes that one rank sends to another rank.
struct Parcel {
    int from = 0, to = 0;         ///< sending and receiving rank; at least one of them is in this process
    const void* source = nullptr; ///< address of the bytes on the sender
    void* target = nullptr;       ///< address of the bytes on the receiver
    std::int64_t bytes = 0;
};

/// A synchronization point of all ranks. Afterward, each rank has received the data that kernels on other ranks have
/// written for it.
class Meeting {
public:
    virtual ~Meeting() = default;
    /// Makes the streams of the ranks wait for the work that all ranks have enqueued. Afterward, the parcels, or the
    /// writes of that work to the memory of other ranks, are visible.
    virtual void enqueue() = 0;
};

/// How kernels pass data to other ranks (kernels/headers/cg_rank_diagonals.cuh).
enum class Giving {
    parcels, ///< kernels write to local memory, and the synchronization point transfers the data
    writes,  ///< kernels write to remote memory, and the synchronization point makes the data visible
    /// same as `writes`, but later kernels can also wait for the data themselves, because all ranks run concurrently
    writes_alone,
    none ///< launches cannot pass data to other ranks
};

/// A method for exchanging data between ranks.
class Traffic {
public:
    virtual ~Traffic() = default;
    virtual std::string name() const = 0; ///< returns a name such as "NCCL 2.28.9" or "writes to peers"
    /// Returns "NCCL" or "peer", which is also the suffix of a machine name, after a plus sign.
    virtual std::string short_name() const = 0;
    virtual std::unique_ptr<HaloTransfer> halo(std::vector<HaloPath> paths, Precision) = 0;
    /// Creates a reduction over ranks. sums[k] has one element per rank. One or two sums are reduced: k is 0, or 0 and
    /// 1.
    virtual std::unique_ptr<SumGather> gather(std::vector<std::vector<RankSums>> sums, Precision) = 0;
    virtual Giving giving() const { return Giving::none; }
    /// Creates a synchronization point. The parcels apply only to Giving::parcels, and must be the same, in the same
    /// order, on all processes. Returns null for Giving::none.
    virtual std::unique_ptr<Meeting> meeting(std::vector<Parcel>) { return nullptr; }
    /// Makes the streams of the ranks wait for the streams in all processes.
    virtual void meet() {}
};

/// Maximum number of ranks among which the rows of a matrix can be distributed. It is limited because a single kernel
/// addresses all ranks.
constexpr int most_ranks = 16;

/// Returns the exchange method that writes to the memory of peer GPUs. `why_not_nccl` is appended to its name and can
/// be empty.
std::unique_ptr<Traffic> peer_traffic(RankGroup& group, std::string why_not_nccl = {});
/// Returns the exchange method that uses NCCL. Errors: "nccl.missing" if the library is not found or two ranks share a
/// GPU; "nccl.failed".
std::unique_ptr<Traffic> nccl_traffic(RankGroup& group);
/// Returns the exchange method named by `kind`, or, for `best`, every exchange method that works on this machine. With
/// several processes, only NCCL is available. If NCCL is unavailable, the name of the peer exchange includes the
/// reason. The result is never empty. Errors: all errors of the requested method.
std::vector<std::unique_ptr<Traffic>> open_exchanges(RankGroup& group, ExchangeKind kind);

} // namespace warploom::kernels
