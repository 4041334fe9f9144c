#include "engine/simt/findings/read_only_loads.h"

#include <bit>
#include <new>

namespace warploom::simt {

namespace {

/// Allocates zero-initialized memory. The operating system allocates pages on first access.
template <class T> std::atomic<T>* zeros(std::int64_t size) {
    void* const memory = std::calloc(static_cast<std::size_t>(size), sizeof(std::atomic<T>));
    if (memory == nullptr && size > 0) throw std::bad_alloc();
    return static_cast<std::atomic<T>*>(memory);
}

} // namespace

ReadOnlyLoads::ReadOnlyLoads(const std::vector<Object>& objects) {
    for (const Object& object : objects) {
        auto& array = arrays_.emplace_back();
        if (!object.may_change) continue;
        array = std::make_unique<Array>();
        array->size = object.bytes / object.grain;
    }
}

void ReadOnlyLoads::read(std::size_t object, const std::int64_t* elements, std::uint32_t lanes, const Touch& touch) {
    Array& array = *arrays_[object];
    std::call_once(array.first_read, [&] { array.readers.reset(zeros<std::uint64_t>(array.size)); });
    for (; lanes != 0; lanes &= lanes - 1) {
        const int lane = std::countr_zero(lanes);
        const std::uint64_t mine =
            ~((static_cast<std::uint64_t>(touch.block) << thread_bits | static_cast<std::uint64_t>(touch.thread + lane))
                  << pc_bits |
              touch.pc);
        std::atomic<std::uint64_t>& known = array.readers[static_cast<std::size_t>(elements[lane])];
        std::uint64_t before = known.load(std::memory_order_relaxed);
        while (before < mine && !known.compare_exchange_weak(before, mine, std::memory_order_relaxed)) {}
    }
}

void ReadOnlyLoads::write(std::size_t object, const std::int64_t* elements, std::uint32_t lanes) {
    Array& array = *arrays_[object];
    std::call_once(array.first_write, [&] { array.written.reset(zeros<std::uint8_t>(array.size)); });
    for (; lanes != 0; lanes &= lanes - 1)
        array.written[static_cast<std::size_t>(elements[std::countr_zero(lanes)])].store(1, std::memory_order_relaxed);
}

std::vector<ReadOnlyLoads::Found> ReadOnlyLoads::found() const {
    std::vector<Found> all;
    for (std::size_t o = 0; o < arrays_.size(); ++o) {
        if (arrays_[o] == nullptr || arrays_[o]->readers == nullptr || arrays_[o]->written == nullptr) continue;
        const Array& array = *arrays_[o];
        for (std::int64_t e = 0; e < array.size; ++e) {
            const std::uint64_t reader = array.readers[static_cast<std::size_t>(e)].load(std::memory_order_relaxed);
            if (reader == 0 || array.written[static_cast<std::size_t>(e)].load(std::memory_order_relaxed) == 0)
                continue;
            const std::uint64_t bits = ~reader;
            Touch touch;
            touch.pc = static_cast<std::uint32_t>(bits & ((std::uint64_t{1} << pc_bits) - 1));
            touch.thread = static_cast<int>(bits >> pc_bits & ((std::uint64_t{1} << thread_bits) - 1));
            touch.block = static_cast<std::int64_t>(bits >> (pc_bits + thread_bits));
            all.push_back({o, e, touch});
            break;
        }
    }
    return all;
}

} // namespace warploom::simt
