#pragma once

#include "engine/simt/code/code.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

namespace warploom::simt {

constexpr int lanes_of_a_warp = 32;
constexpr std::uint32_t whole_warp = 0xffffffffu; ///< mask with a bit for each lane
constexpr std::size_t register_bytes = 128;       ///< 4 bytes for each lane

/// Precedes a loop over lanes without dependences between them; the pragma differs between compilers. WebAssembly has
/// no prefetch instruction.
#ifdef __wasm__
#define WARPLOOM_FREE_LANES _Pragma("clang loop vectorize(assume_safety)")
constexpr bool can_fetch_ahead = false;
#else
#define WARPLOOM_FREE_LANES _Pragma("GCC ivdep")
constexpr bool can_fetch_ahead = true;
#endif

/// Copies one register or two adjacent ones; source and destination may overlap. The size is a compile-time constant
/// because for other sizes compilers generate an instruction with a long startup time, or a call.
template <std::size_t bytes> inline void copy_registers(std::byte* to, const std::byte* from) {
#ifdef __wasm_simd128__
    const auto copy = [ to, from ]<std::size_t... n>(std::index_sequence<n...>) {
        const v128_t between[] = {wasm_v128_load(from + n * sizeof(v128_t))...};
        (wasm_v128_store(to + n * sizeof(v128_t), between[n]), ...);
    };
    copy(std::make_index_sequence<bytes / sizeof(v128_t)>());
#else
    std::byte between[bytes];
    std::memcpy(between, from, bytes);
    std::memcpy(to, between, bytes);
#endif
}

/// Stores the results of all lanes in their register.
template <class T> inline void put_lanes(void* to, const T (&result)[lanes_of_a_warp]) {
    copy_registers<sizeof result>(static_cast<std::byte*>(to), reinterpret_cast<const std::byte*>(result));
}

/// One operation on all 32 lanes: a = b op c. Inactive lanes compute, too, but their results are never read.
using LaneFunction = void (*)(std::byte* a, const std::byte* b, const std::byte* c, std::int64_t imm);

/// The functions of the arithmetic operations, by operation number; null if an operation does not exist for a class.
extern const std::array<LaneFunction, families * classes> lane_functions;

/// Computes the same unless the result of a lane overflows its type. In that case returns true and does nothing;
/// overflowing_lanes() determines the lanes.
using CheckedFunction = bool (*)(std::byte* a, const std::byte* b, const std::byte* c);
/// The functions of operations that can overflow: add, sub and mul of Class::i32, and shifts. Null for all others.
extern const std::array<CheckedFunction, families * classes> checked_functions;
/// Returns a mask of the lanes in which b op c does not fit in a signed 32-bit number, or shifts by a negative number
/// or by 32 or more. A shift into the sign bit is not an overflow, because masks are created in this way.
std::uint32_t overflowing_lanes(Op op, const std::byte* b, const std::byte* c);

/// Converts 4-byte lanes to bool, 8 or 16 bits.
void narrow_lanes(std::byte* a, const std::byte* b, Kind to);
void fma_lanes(std::byte* a, const std::byte* b, const std::byte* c, const std::byte* d, bool is_wide);
/// Computes a = a + b * c with two roundings, in the lanes where the mask (as wide as the numbers) is -1, or in all
/// lanes if it is null.
void add_product(std::byte* a, const std::byte* b, const std::byte* c, const void* mask, bool is_wide);
void power_lanes(std::byte* a, const std::byte* b, const std::byte* c, bool is_wide);

} // namespace warploom::simt
