#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace warploom::simt {

class FirstWrites;
class SharedShadow;

/// Memory that pointers in a kernel can point to: an array passed to `run`, a scratch array, or a shared array of a
/// block.
struct Object {
    std::byte* data = nullptr;
    std::int64_t bytes = 0;
    std::int64_t element_bytes = 1;
    std::int64_t grain = 1; ///< size in bytes of the units for which accesses are tracked
    const char* name = "";
    int array = -1; ///< number of the array in the trace; -1 if the array is not traced
    bool is_shared = false;
    bool has_parts = false; ///< whether the array is a scratch array of structs
    /// Whether threads may write to the array, which makes races possible. Casting away const does not change this.
    bool may_change = false;
    /// Race detection for a shared array in a traced launch; otherwise null.
    SharedShadow* shadow = nullptr;
    /// Initialization state of a traced array without initial contents; otherwise null.
    FirstWrites* first_writes = nullptr;
};

// A simulated pointer consists of an object number and a byte offset, which may be negative. Object 0 is the null
// pointer. Every access compares the offset with the size of the object, so it can never touch memory outside the
// object.
constexpr int object_shift = 48;
constexpr std::uint64_t object_origin = std::uint64_t{1} << (object_shift - 1);
constexpr std::uint64_t pointer_to(std::size_t object) {
    return static_cast<std::uint64_t>(object) << object_shift | object_origin;
}
constexpr std::size_t object_of(std::uint64_t pointer) { return static_cast<std::size_t>(pointer >> object_shift); }
constexpr std::int64_t distance_in(std::uint64_t pointer, std::size_t object) {
    return static_cast<std::int64_t>(pointer - pointer_to(object));
}
constexpr std::size_t most_objects = 4096;

/// Returns the largest number `shift` such that 2^shift divides the distance between the elements of the first two
/// active lanes. Returns 0 if only one lane is active, or if both lanes access the same element.
constexpr int shift_of_step(const std::int64_t* elements, std::uint32_t lanes) {
    const std::uint32_t others = lanes & (lanes - 1);
    if (others == 0) return 0;
    const std::int64_t apart = elements[std::countr_zero(others)] - elements[std::countr_zero(lanes)];
    return apart == 0 ? 0 : std::countr_zero(static_cast<std::uint64_t>(apart));
}

} // namespace warploom::simt
