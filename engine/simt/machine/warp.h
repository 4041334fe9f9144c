#pragma once

#include "engine/simt/code/code.h"
#include "engine/simt/code/lane_functions.h"
#include "engine/simt/findings/async_copies.h"
#include "engine/simt/findings/flag_order.h"
#include "engine/simt/findings/loop_state.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace warploom::simt {

/// Iterations before a loop is first checked for a repeated state, and between further checks.
constexpr int turns_before_look = 64, turns_between_looks = 251;

/// Uninitialized memory for registers, aligned to 64 bytes.
class Frames {
public:
    void allocate(std::size_t bytes);
    std::byte* data() { return reinterpret_cast<std::byte*>(lines_.get()); }

private:
    struct alignas(64) Line {
        std::byte bytes[64];
    };
    std::unique_ptr<Line[]> lines_;
};

/// Registers, masks and program counter of a group of lanes that execute in lockstep.
struct WarpState {
    std::byte* frame = nullptr;
    std::uint32_t* shadowed = nullptr; ///< mask of the lanes of each register with an uninitialized value
    /// Shadow of each lane of each register: a number for the uninitialized variable that its value depends on.
    /// Undefined for initialized lanes.
    std::uint32_t* shadow = nullptr;
    std::uint32_t shadows = 0;
    std::uint32_t* loop_turns = nullptr; ///< iterations of each loop that contains a barrier
    /// Mask slots; slot 0 contains the lanes that have not returned.
    std::uint32_t* slot = nullptr;
    std::uint32_t pc = 0, active = 0;
    /// Mask of the lanes that have not yet executed the memory access at the program counter.
    std::uint32_t rest = 0;
    /// Whether these lanes wait at a warp-level operation for lanes that are executed separately.
    bool is_at_meeting = false;
    /// Whether these lanes execute a warp-level operation together with the current lanes.
    bool is_gathered = false;
};

/// A warp of a block. The base class is the state of the current lanes, usually all of them.
struct Warp : WarpState {
    std::uint32_t launched = 0;
    // Groups of lanes executed separately from the current lanes (see warp_parts.cpp).
    std::vector<WarpState> parts, unused_parts;
    std::vector<std::unique_ptr<Frames>> part_memory;
    std::uint32_t apart = 0, ended = 0, own = 0;
    bool has_shadows = false; ///< whether any register has been uninitialized so far
    /// Floating-point operations per active lane since the last change of the active mask.
    std::uint32_t flops = 0;
    std::uint32_t flop_lanes = 0; ///< mask of the lanes with possibly nonzero lane_flops
    bool is_mask_fresh = false;
    bool has_missed = false; ///< whether a lane has made an out-of-bounds access
    int number = 0;
    /// Epoch of the warp: 1 plus the number of barriers (block-level and warp-level) and fences it has passed.
    std::uint32_t meetings = 1;
    LaneOrder* order = nullptr; ///< happens-before order of the lanes; null unless steps are recorded
    /// Synchronization flags of the block; null unless steps are recorded and fences may order threads.
    BlockFlags* flags = nullptr;
    AsyncCopies* copies = nullptr; ///< asynchronous copies of the block; null unless they are recorded
    std::int64_t turns = 0, waiting_turns = 0;
    /// Iterations until the next expensive check for infinite loops.
    int turns_to_look = turns_before_look;
    /// A saved loop state for detecting repetition.
    struct Watch {
        /// registers that determine whether the loop continues; null if no loop is being watched
        const LoopState* state = nullptr;
        std::uint32_t pc = 0, lanes = 0;
        int visits = 0;         ///< how often loop_back has been reached since then
        std::int64_t since = 0; ///< value of `turns` when the state was saved
        /// Saved registers of the active lanes, register by register.
        std::vector<std::uint64_t> values;
    };
    Watch watch;
    bool is_proven_endless = false;
    /// Number of iterations with repeated states of a loop that reads memory other threads may write.
    std::int64_t repeated = 0;
    /// For prefetching the loads of a loop: the last position of a load, and its distance from the one before.
    struct Walk {
        std::int64_t last = 0, by = 0;
    };
    Walk* walks = nullptr; ///< recent reads of each memory access in the code; null disables prefetching
    std::array<std::int32_t, lanes_of_a_warp> lane_flops{};
    /// Masks for vectorized loops over 4- and 8-byte values. Elements of active lanes are -1.
    struct Mask {
        alignas(64) std::array<std::int32_t, lanes_of_a_warp> narrow{};
        alignas(64) std::array<std::int64_t, lanes_of_a_warp> wide{};
    };
    Mask mask;
};

/// Changes the active lanes. The floating-point operations counted so far are attributed to the lanes that executed
/// them.
void change_mask(Warp& warp, std::uint32_t active);
const Warp::Mask& mask_of(Warp& warp);
/// Copies a register to another one in the active lanes.
void copy_register(Warp& warp, std::uint32_t to, std::uint32_t from, bool is_wide);
/// Returns the array index in a register if all active lanes have the same one; otherwise, -1.
std::int64_t same_index(const Warp& warp, std::uint32_t reg, bool is_wide);

inline std::byte* at(const Warp& warp, std::uint32_t unit) { return warp.frame + unit * register_bytes; }
template <class T> T* lanes(const Warp& warp, std::uint32_t unit) { return reinterpret_cast<T*>(at(warp, unit)); }
inline std::int64_t index_of(const Warp& warp, std::uint32_t reg, bool is_wide, int lane) {
    return is_wide ? lanes<std::int64_t>(warp, reg)[lane] : lanes<std::int32_t>(warp, reg)[lane];
}

/// Counts the lanes in a mask with a lookup table, because std::popcount() is a library call unless the target
/// processor is known to have popcnt.
inline int count_of(std::uint32_t lanes) {
    static constexpr auto bits = [] {
        std::array<std::uint8_t, 256> counts{};
        for (std::size_t n = 0; n < counts.size(); ++n) counts[n] = static_cast<std::uint8_t>((n & 1) + counts[n / 2]);
        return counts;
    }();
    if (lanes == 0xffffffffu) return lanes_of_a_warp;
    return bits[lanes & 0xffu] + bits[lanes >> 8 & 0xffu] + bits[lanes >> 16 & 0xffu] + bits[lanes >> 24];
}

/// Returns the lowest lane in a mask.
inline std::size_t first_of(std::uint32_t lanes) { return static_cast<std::size_t>(std::countr_zero(lanes)); }

/// Returns a mask of the lanes with a nonzero 4-byte register.
std::uint32_t true_lanes(const std::byte* reg);

} // namespace warploom::simt
