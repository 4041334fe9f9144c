#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

namespace warploom::simt {

/// Of an array that holds nothing when run begins: which elements were written since, by which block, and by which thread
/// an element was read before. Blocks run on several threads of the host and in no certain order; what is told does not
/// depend on it.
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

    // From any thread. Where there was no memory for all this, everything counts as written.
    void write(std::int64_t element, std::int64_t block);
    /// By the host.
    void write_all(std::int64_t first, std::int64_t last);
    /// A read of `count` neighbours, of which one at least should have been written.
    void read(std::int64_t element, std::int64_t count, std::int64_t block, std::uint32_t pc, int thread) {
        for (std::int64_t e = element; e < element + count; ++e)
            if (writers_ == nullptr || writers_[e].load(std::memory_order_relaxed) != 0) return;
        read_early(element, block, pc, thread);
    }

    /// Those of the launch that has ended, by instruction. An element that another block wrote in that launch is left to
    /// those who look for races, unless the blocks came in a certain order.
    std::vector<EarlyRead> early_reads(bool is_in_order);

private:
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };
    static std::uint32_t number_of(std::int64_t block);
    void read_early(std::int64_t element, std::int64_t block, std::uint32_t pc, int thread);

    std::int64_t size_ = 0;
    std::unique_ptr<std::atomic<std::uint32_t>[], Free> writers_; ///< 0, a block's number, or by_many
    std::unique_ptr<std::atomic<std::uint64_t>[], Free> readers_; ///< 0, or all bits of the least turned around
    std::atomic<bool> has_early_{false};
};

} // namespace warploom::simt
