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

    /// False where the launch is beyond what a mark holds: it is not watched then. `is_alone`: one thread of the host runs
    /// all blocks, so marks need not be made as if others did so too.
    bool begin_launch(std::int64_t blocks, std::size_t instructions, bool is_alone);
    /// A warp's access to elements[lane] of an object with `may_change`, for each of the lanes; `first`: its lane 0. From
    /// any thread.
    void mark(std::size_t object, const std::int64_t* elements, std::uint32_t lanes, bool is_write, Touch first);
    /// The first element of the first array that blocks disagree on. After the launch.
    std::optional<Race> first_race() const;

private:
    // A mark: number of the launch, block, instruction, thread. Whoever is larger wins, so a new launch begins afresh.
    static constexpr int launch_bits = 12, block_bits = 24, pc_bits = 18, thread_bits = 10;
    static constexpr std::uint64_t below_launch = (std::uint64_t{1} << (64 - launch_bits)) - 1;
    using Mark = std::atomic<std::uint64_t>;
    struct Marks {
        Mark least, greatest; ///< the least one with all bits turned around
    };
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };
    struct Array {
        std::unique_ptr<Marks[], Free> writes, reads; ///< zeros that take memory where they are touched
        std::int64_t size = 0;
        Mark written{0}, read{0}, race{0}; ///< number of the last launch in which somebody did, and that had a race
    };

    bool is_of_this_launch(std::uint64_t mark) const { return mark >> (64 - launch_bits) == launch_; }
    template <bool alone>
    void mark_lanes(Array& array, const std::int64_t* elements, std::uint32_t lanes, bool is_write, std::uint64_t bits);
    std::optional<Race> race_of(const Array& array, std::int64_t element) const;
    static Touch touch_of(std::uint64_t bits);

    std::uint64_t launch_ = 0;
    bool is_alone_ = false;
    std::vector<std::unique_ptr<Array>> arrays_; ///< by object; null for those that nobody may write
};

} // namespace warploom::simt
