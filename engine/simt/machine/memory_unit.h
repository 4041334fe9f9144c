#pragma once

#include "engine/simt/machine/execution_context.h"
#include "engine/simt/machine/step_writer.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace warploom::simt {

struct LastAccess {
    Access access = Access::load;
    std::size_t object = 0;
    std::uint32_t pc = 0;
    /// Mask of the lanes in which a store did not change memory. Depending on the settings, the mask is computed for
    /// all stores or only for stores to flags that other threads wait for.
    std::uint32_t unchanged = 0;
};

/// Executes loads, stores, and atomic operations (access.cpp), computes addresses, and accesses local arrays
/// (memory.cpp).
class MemoryUnit {
public:
    MemoryUnit(ExecutionContext& around, StepWriter& steps) : around_(around), code_(*around.code), steps_(steps) {}

    /// Executes a memory access. If the active lanes access several objects, each call handles one of these objects,
    /// and the last call advances the program counter. Returns whether the access was recorded.
    template <bool recorded> bool execute(Warp& warp, const Instruction& at, WarpInstruction* step);
    void address(Warp& warp, const Instruction& at);
    void local(Warp& warp, const Instruction& at);
    void fill(Warp& warp, const Instruction& at);
    const LastAccess& last() const { return last_; }

private:
    enum class Made : std::uint8_t { nothing, access, step };
    template <bool recorded>
    Made execute_in_elements(Warp& warp, const Instruction& at, const MemoryAccess& access, WarpInstruction* step);
    /// Computes the byte offset of each lane in the object that lane `first` accesses. Returns a mask of the lanes in
    /// `wanted` that access this object.
    std::uint32_t find_distances(const Warp& warp, const MemoryAccess& access, const std::uint64_t* pointer,
                                 std::size_t first, std::uint32_t wanted);
    static void zero_lanes(const Warp& warp, const MemoryAccess& access, std::uint32_t unit, std::uint32_t lanes);
    static void fetch_ahead(Warp::Walk& walk, const Object& object, std::uint32_t lanes, const std::int64_t* place,
                            int shift);
    void move_numbers(Warp& warp, const Instruction& at, const MemoryAccess& access, const Object& object,
                      std::uint32_t lanes);
    void note_written(const Object& object, const MemoryAccess& access, const std::int64_t* place, int shift,
                      std::uint32_t lanes) const;
    void atomic(Warp& warp, const MemoryAccess& access, const Object& object, std::uint32_t lanes);

    ExecutionContext& around_;
    const Code& code_;
    StepWriter& steps_;
    LastAccess last_;
    /// Byte offset of each lane in the accessed object.
    std::array<std::int64_t, lanes_of_a_warp> distance_{};
};

} // namespace warploom::simt
