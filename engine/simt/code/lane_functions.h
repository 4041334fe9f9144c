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
constexpr std::uint32_t whole_warp = 0xffffffffu; ///< mask of all 32 lanes of a warp
constexpr std::size_t register_bytes = 128;       ///< size of a register in bytes: 4 bytes for each of 32 lanes

/// Tells the compiler that the iterations of a loop over lanes are independent. The pragma differs between compilers.
/// WebAssembly has no prefetch instruction.
#ifdef __wasm__
#define WARPLOOM_FREE_LANES _Pragma("clang loop vectorize(assume_safety)")
constexpr bool can_fetch_ahead = false;
#else
#define WARPLOOM_FREE_LANES _Pragma("GCC ivdep")
constexpr bool can_fetch_ahead = true;
#endif

/// Copies one register or two adjacent registers. The source and destination may overlap. The size is a template
/// parameter, because compilers would emit a library call or an instruction with high startup latency for a variable
/// size.
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

template <class T> inline void put_lanes(void* to, const T (&result)[lanes_of_a_warp]) {
    copy_registers<sizeof result>(static_cast<std::byte*>(to), reinterpret_cast<const std::byte*>(result));
}

/// Computes a = b op c in all 32 lanes. Results in inactive lanes are never read.
using LaneFunction = void (*)(std::byte* a, const std::byte* b, const std::byte* c, std::int64_t imm);

/// Lane functions of all arithmetic operations, indexed by opcode. Null if an operation is not defined for the operand
/// type.
extern const std::array<LaneFunction, families * classes> lane_functions;

/// Like LaneFunction, but returns true without writing a result if a lane overflows. overflowing_lanes() then finds
/// these lanes.
using CheckedFunction = bool (*)(std::byte* a, const std::byte* b, const std::byte* c);
/// Lane functions with overflow detection, indexed by opcode, for 32-bit signed addition, subtraction and
/// multiplication, and shifts. Null for all other operations.
extern const std::array<CheckedFunction, families * classes> checked_functions;
/// Returns a mask of the lanes where b op c does not fit in a signed 32-bit integer, or where the shift distance is
/// negative or at least 32. Shifts into the sign bit are not reported, because code that computes masks relies on them.
std::uint32_t overflowing_lanes(Op op, const std::byte* b, const std::byte* c);

/// Converts 4-byte integers in all lanes to bool, or to 8- or 16-bit integers.
void narrow_lanes(std::byte* a, const std::byte* b, Kind to);
void fma_lanes(std::byte* a, const std::byte* b, const std::byte* c, const std::byte* d, bool is_wide);
/// Computes a = a + b * c with two roundings, unlike an FMA. Affects only lanes with a mask element of -1, or all lanes
/// if the mask is null. Mask elements have the same size as the numbers.
void add_product(std::byte* a, const std::byte* b, const std::byte* c, const void* mask, bool is_wide);
void power_lanes(std::byte* a, const std::byte* b, const std::byte* c, bool is_wide);

} // namespace warploom::simt
