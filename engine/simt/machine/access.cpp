#include "engine/simt/machine/memory_unit.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>
#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

// Executes loads and stores: computes addresses, checks bounds and copies data. Registers are untyped memory, and each
// instruction accesses them as the type that it needs.

namespace warploom::simt {

namespace {

constexpr std::int64_t most_elements = std::int64_t{1} << 31;

/// Returns a mask of the lanes whose value is negative.
std::uint32_t negative_lanes(const std::int64_t* numbers) {
    std::uint32_t bits = 0;
#if defined(__SSE2__)
    for (int l = 0; l < lanes_of_a_warp; l += 2) {
        const __m128i two = _mm_loadu_si128(reinterpret_cast<const __m128i*>(numbers + l));
        bits |= static_cast<std::uint32_t>(_mm_movemask_pd(_mm_castsi128_pd(two))) << l;
    }
#elif defined(__wasm_simd128__)
    for (int l = 0; l < lanes_of_a_warp; l += 2)
        bits |= static_cast<std::uint32_t>(wasm_i64x2_bitmask(wasm_v128_load(numbers + l))) << l;
#else
    for (int l = 0; l < lanes_of_a_warp; ++l) bits |= static_cast<std::uint32_t>(numbers[l] < 0) << l;
#endif
    return bits;
}

/// Computes the element index of each lane as start + index * stride. `chosen` can replace the index of a lane. Returns
/// whether all indices are less than `count`. Addresses that wrap around at 64 bits take the slow path.
template <class Stride, class Index, class Chosen>
bool find_elements(std::int64_t* element, std::int64_t start, Stride stride, Index index, Chosen chosen,
                   std::int64_t count) {
    std::uint64_t outside = 0;
    for (int l = 0; l < lanes_of_a_warp; ++l) {
        const std::uint64_t at = chosen(static_cast<std::uint64_t>(start) + stride(index(l)), l);
        element[l] = static_cast<std::int64_t>(at);
        outside |= at | (static_cast<std::uint64_t>(count) - 1 - at);
    }
    return static_cast<std::int64_t>(outside) >= 0;
}

/// Loads several elements before storing any of them. Otherwise, the compiler could not reorder the loads, because each
/// load might alias a preceding store.
template <class T> void load_elements(std::byte* to, const std::byte* from, const std::int64_t* element) {
    constexpr int at_once = 8;
    for (int first = 0; first < lanes_of_a_warp; first += at_once) {
        T value[at_once];
        for (int l = 0; l < at_once; ++l)
            std::memcpy(&value[l], from + static_cast<std::size_t>(element[first + l]) * sizeof(T), sizeof(T));
        std::memcpy(to + static_cast<std::size_t>(first) * sizeof(T), value, sizeof value);
    }
}
template <class T>
void store_elements(const std::byte* from, std::byte* to, const std::int64_t* element, std::uint32_t lanes) {
    const auto move = [&](int l) {
        T value;
        std::memcpy(&value, from + static_cast<std::size_t>(l) * sizeof value, sizeof value);
        std::memcpy(to + static_cast<std::size_t>(element[l]) * sizeof value, &value, sizeof value);
    };
    if (lanes == whole_warp)
        for (int l = 0; l < lanes_of_a_warp; ++l) move(l);
    else
        for (; lanes != 0; lanes &= lanes - 1) move(std::countr_zero(lanes));
}

using Numbers = std::array<std::uint64_t, lanes_of_a_warp>;
Numbers numbers_at(const std::byte* data, const std::int64_t* element, int shift, int bytes, std::uint32_t lanes) {
    Numbers numbers{};
    for (; lanes != 0; lanes &= lanes - 1) {
        const auto l = static_cast<std::size_t>(std::countr_zero(lanes));
        std::memcpy(&numbers[l], data + (element[l] << shift), static_cast<std::size_t>(bytes));
    }
    return numbers;
}
std::uint32_t same_lanes(const Numbers& a, const Numbers& b) {
    std::uint32_t same = 0;
    for (std::size_t l = 0; l < a.size(); ++l) same |= std::uint32_t{a[l] == b[l]} << l;
    return same;
}

/// Returns whether the pointer in every active lane equals `first`. `mask` is null if all 32 lanes are active.
bool have_one(const std::uint64_t* pointers, std::uint64_t first, const std::int64_t* mask) {
    std::uint64_t differ = 0;
    if (mask == nullptr)
        for (int l = 0; l < lanes_of_a_warp; ++l) differ |= pointers[l] ^ first;
    else
        for (int l = 0; l < lanes_of_a_warp; ++l) differ |= (pointers[l] ^ first) & static_cast<std::uint64_t>(mask[l]);
    return differ == 0;
}

} // namespace

/// Fast path for a scalar load or store through the same pointer in all lanes. Computes all element indices at once. If
/// the slow path is needed, as for an out-of-bounds access, returns Made::nothing without side effects.
template <bool recorded>
MemoryUnit::Made MemoryUnit::execute_in_elements(Warp& warp, const Instruction& i, const MemoryAccess& access,
                                                 WarpInstruction* step) {
    const std::uint32_t lanes_now = warp.active;
    const bool is_whole = lanes_now == whole_warp;
    const auto* const pointers = lanes<std::uint64_t>(warp, access.pointer);
    const std::uint64_t pointer = pointers[std::countr_zero(lanes_now)];
    const std::size_t number = object_of(pointer);
    if (number >= around_.objects.size()) return Made::nothing;
    // Pointers in struct members are usually the same in all lanes, but the compiler does not know this.
    if (!access.is_uniform && !have_one(pointers, pointer, is_whole ? nullptr : mask_of(warp).wide.data()))
        return Made::nothing;
    const Object& object = around_.objects[number];
    if (i.op == Op::store && !object.may_change) return Made::nothing;
    const std::int64_t from = distance_in(pointer, number);
    if ((from & (access.bytes - 1)) != 0) return Made::nothing;

    const std::int64_t start = (from >> access.shift) + access.start, count = object.bytes >> access.shift;
    std::int64_t* const element = recorded ? step->index.data() : distance_.data();
    // Let inactive lanes load the element of the first active lane. Computations are also performed in inactive lanes,
    // and could be a hundred times slower if these lanes contained subnormal numbers.
    const auto same = [](std::uint64_t at, int) { return at; };
    const auto find = [&](auto index, auto stride) {
        if (is_whole) return find_elements(element, start, stride, index, same, count);
        const std::uint64_t first = static_cast<std::uint64_t>(start) + stride(index(std::countr_zero(lanes_now)));
        const auto chosen = [first, mask = mask_of(warp).wide.data()](std::uint64_t at, int l) {
            return first ^ ((first ^ at) & static_cast<std::uint64_t>(mask[l]));
        };
        return find_elements(element, start, stride, index, chosen, count);
    };
    const auto once = [](std::uint64_t by) { return by; };
    const auto times = [stride = static_cast<std::uint64_t>(access.stride)](std::uint64_t by) { return by * stride; };
    bool is_inside = false;
    if (access.index == no_register) {
        is_inside = find([](int) { return std::uint64_t{0}; }, once);
    } else if (access.is_wide_index) {
        const auto index = [of = lanes<std::uint64_t>(warp, access.index)](int l) { return of[l]; };
        is_inside = access.stride == 1 ? find(index, once) : find(index, times);
    } else {
        // Negative indices become large unsigned numbers, which are out of bounds. Both factors have 32 bits, because
        // vector instructions multiply 32-bit numbers faster than 64-bit numbers.
        if (count > most_elements || access.stride < 0 || access.stride > most_elements) return Made::nothing;
        const auto index = [of = lanes<std::uint32_t>(warp, access.index)](int l) { return std::uint64_t{of[l]}; };
        const auto narrow = [stride = static_cast<std::uint32_t>(access.stride)](std::uint64_t by) {
            return std::uint64_t{static_cast<std::uint32_t>(by)} * stride;
        };
        is_inside = access.stride == 1 ? find(index, once) : find(index, narrow);
    }
    if (!is_inside) return Made::nothing;

    const bool is_joined = i.op == Op::load && i.imm == joined_with_copy && is_whole;
    const Instruction& next = code_.instructions[warp.pc + 1]; // this copy instruction is fused with the load
    std::byte* const value = at(warp, is_joined ? next.a : access.value);
    std::uint32_t unchanged = 0;
    if (i.op == Op::store) {
        const auto now = [&] { return numbers_at(object.data, element, access.shift, access.bytes, lanes_now); };
        // The contents of memory before the store, needed to detect stores that do not change a flag.
        std::optional<Numbers> before;
        if (recorded && (around_.compares_values || (code_.waits && access.is_volatile))) before = now();
        if (access.bytes == 8) store_elements<std::uint64_t>(value, object.data, element, lanes_now);
        else store_elements<std::uint32_t>(value, object.data, element, lanes_now);
        if (before) unchanged = same_lanes(*before, now());
        if constexpr (!recorded)
            if (object.first_writes != nullptr) note_written(object, access, element, access.shift, lanes_now);
    } else {
        if (access.bytes == 8) load_elements<std::uint64_t>(value, object.data, element);
        else load_elements<std::uint32_t>(value, object.data, element);
        if (can_fetch_ahead && !object.is_shared && warp.walks != nullptr)
            fetch_ahead(warp.walks[i.a], object, lanes_now, element, access.shift);
    }
    if constexpr (recorded) {
        const auto what = i.op == Op::load ? Access::load : Access::store;
        steps_.tell(warp, *step, steps_.site_of(warp, what, &object, access.bytes), lanes_now);
        last_ = {what, number, warp.pc, unchanged};
    }
    warp.pc += is_joined ? 2 : 1;
    return recorded ? Made::step : Made::access;
}

template <bool recorded> bool MemoryUnit::execute(Warp& warp, const Instruction& i, WarpInstruction* step) {
    const MemoryAccess& access = code_.accesses[i.a];
    if (access.shift >= 0 && warp.rest == 0)
        if (const Made made = execute_in_elements<recorded>(warp, i, access, step); made != Made::nothing)
            return made == Made::step;
    const std::uint32_t wanted = warp.rest != 0 ? warp.rest : warp.active;
    const auto first = static_cast<std::size_t>(std::countr_zero(wanted));
    const auto* const pointer = lanes<std::uint64_t>(warp, access.pointer);
    const std::size_t number = object_of(pointer[first]) < around_.objects.size() ? object_of(pointer[first]) : 0;
    const Object& object = around_.objects[number];
    const std::uint32_t group = find_distances(warp, access, pointer, first, wanted);

    // Skip stores that are out of bounds. A load out of bounds returns 0.
    const auto room = static_cast<std::uint64_t>(std::max<std::int64_t>(object.bytes - access.bytes + 1, 0));
    const auto misaligned = static_cast<std::uint64_t>(access.bytes - 1);
    // The bounds check is branchless: the sign bit is set if any check fails.
    std::int64_t missed[lanes_of_a_warp];
    for (std::size_t l = 0; l < lanes_of_a_warp; ++l) {
        const auto d = static_cast<std::uint64_t>(distance_[l]);
        missed[l] = static_cast<std::int64_t>(d | (room - 1 - d) | (0 - (d & misaligned)));
    }
    std::uint32_t inside = group & ~negative_lanes(missed);
    if (inside != group) [[unlikely]] {
        warp.has_missed = true;
        const std::uint32_t lost = group & ~inside;
        around_.tell(MemoryFault{warp, object, lost, distance_[first_of(lost)], access.bytes, i.op == Op::load});
    }
    if (i.op != Op::load && !object.may_change && inside != 0) [[unlikely]] {
        around_.tell(MemoryFault{warp, object, inside, distance_[first_of(inside)], access.bytes, false, true});
        inside = 0;
    }
    // Set inactive lanes to 0. Computations are also performed in these lanes, and could be a hundred times slower if
    // they contained subnormal numbers. Active lanes that have already loaded from another array keep their values.
    if (i.op == Op::load && warp.active != whole_warp && group == wanted &&
        (access.kind == Kind::float32 || access.kind == Kind::float64))
        zero_lanes(warp, access, access.value, ~warp.active);
    const auto now = [&] { return numbers_at(object.data, distance_.data(), 0, access.bytes, inside); };
    // The contents of memory before the access, needed to detect accesses that do not change a flag.
    std::optional<Numbers> before;
    if (recorded && code_.waits && access.bytes <= 8 &&
        (i.op == Op::atomic || (i.op == Op::store && access.is_volatile)))
        before = now();
    if (recorded && around_.compares_values && access.bytes <= 8 && i.op == Op::store) before = now();
    if (i.op == Op::atomic) atomic(warp, access, object, inside);
    else move_numbers(warp, i, access, object, inside);
    const std::uint32_t unchanged = before ? same_lanes(*before, now()) : 0;
    if (can_fetch_ahead && i.op == Op::load && !object.is_shared && warp.walks != nullptr)
        fetch_ahead(warp.walks[i.a], object, inside, distance_.data(), 0);
    const std::uint32_t given = i.op == Op::load ? access.value : i.op == Op::atomic ? access.result : no_register;
    if (inside != group && given != no_register) [[unlikely]]
        zero_lanes(warp, access, given, group & ~inside);
    if constexpr (recorded) {
        if (inside != 0) {
            const int shift = std::countr_zero(static_cast<unsigned>(access.bytes));
            for (std::size_t l = 0; l < lanes_of_a_warp; ++l)
                step->index[l] = static_cast<std::int64_t>(static_cast<std::uint64_t>(distance_[l]) >> shift);
            const auto what = i.op == Op::load ? Access::load : i.op == Op::store ? Access::store : Access::atomic;
            steps_.tell(warp, *step, steps_.site_of(warp, what, &object, access.bytes), inside);
            last_ = {what, number, warp.pc, unchanged};
        }
    }
    if constexpr (!recorded)
        if (i.op != Op::load && object.first_writes != nullptr)
            note_written(object, access, distance_.data(), 0, inside);
    warp.rest = wanted & ~group;
    if (warp.rest == 0) ++warp.pc;
    return recorded && inside != 0;
}

template bool MemoryUnit::execute<true>(Warp&, const Instruction&, WarpInstruction*);
template bool MemoryUnit::execute<false>(Warp&, const Instruction&, WarpInstruction*);

} // namespace warploom::simt
