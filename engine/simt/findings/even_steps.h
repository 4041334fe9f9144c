#pragma once

#include "engine/simt/findings/global_shadow.h"
#include "engine/simt/findings/launch_shadow.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace warploom::simt {

/// Returns whether all adjacent lanes access elements that are 2^shift apart.
bool lie_evenly(const std::int64_t* elements, std::uint32_t lanes, int shift);

/// Tracks steps (memory accesses of a warp) where adjacent lanes access adjacent elements. Each step is recorded as a
/// whole, which needs only a few words of memory, whereas individual tracking needs several words per element. This is
/// sufficient as long as every element that is written can have been accessed by only one thread of the block.
/// Otherwise, all recorded steps of the array are passed, in order, to a GlobalShadow, which tracks individual
/// elements.
class EvenSteps {
public:
    /// An access of a warp in which each active lane l accesses element place + l. `first_thread` is the index of the
    /// thread in lane 0 within its block.
    struct Step {
        std::size_t object = 0;
        std::int64_t place = 0;
        std::uint32_t lanes = 0;
        int first_thread = 0;
    };

    /// Creates a tracker for the given number of arrays. If individual elements of an array must be tracked, passes the
    /// array to `exact`.
    EvenSteps(std::size_t objects, GlobalShadow& exact) : exact_(exact), objects_(objects) {}
    void begin();
    /// Records a step. Returns false if the array needs tracking of individual elements.
    bool note(const Step& step, const GlobalShadow::Touch& touch);
    /// Switches to tracking the individual elements of an array, because a step accessed elements that are not
    /// adjacent.
    void fall_apart(std::size_t object);
    bool is_apart(std::size_t object);

private:
    /// A group of threads with the same difference between element index and thread index.
    struct Group {
        /// `first` and `last` are the lowest and the highest index of an accessed element.
        std::int64_t distance = 0, first = 0, last = 0;
        bool is_written = false;
    };
    static constexpr std::size_t most_groups = 16, most_steps = 4096;
    /// Minimum number of elements in the first step of an array. Tracking fewer elements individually is inexpensive.
    static constexpr int fewest_lanes = 8;
    struct OfObject {
        std::uint32_t block = 0; ///< block for which the other members are valid
        bool is_apart = false;
        std::size_t groups = 0;
        std::array<Group, most_groups> group;
    };
    struct Noted {
        Step step;
        GlobalShadow::Touch touch;
    };

    static bool include(OfObject& known, const Step& step, bool is_write);
    OfObject& of(std::size_t object);

    GlobalShadow& exact_;
    std::vector<OfObject> objects_;
    std::vector<Noted> noted_;
    std::uint32_t block_ = 0;
};

} // namespace warploom::simt
