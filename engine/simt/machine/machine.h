#pragma once

#include "engine/simt/code/code.h"
#include "engine/simt/code/lane_functions.h"
#include "engine/simt/code/memory.h"
#include "engine/simt/findings/async_copies.h"
#include "engine/simt/findings/flag_order.h"
#include "engine/simt/findings/lane_order.h"
#include "engine/simt/findings/loop_state.h"
#include "engine/simt/machine/execution_limits.h"
#include "engine/simt/trace/findings.h"
#include "engine/simt/trace/recorder.h"
#include "engine/simt/trace/site_table.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace warploom::simt {

/// What the warps of a launch tell each other: a loop that has been found endless, and the number of warps in it. In
/// other warps, it is stopped earlier.
struct EndlessLoop {
    static constexpr int many = 1;
    std::atomic<std::uint32_t> pc{0};
    std::atomic<std::int64_t> turns{0}; ///< iterations of the first warp
    std::atomic<int> warps{0};
    /// Set once all warps of a block only waited while some of their lanes could continue. From then on, lanes that
    /// wait are executed apart from the others at once.
    std::atomic<bool> do_lanes_drift{false};
};

/// Properties of the simulated architecture. From compute capability 7.0 on, threads are scheduled independently.
struct TargetTraits {
    bool lanes_drift = true;
};

/// Iterations before the first check whether a loop repeats its state, and between later checks.
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

/// The registers, masks and program counter of lanes that execute together.
struct WarpState {
    std::byte* frame = nullptr;
    std::uint32_t* shadowed = nullptr;   ///< mask of the lanes with an uninitialized value, for each register
    std::uint32_t* shadow = nullptr;     ///< shadows of the 32 lanes of each register; undefined for initialized lanes
    std::uint32_t shadows = 0;           ///< number of registers that can have shadows
    std::uint32_t* loop_turns = nullptr; ///< iterations of each loop that contains a barrier
    std::uint32_t* slot = nullptr;       ///< slot 0: lanes that have not returned
    std::uint32_t pc = 0, active = 0;
    std::uint32_t rest = 0;     ///< remaining lanes of an access that has been partly executed
    bool is_at_meeting = false; ///< waits at a warp-level operation for lanes that execute apart
    bool is_gathered = false;   ///< its operation is executed together with that of the current lanes
};

/// One warp of a block, and the state of the lanes that are executed now: usually all of them.
struct Warp : WarpState {
    std::uint32_t launched = 0;
    // Lanes that execute apart from the current ones (parts.cpp).
    std::vector<WarpState> parts, unused_parts;
    std::vector<std::unique_ptr<Frames>> part_memory;
    std::uint32_t apart = 0, ended = 0, own = 0;
    bool has_shadows = false;     ///< whether any register has been uninitialized
    std::uint32_t flops = 0;      ///< operations per active lane since the mask changed
    std::uint32_t flop_lanes = 0; ///< lanes whose lane_flops may be nonzero
    bool is_mask_fresh = false;
    bool has_missed = false;       ///< an access was out of bounds
    int number = 0;                ///< in its block
    std::uint32_t meetings = 1;    ///< its epoch: barriers of the block and the warp that it has passed, plus 1
    LaneOrder* order = nullptr;    ///< order of its lanes; null if steps are not recorded
    BlockFlags* flags = nullptr;   ///< shared by the block; set if steps are recorded and fences order threads
    AsyncCopies* copies = nullptr; ///< shared by the block; set if steps are recorded and there are asynchronous copies
    std::int64_t turns = 0, waiting_turns = 0;
    int turns_to_look = turns_before_look; ///< iterations until the next expensive check
    /// A saved loop state, to detect repetition.
    struct Watch {
        const LoopState* state = nullptr;  ///< null: no loop is watched
        std::uint32_t pc = 0, lanes = 0;   ///< loop_back instruction, and its active lanes
        int visits = 0;                    ///< visits of the loop_back since the state was saved
        std::int64_t since = 0;            ///< value of `turns` when the state was saved
        std::vector<std::uint64_t> values; ///< values in the active lanes, register by register
    };
    Watch watch;
    bool is_proven_endless = false;
    /// Iterations in which a loop that reads memory of other threads returned to an earlier state.
    std::int64_t repeated = 0;
    /// Position of the last read of an access, and its distance from the read before.
    struct Walk {
        std::int64_t last = 0, by = 0;
    };
    Walk* walks = nullptr; ///< one per memory access of the code; null if nothing is prefetched
    std::array<std::int32_t, lanes_of_a_warp> lane_flops{};
    /// -1 in active lanes, for values of 4 and of 8 bytes.
    struct Mask {
        alignas(64) std::array<std::int32_t, lanes_of_a_warp> narrow{};
        alignas(64) std::array<std::int64_t, lanes_of_a_warp> wide{};
    };
    Mask mask;
};

