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
    std::int64_t distance; ///< byte offset that the lowest lane accesses within the object
    int bytes;             ///< size of the access in bytes
    bool loads;
    bool is_read_only = false; ///< whether this is a write to a read-only array
};

/// A block-level barrier that not all threads of the block can reach. `warp` waits at the barrier.
struct BarrierFault {
    const Warp& warp;
    std::uint32_t elsewhere = 0; ///< mask of the warp's lanes that are in another branch
    std::uint32_t returned = 0;  ///< mask of the warp's lanes that have returned but must reach the barrier
    const Warp* other = nullptr; ///< warp that waits at another barrier, or in another iteration of a loop
    int ended_warps = 0;         ///< number of warps of the block that have ended
    bool is_end_reached = false; ///< whether one of these warps has reached the end of the kernel without a `return`
};

/// A warp-level operation with an invalid mask or width.
struct MaskFault {
    const Warp& warp;
    std::uint32_t lanes;
    std::uint32_t absent = 0;  ///< mask of the lanes that are named in a mask but do not participate
    std::uint32_t unnamed = 0; ///< mask of the participating lanes that are not in their own mask
    std::int32_t width = 0;
};

/// A value that depends on an uninitialized variable, and affects a branch, an address or memory.
struct UnsetUse {
    const Warp& warp;
    std::uint32_t lanes;
    const UnsetVariable& variable;
    std::uint32_t shadow; ///< shadow number of the value in the lowest lane
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
