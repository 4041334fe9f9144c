#pragma once

#include "engine/simt/code/lane_functions.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace warploom::simt {

/// Tracks asynchronous copies to shared memory that are still pending. Follows the rules of cp.async:
/// __pipeline_commit() groups a thread's copies into a batch, and __pipeline_wait_prior(n) waits for all batches of the
/// thread except the latest n. Until a copy has completed, no thread may access its destination.
class AsyncCopies {
public:
    /// Smallest size of an asynchronous copy in bytes. Copies have 4, 8 or 16 bytes.
    static constexpr std::int64_t word = 4;
    struct Copy {
        std::size_t object = 0;
        std::int64_t first = 0; ///< offset of the destination in its array, in bytes
        int bytes = 0;
        int thread = 0;
        /// Epoch of the warp (number of barriers and fences so far) in which the thread waited for the copy.
        std::uint32_t epoch = 0;
    };

    void begin(std::size_t threads);
    void copy(const Copy& copy);
    void commit(int warp, std::uint32_t lanes);
    /// Records that lanes of a warp executed __pipeline_wait_prior(). For each lane, `latest` contains the number of
    /// recent batches that may remain pending.
    void wait(int warp, std::uint32_t lanes, const std::int32_t* latest, std::uint32_t epoch);
    bool are_under_way() const { return !pending_.empty(); }
    /// Returns whether there is a pending copy to any byte in a range of an array.
    bool is_under_way(std::size_t object, std::int64_t first, std::int64_t bytes) const;
    /// Returns the copies that have completed since the last call.
    std::vector<Copy> take_completed();

private:
    struct Pending {
        Copy copy;
        std::uint32_t batch = 0;
    };
    struct Thread {
        std::uint32_t batches = 0; ///< number of batches committed by the thread
        std::vector<Pending> copies;
    };
    static std::uint64_t key(std::size_t object, std::int64_t byte) {
        return static_cast<std::uint64_t>(object) << 48 | static_cast<std::uint64_t>(byte / word);
    }

    std::vector<Thread> threads_;
    std::unordered_map<std::uint64_t, int> pending_; ///< for each 4-byte word, the number of pending copies to it
    std::vector<Copy> completed_;
};

} // namespace warploom::simt
