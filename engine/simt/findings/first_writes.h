#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

namespace warploom::simt {

/// Tracks the initialization of an array that has no initial contents (initcheck): which elements have been written, by
/// which block, and which threads read an element before it was written. Blocks run on several host threads in no
/// particular order, but the findings are deterministic.
class FirstWrites {
public:
    /// The premature reads of one instruction. Contains the first thread with a premature read, in thread order, and
    /// all lanes of its warp that read prematurely.
    struct EarlyRead {
        std::uint32_t pc = 0, lanes = 0;
        std::int64_t block = 0, element = 0;
        int warp = 0;
        std::int64_t times = 0; ///< number of elements that were read prematurely
    };

    explicit FirstWrites(std::int64_t size);
    void begin_run();
    /// Starts a launch in which threads wait for other threads. Elements that threads wait for must be initialized
    /// before such a launch.
    void begin_waits();

    /// An access of a warp in which each active lane accesses `count` consecutive elements, starting at elements[lane].
    struct Step {
        const std::int64_t* elements = nullptr;
        std::uint32_t lanes = 0;
        std::int64_t count = 1, block = 0;
        bool is_awaited = false;     ///< whether a spin loop reads the elements
        bool are_neighbours = false; ///< whether adjacent lanes access adjacent elements
    };
    // Records a write. `is_alone` states whether a single host thread runs all blocks. Thread-safe. If there is not
    // enough memory for tracking, all elements are considered written.
    void write(const Step& step, bool is_alone);
    /// Records a write by the host.
    void write_all(std::int64_t first, std::int64_t last);
    /// Records a read. The read is premature if none of its consecutive elements has been written. `thread` is the
    /// index of the thread in lane 0.
    void read(const Step& step, std::uint32_t pc, int thread);

    /// Returns the premature reads of the last launch, grouped by instruction. Omits elements that another block wrote
    /// in the same launch, because race detection reports them, unless the blocks ran in a defined order.
    std::vector<EarlyRead> early_reads(bool is_in_order);

private:
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };
    /// One bit per element, which is set when the element is written.
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
    // The writing block is needed only for elements that are read prematurely and written in the same launch. If a
    // single host thread runs all blocks, the write follows the read, unless the launch waits.
    // The number of the writing block, by_many if several blocks have written, or 0.
    std::unique_ptr<std::atomic<std::uint32_t>[], Free> writers_;
    std::unique_ptr<std::atomic<std::uint64_t>[], Free> readers_; ///< bitwise complement of the first reader, or 0
    std::vector<bool> unwritten_before_waits_;
    bool has_waits_ = false; ///< whether the current launch has threads that wait for other threads
    std::atomic<bool> has_early_{false}, has_writers_{false};
};

} // namespace warploom::simt
