#include "engine/simt/findings/launch_shadow.h"

#include "engine/simt/code/lane_functions.h"

#include <algorithm>
#include <bit>
#include <type_traits>

namespace warploom::simt {

namespace {

using Word = std::atomic<std::uint64_t>;
constexpr int below_launch = 64 - LaunchShadow::launch_bits;

constexpr std::uint64_t ones(int bits) { return (std::uint64_t{1} << bits) - 1; }
/// Returns the bitwise complement of the lowest `bits` bits, so that a minimum can be computed as a maximum.
constexpr std::uint64_t turned(std::uint64_t touch, int bits) { return ~touch & ones(bits); }
std::uint64_t value(const Word& word) { return word.load(); }
/// Returns the number of bits that are needed to distinguish `count` values.
int bits_for(std::int64_t count) {
    return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(std::max<std::int64_t>(count, 1) - 1)));
}

/// Replaces a word with next(word), and returns the new value. The replacement is atomic unless `alone` is set.
template <bool alone, class Next> std::uint64_t change(Word& word, const Next& next) {
    std::uint64_t now = word.load(std::memory_order_relaxed);
    if constexpr (alone) {
        now = next(now);
        word.store(now, std::memory_order_relaxed);
        return now;
    } else { // sequentially consistent, because the later of two racing accesses must see both
        for (;;) {
            const std::uint64_t wanted = next(now);
            if (wanted == now || word.compare_exchange_weak(now, wanted)) return wanted;
        }
    }
}

/// An 8-byte record of an element. It contains the launch number, the complement of the lowest access, and the highest
/// access.
class SmallMark {
public:
    static constexpr int bits = below_launch / 2;
    /// The parts of a record that are the same for all lanes of a warp. Only the thread differs between lanes.
    struct Own {
        Own(std::uint64_t launch_, std::uint64_t first, std::uint64_t span)
            : launch(launch_ << below_launch), blocks(~(span << bits | span)),
              block(launch | ((turned(first, bits) << bits | first) & blocks)) {}
        std::uint64_t launch, blocks, block;
    };
    struct Seen {
        std::uint64_t word = 0;
        std::uint64_t least() const { return turned(word >> bits, bits); }
        std::uint64_t greatest() const { return word & ones(bits); }
        // Compares with >=, because the lower bits of the word contain accesses. Later launches have no records yet.
        std::uint32_t is_of(const Own& own) const { return word >= own.launch; }
        /// Returns whether another block has accessed the element in this launch.
        std::uint32_t is_of_others(const Own& own) const { return (word & own.blocks) != own.block; }
    };
    Seen seen() const { return {value(word_)}; }
    void clear() { word_.store(0, std::memory_order_relaxed); }
    /// Records the first access to an element in this launch. Call it only if a single host thread runs all blocks.
    void begin(const Own& own, std::uint64_t touch) {
        word_.store(own.launch | turned(touch, bits) << bits | touch, std::memory_order_relaxed);
    }
    template <bool alone> Seen include(const Own& own, std::uint64_t touch) {
        const std::uint64_t high = own.launch | turned(touch, bits) << bits;
        return {change<alone>(word_, [&](std::uint64_t now) {
            if (now < own.launch) return high | touch;
            return std::max(now & ~ones(bits), high) | std::max(now & ones(bits), touch);
        })};
    }

private:
    Word word_;
};

