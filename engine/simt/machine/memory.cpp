#include "engine/simt/machine/memory_unit.h"

#include "engine/simt/findings/first_writes.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

namespace warploom::simt {

namespace {

template <class Body> void for_lanes(std::uint32_t lanes, const Body& body) {
    if (lanes == 0xffffffffu) {
        for (int l = 0; l < lanes_of_a_warp; ++l) body(l);
        return;
    }
    for (; lanes != 0; lanes &= lanes - 1) body(std::countr_zero(lanes));
}

template <class Stored, class Held>
void load_lanes(Held* to, const std::byte* from, const std::int64_t* distance, std::uint32_t lanes) {
    for_lanes(lanes, [&](int l) {
        Stored value;
        std::memcpy(&value, from + distance[l], sizeof value);
        to[l] = static_cast<Held>(value);
    });
}
template <class Stored, class Held>
void store_lanes(const Held* from, std::byte* to, const std::int64_t* distance, std::uint32_t lanes) {
    for_lanes(lanes, [&](int l) {
        const auto value = static_cast<Stored>(from[l]);
        std::memcpy(to + distance[l], &value, sizeof value);
    });
}

template <class T> T changed(AtomicKind kind, T old, T operand, T compare) {
    switch (kind) {
    case AtomicKind::add:
        if constexpr (std::is_integral_v<T>)
            return static_cast<T>(static_cast<std::make_unsigned_t<T>>(old) +
                                  static_cast<std::make_unsigned_t<T>>(operand));
        else return old + operand;
    case AtomicKind::sub:
        if constexpr (std::is_integral_v<T>)
            return static_cast<T>(static_cast<std::make_unsigned_t<T>>(old) -
                                  static_cast<std::make_unsigned_t<T>>(operand));
        else return old - operand;
    case AtomicKind::least: return std::min(old, operand);
    case AtomicKind::greatest: return std::max(old, operand);
    case AtomicKind::exchange: return operand;
    case AtomicKind::compare: return old == compare ? operand : old;
    default: break;
    }
    if constexpr (std::is_integral_v<T>) {
        if (kind == AtomicKind::wrap) return old >= operand ? T(0) : static_cast<T>(old + 1);
        if (kind == AtomicKind::wrap_down) return old == 0 || old > operand ? operand : static_cast<T>(old - 1);
        if (kind == AtomicKind::bit_and) return old & operand;
        if (kind == AtomicKind::bit_or) return old | operand;
        if (kind == AtomicKind::bit_xor) return old ^ operand;
    }
    return old;
}

struct AtomicOperands {
    std::byte* data;
    const std::int64_t* distance;
    AtomicKind kind;
    const std::byte *operand, *compare;
    std::byte* result;
};
/// Executes an atomic operation for one lane after another, in ascending order, so that results are deterministic.
template <class T> void atomic_lanes(const AtomicOperands& o, std::uint32_t lanes) {
    for_lanes(lanes, [&](int l) {
        T old;
        std::memcpy(&old, o.data + o.distance[l], sizeof old);
        const T fresh = changed(o.kind, old, reinterpret_cast<const T*>(o.operand)[l],
                                o.compare != nullptr ? reinterpret_cast<const T*>(o.compare)[l] : T(0));
        std::memcpy(o.data + o.distance[l], &fresh, sizeof fresh);
        if (o.result != nullptr) reinterpret_cast<T*>(o.result)[l] = old;
    });
}

} // namespace

std::uint32_t MemoryUnit::find_distances(const Warp& warp, const MemoryAccess& access, const std::uint64_t* pointer,
                                         std::size_t first, std::uint32_t wanted) {
    const std::size_t number = object_of(pointer[first]);
    const std::uint64_t origin = pointer_to(number);
    const auto offset = static_cast<std::uint64_t>(access.offset), scale = static_cast<std::uint64_t>(access.scale);
    // A restrict-qualified pointer does not alias the registers, so the compiler can vectorize the loops.
    auto* const __restrict distance = reinterpret_cast<std::uint64_t*>(distance_.data());
    std::uint32_t group = wanted;
    if (access.is_uniform) {
        const std::uint64_t from = pointer[first] - origin + offset;
        for (int l = 0; l < lanes_of_a_warp; ++l) distance[l] = from;
    } else {
        const std::uint64_t of_first = pointer[first];
        std::uint64_t differ = 0;
        for (int l = 0; l < lanes_of_a_warp; ++l) {
            distance[l] = pointer[l] - origin + offset;
            differ |= pointer[l] ^ of_first;
        }
        if (object_of(differ) != 0)
            for (int l = 0; l < lanes_of_a_warp; ++l)
                if (object_of(pointer[l]) != number) group &= ~(1u << l);
    }
    if (access.index == no_register) return group;
    const auto move_by = [&](const auto* const index, const auto& scaled) {
        for (int l = 0; l < lanes_of_a_warp; ++l)
            distance[l] += scaled(static_cast<std::uint64_t>(static_cast<std::int64_t>(index[l])));
    };
    // Use a shift instead of a multiplication, because most element sizes are powers of two.
    const auto move = [&](const auto* const index) {
        if (std::has_single_bit(scale))
            move_by(index, [shift = std::countr_zero(scale)](std::uint64_t by) { return by << shift; });
        else move_by(index, [scale](std::uint64_t by) { return by * scale; });
    };
    if (access.is_wide_index) move(lanes<std::int64_t>(warp, access.index));
    else move(lanes<std::int32_t>(warp, access.index));
    return group;
}

void MemoryUnit::zero_lanes(const Warp& warp, const MemoryAccess& access, std::uint32_t unit, std::uint32_t lost) {
    for (int n = 0; n < access.numbers; ++n, unit += is_wide(access.kind) ? 2 : 1)
        for_lanes(lost, [&](int l) {
            if (is_wide(access.kind)) lanes<std::int64_t>(warp, unit)[l] = 0;
            else lanes<std::int32_t>(warp, unit)[l] = 0;
        });
}

void MemoryUnit::move_numbers(Warp& warp, const Instruction& i, const MemoryAccess& access, const Object& object,
                              std::uint32_t moved) {
    if (moved == 0) return;
    const bool is_load = i.op == Op::load;
    std::uint32_t unit = access.value;
    std::byte* data = object.data;
    const std::int64_t* const d = distance_.data();
    for (int n = 0; n < access.numbers; ++n) {
        const auto move = [&]<class Stored>(Stored, auto* const held) {
            is_load ? load_lanes<Stored>(held, data, d, moved) : store_lanes<Stored>(held, data, d, moved);
        };
        auto* const narrow = lanes<std::int32_t>(warp, unit);
        switch (access.kind) {
        case Kind::boolean:
        case Kind::uint8: move(std::uint8_t{}, narrow); break;
        case Kind::int8: move(std::int8_t{}, narrow); break;
        case Kind::int16: move(std::int16_t{}, narrow); break;
        case Kind::uint16: move(std::uint16_t{}, narrow); break;
        case Kind::int64:
        case Kind::uint64:
        case Kind::float64:
        case Kind::pointer: move(std::int64_t{}, lanes<std::int64_t>(warp, unit)); break;
        default: move(std::int32_t{}, narrow); break;
        }
        unit += is_wide(access.kind) ? 2 : 1;
        data += access.bytes / access.numbers;
    }
}

/// Prefetches the data that a load will read in the next loop iteration. In a loop over a long row, each lane reads
/// with a constant stride. The hardware prefetcher does not detect this pattern, because it is interleaved with the
/// accesses of other warps.
void MemoryUnit::fetch_ahead(Warp::Walk& walk, const Object& object, std::uint32_t read, const std::int64_t* place,
                             int shift) {
    if (read == 0) return;
    constexpr std::int64_t line = 64, warp_of_doubles = 256;
    const auto distance_of = [&](int l) {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(place[l]) << shift);
    };
    const std::int64_t here = distance_of(std::countr_zero(read)), there = distance_of(31 - std::countl_zero(read));
    const std::int64_t by = here - walk.last;
    const bool is_walking = by == walk.by && by != 0;
    walk = {here, by};
    if (!is_walking) return;
    const auto data = reinterpret_cast<std::uintptr_t>(object.data);
    const auto fetch = [&](std::int64_t distance) { // prefetching past the end of an array is harmless
        __builtin_prefetch(reinterpret_cast<const void*>(data + static_cast<std::uintptr_t>(distance)));
    };
    const auto stride = static_cast<std::uint64_t>(by < 0 ? -by : by);
    if (there - here >= 0 && there - here <= warp_of_doubles) { // the lanes probably access adjacent elements
        for (std::int64_t next = here; next < there + line; next += line) fetch(next + by);
    } else if (stride >= line) {
        for_lanes(read, [&](int l) { fetch(distance_of(l) + by); });
    } else { // a lane reaches a new cache line only after several iterations, so prefetch for only some lanes
        const auto period = static_cast<int>(std::min(std::bit_floor(std::uint64_t{line} / stride), std::uint64_t{32}));
        const auto turn = static_cast<int>(static_cast<std::uint64_t>(here) / stride % 32);
        for (int l = turn & (period - 1); l < lanes_of_a_warp; l += period)
            if ((read >> l & 1u) != 0) fetch(distance_of(l) + (by < 0 ? -line : line));
    }
}

