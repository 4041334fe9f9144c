#pragma once

#include "engine/simulated/shared_shadow.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace warploom::simt {

/// Who of a block wrote and read which elements of global memory: what a SharedShadow remembers of each element, in less
/// memory. Most elements are touched by one thread between two meetings, and a word holds that; an Element is made of it
/// when more is to be remembered. Words of neighbours lie together, because a warp often touches these in one step.
class GlobalShadow {
public:
    using Element = simulated::SharedShadow::Element;
    using Verdict = simulated::SharedShadow::Verdict;
    using When = simulated::SharedShadow::When;

    /// A new block begins.
    void clear();
    /// What all lanes of a step have in common.
    struct Touch {
        Touch(When w, bool writes, bool atomic) : when(w), is_write(writes), is_atomic(atomic) {}
        When when;
        bool is_write, is_atomic;
    };
    Verdict touch(std::size_t object, std::int64_t element, int thread, const Touch& touch) {
        const std::uint64_t key = static_cast<std::uint64_t>(object) << 48 | static_cast<std::uint64_t>(element) / run;
        if (key != last_key_) find(key);
        std::uint64_t& word = runs_[last_][static_cast<std::uint64_t>(element) % run];
        const std::uint64_t mine = (std::uint64_t{touch.when.block} << warp_bits | touch.when.warp) << thread_bits |
                                   static_cast<std::uint64_t>(thread);
        const bool is_plain =
            (word == 0 || (word >> flag_bits) == mine) && (touch.when.block | touch.when.warp) >> warp_bits == 0;
        if (!is_plain) return touch_element(word, thread, touch);
        word = mine << flag_bits | (word & (touch.is_write ? was_read : was_read | was_written | was_atomic)) |
               (touch.is_write ? was_written | (touch.is_atomic ? was_atomic : 0) : was_read);
        return {};
    }

private:
    static constexpr std::uint64_t run = 8; ///< words that lie together: a line of the cache
    // A word: 0 where nobody was; has_element and the number of an Element; or when, thread, and what it did, which with
    // its `when` is larger than any number of an Element.
    static constexpr int thread_bits = 10, warp_bits = 24, flag_bits = 4;
    static constexpr std::uint64_t was_read = 1, was_written = 2, was_atomic = 4, has_element = 8;
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
