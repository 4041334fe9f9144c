#pragma once

#include "kernels/cuda/multi_gpu/rank_group.h"
#include "kernels/operations/operation.h"
#include "kernels/registry/multi_gpu_machine.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

// Communication between ranks: elements of x during a product, and sums during a conjugate gradient iteration. Both
// implementations (peer_traffic.cu, nccl_traffic.cu) only enqueue work, so a CUDA graph can capture it.

namespace warploom::kernels {

/// The elements of x that one rank sends to another.
struct HaloPath {
    int from = 0, to = 0;         ///< sending and receiving ranks; at least one of them is in this process
    const void* source = nullptr; ///< on the sender: first element, or base address if `index` is set
    /// on the sender: indices of the elements; null for `count` contiguous elements
    const std::int32_t* index = nullptr;
    std::int64_t count = 0;
    void* target = nullptr;
};

/// A transfer of elements of x, repeated in every iteration.
class HaloTransfer {
public:
    virtual ~HaloTransfer() = default;
    /// Starts sending x on the ranks' streams, after the receivers' streams have finished reading the data that will be
    /// overwritten.
    virtual void begin() = 0;
    /// Makes a stream of the rank wait for the remote elements of x. After that, the stream can overwrite the rank's
    /// own elements.
    virtual void await(int rank, cudaStream_t stream) = 0;
};

/// Sums that are reduced over the blocks of each rank and then over all ranks.
struct RankSums {
    const void* blocks = nullptr;
    int count = 0;            ///< number of blocks
    void* of_ranks = nullptr; ///< receives the sum of each rank, in rank order; the same on every rank
};

/// A reduction over ranks. At most two are in flight at the same time.
class SumGather {
public:
    virtual ~SumGather() = default;
    /// Enqueues the reduction after the current work on the ranks' streams. Work enqueued later sees the result. Two
    /// consecutive reductions must not write to the same location unless all ranks are synchronized in between.
    virtual void enqueue() = 0;
};

/// A range of bytes for one rank to send to another.
struct Parcel {
    int from = 0, to = 0; ///< sending and receiving ranks; at least one of them is in this process
    const void* source = nullptr;
    void* target = nullptr;
    std::int64_t bytes = 0;
};

/// A synchronization point of all ranks, after which each rank has received what kernels on other ranks have written
/// for it.
class Meeting {
public:
    virtual ~Meeting() = default;
    /// Makes the ranks' streams wait for the current work of all ranks. Afterward, the ranks see the parcels, or the
    /// data that this work has written to their memory.
    virtual void enqueue() = 0;
};

/// Describes how kernels pass data to other ranks (kernels/headers/cg_rank_diagonals.cuh).
enum class Giving {
    parcels, ///< kernels write locally, and the synchronization point transfers the data
    writes,  ///< kernels write to remote memory, and the synchronization point makes the data visible
    /// like `writes`, but later kernels can also wait for the data themselves, because all ranks run concurrently
    writes_alone,
    none ///< launches cannot pass data to other ranks
};

class Traffic {
public:
    virtual ~Traffic() = default;
    virtual std::string name() const = 0; ///< returns a name such as "NCCL 2.28.9" or "writes to peers"
    /// Returns "NCCL" or "peer". In machine names, it follows a plus sign.
    virtual std::string short_name() const = 0;
    virtual std::unique_ptr<HaloTransfer> halo(std::vector<HaloPath> paths, Precision) = 0;
    /// Creates a reduction over ranks of one or two sums. sums[k], for k = 0 or 1, has one element per rank.
    virtual std::unique_ptr<SumGather> gather(std::vector<std::vector<RankSums>> sums, Precision) = 0;
    virtual Giving giving() const { return Giving::none; }
    /// Creates a synchronization point. The parcels apply only to Giving::parcels, and must be the same in the same
    /// order on all processes. Returns null for Giving::none.
    virtual std::unique_ptr<Meeting> meeting(std::vector<Parcel>) { return nullptr; }
    /// Makes the ranks' streams wait for the streams in all processes.
    virtual void meet() {}
};

/// Maximum number of ranks that can share a matrix. It is limited because a single kernel addresses all ranks.
constexpr int most_ranks = 16;

/// Returns the exchange method with writes to peer GPUs. `why_not_nccl`, which can be empty, is appended to its name.
std::unique_ptr<Traffic> peer_traffic(RankGroup& group, std::string why_not_nccl = {});
/// Returns the exchange method that uses NCCL. Errors: "nccl.missing" if the library is not found or two ranks share a
/// GPU; "nccl.failed".
std::unique_ptr<Traffic> nccl_traffic(RankGroup& group);
/// Returns the exchange method `kind` or, for `best`, every method that works on this machine. With several processes,
/// only NCCL works. If NCCL is unavailable, the name of the peer exchange includes the reason. Never empty. Errors: all
/// errors of the requested method.
std::vector<std::unique_ptr<Traffic>> open_exchanges(RankGroup& group, ExchangeKind kind);

} // namespace warploom::kernels