void MemoryUnit::atomic(Warp& warp, const MemoryAccess& access, const Object& object, std::uint32_t changing) {
    const AtomicOperands o{object.data,
                           distance_.data(),
                           access.atomic,
                           at(warp, access.value),
                           access.compare != no_register ? at(warp, access.compare) : nullptr,
                           access.result != no_register ? at(warp, access.result) : nullptr};
    switch (access.kind) {
    case Kind::uint32: return atomic_lanes<std::uint32_t>(o, changing);
    case Kind::int64: return atomic_lanes<std::int64_t>(o, changing);
    case Kind::uint64: return atomic_lanes<std::uint64_t>(o, changing);
    case Kind::float32: return atomic_lanes<float>(o, changing);
    case Kind::float64: return atomic_lanes<double>(o, changing);
    default: return atomic_lanes<std::int32_t>(o, changing);
    }
}

void MemoryUnit::address(Warp& warp, const Instruction& i) {
    const MemoryAccess& access = code_.accesses[i.b];
    auto* const to = lanes<std::uint64_t>(warp, i.a);
    std::uint64_t result[lanes_of_a_warp];
    for (int l = 0; l < lanes_of_a_warp; ++l) {
        result[l] = lanes<std::uint64_t>(warp, access.pointer)[l] + static_cast<std::uint64_t>(access.offset);
        if (access.index == no_register) continue;
        const std::int64_t index = index_of(warp, access.index, access.is_wide_index, l);
        result[l] += static_cast<std::uint64_t>(index) * static_cast<std::uint64_t>(access.scale);
    }
    put_lanes(to, result);
}

