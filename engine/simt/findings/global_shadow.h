#pragma once

#include "engine/simt/findings/shared_shadow.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace warploom::simt {

/// Tracks the threads of a block that read and write each element of global memory. Needs less memory than
/// SharedShadow: most elements are accessed by only one thread between two barriers, so a record usually fits in one
/// 8-byte word. Otherwise, the word contains the index of an Element. The words of adjacent elements are adjacent,
/// because warps often access adjacent elements.
class GlobalShadow {
public:
    using Element = SharedShadow::Element;
    using Verdict = SharedShadow::Verdict;
    using When = SharedShadow::When;

    void clear();
    /// The properties of an access that are the same for all lanes of a warp.
    struct Touch {
        Touch(When w, bool writes, bool atomic) : when(w), is_write(writes), is_atomic(atomic) {}
        When when;
        bool is_write, is_atomic;
    };
    /// Records an access of the active lanes in ascending order. Lane l accesses element place[l]. Calls race(l,
    /// verdict) for each race. `first_thread` is the index of the thread in lane 0 within its block.
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
                           // Apart from the current lane, exactly one lane of the warp has read the element.
                           second == 0) {
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
    /// Number of contiguous words in a group of records. A group fills a cache line.
    static constexpr std::uint64_t run = 8;
    // The word of an element is 0 if it has not been accessed. If has_element is set, it is the index of an Element.
    // Otherwise, it contains the time, the thread, a second lane of the same warp that has read the element (as in
    // stencils), and the kinds of access. Because of the time, such a word is greater than the index of any Element.
    static constexpr int thread_bits = 10, warp_bits = 20, block_bits = 24, flag_bits = 4, known_bits = flag_bits + 6;
    static constexpr std::uint64_t was_read = 1, was_written = 2, was_atomic = 4, has_element = 8, all_flags = 15;
    static constexpr std::uint64_t lanes_of_warp = 32;
    /// Mask for the lane number of the second reader, and for the bit that indicates whether there is one.
    static constexpr std::uint64_t second_bits = (2 * lanes_of_warp - 1) << flag_bits;
    using Run = std::array<std::uint64_t, run>;

    Verdict touch_element(std::uint64_t& word, int thread, const Touch& touch);
    void find(std::uint64_t key);
    void grow();

    struct Entry {
        std::uint64_t key = 0;
        /// Value of block_ when the entry was created. An entry with another value is unused.
        std::uint32_t block = 0;
        std::uint32_t place = 0;
    };
    std::vector<Entry> table_;
    std::vector<Run> runs_;
    std::size_t count_ = 0;
    std::uint32_t block_ = 0;
    std::vector<Element> elements_;
    std::uint64_t last_key_ = 0;
    std::size_t last_ = 0;
};

/// A pool that keeps the memory of finished blocks for reuse. Thread-safe.
class SpareShadows {
public:
    std::unique_ptr<GlobalShadow> take();
    void give_back(std::unique_ptr<GlobalShadow> shadow);

private:
    std::mutex mutex_;
    std::vector<std::unique_ptr<GlobalShadow>> idle_;
};

} // namespace warploom::simt
