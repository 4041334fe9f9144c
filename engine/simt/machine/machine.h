#pragma once

#include "engine/simt/code/code.h"
#include "engine/simt/code/lane_functions.h"
#include "engine/simt/code/memory.h"
#include "engine/simt/findings/async_copies.h"
#include "engine/simt/findings/handovers.h"
#include "engine/simt/findings/loop_state.h"
#include "engine/simulated/findings.h"
#include "engine/simulated/lane_order.h"
#include "engine/simulated/site_table.h"
#include "engine/simulated/trace.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace warploom::simt {

struct ExecutionLimits {
    std::int64_t turns = std::int64_t{1} << 26; ///< of all loops of one warp together: more is taken for endless
    std::int64_t waiting_turns = turns;         ///< of these, of loops that wait for other threads
    /// The iteration limit of a loop whose state repeats, but depends on memory that other threads may write.
    std::int64_t repeated_turns = std::int64_t{1} << 15;
    std::int64_t turns_after_a_miss = std::int64_t{1} << 18; ///< a warp that missed an array is given up after so many
    std::int64_t scratch_bytes = std::int64_t{1} << 34;      ///< of all scratch arrays together
    std::int64_t threads = std::int64_t{1} << 34;            ///< of all launches of a run together, whole warps
    int printed_calls = 1000;                                ///< of printf that are kept, of all lanes
    int printed_bytes = 1 << 16;                             ///< that they write
    const std::atomic<bool>* stop = nullptr;                 ///< checked every few thousand iterations
};

/// The loop of a launch that was found not to end, and in how many warps: the others need not be waited for as long.
struct EndlessLoop {
    static constexpr int many = 1;
    std::atomic<std::uint32_t> pc{0};
    std::atomic<std::int64_t> turns{0}; ///< of the first warp
    std::atomic<int> warps{0};
};

/// Properties of the simulated architecture. From compute capability 7.0 on, threads are scheduled independently.
struct TargetTraits {
    bool lanes_drift = true;
};

/// The number of iterations before the first check whether a loop repeats its state, and between checks.
constexpr int turns_before_look = 64, turns_between_looks = 251;

/// One warp of a block: registers, masks, and program counter.
struct Warp {
    std::byte* frame = nullptr;
    std::uint32_t* shadowed = nullptr;   ///< by register: the lanes whose value is uninitialized
    std::uint32_t* shadow = nullptr;     ///< of each register the 32 lanes; means nothing in the others
    std::uint32_t shadows = 0;           ///< how many registers have one
    bool has_shadows = false;            ///< a register lacked a value once
    std::uint32_t* loop_turns = nullptr; ///< by the number of a loop around a barrier: turns since it began
    std::uint32_t* slot = nullptr;       ///< slot 0: lanes that have not returned
    std::uint32_t pc = 0;
    std::uint32_t active = 0, launched = 0;
    std::uint32_t rest = 0;       ///< remaining lanes of an access that has been partly executed
    std::uint32_t flops = 0;      ///< of each active lane since the mask changed
    std::uint32_t flop_lanes = 0; ///< lanes that may have lane_flops
    bool is_mask_fresh = false;
    bool has_missed = false; ///< an access reached outside its array
    int fences = 0, noted_fences = 0;
    /// By the meetings of its block, where an order of blocks is kept: when it last wrote to global memory, and when it
    /// passed a fence since, for the first and the last time; 0: not yet.
    std::uint32_t wrote_at = 0, first_fenced_at = 0, fenced_at = 0;
    int number = 0;                        ///< in its block
    std::uint32_t meetings = 1;            ///< barriers of the block and of the warp that it has passed, plus 1
    simulated::LaneOrder* order = nullptr; ///< of its lanes; null where steps are not recorded
    Handovers* handovers = nullptr;        ///< of its block, where steps are recorded and threads wait
    AsyncCopies* copies = nullptr;         ///< of its block, where steps are recorded and the kernel has any
    std::int64_t turns = 0, waiting_turns = 0;
    int turns_to_look = turns_before_look; ///< iterations until the next expensive check
    /// The state of a loop some turns ago.
    struct Watch {
        const LoopState* state = nullptr;  ///< null: no loop is watched
        std::uint32_t pc = 0, lanes = 0;   ///< of its loop_back
        int visits = 0;                    ///< since then
        std::int64_t since = 0;            ///< the turn
        std::vector<std::uint64_t> values; ///< of the lanes, number by number
    };
    Watch watch;
    bool is_proven_endless = false;
    /// Iterations in which a loop that reads memory of other threads returned to an earlier state
    std::int64_t repeated = 0;
    /// Where an access read the last time, and how far that was from the time before.
    struct Walk {
        std::int64_t last = 0, by = 0;
    };
    Walk* walks = nullptr; ///< by access; null where nothing is fetched ahead
    std::array<std::int32_t, lanes_of_a_warp> lane_flops{};
    /// -1 for active lanes, for numbers of 4 and of 8 bytes.
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
    waits, ///< waiting for a write of another warp in the block; not while steps are recorded, which end at each read
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
    simulated::Findings* findings = nullptr;
    bool compares_values = false; ///< reports stores that do not change the stored value
    bool looks_once = false;      ///< a loop that waits for others ends after a turn: they have been waited for before
    EndlessLoop* endless = nullptr;   ///< of this launch; may be null
    LoopStates* loops = nullptr;      ///< of this call; null where loops are not watched
    std::vector<std::string> printed; ///< until the block ends
    std::size_t printed_size = 0;     ///< bytes of these
    std::int64_t unprinted = 0;       ///< calls of printf beyond the limit
    /// cudaMemset for arrays that are not in the memory of this process
    std::function<void(void* to, int byte, std::int64_t bytes)> fill;
    // Only where steps are recorded:
    simulated::SiteTable* sites = nullptr;
    struct KnownSite {
        int array = -2, site = -1;
    };
    std::vector<KnownSite> known_sites;   ///< by instruction
    std::vector<std::int64_t> overflowed; ///< by instruction: the last block with a reported overflow, plus 1
    std::vector<std::int64_t> told_unset; ///< the same of values that were never given
    struct Missed {
        std::int64_t block = 0; ///< and 1
        simulated::Finding* finding = nullptr;
    };
    std::vector<Missed> missed; ///< by instruction: the finding of this block, which counts the next miss
};

