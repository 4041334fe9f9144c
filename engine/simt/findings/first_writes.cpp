#include "engine/simt/findings/first_writes.h"

#include <algorithm>
#include <bit>
#include <map>

namespace warploom::simt {

namespace {

constexpr std::uint32_t by_many = ~0u;
// Number of bits for the thread, and for the instruction, in the encoding of a reader.
constexpr int thread_bits = 10, pc_bits = 20;

template <class Number> std::atomic<Number>* zero_numbers(std::int64_t size) {
    const auto count = static_cast<std::size_t>(std::max<std::int64_t>(size, 1));
    return static_cast<std::atomic<Number>*>(std::calloc(count, sizeof(std::atomic<Number>)));
}

} // namespace

FirstWrites::FirstWrites(std::int64_t size)
    : size_(size), written_(zero_numbers<Bits>(size / bits + 2)), writers_(zero_numbers<std::uint32_t>(size)),
      readers_(zero_numbers<std::uint64_t>(size)) {
    if (readers_ == nullptr || writers_ == nullptr) written_.reset();
}

void FirstWrites::begin_run() {
    has_early_ = has_waits_ = false;
    if (written_ == nullptr) return;
    for (std::int64_t w = 0; w <= size_ / bits; ++w) written_[w].store(0, std::memory_order_relaxed);
    if (!has_writers_.exchange(false)) return;
    for (std::int64_t e = 0; e < size_; ++e) writers_[e].store(0, std::memory_order_relaxed);
}

void FirstWrites::begin_waits() {
    if (written_ == nullptr) return;
    has_waits_ = true;
    unwritten_before_waits_.resize(static_cast<std::size_t>(size_));
    for (std::int64_t e = 0; e < size_; ++e) unwritten_before_waits_[static_cast<std::size_t>(e)] = !is_written(e);
}

std::uint32_t FirstWrites::number_of(std::int64_t block) {
    return static_cast<std::uint32_t>(std::min<std::int64_t>(block, by_many - 2)) + 1;
}

void FirstWrites::set_written(std::int64_t word, Bits fresh, bool is_alone) {
    const Bits known = written_[word].load(std::memory_order_relaxed);
    if ((known & fresh) == fresh) return;
    if (is_alone) written_[word].store(known | fresh, std::memory_order_relaxed);
    else written_[word].fetch_or(fresh, std::memory_order_relaxed);
}

void FirstWrites::note_writer(std::int64_t element, std::uint32_t mine, bool is_alone) {
    std::atomic<std::uint32_t>& writer = writers_[element];
    std::uint32_t known = writer.load(std::memory_order_relaxed);
    if (is_alone) return writer.store(known == 0 || known == mine ? mine : by_many, std::memory_order_relaxed);
    if (known == mine || known == by_many) return;
    if (known == 0 && writer.compare_exchange_strong(known, mine, std::memory_order_relaxed)) return;
    if (known != mine) writer.store(by_many, std::memory_order_relaxed);
}

void FirstWrites::write(const Step& step, bool is_alone) {
    if (written_ == nullptr) return;
    if (!is_alone || has_waits_ || has_early_.load(std::memory_order_relaxed)) {
        has_writers_.store(true, std::memory_order_relaxed);
        const std::uint32_t mine = number_of(step.block);
        for (std::uint32_t lanes = step.lanes; lanes != 0; lanes &= lanes - 1)
            for (std::int64_t n = 0; n < step.count; ++n)
                note_writer(step.elements[std::countr_zero(lanes)] + n, mine, is_alone);
    }
    if (step.are_neighbours) {
        const int first = std::countr_zero(step.lanes);
        const std::int64_t from = step.elements[first];
        const std::uint64_t fresh = std::uint64_t{step.lanes >> first} << from % bits;
        set_written(from / bits, static_cast<Bits>(fresh), is_alone);
        if (fresh >> bits != 0) set_written(from / bits + 1, static_cast<Bits>(fresh >> bits), is_alone);
        return;
    }
    for (std::uint32_t lanes = step.lanes; lanes != 0; lanes &= lanes - 1)
        for (std::int64_t n = 0; n < step.count; ++n) {
            const std::int64_t element = step.elements[std::countr_zero(lanes)] + n;
            set_written(element / bits, Bits{1} << element % bits, is_alone);
        }
}

void FirstWrites::read(const Step& step, std::uint32_t pc, int thread) {
    if (written_ == nullptr) return;
    std::uint32_t early = 0;
    if (step.are_neighbours && !step.is_awaited) {
        const int first = std::countr_zero(step.lanes);
        const std::int64_t from = step.elements[first];
        const auto word = [&](std::int64_t w) { return std::uint64_t{written_[w].load(std::memory_order_relaxed)}; };
        const std::uint64_t known = word(from / bits) | word(from / bits + 1) << bits;
        early = step.lanes & ~(static_cast<Bits>(known >> from % bits) << first);
    } else if (step.count == 1 && !step.is_awaited) {
        for (std::uint32_t lanes = step.lanes; lanes != 0; lanes &= lanes - 1) {
            const int lane = std::countr_zero(lanes);
            early |= std::uint32_t{!is_written(step.elements[lane])} << lane;
        }
    } else {
        for (std::uint32_t lanes = step.lanes; lanes != 0; lanes &= lanes - 1) {
            const std::int64_t* const element = step.elements + std::countr_zero(lanes);
            bool written = is_written(*element);
            for (std::int64_t n = 1; n < step.count; ++n) written |= is_written(*element + n);
            const bool is_early =
                !written || (step.is_awaited && unwritten_before_waits_[static_cast<std::size_t>(*element)]);
            if (is_early) [[unlikely]]
                early |= lanes & -lanes;
        }
    }
    for (; early != 0; early &= early - 1) {
        const int lane = std::countr_zero(early);
        read_early(step.elements[lane], step.block, pc, thread + lane);
    }
}

void FirstWrites::write_all(std::int64_t first, std::int64_t last) {
    if (written_ == nullptr) return;
    for (std::int64_t e = first; e < last; ++e) set_written(e / bits, Bits{1} << e % bits, true);
}

void FirstWrites::read_early(std::int64_t element, std::int64_t block, std::uint32_t pc, int thread) {
    const std::uint64_t who =
        (static_cast<std::uint64_t>(block) << pc_bits | pc) << thread_bits | static_cast<std::uint64_t>(thread);
    std::atomic<std::uint64_t>& reader = readers_[element];
    std::uint64_t known = reader.load(std::memory_order_relaxed);
    while (~who > known && !reader.compare_exchange_weak(known, ~who, std::memory_order_relaxed)) {}
    has_early_.store(true, std::memory_order_relaxed);
}

std::vector<FirstWrites::EarlyRead> FirstWrites::early_reads(bool is_in_order) {
    std::map<std::uint32_t, EarlyRead> found;
    if (!has_early_.exchange(false)) return {};
    for (std::int64_t e = 0; e < size_; ++e) {
        const std::uint64_t known = readers_[e].load();
        if (known == 0) continue;
        readers_[e] = 0;
        const std::uint64_t who = ~known;
        const auto block = static_cast<std::int64_t>(who >> (pc_bits + thread_bits));
        const std::uint32_t writer = writers_[e].load();
        if (!is_in_order && writer != 0 && writer != number_of(block)) continue;
        const auto pc = static_cast<std::uint32_t>(who >> thread_bits & ((1u << pc_bits) - 1));
        const auto thread = static_cast<int>(who & ((1u << thread_bits) - 1));
        const int warp = thread / 32, lane = thread % 32;
        EarlyRead& first = found[pc];
        const std::int64_t times = first.times + 1;
        const bool is_same = first.times > 0 && first.block == block && first.warp == warp;
        if (first.times == 0 || block < first.block || (block == first.block && warp < first.warp))
            first = {pc, 1u << lane, block, e, warp, times};
        else if (is_same) first.lanes |= 1u << lane;
        first.times = times;
    }
    std::vector<EarlyRead> list;
    for (const auto& [pc, read] : found) list.push_back(read);
    return list;
}

} // namespace warploom::simt
