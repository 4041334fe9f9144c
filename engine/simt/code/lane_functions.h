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
constexpr std::uint32_t whole_warp = 0xffffffffu; ///< mask of all 32 lanes
constexpr std::size_t register_bytes = 128;       ///< a register has 4 bytes for each of 32 lanes

/// Marks a loop over lanes as free of loop-carried dependences. The pragma differs between compilers. WebAssembly has
/// no prefetch instruction.
#ifdef __wasm__
#define WARPLOOM_FREE_LANES _Pragma("clang loop vectorize(assume_safety)")
constexpr bool can_fetch_ahead = false;
#else
#define WARPLOOM_FREE_LANES _Pragma("GCC ivdep")
constexpr bool can_fetch_ahead = true;
#endif

/// Copies one register, or two adjacent registers. Source and destination may overlap. The size is a compile-time
/// constant, because for variable sizes compilers emit an instruction with a long startup time, or a call.
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

/// Stores the results of all lanes in a register.
template <class T> inline void put_lanes(void* to, const T (&result)[lanes_of_a_warp]) {
    copy_registers<sizeof result>(static_cast<std::byte*>(to), reinterpret_cast<const std::byte*>(result));
}

/// An operation on all 32 lanes: a = b op c. Inactive lanes are also computed, but their results are never read.
using LaneFunction = void (*)(std::byte* a, const std::byte* b, const std::byte* c, std::int64_t imm);

/// The functions of arithmetic operations, indexed by operation; null if an operation does not exist for a class.
extern const std::array<LaneFunction, families * classes> lane_functions;

/// Like a LaneFunction, but returns true without writing a result if a lane overflows; overflowing_lanes() then
/// determines which lanes overflow.
using CheckedFunction = bool (*)(std::byte* a, const std::byte* b, const std::byte* c);
/// The functions of operations that can overflow: add, sub and mul of Class::i32, and shifts. Null for all other
/// operations.
extern const std::array<CheckedFunction, families * classes> checked_functions;
/// Returns a mask of the lanes in which b op c does not fit in a signed 32-bit integer, or whose shift distance is
/// negative or at least 32. A shift into the sign bit is not reported, because code that creates masks relies on it.
std::uint32_t overflowing_lanes(Op op, const std::byte* b, const std::byte* c);

/// Converts 4-byte lanes to bool or to 8- or 16-bit integers.
void narrow_lanes(std::byte* a, const std::byte* b, Kind to);
void fma_lanes(std::byte* a, const std::byte* b, const std::byte* c, const std::byte* d, bool is_wide);
/// Computes a = a + b * c with two roundings in the lanes whose mask is -1; a null mask selects all lanes. The elements
/// of the mask have the same width as the numbers.
void add_product(std::byte* a, const std::byte* b, const std::byte* c, const void* mask, bool is_wide);
void power_lanes(std::byte* a, const std::byte* b, const std::byte* c, bool is_wide);

} // namespace warploom::simt