/// Carries out the instructions of warps.
class Machine {
public:
    explicit Machine(ExecutionContext& around) : around_(around), code_(*around.code) {}

    /// Runs a warp until something must be waited for or, with `step`, until it has made one.
    /// Errors: "cancelled".
    Halt run(Warp& warp, simulated::WarpInstruction* step);

    /// Adds a finding whose sentence begins with the location; `rest` follows.
    /// Reports a finding at a source location. `message()` is called only if the finding is new.
    template <class Message>
    simulated::Finding& report(simulated::Finding::Kind kind, const Warp& warp, std::uint32_t lanes,
                               SourceLocation place, const Message& message) {
        simulated::Finding* const known = count_again(kind, place);
        return known != nullptr ? *known : add_finding(kind, warp, lanes, place, message());
    }
    /// Describes the memory access of the last step.
    struct LastAccess {
        simulated::Access access = simulated::Access::load;
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

private:
    template <bool recorded> Halt execute(Warp& warp, simulated::WarpInstruction* step);
    enum class Made : std::uint8_t { nothing, access, step };
    template <bool recorded>
    Made execute_in_elements(Warp& warp, const Instruction& at, const MemoryAccess& access,
                             simulated::WarpInstruction* step);
    template <bool recorded> bool execute_arithmetic(const Warp& warp, const Instruction& at, std::byte* result) const;
    template <bool recorded> bool execute_access(Warp& warp, const Instruction& at, simulated::WarpInstruction* step);
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
    /// In active lanes.
    void copy(Warp& warp, std::uint32_t to, std::uint32_t from, bool is_wide);
    void select(Warp& warp, const Instruction& at, bool is_wide);
    void shuffle(Warp& warp, const Instruction& at, simulated::WarpInstruction* step);
    void ballot(Warp& warp, const Instruction& at, simulated::WarpInstruction* step);
    std::uint32_t lanes_behind(const Warp& warp, std::int64_t guard) const;
    void check_widths(const Warp& warp, const std::int32_t* widths);
    bool check_mask(const Warp& warp, std::uint32_t reg);
    static void order_by_fence(Warp& warp);
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
    void tell(Warp& warp, simulated::WarpInstruction& step, int site, std::uint32_t lanes);
    int site_of(const Warp& warp, simulated::Access access, const Object* object, int bytes);
    bool turn(Warp& warp);
    bool look(Warp& warp);
    void watch(Warp& warp);
    bool repeats(Warp& warp);
    template <class To> bool each_of_state(const Warp& warp, const LoopState& state, const To& to) const;
    simulated::Finding* count_again(simulated::Finding::Kind kind, SourceLocation place);
    simulated::Finding& add_finding(simulated::Finding::Kind kind, const Warp& warp, std::uint32_t lanes,
                                    SourceLocation place, const std::string& message);
    void report_miss(const Warp& warp, const MemoryAccess& access, Op op, const Object& object, std::uint32_t lanes);
    void report_input_write(const Warp& warp, const Object& object, std::uint32_t lanes);
    void report_overflow(const Warp& warp, const Instruction& at, std::uint32_t lanes);
    void report_branch(const Warp& warp);

    std::byte* at(const Warp& warp, std::uint32_t unit) const { return warp.frame + unit * register_bytes; }
    template <class T> T* lanes(const Warp& warp, std::uint32_t unit) const {
        return reinterpret_cast<T*>(at(warp, unit));
    }

    ExecutionContext& around_;
    const Code& code_;
    LastAccess last_;
    std::array<std::int64_t, lanes_of_a_warp> distance_{}; ///< of the access that is being made
};

/// How many lanes. From a table: std::popcount calls a library where the processor is not known to count.
inline int count_of(std::uint32_t lanes) {
    static constexpr auto bits = [] {
        std::array<std::uint8_t, 256> counts{};
        for (std::size_t n = 0; n < counts.size(); ++n) counts[n] = static_cast<std::uint8_t>((n & 1) + counts[n / 2]);
        return counts;
    }();
    if (lanes == 0xffffffffu) return lanes_of_a_warp;
    return bits[lanes & 0xffu] + bits[lanes >> 8 & 0xffu] + bits[lanes >> 16 & 0xffu] + bits[lanes >> 24];
}

/// Bit l: lane l of a register of 4 bytes is not 0.
std::uint32_t true_lanes(const std::byte* reg);

} // namespace warploom::simt