/// Records the lowest and the highest access in two words. Used for launches with too many blocks for a SmallMark.
class LargeMark {
public:
    static constexpr int bits = below_launch;
    struct Own {
        Own(std::uint64_t launch_, std::uint64_t first, std::uint64_t s)
            : launch(launch_ << below_launch), span(s), block(first | s) {}
        std::uint64_t launch, span, block;
    };
    struct Seen {
        std::uint64_t least_word = 0, greatest_word = 0;
        std::uint64_t least() const { return turned(least_word, bits); }
        std::uint64_t greatest() const { return greatest_word & ones(bits); }
        std::uint32_t is_of(const Own& own) const { return least_word >= own.launch && greatest_word >= own.launch; }
        std::uint32_t is_of_others(const Own& own) const {
            return (least() | own.span) != own.block || (greatest() | own.span) != own.block;
        }
    };
    Seen seen() const { return {value(least_), value(greatest_)}; }
    void clear() {
        least_.store(0, std::memory_order_relaxed);
        greatest_.store(0, std::memory_order_relaxed);
    }
    void begin(const Own& own, std::uint64_t touch) {
        least_.store(own.launch | turned(touch, bits), std::memory_order_relaxed);
        greatest_.store(own.launch | touch, std::memory_order_relaxed);
    }
    template <bool alone> Seen include(const Own& own, std::uint64_t touch) {
        const auto raised = [](std::uint64_t to) { return [to](std::uint64_t now) { return std::max(now, to); }; };
        const std::uint64_t least = change<alone>(least_, raised(own.launch | turned(touch, bits)));
        return {least, change<alone>(greatest_, raised(own.launch | touch))};
    }

private:
    Word least_, greatest_;
};

} // namespace

// Records of reads and writes of an element are in the same cache line, because a write also checks for readers.
struct LaunchShadow::Small {
    SmallMark writes, reads;
};
struct LaunchShadow::Large {
    LargeMark writes, reads;
};
struct LaunchShadow::SmallAtomics {
    SmallMark changes;
};
struct LaunchShadow::LargeAtomics {
    LargeMark changes;
};

template <class Marks> LaunchShadow::Many<Marks> LaunchShadow::zeros(std::int64_t size) {
    const std::uint64_t places = std::bit_ceil(static_cast<std::uint64_t>(size));
    return Many<Marks>(static_cast<Marks*>(std::calloc(places, sizeof(Marks))));
}

LaunchShadow::LaunchShadow(const std::vector<Object>& objects) {
    for (const Object& object : objects) {
        auto& array = arrays_.emplace_back();
        if (!object.may_change || object.bytes == 0) continue;
        array = std::make_unique<Array>();
        array->size = object.bytes / object.element_bytes;
    }
}
LaunchShadow::~LaunchShadow() = default;

void LaunchShadow::forget(Array& array) {
    array.small.reset();
    array.large.reset();
    array.small_atomics.reset();
    array.large_atomics.reset();
    array.epochs.reset();
    array.race = array.arrangement = array.marked = 0;
    array.runs = {};
    array.races.clear();
}

void LaunchShadow::set_size(std::size_t object, std::int64_t size) {
    Array* const array = arrays_[object].get();
    if (array == nullptr || array->size == size) return;
    forget(*array);
    array->size = size;
}

bool LaunchShadow::begin_launch(const Extent& extent, bool is_alone) {
    is_alone_ = is_alone || extent.has_atomics;
    has_atomics_ = extent.has_atomics;
    is_ordered_ = extent.is_ordered;
    pcs_ = extent.accesses;
    ranks_.assign(pcs_.empty() ? 0 : pcs_.back() + 1, 0);
    for (std::size_t r = 0; r < pcs_.size(); ++r) ranks_[pcs_[r]] = static_cast<std::uint32_t>(r);
    fields_.pc_bits = bits_for(static_cast<std::int64_t>(pcs_.size()));
    fields_.thread_bits = bits_for(extent.block_size);
    fields_.span = ones(fields_.pc_bits + fields_.thread_bits);
    if (extent.blocks <= 1) return false;
    fields_.bits = bits_for(extent.blocks) + fields_.pc_bits + fields_.thread_bits;
    if (fields_.bits > LargeMark::bits) return false;
    is_large_ = fields_.bits > SmallMark::bits;
    // If the launch number overflows, old records would look like records of this launch.
    const bool is_over = ++launch_ >> launch_bits != 0;
    if (is_over) launch_ = 1;
    for (const auto& array : arrays_) {
        if (array == nullptr) continue;
        if (is_over) forget(*array);
        array->runs.clear();
        array->races.clear();
    }
    return true;
}

