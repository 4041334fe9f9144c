#pragma once

#include "engine/simulated/counts.h"
#include "engine/steps/tridiagonal_steps.h"

#include <array>
#include <cstdint>
#include <vector>

namespace warploom::steps {

/// How arrays lie in shared memory: 32 banks, one 4-byte word wide.
struct SharedLayout {
    int element_bytes = 8; ///< 4 or 8
    bool padding = false;  ///< one element is left free after every 128 bytes

    /// Where element i lies, in elements.
    std::int64_t place(std::int64_t i) const { return padding ? i + i / (128 / element_bytes) : i; }
};

/// One access of one warp: each active lane asks for one element of one array.
struct SharedAccess {
    std::array<std::uint64_t, simulated::warp_size> addresses{}; ///< bytes from the start of the array
    std::uint32_t active = 0;
    simulated::BankUse use;
};
/// `elements[lane]` for the lanes of one warp, at most 32 of them.
SharedAccess shared_access(const std::vector<std::int64_t>& elements, const SharedLayout& layout);

/// What the banks do when the threads of step s of a method each read their own row's element of one array: one access
/// a warp. (The rows at the left and the right lie in the same pattern, shifted.)
std::vector<SharedAccess> bank_accesses(Method method, int n, int s, const SharedLayout& layout);

/// All warps of `bank_accesses` together; `degree` is the worst of them.
simulated::BankUse bank_use(Method method, int n, int s, const SharedLayout& layout);

} // namespace warploom::steps