enum class Halt : std::uint8_t {
    step,    ///< a step was executed and recorded
    barrier, ///< waiting for the other warps at a barrier; pc is at the barrier
    done,
    waits, ///< waiting for a write of another warp in the block; not if steps are recorded: each read ends a step
    stuck, ///< cannot continue; a finding gives the reason
    launch ///< on the host: pc is at the launch
};

/// The state that all warps of a block share.
struct ExecutionContext {
    const Code* code = nullptr;
    const std::string* file = nullptr;
    std::vector<Object> objects;
    std::int64_t block = 0;
    ExecutionLimits limits;
    TargetTraits traits;
    Findings* findings = nullptr;
    Checks checks;
    Finding ignored;              ///< stands for findings that are not looked for
    bool compares_values = false; ///< reports stores that do not change the stored value
    bool looks_once = false;      ///< waiting loops end after one iteration, because a dry run has waited already
    /// Iterations of a waiting loop after which its lanes are executed apart from those that can continue.
    std::int64_t patience = std::numeric_limits<std::int64_t>::max();
    EndlessLoop* endless = nullptr;   ///< endless loop found in this launch; may be null
    LoopStates* loops = nullptr;      ///< cached loop states of the call; null if endless loops are not detected
    std::vector<std::string> printed; ///< output of printf until the block ends
    std::size_t printed_size = 0;     ///< size of `printed` in bytes
    std::int64_t unprinted = 0;       ///< printf calls beyond the limit
    /// Executes cudaMemset for arrays that are not in the memory of this process.
    std::function<void(void* to, int byte, std::int64_t bytes)> fill;
    // The following members are used only if steps are recorded.
    SiteTable* sites = nullptr;
    struct KnownSite {
        int array = -2, site = -1;
    };
    std::vector<KnownSite> known_sites;   ///< one per instruction
    std::vector<std::int64_t> overflowed; ///< one per instruction: the last block with a reported overflow, plus 1
    std::vector<std::int64_t> told_unset; ///< like `overflowed`, for uses of uninitialized values
    struct Missed {
        std::int64_t block = 0; ///< block number plus 1
        Finding* finding = nullptr;
    };
    std::vector<Missed> missed; ///< one per instruction: the finding of the current block, which counts repetitions
};

/// Executes the instructions of warps.
class Machine {
public:
    explicit Machine(ExecutionContext& around) : around_(around), code_(*around.code) {}

    /// Runs a warp until it must wait or, if `step` is given, until it has recorded one step. Errors: "cancelled".
    Halt run(Warp& warp, WarpInstruction* step);

