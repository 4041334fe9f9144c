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

/// Numbers of loop iterations before the first check for a repeated state, and between later checks.
constexpr int turns_before_look = 64, turns_between_looks = 251;

/// Uninitialized memory for the registers of warps, aligned to 64 bytes.
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
    std::uint32_t* shadowed = nullptr; ///< for each register, the mask of the lanes with an uninitialized value
    /// For each lane of each register, a shadow, which is a number that identifies the uninitialized variable on which
    /// the value depends. Undefined for initialized lanes.
    std::uint32_t* shadow = nullptr;
    std::uint32_t shadows = 0;
    std::uint32_t* loop_turns = nullptr; ///< number of iterations of each loop that contains a barrier
    /// Mask slots. Slot 0 contains the lanes that have not returned.
    std::uint32_t* slot = nullptr;
    std::uint32_t pc = 0, active = 0;
    /// Mask of the lanes that have not executed the memory access at the program counter yet.
    std::uint32_t rest = 0;
    /// Whether the current lanes of this part wait at a warp-level operation for lanes of other parts.
    bool is_at_meeting = false;
    /// Whether the lanes of this part have joined the current part for a warp-level operation.
    bool is_gathered = false;
};

/// A warp of a block. The base class is the state of the current lanes, which are usually all lanes.
struct Warp : WarpState {
    std::uint32_t launched = 0;
    // Groups of lanes that are executed separately from the current lanes (see warp_parts.cpp).
    std::vector<WarpState> parts, unused_parts;
    std::vector<std::unique_ptr<Frames>> part_memory;
    std::uint32_t apart = 0, ended = 0, own = 0;
    bool has_shadows = false; ///< whether any register has ever been uninitialized
    /// Number of floating-point operations per active lane since the last change of the active mask.
    std::uint32_t flops = 0;
    std::uint32_t flop_lanes = 0; ///< mask of the lanes whose lane_flops may be nonzero
    bool is_mask_fresh = false;
    bool has_missed = false; ///< whether a lane has made an out-of-bounds access
    int number = 0;
    /// Epoch of the warp: 1 plus the number of barriers and fences that it has passed, including warp-level barriers.
    std::uint32_t meetings = 1;
    LaneOrder* order = nullptr; ///< happens-before order of the lanes; null unless steps are recorded
    /// Synchronization flags of the block. Null unless steps are recorded and fences may order threads.
    BlockFlags* flags = nullptr;
    AsyncCopies* copies = nullptr; ///< asynchronous copies of the block; null if none are recorded
    std::int64_t turns = 0, waiting_turns = 0;
    /// Number of iterations until the next expensive check for infinite loops.
    int turns_to_look = turns_before_look;
    /// A saved state of a loop. It is compared with later states to detect repetition.
    struct Watch {
        /// Registers that determine whether the loop continues; null if no loop is being watched.
        const LoopState* state = nullptr;
        std::uint32_t pc = 0, lanes = 0;
        int visits = 0;         ///< number of times that loop_back was reached after the state was saved
        std::int64_t since = 0; ///< value of `turns` when the state was saved
        /// Saved registers of the active lanes, ordered by register.
        std::vector<std::uint64_t> values;
    };
    Watch watch;
    bool is_proven_endless = false;
    /// Number of iterations over which the state of the loop has repeated so far. Used for loops that read memory to
    /// which other threads may write.
    std::int64_t repeated = 0;
    /// State for prefetching a load in a loop: the last position of the load, and its distance from the preceding
    /// position.
    struct Walk {
        std::int64_t last = 0, by = 0;
    };
    Walk* walks = nullptr; ///< recent reads by each memory access in the code; null disables prefetching
    std::array<std::int32_t, lanes_of_a_warp> lane_flops{};
    /// Masks for vectorized loops over 4-byte and 8-byte values. The elements of active lanes are -1, and all others
    /// are 0.
    struct Mask {
        alignas(64) std::array<std::int32_t, lanes_of_a_warp> narrow{};
        alignas(64) std::array<std::int64_t, lanes_of_a_warp> wide{};
    };
    Mask mask;
};

/// Changes the active lanes. First attributes the floating-point operations counted so far to the lanes that executed
/// them.
void change_mask(Warp& warp, std::uint32_t active);
const Warp::Mask& mask_of(Warp& warp);
/// Copies the active lanes of a register to another register.
void copy_register(Warp& warp, std::uint32_t to, std::uint32_t from, bool is_wide);
/// Returns the array index in a register if it is the same in all active lanes; otherwise, -1.
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