/// Accesses elements of a local array, which is stored in registers.
void MemoryUnit::local(Warp& warp, const Instruction& i) {
    const LocalArray& array = code_.locals[static_cast<std::size_t>(i.imm)];
    const std::int64_t common = same_index(warp, i.c, array.is_wide_index);
    // All lanes usually access the same element, because the index is a loop counter.
    if (common >= 0 && common < array.count) {
        const auto unit = static_cast<std::uint32_t>(i.b + common * array.stride + array.unit);
        return i.op == Op::load_local ? copy_register(warp, i.a, unit, array.units == 2)
                                      : copy_register(warp, unit, i.a, array.units == 2);
    }
    std::uint32_t outside = 0;
    for_lanes(warp.active, [&](int l) {
        const std::int64_t index = index_of(warp, i.c, array.is_wide_index, l);
        const bool is_inside = static_cast<std::uint64_t>(index) < static_cast<std::uint64_t>(array.count);
        if (!is_inside) outside |= 1u << l;
        const auto unit = static_cast<std::uint32_t>(i.b + (is_inside ? index : 0) * array.stride + array.unit);
        const auto move = [&](auto& element, auto& value) {
            if (i.op == Op::load_local) value = is_inside ? element : 0;
            else if (is_inside) element = value;
        };
        if (array.units == 2) move(lanes<std::int64_t>(warp, unit)[l], lanes<std::int64_t>(warp, i.a)[l]);
        else move(lanes<std::int32_t>(warp, unit)[l], lanes<std::int32_t>(warp, i.a)[l]);
    });
    if (outside != 0) {
        const std::int64_t first = index_of(warp, i.c, array.is_wide_index, std::countr_zero(outside));
        Object object;
        object.name = array.name.c_str();
        object.bytes = array.count;
        around_.tell(MemoryFault{warp, object, outside, first, 1, i.op == Op::load_local});
    }
}

/// Records the writes of a block that is not traced, because traced blocks may read these elements.
void MemoryUnit::note_written(const Object& object, const MemoryAccess& access, const std::int64_t* place, int shift,
                              std::uint32_t written) const {
    for_lanes(written, [&](int l) {
        const auto from = static_cast<std::int64_t>(static_cast<std::uint64_t>(place[l]) << shift);
        const std::int64_t first = from / object.element_bytes;
        const std::int64_t count = (from + access.bytes - 1) / object.element_bytes - first + 1;
        object.first_writes->write({&first, 1, count, around_.block}, false);
    });
}

void MemoryUnit::fill(Warp& warp, const Instruction& i) {
    const std::uint64_t pointer = lanes<std::uint64_t>(warp, i.a)[0];
    const std::size_t number = object_of(pointer) < around_.objects.size() ? object_of(pointer) : 0;
    const Object& object = around_.objects[number];
    const std::int64_t from = distance_in(pointer, number), count = lanes<std::int64_t>(warp, i.c)[0];
    if (from < 0 || count < 0 || from > object.bytes || count > object.bytes - from) {
        Object bytes = object;
        bytes.element_bytes = 1;
        return around_.tell(MemoryFault{warp, bytes, 1, from + count - 1, 1, false});
    }
    if (count == 0) return;
    if (!object.may_change) return around_.tell(MemoryFault{warp, object, 1, from, 1, false, true});
    if (object.first_writes != nullptr)
        object.first_writes->write_all(from / object.element_bytes,
                                       (from + count + object.element_bytes - 1) / object.element_bytes);
    const std::int32_t byte = lanes<std::int32_t>(warp, i.b)[0];
    if (around_.fill) around_.fill(object.data + from, byte, count);
    else std::memset(object.data + from, byte, static_cast<std::size_t>(count));
}

} // namespace warploom::simt
