#pragma once

#include "engine/simt/code/memory.h"
#include "engine/simt/machine/warp.h"

#include <cstdint>
#include <variant>

namespace warploom::simt {

/// A memory access that the machine does not execute because of an error. A load returns 0.
struct MemoryFault {
    const Warp& warp;
    const Object& object;
    std::uint32_t lanes;
    std::int64_t distance; ///< byte offset of the first lane in the object
    int bytes;             ///< size of the access in bytes
    bool loads;
    bool is_read_only = false; ///< whether this is a write to a read-only array
};

/// A block-level barrier that not all threads of the block can reach. `warp` waits at the barrier.
struct BarrierFault {
    const Warp& warp;
    std::uint32_t elsewhere = 0; ///< lanes of the warp in another branch
    std::uint32_t returned = 0;  ///< lanes of the warp that have returned and are still required
    const Warp* other = nullptr; ///< warp that waits at another barrier, or in another iteration of a loop
    int ended_warps = 0;         ///< warps of the block that have ended
    bool is_end_reached = false; ///< whether one of them has reached the end of the kernel without a `return`
};

/// A warp-level operation with an invalid mask or width.
struct MaskFault {
    const Warp& warp;
    std::uint32_t lanes;
    std::uint32_t absent = 0;  ///< lanes in a mask that do not participate
    std::uint32_t unnamed = 0; ///< participating lanes that are not in their own mask
    std::int32_t width = 0;
};

/// A value that depends on an uninitialized variable, and affects a branch, an address or memory.
struct UnsetUse {
    const Warp& warp;
    std::uint32_t lanes;
    const UnsetVariable& variable;
    std::uint32_t shadow; ///< shadow number of the first lane
};

using Fault = std::variant<MemoryFault, BarrierFault, MaskFault, UnsetUse>;

/// Receives the errors that the machine detects while it executes instructions. The program counter of the warp is at
/// the instruction.
class FaultObserver {
public:
    virtual ~FaultObserver() = default;
    virtual void observe(const Fault& fault) = 0;
};

} // namespace warploom::simt
