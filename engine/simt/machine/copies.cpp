#include "engine/simt/machine/machine.h"

#include <bit>
#include <cstring>
#include <utility>

// Copies from global to shared memory that arrive when the thread has waited for them.

namespace warploom::simt {

namespace {

std::size_t bytes_of_value(const Access& access) {
    return static_cast<std::size_t>(access.numbers) * (is_wide(access.kind) ? 2 : 1) * register_bytes;
}

} // namespace

void Machine::copy_later(Warp& warp, const Instruction& i, const Access& access, std::size_t object,
                         std::uint32_t lanes) {
    Warp::Copy& copy = warp.copies.emplace_back();
    copy.store = &i;
    copy.object = object;
    copy.lanes = lanes;
    copy.distance = distance_;
    const std::byte* const values = at(warp, access.value);
    copy.values.assign(values, values + bytes_of_value(access));
    copy.group = warp.commits;
}

void Machine::commit_copies(Warp& warp) {
    for (std::uint32_t rest = warp.active; rest != 0; rest &= rest - 1)
        ++warp.commits[static_cast<std::size_t>(std::countr_zero(rest))];
}

void Machine::wait_for_copies(Warp& warp, const Instruction& i) {
    const std::int32_t* const under_way = lanes<std::int32_t>(warp, i.a);
    const std::uint32_t active = warp.active;
    for (Warp::Copy& copy : warp.copies) {
        std::uint32_t arriving = 0;
        for (std::uint32_t rest = copy.lanes & active; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
            if (copy.group[lane] < warp.commits[lane] - under_way[lane]) arriving |= 1u << lane;
        }
        if (arriving == 0) continue;
        copy.lanes &= ~arriving;
        const Access& access = code_.accesses[copy.store->a];
        std::byte* const registers = at(warp, access.value);
        std::vector<std::byte> kept(registers, registers + copy.values.size());
        std::memcpy(registers, copy.values.data(), copy.values.size());
        distance_ = copy.distance;
        move_numbers(warp, *copy.store, access, around_.objects[copy.object], arriving);
        std::memcpy(registers, kept.data(), kept.size());
    }
    std::erase_if(warp.copies, [](const Warp::Copy& copy) { return copy.lanes == 0; });
}

} // namespace warploom::simt
