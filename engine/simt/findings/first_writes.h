#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

namespace warploom::simt {

/// Of an array that holds nothing when run begins: which elements were written since, and by which block; and which
/// thread read an element before that. Blocks run on several threads of the host and in no certain order; the findings
/// do not depend on it.
class FirstWrites {
public:
    /// The least reader of those that came too early; `lanes` of its warp did so at this instruction.
    struct EarlyRead {
        std::uint32_t pc = 0, lanes = 0;
        std::int64_t block = 0, element = 0;
        int warp = 0;
        std::int64_t times = 0; ///< elements
    };

    explicit FirstWrites(std::int64_t size);
    void begin_run();
    /// Starts a launch whose threads wait for each other: values that they wait for must have been written earlier.
    void begin_waits();

    /// Neighbors from elements[lane] on, `count` of them, for each of the lanes of a warp.
    struct Step {
        const std::int64_t* elements = nullptr;
        std::uint32_t lanes = 0;
        std::int64_t count = 1, block = 0;
        bool is_awaited = false;     ///< read in a loop that waits
        bool are_neighbours = false; ///< elements of lanes, one from each to the next
    };
    // From any thread; `is_alone`: no other one runs blocks. Where there was no memory for all this, everything counts
    // as written.
    void write(const Step& step, bool is_alone);
    /// By the host.
    void write_all(std::int64_t first, std::int64_t last);
    /// Of the neighbors one at least should have been written. `thread`: of lane 0.
    void read(const Step& step, std::uint32_t pc, int thread);

    /// Those of the launch that has ended, by instruction. An element that another block wrote in that launch is left
    /// to the search for races, unless the blocks came in a certain order.
    std::vector<EarlyRead> early_reads(bool is_in_order);

private:
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };
    /// A bit for each element.
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
    // Only of elements that are read too early it matters which block writes them; all of their writes are in the same
    // launch. Where one thread of the host runs all blocks these come after the read, or the launch waits.
    std::unique_ptr<std::atomic<std::uint32_t>[], Free> writers_; ///< 0, a block's number, or by_many
    std::unique_ptr<std::atomic<std::uint64_t>[], Free> readers_; ///< 0, or all bits of the least turned around
    std::vector<bool> unwritten_before_waits_;
    bool has_waits_ = false; ///< in this run
    std::atomic<bool> has_early_{false}, has_writers_{false};
};

} // namespace warploom::simt
