#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

namespace warploom::simt {

/// Tracks for an array without initial contents which elements have been written, and by which block, and which thread
/// read an element earlier. Blocks run on several host threads in no particular order; the findings do not depend on
/// this order.
class FirstWrites {
public:
    /// The premature reads of one instruction: the first thread in thread order, and the lanes of its warp that read
    /// prematurely.
    struct EarlyRead {
        std::uint32_t pc = 0, lanes = 0;
        std::int64_t block = 0, element = 0;
        int warp = 0;
        std::int64_t times = 0; ///< number of elements
    };

    explicit FirstWrites(std::int64_t size);
    void begin_run();
    /// Starts a launch whose threads wait for each other: the values that they wait for must have been written
    /// earlier.
    void begin_waits();

    /// An access of a warp in which each active lane accesses `count` consecutive elements from elements[lane].
    struct Step {
        const std::int64_t* elements = nullptr;
        std::uint32_t lanes = 0;
        std::int64_t count = 1, block = 0;
        bool is_awaited = false;     ///< read in a waiting loop
        bool are_neighbours = false; ///< whether the elements of adjacent lanes are adjacent
    };
    // Thread-safe. `is_alone`: no other host thread runs blocks. If there is not enough memory for tracking, everything
    // is treated as written.
    void write(const Step& step, bool is_alone);
    /// Records a write by the host.
    void write_all(std::int64_t first, std::int64_t last);
    /// Records a read, for which at least one of the consecutive elements must have been written. `thread` is the
    /// thread in lane 0.
    void read(const Step& step, std::uint32_t pc, int thread);

    /// Returns the premature reads of the launch that has ended, by instruction. Elements that another block wrote in
    /// the same launch are left to race detection, unless the blocks ran in a specified order.
    std::vector<EarlyRead> early_reads(bool is_in_order);

private:
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };
    /// A bit mask of elements.
    using Bits = std::uint32_t;
    static constexpr int bits = 32;

    static std::uint32_t number_of(std::int64_t block);
    bool is_written(std::int64_t element) const {
        return (written_[element / bits].load(std::memory_order_relaxed) >> element % bits & 1u) != 0;
    }
    void set_written(std::int64_t word, Bits fresh, bool is_alone);
    void note_writer(std::int64_t element, std::uint32_t mine, bool is_alone);
    void read_early(std::int64_t element, std::int64_t block, std::uint32_t pc, int thread);

    std::int64_t size_ = 0;
    std::unique_ptr<std::atomic<Bits>[], Free> written_;
    // The writing block matters only for elements that are read prematurely; all of their writes are in the same
    // launch. If a single host thread runs all blocks, these writes occur after the read, or the launch waits.
    std::unique_ptr<std::atomic<std::uint32_t>[], Free> writers_; ///< 0, a block number, or by_many
    std::unique_ptr<std::atomic<std::uint64_t>[], Free> readers_; ///< 0, or the bitwise complement of the first reader
    std::vector<bool> unwritten_before_waits_;
    bool has_waits_ = false; ///< in this run
    std::atomic<bool> has_early_{false}, has_writers_{false};
};

} // namespace warploom::simt
