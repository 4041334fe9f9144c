#pragma once

#include "engine/simt/code/lane_functions.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace warploom::simt {

/// Tracks asynchronous copies to shared memory that the threads of a block have started but not yet waited for. Follows
/// the rules of cp.async: __pipeline_commit() groups a thread's copies into a batch, and __pipeline_wait_prior(n) waits
/// for all batches of the calling thread except the latest n. Until a copy has completed, no thread may access its
/// destination.
class AsyncCopies {
public:
    static constexpr std::int64_t word = 4; ///< smallest copy size in bytes; copies have 4, 8 or 16 bytes
    struct Copy {
        std::size_t object = 0;
        std::int64_t first = 0; ///< byte offset of the destination in its object
        int bytes = 0;
        int thread = 0;
        std::uint32_t epoch = 0; ///< epoch of the warp at the time of the wait
    };

    /// Starts a block with this number of threads.
    void begin(std::size_t threads);
    void copy(const Copy& copy);
    void commit(int warp, std::uint32_t lanes);
    /// Records that these lanes wait. `latest` contains, for each lane, the number of latest batches that may remain
    /// pending.
    void wait(int warp, std::uint32_t lanes, const std::int32_t* latest, std::uint32_t epoch);
    bool are_under_way() const { return !pending_.empty(); }
    /// Returns whether a copy to any byte in this range is pending.
    bool is_under_way(std::size_t object, std::int64_t first, std::int64_t bytes) const;
    /// Returns the copies that have completed since the last call.
    std::vector<Copy> take_completed();

private:
    struct Pending {
        Copy copy;
        std::uint32_t batch = 0;
    };
    struct Thread {
        std::uint32_t batches = 0; ///< number of committed batches
        std::vector<Pending> copies;
    };
    static std::uint64_t key(std::size_t object, std::int64_t byte) {
        return static_cast<std::uint64_t>(object) << 48 | static_cast<std::uint64_t>(byte / word);
    }

    std::vector<Thread> threads_;
    std::unordered_map<std::uint64_t, int> pending_; ///< number of pending copies for each word
    std::vector<Copy> completed_;
};

} // namespace warploom::simt
