#pragma once

#include "engine/simulated/shared_shadow.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace warploom::simt {

/// The threads of a block that wrote and read each element of global memory: a SharedShadow in less memory. Most
/// elements are accessed by one thread between two barriers, which fits in a word; it is expanded to an Element when
/// more has to be stored. Words of adjacent elements are contiguous, because a warp often accesses these in one step.
class GlobalShadow {
public:
    using Element = simulated::SharedShadow::Element;
    using Verdict = simulated::SharedShadow::Verdict;
    using When = simulated::SharedShadow::When;

    /// A new block begins.
    void clear();
    /// Properties that all lanes of a step share.
    struct Touch {
        Touch(When w, bool writes, bool atomic) : when(w), is_write(writes), is_atomic(atomic) {}
        When when;
        bool is_write, is_atomic;
    };
    /// Lanes of a warp, one after another, lane l at place[l]; calls race(l, verdict) where one is. `first_thread`:
    /// lane 0.
    template <class Race>
    void touch(std::size_t object, const std::int64_t* place, std::uint32_t lanes, int first_thread, const Touch& touch,
               const Race& race) {
        const bool is_small = (touch.when.block >> block_bits | touch.when.warp >> warp_bits) == 0;
        const std::uint64_t mine_of_all = (std::uint64_t{touch.when.block} << warp_bits | touch.when.warp)
                                              << thread_bits |
                                          static_cast<std::uint64_t>(first_thread);
        const std::uint64_t stays = touch.is_write ? was_read : was_read | was_written | was_atomic;
        const std::uint64_t comes = touch.is_write ? was_written | (touch.is_atomic ? was_atomic : 0) : was_read;
        while (lanes != 0) {
            int lane = std::countr_zero(lanes);
            const std::uint64_t line = static_cast<std::uint64_t>(place[lane]) / run;
            const std::uint64_t key = static_cast<std::uint64_t>(object) << 48 | line;
            if (key != last_key_) find(key);
            Run& words = runs_[last_];
            do {
                std::uint64_t& word = words[static_cast<std::uint64_t>(place[lane]) % run];
                const std::uint64_t mine = mine_of_all + static_cast<std::uint64_t>(lane);
                const std::uint64_t others = word >> known_bits ^ mine, second = word & second_bits;
                if (is_small && (word == 0 || (others | second) == 0)) {
                    word = mine << known_bits | (word & stays) | comes;
                } else if (is_small && others < lanes_of_warp && (word & all_flags) == was_read && !touch.is_write &&
                           second == 0) { // another lane of the warp reads, too
                    word |= (static_cast<std::uint64_t>(lane) | lanes_of_warp) << flag_bits;
                } else {
                    const Verdict verdict = touch_element(word, first_thread + lane, touch);
                    if (verdict.is_race) race(lane, verdict);
                }
                lanes &= lanes - 1;
                lane = std::countr_zero(lanes);
            } while (lanes != 0 && static_cast<std::uint64_t>(place[lane]) / run == line);
        }
    }

private:
    static constexpr std::uint64_t run = 8; ///< contiguous words: a cache line
    // A word: 0 where no thread was; has_element and the number of an Element; or when, thread, a second lane of its
    // warp where one has read besides, as neighbors do that look left and right, and what they did. With its `when` it
    // is larger than any number of an Element.
    static constexpr int thread_bits = 10, warp_bits = 20, block_bits = 24, flag_bits = 4, known_bits = flag_bits + 6;
    static constexpr std::uint64_t was_read = 1, was_written = 2, was_atomic = 4, has_element = 8, all_flags = 15;
    static constexpr std::uint64_t lanes_of_warp = 32;
    static constexpr std::uint64_t second_bits = (2 * lanes_of_warp - 1) << flag_bits; ///< lane, and that there is one
    using Run = std::array<std::uint64_t, run>;

    Verdict touch_element(std::uint64_t& word, int thread, const Touch& touch);
    void find(std::uint64_t key);
    void grow();

    struct Entry {
        std::uint64_t key = 0;
        std::uint32_t block = 0; ///< the block_ that made it; those of others are free
        std::uint32_t place = 0;
    };
    std::vector<Entry> table_;
    std::vector<Run> runs_;
    std::size_t count_ = 0;   ///< of the runs that are in use
    std::uint32_t block_ = 0; ///< how many blocks have begun with this table
    std::vector<Element> elements_;
    std::uint64_t last_key_ = 0;
    std::size_t last_ = 0;
};

/// Keeps the memory of blocks that have ended for those that begin. From any thread.
class SpareShadows {
public:
    std::unique_ptr<GlobalShadow> take();
    void give_back(std::unique_ptr<GlobalShadow> shadow);

private:
    std::mutex mutex_;
    std::vector<std::unique_ptr<GlobalShadow>> idle_;
};

} // namespace warploom::simt
