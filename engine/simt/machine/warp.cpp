#include "engine/simt/machine/warp.h"

#include <bit>
#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace warploom::simt {

void Frames::allocate(std::size_t bytes) { lines_.reset(new Line[(bytes + sizeof(Line) - 1) / sizeof(Line)]); }

std::uint32_t true_lanes(const std::byte* reg) {
    std::uint32_t bits = 0;
#if defined(__SSE2__)
    const __m128i zero = _mm_setzero_si128();
    for (int quarter = 0; quarter < 8; ++quarter) {
        const __m128i four = _mm_loadu_si128(reinterpret_cast<const __m128i*>(reg) + quarter);
        const int is_zero = _mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(four, zero)));
        bits |= static_cast<std::uint32_t>(~is_zero & 0xf) << (4 * quarter);
    }
#elif defined(__wasm_simd128__)
    for (int quarter = 0; quarter < 8; ++quarter) {
        const v128_t four = wasm_v128_load(reg + 16 * quarter);
        bits |= static_cast<std::uint32_t>(wasm_i32x4_bitmask(wasm_i32x4_ne(four, wasm_i32x4_splat(0))))
                << (4 * quarter);
    }
#else
    for (int l = 0; l < lanes_of_a_warp; ++l)
        bits |= static_cast<std::uint32_t>(reinterpret_cast<const std::int32_t*>(reg)[l] != 0) << l;
#endif
    return bits;
}

void change_mask(Warp& warp, std::uint32_t active) {
    if (warp.active == active) return;
    if (warp.flops != 0) { // attribute the floating-point operations to the lanes that executed them
        for (std::uint32_t rest = warp.active; rest != 0; rest &= rest - 1)
            warp.lane_flops[static_cast<std::size_t>(std::countr_zero(rest))] += static_cast<std::int32_t>(warp.flops);
        warp.flops = 0;
        warp.flop_lanes |= warp.active;
    }
    warp.active = active;
    warp.is_mask_fresh = false;
}

const Warp::Mask& mask_of(Warp& warp) {
    if (!warp.is_mask_fresh) {
        for (std::size_t l = 0; l < lanes_of_a_warp; ++l)
            warp.mask.wide[l] = warp.mask.narrow[l] = -static_cast<std::int32_t>(warp.active >> l & 1u);
        warp.is_mask_fresh = true;
    }
    return warp.mask;
}

void copy_register(Warp& warp, std::uint32_t to_unit, std::uint32_t from_unit, bool is_wide) {
    if (warp.active == whole_warp) {
        if (is_wide) copy_registers<2 * register_bytes>(at(warp, to_unit), at(warp, from_unit));
        else copy_registers<register_bytes>(at(warp, to_unit), at(warp, from_unit));
        return;
    }
    const auto blend = [&]<class T>(const std::array<T, lanes_of_a_warp>& mask) {
        auto* const to = lanes<T>(warp, to_unit);
        const auto* const from = lanes<T>(warp, from_unit);
        WARPLOOM_FREE_LANES
        for (int l = 0; l < lanes_of_a_warp; ++l)
            to[l] = (from[l] & mask[static_cast<std::size_t>(l)]) | (to[l] & ~mask[static_cast<std::size_t>(l)]);
    };
    if (is_wide) blend(mask_of(warp).wide);
    else blend(mask_of(warp).narrow);
}

std::int64_t same_index(const Warp& warp, std::uint32_t reg, bool is_wide) {
    const auto first = static_cast<std::size_t>(std::countr_zero(warp.active));
    const auto same = [&](const auto* const index) -> std::int64_t {
        using T = std::decay_t<decltype(*index)>;
        T differ = 0;
        if (warp.active == 0xffffffffu)
            for (int l = 0; l < lanes_of_a_warp; ++l) differ |= index[l] ^ index[0];
        else
            for (std::uint32_t rest = warp.active; rest != 0; rest &= rest - 1)
                differ |= index[std::countr_zero(rest)] ^ index[first];
        return differ == 0 ? std::int64_t{index[first]} : -1;
    };
    return is_wide ? same(lanes<std::int64_t>(warp, reg)) : same(lanes<std::int32_t>(warp, reg));
}

} // namespace warploom::simt
