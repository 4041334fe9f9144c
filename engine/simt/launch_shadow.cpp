#include "engine/simt/launch_shadow.h"

namespace warploom::simt {

namespace {

void raise(std::atomic<std::uint64_t>& mark, std::uint64_t to) {
    std::uint64_t now = mark.load(std::memory_order_relaxed);
    while (now < to && !mark.compare_exchange_weak(now, to, std::memory_order_relaxed)) {}
}

} // namespace

LaunchShadow::LaunchShadow(const std::vector<Object>& objects) {
    for (const Object& object : objects) {
        auto& array = arrays_.emplace_back();
        if (!object.may_change || object.bytes == 0) continue;
        const std::int64_t size = object.bytes / object.element_bytes;
        auto* const memory = static_cast<Marks*>(std::calloc(static_cast<std::size_t>(size), sizeof(Marks)));
        if (memory == nullptr) continue; // a trace is of use without it
        array = std::make_unique<Array>();
        array->marks.reset(memory);
        array->size = size;
    }
}

bool LaunchShadow::begin_launch(std::int64_t blocks, std::size_t instructions) {
    if (++launch_ >> launch_bits != 0) {
        launch_ = 1;
        for (const auto& array : arrays_)
            if (array != nullptr) {
                array->race = 0;
                for (std::int64_t i = 0; i < array->size; ++i)
                    for (Mark Marks::*mark :
                         {&Marks::least_write, &Marks::greatest_write, &Marks::least_read, &Marks::greatest_read})
                        array->marks[static_cast<std::size_t>(i)].*mark = 0;
            }
    }
    return blocks > 1 && blocks >> block_bits == 0 && instructions >> pc_bits == 0;
}

void LaunchShadow::mark(std::size_t object, std::int64_t element, bool is_write, Touch touch) {
    Array* const array = arrays_[object].get();
    if (array == nullptr || element < 0 || element >= array->size) return;
    Marks& marks = array->marks[static_cast<std::size_t>(element)];
    const std::uint64_t bits = (static_cast<std::uint64_t>(touch.block) << pc_bits | touch.pc) << thread_bits |
                               static_cast<std::uint64_t>(touch.thread),
                        launch = launch_ << (64 - launch_bits);
    raise(is_write ? marks.least_write : marks.least_read, launch | (~bits & below_launch));
    raise(is_write ? marks.greatest_write : marks.greatest_read, launch | bits);
    if (race_of(marks)) array->race.store(launch_, std::memory_order_relaxed);
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

std::optional<LaunchShadow::Race> LaunchShadow::race_of(const Marks& marks) const {
    const auto value = [](const Mark& mark) { return mark.load(std::memory_order_relaxed); };
    if (!is_of_this_launch(value(marks.least_write)) || !is_of_this_launch(value(marks.greatest_write))) return {};
    Race race;
    race.writer = touch_of(~value(marks.least_write));
    race.other = touch_of(value(marks.greatest_write));
    race.other_writes = true;
    if (race.other.block != race.writer.block) return race;
    race.other_writes = false;
    if (!is_of_this_launch(value(marks.least_read)) || !is_of_this_launch(value(marks.greatest_read))) return {};
    for (const std::uint64_t bits : {~value(marks.least_read), value(marks.greatest_read)})
        if (race.other = touch_of(bits); race.other.block != race.writer.block) return race;
    return {};
}

std::optional<LaunchShadow::Race> LaunchShadow::first_race() const {
    for (std::size_t o = 0; o < arrays_.size(); ++o) {
        const Array* const array = arrays_[o].get();
        if (array == nullptr || array->race.load() != launch_) continue;
        for (std::int64_t i = 0; i < array->size; ++i)
            if (auto race = race_of(array->marks[static_cast<std::size_t>(i)])) {
                race->object = o;
                race->element = i;
                return race;
            }
    }
    return {};
}

} // namespace warploom::simt