/// Allocates the records of an array when they are first used, because many arrays need none.
void LaunchShadow::begin_marks(Array& array) {
    if (is_large_ && array.large == nullptr) array.large = zeros<Large>(array.size);
    if (!is_large_ && array.small == nullptr) array.small = zeros<Small>(array.size);
    if (has_atomics_ && is_large_ && array.large_atomics == nullptr)
        array.large_atomics = zeros<LargeAtomics>(array.size);
    if (has_atomics_ && !is_large_ && array.small_atomics == nullptr)
        array.small_atomics = zeros<SmallAtomics>(array.size);
    if (is_ordered_ && array.epochs == nullptr) array.epochs = zeros<Epochs>(array.size);
    array.marked.store(launch_, std::memory_order_release);
}

Arrangement arrangement_for(std::int64_t size, const std::int64_t* elements, std::uint32_t lanes) {
    const int bits = bits_for(size);
    // Limit the shift, so that the records of at least a few elements that are 2^shift apart are adjacent.
    const int shift = std::min(shift_of_step(elements, lanes), std::max(bits - 4, 0));
    return {shift, bits - shift};
}

Arrangement LaunchShadow::arrangement(std::size_t object, const std::int64_t* elements, std::uint32_t lanes) {
    Array* const array = arrays_[object].get();
    if (array == nullptr) return {};
    std::uint64_t known = array->arrangement.load(std::memory_order_relaxed);
    // The layout can change in a new launch, because records of earlier launches are ignored.
    if (known >> shift_bits != launch_) {
        const int wanted = arrangement_for(array->size, elements, lanes).shift;
        const std::uint64_t mine = launch_ << shift_bits | static_cast<std::uint64_t>(wanted);
        if (array->arrangement.compare_exchange_strong(known, mine)) known = mine;
    }
    const auto shift = static_cast<int>(known & ones(shift_bits));
    return {shift, bits_for(array->size) - shift};
}

void LaunchShadow::mark(std::size_t object, const std::int64_t* places, std::uint32_t lanes, Use use, Touch first,
                        const BlockFlags* flags) {
    Array* const array = arrays_[object].get();
    if (array == nullptr) return;
    if (array->marked.load(std::memory_order_acquire) != launch_) {
        const std::lock_guard lock(taking_);
        begin_marks(*array);
    }
    const std::uint64_t touch = number_of(first);
    const auto marked = [&](auto* const marks, auto* const atomics) {
        // Without enough memory for records, races are not detected, but the trace is still useful.
        if (marks == nullptr) return false;
        if (has_atomics_) {
            if (atomics != nullptr) mark_beside_atomics(object, marks, atomics, places, lanes, use, first, flags);
            return false;
        }
        return is_alone_ ? mark_lanes<true>(marks, places, lanes, use == Use::write, touch)
                         : mark_lanes<false>(marks, places, lanes, use == Use::write, touch);
    };
    if (is_large_ ? marked(array->large.get(), array->large_atomics.get())
                  : marked(array->small.get(), array->small_atomics.get()))
        array->race.store(launch_, std::memory_order_relaxed);
}

std::uint32_t LaunchShadow::written_by_others(std::size_t object, const std::int64_t* places, std::uint32_t lanes,
                                              const Touch& now) const {
    const Array* const array = arrays_[object].get();
    if (array == nullptr || array->marked.load() != launch_) return 0;
    const auto in = [&](const auto* marks) {
        std::uint32_t found = 0;
        if (marks == nullptr) return found;
        const typename std::remove_cvref_t<decltype(marks->writes)>::Own own(launch_, number_of(now), fields_.span);
        for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
            const int lane = std::countr_zero(rest);
            const auto seen = marks[places[lane]].writes.seen();
            if (seen.is_of(own) && seen.is_of_others(own)) found |= 1u << lane;
        }
        return found;
    };
    return is_large_ ? in(array->large.get()) : in(array->small.get());
}