    /// Reports a finding at a source location. `message()` is called only if the finding is new.
    template <class Message>
    Finding& report(Finding::Kind kind, const Warp& warp, std::uint32_t lanes, SourceLocation place,
                    const Message& message) {
        if (!around_.checks.include(kind)) return around_.ignored;
        Finding* const known = count_again(kind, place);
        return known != nullptr ? *known : add_finding(kind, warp, lanes, place, message());
    }
    /// Describes the memory access of the last step.
    struct LastAccess {
        Access access = Access::load;
        std::size_t object = 0;
        std::uint32_t pc = 0;
        std::uint32_t unchanged =
            0; ///< lanes that left the number that was there: of flags for which threads wait, or of any store
    };
    const LastAccess& last() const { return last_; }
    const Where& where(std::uint32_t pc) const { return code_.places[code_.where[pc]]; }
    SourceLocation place_of(const Warp& warp) const { return where(warp.pc).place; }
    /// Reports an endless loop for a warp whose pc is at the end of that loop.
    void report_endless(const Warp& warp);
    /// Lets lanes that executed the operation at pc together continue apart behind it.
    void release(Warp& warp);

private:
    template <bool recorded> Halt execute(Warp& warp, WarpInstruction* step);
    enum class Made : std::uint8_t { nothing, access, step };
    template <bool recorded>
    Made execute_in_elements(Warp& warp, const Instruction& at, const MemoryAccess& access, WarpInstruction* step);
    template <bool recorded> bool execute_arithmetic(const Warp& warp, const Instruction& at, std::byte* result) const;
    template <bool recorded> bool execute_access(Warp& warp, const Instruction& at, WarpInstruction* step);
    /// Computes the offsets of all lanes from the start of the object that the first lane's pointer refers to; returns
    /// the lanes of `wanted` whose pointers refer to the same object.
    std::uint32_t find_distances(const Warp& warp, const MemoryAccess& access, const std::uint64_t* pointer,
                                 std::size_t first, std::uint32_t wanted);
    void zero_lanes(const Warp& warp, const MemoryAccess& access, std::uint32_t unit, std::uint32_t lanes);
    static void fetch_ahead(Warp::Walk& walk, const Object& object, std::uint32_t lanes, const std::int64_t* place,
                            int shift);
    static const Warp::Mask& mask_of(Warp& warp);
    void move_numbers(Warp& warp, const Instruction& at, const MemoryAccess& access, const Object& object,
                      std::uint32_t lanes);
    void note_written(const Object& object, const MemoryAccess& access, const std::int64_t* place, int shift,
                      std::uint32_t lanes) const;
    void atomic(Warp& warp, const MemoryAccess& access, const Object& object, std::uint32_t lanes);
    void address(Warp& warp, const Instruction& at);
    void local(Warp& warp, const Instruction& at);
    std::int64_t same_index(const Warp& warp, std::uint32_t reg, bool is_wide) const;
    std::int64_t index_of(const Warp& warp, std::uint32_t reg, bool is_wide, int lane) const {
        return is_wide ? lanes<std::int64_t>(warp, reg)[lane] : lanes<std::int32_t>(warp, reg)[lane];
    }
    /// Copies a register in the active lanes.
    void copy(Warp& warp, std::uint32_t to, std::uint32_t from, bool is_wide);
    void select(Warp& warp, const Instruction& at, bool is_wide);
    void shuffle(Warp& warp, const Instruction& at, WarpInstruction* step);
    void combine(const Warp& warp, const Instruction& at);
    void ballot(Warp& warp, const Instruction& at, WarpInstruction* step);
    std::uint32_t lanes_behind(const Warp& warp, std::int64_t guard) const;
    void check_widths(const Warp& warp, const std::int32_t* widths);
    bool check_mask(const Warp& warp, std::uint32_t reg);
    static void order_by_fence(Warp& warp, FenceScope scope);
    void order_lanes(Warp& warp, std::uint32_t masks, bool is_whole) const;
    void print(Warp& warp, const Instruction& at);
    void fail_assertion(Warp& warp, const Instruction& at);
    void fill(Warp& warp, const Instruction& at);
    void follow_unset(Warp& warp, const Instruction& at);
    void unset(Warp& warp, const Instruction& at);
    void unset_local(const Warp& warp, const Instruction& at);
    void unset_absorb(const Warp& warp, const Instruction& at);
    void unset_choose(const Warp& warp, const Instruction& at);
    void shuffle_shadow(Warp& warp, const MemoryAccess& access, const std::int32_t* source, std::uint32_t lost);
    void report_unset(const Warp& warp, std::uint32_t lanes, const std::uint32_t* shadow);
    void change_mask(Warp& warp, std::uint32_t active);
    void tell(Warp& warp, WarpInstruction& step, int site, std::uint32_t lanes);
    int site_of(const Warp& warp, Access access, const Object* object, int bytes);
    bool turn(Warp& warp);
    bool look(Warp& warp);
    void watch(Warp& warp);
    bool repeats(Warp& warp);
    template <class To> bool each_of_state(const Warp& warp, const LoopState& state, const To& to) const;
    Finding* count_again(Finding::Kind kind, SourceLocation place);
    Finding& add_finding(Finding::Kind kind, const Warp& warp, std::uint32_t lanes, SourceLocation place,
                         const std::string& message);
    void report_miss(const Warp& warp, const MemoryAccess& access, Op op, const Object& object, std::uint32_t lanes);
    void report_input_write(const Warp& warp, const Object& object, std::uint32_t lanes);
    void report_overflow(const Warp& warp, const Instruction& at, std::uint32_t lanes);
    void report_branch(const Warp& warp);
    bool drift(Warp& warp);
    bool split(Warp& warp);
    WarpState new_part(Warp& warp) const;
    bool change_part(Warp& warp);
    void exchange_part(Warp& warp, std::size_t with);
    bool end_part(Warp& warp);
    bool gather(Warp& warp, std::uint32_t named);
    std::uint32_t named_by(const Warp& warp, std::uint32_t masks) const;
    void share_operands(Warp& warp, const WarpState& from) const;
    static void copy_lanes(const WarpState& to, const WarpState& from, std::uint32_t unit, bool is_wide,
                           std::uint32_t lanes);

    std::byte* at(const Warp& warp, std::uint32_t unit) const { return warp.frame + unit * register_bytes; }
    template <class T> T* lanes(const Warp& warp, std::uint32_t unit) const {
        return reinterpret_cast<T*>(at(warp, unit));
    }

    ExecutionContext& around_;
    const Code& code_;
    LastAccess last_;
    std::array<std::int64_t, lanes_of_a_warp> distance_{}; ///< byte offsets of the current access
};

/// Returns the number of lanes in a mask. Uses a table, because std::popcount is a library call unless the target
/// processor is known to have an instruction for it.
inline int count_of(std::uint32_t lanes) {
    static constexpr auto bits = [] {
        std::array<std::uint8_t, 256> counts{};
        for (std::size_t n = 0; n < counts.size(); ++n) counts[n] = static_cast<std::uint8_t>((n & 1) + counts[n / 2]);
        return counts;
    }();
    if (lanes == 0xffffffffu) return lanes_of_a_warp;
    return bits[lanes & 0xffu] + bits[lanes >> 8 & 0xffu] + bits[lanes >> 16 & 0xffu] + bits[lanes >> 24];
}

/// Returns a mask of the lanes in which a 4-byte register is nonzero.
std::uint32_t true_lanes(const std::byte* reg);

} // namespace warploom::simt
