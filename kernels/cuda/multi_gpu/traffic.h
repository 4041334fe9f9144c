#pragma once

#include "kernels/cuda/multi_gpu/rank_group.h"
#include "kernels/operations/operation.h"
#include "kernels/registry/multi_gpu_machine.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

// Communication between ranks: entries of x before the last rows of a product, and sums of a conjugate gradient
// iteration. Both implementations (peer_traffic.cu, nccl_traffic.cu) only enqueue work, so both can be captured in a
// graph.

namespace warploom::kernels {

/// Entries of x that one rank sends to another.
struct HaloPath {
    int from = 0, to = 0;                ///< at least one of them is local
    const void* source = nullptr;        ///< on the sender: the first entry, or the base of `index`
    const std::int32_t* index = nullptr; ///< on the sender: indices of the entries; null for `count` contiguous ones
    std::int64_t count = 0;
    void* target = nullptr; ///< on the receiver, `count` contiguous entries
};

/// A repeated transfer of the same entries.
class HaloTransfer {
public:
    virtual ~HaloTransfer() = default;
    /// Sends the current x of the ranks' streams, once the receivers' streams have finished reading the data that it
    /// overwrites.
    virtual void begin() = 0;
    /// Makes this stream of the rank wait for the halo. After that it may overwrite the rank's own entries.
    virtual void await(int rank, cudaStream_t stream) = 0;
};

/// Block sums, added on each rank and then over the ranks.
struct RankSums {
    const void* blocks = nullptr; ///< one sum per block
    int count = 0;                ///< blocks
    void* of_ranks = nullptr;     ///< receives the sums of all ranks, by rank; the same on every rank
};

/// At most two of these reductions are in flight at once.
class SumGather {
public:
    virtual ~SumGather() = default;
    /// Enqueues the exchange after the work queued so far on the ranks' streams; work that is queued later sees the
    /// sums. Before a second exchange into the same location, exchange into another one, or wait for all ranks.
    virtual void enqueue() = 0;
};

/// A block of bytes that one rank sends to another one.
struct Parcel {
    int from = 0, to = 0;         ///< at least one of them is local
    const void* source = nullptr; ///< on the sender
    void* target = nullptr;       ///< on the receiver
    std::int64_t bytes = 0;
};

/// A synchronization point at which ranks have received the data that launches on other ranks wrote for them.
class Meeting {
public:
    virtual ~Meeting() = default;
    /// Makes the ranks' streams wait for the work that all ranks have queued. After that, writes of those launches to
    /// the memory of other ranks, or else the parcels, are visible.
    virtual void enqueue() = 0;
};

/// How launches that know addresses on other ranks pass data to them (kernels/headers/cg_rank_diagonals.cuh).
enum class Giving {
    parcels,      ///< launches write to their own memory, and the meeting transfers it
    writes,       ///< launches write to remote memory directly, and the meeting makes it visible
    writes_alone, ///< as `writes`; later launches may also wait for the data, because all ranks run concurrently
    none          ///< such launches are not supported
};

/// A method of communication between ranks.
class Traffic {
public:
    virtual ~Traffic() = default;
    virtual std::string name() const = 0;       ///< "NCCL 2.28.9", "writes to peers"
    virtual std::string short_name() const = 0; ///< "NCCL", "peer": the suffix after + in a machine name
    virtual std::unique_ptr<HaloTransfer> halo(std::vector<HaloPath> paths, Precision) = 0;
    /// sums[k] has an entry for each rank; k is 0, or 0 and 1.
    virtual std::unique_ptr<SumGather> gather(std::vector<std::vector<RankSums>> sums, Precision) = 0;
    virtual Giving giving() const { return Giving::none; }
    /// `parcels` only applies to Giving::parcels, the same in the same order on all processes. Returns null for
    /// Giving::none.
    virtual std::unique_ptr<Meeting> meeting(std::vector<Parcel>) { return nullptr; }
    /// Makes the streams of the ranks wait for the streams of all processes.
    virtual void meet() {}
};

/// The maximum number of ranks that share a matrix, because one launch addresses all of them.
constexpr int most_ranks = 16;

/// `why_not_nccl` is appended to its name; may be empty.
std::unique_ptr<Traffic> peer_traffic(RankGroup& group, std::string why_not_nccl = {});
/// Errors: "nccl.missing" if the library is not found or two ranks share a GPU; "nccl.failed".
std::unique_ptr<Traffic> nccl_traffic(RankGroup& group);
/// Opens the exchange that `kind` names, or for `best` every one that works on this machine. With several processes,
/// only NCCL is available. If NCCL is unavailable, the name of peer traffic includes the reason. Never empty. Errors:
/// those of the requested exchange.
std::vector<std::unique_ptr<Traffic>> open_exchanges(RankGroup& group, ExchangeKind kind);

} // namespace warploom::kernels
