#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

namespace warploom::simt {

/// Tracks the initialization of an array without initial contents (initcheck): which elements have been written, by
/// which block, and which threads read an element too early. The findings are deterministic, even though blocks run on
/// several host threads in no particular order.
class FirstWrites {
public:
    /// Reads of uninitialized elements by one instruction. The members `block`, `warp` and `element` describe the first
    /// such read. `lanes` contains all lanes of this warp that made such a read.
    struct EarlyRead {
        std::uint32_t pc = 0, lanes = 0;
        std::int64_t block = 0, element = 0;
        int warp = 0;
        std::int64_t times = 0; ///< number of elements read before they were written
    };

    explicit FirstWrites(std::int64_t size);
    void begin_run();
    /// Starts a launch in which threads wait for writes by other threads. Elements that a spin loop reads must have
    /// been initialized before the launch.
    void begin_waits();

    /// An access of a warp in which each active lane accesses `count` consecutive elements, starting at elements[lane].
    struct Step {
        const std::int64_t* elements = nullptr;
        std::uint32_t lanes = 0;
        std::int64_t count = 1, block = 0;
        bool is_awaited = false;     ///< whether this is a read by a spin loop
        bool are_neighbours = false; ///< whether adjacent lanes access adjacent elements
    };
    // Records a write. Thread-safe. `is_alone` means that a single host thread runs all blocks. If there is not enough
    // memory for tracking, all elements count as initialized.
    void write(const Step& step, bool is_alone);
    /// Records that the host has written a range of elements.
    void write_all(std::int64_t first, std::int64_t last);
    /// Records a read of consecutive elements by each lane. A read is an error if none of its elements has been
    /// written. `thread` is the index of the thread in lane 0 within its block.
    void read(const Step& step, std::uint32_t pc, int thread);

    /// Returns the reads of uninitialized elements in the last launch, by instruction. Unless blocks ran in a defined
    /// order, omits elements that another block writes in the same launch, because these reads are reported as races.
    std::vector<EarlyRead> early_reads(bool is_in_order);

private:
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };
    /// A word with one bit per element. A bit is set once its element has been written.
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
    // For each element, the block that has written it: by_many for several blocks, or 0 for none. Needed only for
    // elements that are read before they are written in the same launch.
    std::unique_ptr<std::atomic<std::uint32_t>[], Free> writers_;
    /// For each element, the bitwise complement of its encoded first reader; 0 if there is none.
    std::unique_ptr<std::atomic<std::uint64_t>[], Free> readers_;
    std::vector<bool> unwritten_before_waits_;
    bool has_waits_ = false; ///< whether threads of this launch wait for other threads
    std::atomic<bool> has_early_{false}, has_writers_{false};
};

} // namespace warploom::simt