/// Records the accesses of all lanes of a warp to the elements of an array. Returns whether there is a race.
template <bool alone, class Marks>
bool LaunchShadow::mark_lanes(Marks* marks, const std::int64_t* places, std::uint32_t lanes, bool is_write,
                              std::uint64_t first) const {
    using Mark = decltype(marks->writes);
    const typename Mark::Own own(launch_, first, fields_.span);
    std::uint32_t is_race = 0;
    const auto mark_all = [&](auto Marks::*mine, auto Marks::*others) {
        for (; lanes != 0; lanes &= lanes - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(lanes));
            Marks& here = marks[places[lane]];
            if constexpr (alone) { // this is usually the first access to the element in this launch
                if ((here.writes.seen().is_of(own) | here.reads.seen().is_of(own)) == 0) {
                    (here.*mine).begin(own, first + lane);
                    continue;
                }
            }
            const auto a = (here.*mine).template include<alone>(own, first + lane);
            const auto b = (here.*others).seen();
            const auto &writes = is_write ? a : b, &reads = is_write ? b : a;
            is_race |= writes.is_of(own) & (writes.is_of_others(own) | (reads.is_of(own) & reads.is_of_others(own)));
        }
    };
    if (is_write) mark_all(&Marks::writes, &Marks::reads);
    else mark_all(&Marks::reads, &Marks::writes);
    return is_race != 0;
}

/// Records the accesses of a warp in a launch with atomic operations, and compares each access with earlier accesses of
/// other blocks. Accesses that are ordered by fences do not race. A write that does not race replaces the earlier
/// records of its element.
template <class Marks, class Atomics>
void LaunchShadow::mark_beside_atomics(std::size_t object, Marks* marks, Atomics* atomics, const std::int64_t* places,
                                       std::uint32_t lanes, Use use, const Touch& now, const BlockFlags* flags) {
    using Mark = decltype(marks->writes);
    const std::uint64_t first = number_of(now);
    const typename Mark::Own own(launch_, first, fields_.span);
    Epochs* const epochs = flags != nullptr ? arrays_[object]->epochs.get() : nullptr;
    const bool is_write = use == Use::write;
    for (; lanes != 0; lanes &= lanes - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(lanes));
        Marks& here = marks[places[lane]];
        Mark& changes = atomics[places[lane]].changes;
        Epochs no_epochs;
        Epochs& at = epochs != nullptr ? epochs[places[lane]] : no_epochs;
        Touch mine = now;
        mine.thread += static_cast<int>(lane);
        bool is_fine = true;
        const auto compare = [&](const Mark& with, Use by, const std::array<std::uint32_t, 2>& when) {
            const auto seen = with.seen();
            if (!seen.is_of(own) || !seen.is_of_others(own)) return;
            const std::array<std::uint64_t, 2> touches{seen.least(), seen.greatest()};
            for (std::size_t t = 0; t < touches.size(); ++t) {
                const Touch other = touch_of(touches[t]);
                if (other.block == now.block) continue;
                const auto flag =
                    by == Use::atomic
                        ? std::optional(FlagOrder::element_number(object, element_at(object, places[lane])))
                        : std::nullopt;
                if (flags != nullptr && flags->is_before(other.block, other.thread, when[t], mine.thread, flag))
                    continue;
                if (flags != nullptr && flag && flags->are_changes_before(*flag, mine.thread)) continue;
                is_fine = false;
                note_race(object, places[lane], mine, use, other, by);
            }
        };
        compare(here.writes, Use::write, at.writes);
        if (is_write || use == Use::atomic) compare(here.reads, Use::read, at.reads);
        if (is_write || use == Use::read) compare(changes, Use::atomic, at.changes);
        if (use == Use::look) continue;
        if (is_write && is_fine) {
            here.reads.clear();
            changes.clear();
            here.writes.begin(own, first + lane);
            at.writes = {now.epoch, now.epoch};
            continue;
        }
        Mark& mark = is_write ? here.writes : use == Use::read ? here.reads : changes;
        auto& when = is_write ? at.writes : use == Use::read ? at.reads : at.changes;
        const auto before = mark.seen();
        if (!before.is_of(own) || first + lane <= before.least()) when[0] = now.epoch;
        if (!before.is_of(own) || first + lane >= before.greatest()) when[1] = now.epoch;
        mark.template include<true>(own, first + lane);
    }
}

std::int64_t LaunchShadow::element_at(std::size_t object, std::int64_t place) const {
    const Array& array = *arrays_[object];
    const auto shift = static_cast<int>(array.arrangement.load() & ones(shift_bits));
    const int bits = bits_for(array.size) - shift;
    return (place & ((std::int64_t{1} << bits) - 1)) << shift | place >> bits;
}

