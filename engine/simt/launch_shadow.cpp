#include "engine/simt/launch_shadow.h"

#include <bit>

namespace warploom::simt {

namespace {

template <bool alone> void raise(std::atomic<std::uint64_t>& mark, std::uint64_t to) {
    std::uint64_t now = mark.load(std::memory_order_relaxed);
    if constexpr (alone) {
        if (now < to) mark.store(to, std::memory_order_relaxed);
    } else { // before whatever is looked at next: of two that race, the later one sees both
        while (now < to && !mark.compare_exchange_weak(now, to)) {}
    }
}

} // namespace

LaunchShadow::LaunchShadow(const std::vector<Object>& objects) {
    for (const Object& object : objects) {
        auto& array = arrays_.emplace_back();
        if (!object.may_change || object.bytes == 0) continue;
        const std::int64_t size = object.bytes / object.element_bytes;
        const auto zeros = [size] {
            return static_cast<Marks*>(std::calloc(static_cast<std::size_t>(size), sizeof(Marks)));
        };
        array = std::make_unique<Array>();
        array->writes.reset(zeros());
        array->reads.reset(zeros());
        if (array->writes == nullptr || array->reads == nullptr) { // a trace is of use without it
            array.reset();
            continue;
        }
        array->size = size;
    }
}

bool LaunchShadow::begin_launch(std::int64_t blocks, std::size_t instructions, bool is_alone) {
    is_alone_ = is_alone;
    if (++launch_ >> launch_bits != 0) {
        launch_ = 1;
        for (const auto& array : arrays_)
            if (array != nullptr) {
                array->written = array->read = array->race = 0;
                for (Marks* const marks : {array->writes.get(), array->reads.get()})
                    for (std::int64_t i = 0; i < array->size; ++i) marks[i].least = marks[i].greatest = 0;
            }
    }
    return blocks > 1 && blocks >> block_bits == 0 && instructions >> pc_bits == 0;
}

void LaunchShadow::mark(std::size_t object, const std::int64_t* elements, std::uint32_t lanes, bool is_write,
                        Touch first) {
    Array* const array = arrays_[object].get();
    if (array == nullptr) return;
    const std::uint64_t bits = (static_cast<std::uint64_t>(first.block) << pc_bits | first.pc) << thread_bits |
                               static_cast<std::uint64_t>(first.thread);
    if (is_alone_) mark_lanes<true>(*array, elements, lanes, is_write, bits);
    else mark_lanes<false>(*array, elements, lanes, is_write, bits);
}

template <bool alone>
void LaunchShadow::mark_lanes(Array& array, const std::int64_t* elements, std::uint32_t lanes, bool is_write,
                              std::uint64_t bits) {
    const std::uint64_t launch = launch_ << (64 - launch_bits);
    // The marks of the own block: from `own` on for the greatest, from `turned` on for the least, `span` of them.
    constexpr std::uint64_t span = (std::uint64_t{1} << (pc_bits + thread_bits)) - 1;
    const std::uint64_t own = launch | (bits & ~span), turned = launch | (~(bits | span) & below_launch);
    const auto value = [](const Mark& mark) { return mark.load(); };
    const auto are_of_others = [&](const Marks& marks) {
        return value(marks.greatest) - own > span || value(marks.least) - turned > span;
    };
    Mark& used = is_write ? array.written : array.read;
    if (value(used) != launch_) used.store(launch_);
    Marks* const mine = (is_write ? array.writes : array.reads).get();
    bool is_race = false;
    for (; lanes != 0; lanes &= lanes - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(lanes));
        const std::int64_t element = elements[lane];
        if (element < 0 || element >= array.size) continue;
        const std::uint64_t touch = bits + lane;
        raise<alone>(mine[element].least, launch | (~touch & below_launch));
        raise<alone>(mine[element].greatest, launch | touch);
        if (value(array.written) != launch_) continue;
        const Marks& writes = array.writes[element];
        if (value(writes.greatest) < launch) continue;
        is_race |= are_of_others(writes);
        if (value(array.read) != launch_) continue;
        const Marks& reads = array.reads[element];
        is_race |= value(reads.greatest) >= launch && are_of_others(reads);
    }
    if (is_race) array.race.store(launch_, std::memory_order_relaxed);
}

LaunchShadow::Touch LaunchShadow::touch_of(std::uint64_t bits) {
    const auto low = [&](int count) { return bits & ((std::uint64_t{1} << count) - 1); };
    Touch touch;
    touch.thread = static_cast<int>(low(thread_bits));
    bits >>= thread_bits;
    touch.pc = static_cast<std::uint32_t>(low(pc_bits));
    bits >>= pc_bits;
    touch.block = static_cast<std::int64_t>(low(block_bits));
    return touch;
}

std::optional<LaunchShadow::Race> LaunchShadow::race_of(const Array& array, std::int64_t element) const {
    const Marks &writes = array.writes[element], &reads = array.reads[element];
    const auto value = [](const Mark& mark) { return mark.load(std::memory_order_relaxed); };
    if (!is_of_this_launch(value(writes.least)) || !is_of_this_launch(value(writes.greatest))) return {};
    Race race;
    race.writer = touch_of(~value(writes.least));
    race.other = touch_of(value(writes.greatest));
    race.other_writes = true;
    if (race.other.block != race.writer.block) return race;
    race.other_writes = false;
    if (!is_of_this_launch(value(reads.least)) || !is_of_this_launch(value(reads.greatest))) return {};
    for (const std::uint64_t bits : {~value(reads.least), value(reads.greatest)})
        if (race.other = touch_of(bits); race.other.block != race.writer.block) return race;
    return {};
}

std::optional<LaunchShadow::Race> LaunchShadow::first_race() const {
    for (std::size_t o = 0; o < arrays_.size(); ++o) {
        const Array* const array = arrays_[o].get();
        if (array == nullptr || array->race.load() != launch_) continue;
        for (std::int64_t i = 0; i < array->size; ++i)
            if (auto race = race_of(*array, i)) {
                race->object = o;
                race->element = i;
                return race;
            }
    }
    return {};
}

} // namespace warploom::simt
