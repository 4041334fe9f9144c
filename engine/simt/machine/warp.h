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

/// Number of iterations before the first check for a repeated loop state, and between subsequent checks.
constexpr int turns_before_look = 64, turns_between_looks = 251;

/// Uninitialized register memory, aligned to 64 bytes.
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

/// The registers, masks and program counter of lanes that execute in lockstep.
struct WarpState {
    std::byte* frame = nullptr;
    std::uint32_t* shadowed = nullptr; ///< for each register, the mask of lanes with an uninitialized value
    /// for each register, the shadow number of each lane; undefined for initialized lanes
    std::uint32_t* shadow = nullptr;
    std::uint32_t shadows = 0;           ///< number of registers that can have shadows
    std::uint32_t* loop_turns = nullptr; ///< number of iterations of each loop that contains a barrier
    std::uint32_t* slot = nullptr;       ///< masks; slot 0 contains the lanes that have not returned
    std::uint32_t pc = 0, active = 0;
    std::uint32_t rest = 0; ///< lanes that have not yet executed the access at pc
    /// whether these lanes wait at a warp-level operation for lanes that execute separately
    bool is_at_meeting = false;
    /// whether their warp-level operation is executed together with the operation of the current lanes
    bool is_gathered = false;
};

/// A warp of a block, with the state of the lanes that are currently executing (usually all lanes).
struct Warp : WarpState {
    std::uint32_t launched = 0;
    // Lanes that execute separately from the current lanes (warp_parts.cpp):
    std::vector<WarpState> parts, unused_parts;
    std::vector<std::unique_ptr<Frames>> part_memory;
    std::uint32_t apart = 0, ended = 0, own = 0;
    bool has_shadows = false;     ///< whether any register has ever been uninitialized
    std::uint32_t flops = 0;      ///< floating-point operations per active lane since the mask last changed
    std::uint32_t flop_lanes = 0; ///< lanes whose lane_flops may be nonzero
    bool is_mask_fresh = false;
    bool has_missed = false;       ///< whether a lane has made an out-of-bounds access
    int number = 0;                ///< index of the warp within its block
    std::uint32_t meetings = 1;    ///< epoch: number of block and warp barriers that the warp has passed, plus 1
    LaneOrder* order = nullptr;    ///< order of the warp's lanes; null if steps are not recorded
    BlockFlags* flags = nullptr;   ///< flags of the block; set if steps are recorded and fences may order threads
    AsyncCopies* copies = nullptr; ///< asynchronous copies of the block; set if recorded
    std::int64_t turns = 0, waiting_turns = 0;
    int turns_to_look = turns_before_look; ///< number of iterations until the next expensive check
    /// A saved loop state, for detecting that the state repeats.
    struct Watch {
        /// state that determines whether the loop continues; null if no loop is watched
        const LoopState* state = nullptr;
        std::uint32_t pc = 0, lanes = 0;   ///< the loop_back instruction of the loop, and the active lanes
        int visits = 0;                    ///< number of times that loop_back was reached since the state was saved
        std::int64_t since = 0;            ///< value of `turns` when the state was saved
        std::vector<std::uint64_t> values; ///< values of the active lanes, register by register
    };
    Watch watch;
    bool is_proven_endless = false;
    /// Number of iterations in which a loop that reads memory of other threads returned to an earlier state.
    std::int64_t repeated = 0;
    /// The position of the last read of an access, and its distance from the previous read.
    struct Walk {
        std::int64_t last = 0, by = 0;
    };
    Walk* walks = nullptr; ///< history of each memory access in the code; null disables prefetching
    std::array<std::int32_t, lanes_of_a_warp> lane_flops{};
    /// Masks for vectorized loops, for 4- and 8-byte values: -1 in active lanes.
    struct Mask {
        alignas(64) std::array<std::int32_t, lanes_of_a_warp> narrow{};
        alignas(64) std::array<std::int64_t, lanes_of_a_warp> wide{};
    };
    Mask mask;
};

/// Changes the active lanes. Attributes floating-point operations so far to the lanes that executed them.
void change_mask(Warp& warp, std::uint32_t active);
const Warp::Mask& mask_of(Warp& warp);
/// Copies a register in the active lanes.
void copy_register(Warp& warp, std::uint32_t to, std::uint32_t from, bool is_wide);
/// Returns the index that all active lanes have in common; -1 if they differ.
std::int64_t same_index(const Warp& warp, std::uint32_t reg, bool is_wide);

/// Returns the memory of a register.
inline std::byte* at(const Warp& warp, std::uint32_t unit) { return warp.frame + unit * register_bytes; }
template <class T> T* lanes(const Warp& warp, std::uint32_t unit) { return reinterpret_cast<T*>(at(warp, unit)); }
inline std::int64_t index_of(const Warp& warp, std::uint32_t reg, bool is_wide, int lane) {
    return is_wide ? lanes<std::int64_t>(warp, reg)[lane] : lanes<std::int32_t>(warp, reg)[lane];
}

/// Returns the number of lanes in a mask. Uses a table, because std::popcount is a library call unless the target
/// processor is known to have a popcnt instruction.
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

/// Returns a mask of the lanes in which a 4-byte register is nonzero.
std::uint32_t true_lanes(const std::byte* reg);

} // namespace warploom::simt