/// Records a race between blocks. Each array keeps only the race with the lowest element index. For plain reads that
/// race with atomic operations, it keeps one race for each instruction that reads.
void LaunchShadow::note_race(std::size_t object, std::int64_t place, const Touch& mine, Use use, const Touch& other,
                             Use by) {
    Array& array = *arrays_[object];
    Race race;
    race.object = object;
    race.element = element_at(object, place);
    const bool is_mine_writer = use == Use::write || (use == Use::atomic && by != Use::write);
    race.writer = is_mine_writer ? mine : other;
    race.other = is_mine_writer ? other : mine;
    race.by_writer = is_mine_writer ? use : by;
    race.by_other = is_mine_writer ? by : use;
    const bool is_guess = race.by_writer == Use::atomic && race.by_other == Use::read;
    const auto [known, is_new] =
        array.races.try_emplace(is_guess ? std::int64_t{race.other.pc} : std::int64_t{-1}, race);
    if (!is_new && race.element < known->second.element) known->second = race;
}

std::uint64_t LaunchShadow::number_of(const Touch& touch) const {
    return (static_cast<std::uint64_t>(touch.block) << fields_.pc_bits | ranks_[touch.pc]) << fields_.thread_bits |
           static_cast<std::uint64_t>(touch.thread);
}

LaunchShadow::Touch LaunchShadow::touch_of(std::uint64_t bits) const {
    Touch touch;
    touch.thread = static_cast<int>(bits & ones(fields_.thread_bits));
    bits >>= fields_.thread_bits;
    touch.pc = pcs_[bits & ones(fields_.pc_bits)];
    touch.block = static_cast<std::int64_t>(bits >> fields_.pc_bits);
    return touch;
}

template <class Marks> std::optional<LaunchShadow::Race> LaunchShadow::race_of(const Marks& marks) const {
    const auto writes = marks.writes.seen(), reads = marks.reads.seen();
    const typename decltype(marks.writes)::Own own(launch_, 0, fields_.span);
    Race race;
    if (!writes.is_of(own)) return {};
    race.writer = touch_of(writes.least());
    race.other = touch_of(writes.greatest());
    race.by_other = Use::write;
    if (race.other.block != race.writer.block) return race;
    race.by_other = Use::read;
    if (!reads.is_of(own)) return {};
    for (const std::uint64_t bits : {reads.least(), reads.greatest()})
        if (race.other = touch_of(bits); race.other.block != race.writer.block) return race;
    return {};
}

template <class Marks>
std::optional<LaunchShadow::Race> LaunchShadow::first_race_of(std::size_t object, const Marks* marks,
                                                              std::int64_t size) const {
    const auto shift = static_cast<int>(arrays_[object]->arrangement.load() & ones(shift_bits));
    const Arrangement arrangement{shift, bits_for(size) - shift};
    for (std::int64_t i = 0; i < size; ++i)
        if (auto race = race_of(marks[arrangement.place_of(i)])) {
            race->object = object;
            race->element = i;
            return race;
        }
    return {};
}

std::optional<LaunchShadow::Race> LaunchShadow::first_race_beside_atomics(const Array& array,
                                                                          const Guesses& guesses) const {
    std::optional<Race> first;
    for (const auto& [reader, race] : array.races) {
        if (reader >= 0 && guesses.is_guess(static_cast<std::uint32_t>(reader))) continue;
        if (!first || race.element < first->element) first = race;
    }
    return first;
}

std::optional<LaunchShadow::Race> LaunchShadow::first_race(std::size_t first_object, const Guesses& guesses) {
    for (std::size_t o = first_object; o < arrays_.size(); ++o) {
        Array* const array = arrays_[o].get();
        if (array == nullptr) continue;
        if (array->marked.load() == launch_ || may_race(array->runs)) mark_runs(o);
        array->runs.clear();
        if (has_atomics_) {
            if (auto race = first_race_beside_atomics(*array, guesses)) return race;
            continue;
        }
        if (array->race.load() != launch_) continue;
        if (auto race = is_large_ ? first_race_of(o, array->large.get(), array->size)
                                  : first_race_of(o, array->small.get(), array->size))
            return race;
    }
    return {};
}

} // namespace warploom::simt
