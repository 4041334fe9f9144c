#pragma once

#include "engine/simt/memory.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <vector>

namespace warploom::simt {

/// Which blocks of a launch wrote and read the elements of arrays that may change. Blocks run on several threads of the host
/// and in no certain order; what is kept of an element, the least and the greatest of those that touched it, comes out the
/// same whatever the order was.
class LaunchShadow {
public:
    struct Touch {
        std::int64_t block = 0;
        std::uint32_t pc = 0;
        int thread = 0;
    };
    struct Race {
        std::size_t object = 0;
        std::int64_t element = 0;
        Touch writer, other;
        bool other_writes = false;
    };

    explicit LaunchShadow(const std::vector<Object>& objects);

    /// False where the launch is beyond what a mark holds: it is not watched then.
    bool begin_launch(std::int64_t blocks, std::size_t instructions);
    /// To be called for elements of objects with `may_change` only. From any thread.
    void mark(std::size_t object, std::int64_t element, bool is_write, Touch touch);
    /// The first element of the first array that blocks disagree on. After the launch.
    std::optional<Race> first_race() const;

private:
    // A mark: number of the launch, block, instruction, thread. Whoever is larger wins, so a new launch begins afresh.
    static constexpr int launch_bits = 12, block_bits = 24, pc_bits = 18, thread_bits = 10;
    static constexpr std::uint64_t below_launch = (std::uint64_t{1} << (64 - launch_bits)) - 1;
    using Mark = std::atomic<std::uint64_t>;
    struct Marks {
        Mark least_write, greatest_write, least_read, greatest_read; ///< the least ones with all bits turned around
    };
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };
    struct Array {
        std::unique_ptr<Marks[], Free> marks; ///< zeros that take memory where they are touched
        std::int64_t size = 0;
        Mark race{0}; ///< number of the last launch that had one
    };

    bool is_of_this_launch(std::uint64_t mark) const { return mark >> (64 - launch_bits) == launch_; }
    std::optional<Race> race_of(const Marks& marks) const;
    static Touch touch_of(std::uint64_t bits);

    std::uint64_t launch_ = 0;
    std::vector<std::unique_ptr<Array>> arrays_; ///< by object; null for those that nobody may write
};

} // namespace warploom::simt
