#pragma once

#include "engine/simulated/fiber.h"
#include "engine/simulated/trace.h"

#include <array>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <type_traits>
#include <utility>

// What a lane of a traced kernel writes down while it runs. The kernel's side is here, inline, because it is called for
// every access; who reads the log is warp_merge.h.

namespace warploom::simulated {

class TracedBlock;

/// What an entry of a log is: the accesses of trace.h, the same where they missed their array, and the marks that tell
/// in which turn of which loop, and in which call, the entries after them happened.
enum class Entry : std::uint8_t {
    load,
    store,
    atomic,
    shuffle,
    ballot,
    warp_barrier,
    barrier,
    load_outside,
    store_outside,
    atomic_outside,
    loop,  ///< a loop begins
    call,  ///< a function begins that said where it was called
    leave, ///< the innermost of these has ended
    count  ///< nothing but more turns and operations than fit into one entry
};
constexpr bool is_mark(Entry e) { return e >= Entry::loop; }
constexpr bool is_outside(Entry e) { return e >= Entry::load_outside && e <= Entry::atomic_outside; }
constexpr bool is_meeting(Entry e) { return e >= Entry::shuffle && e <= Entry::barrier; }

struct LaneEvent {
    std::uint32_t place = 0; ///< line, array and kind in one number
    std::uint16_t flops = 0; ///< since the entry before
    std::uint16_t turns = 0; ///< of the innermost loop since the entry before
    std::int64_t index = 0;  ///< element; source lane; for a loop what tells it from others of its line
    const char* file = nullptr;

    static constexpr std::uint32_t place_of(Entry e, int array, int line) {
        return static_cast<std::uint32_t>(e) << 28 | static_cast<std::uint32_t>(array) << 16 |
               static_cast<std::uint32_t>(line & 0xffff);
    }
    static constexpr Entry entry(std::uint32_t p) { return static_cast<Entry>(p >> 28); }
    static constexpr int array(std::uint32_t p) { return static_cast<int>(p >> 16 & 0xfffu); }
    static constexpr int line(std::uint32_t p) { return static_cast<int>(p & 0xffffu); }
};
constexpr int most_arrays = 4096; ///< 12 bits of `place`

/// One thread of a traced block: its fiber and the log that it fills. When the log is full the fiber pauses until it
/// has been read; so the memory does not depend on how long a thread runs.
struct alignas(64) Lane {
    static constexpr int capacity = 58;

    LaneEvent* next = nullptr;
    LaneEvent* end = nullptr;
    std::uint32_t flops = 0;
    std::uint32_t turns = 0;
    TracedBlock* block = nullptr;
    int thread = 0;
    bool is_done = false;
    std::uint64_t given = 0;    ///< to a shuffle or ballot
    std::uint64_t received = 0; ///< from it
    LaneEvent* read = nullptr;  ///< what the reader reads next
    std::exception_ptr error;
    Fiber fiber;
    std::array<LaneEvent, capacity> log;

    void access(Entry e, int array, std::int64_t index, int line, const char* file) {
        append(LaneEvent::place_of(e, array, line), index, file);
    }
    void turn() {
        if (++turns == 0xffffu) append(LaneEvent::place_of(Entry::count, 0, 0), 0, nullptr);
    }
    void count_flops(std::uint32_t n) { flops += n; }
    void enter(Entry e, int line, std::int64_t number, const char* file) {
        append(LaneEvent::place_of(e, 0, line), number, file);
    }
    void leave() {
        turns = 0;
        append(LaneEvent::place_of(Entry::leave, 0, 0), 0, nullptr);
    }
    /// Waits for the others; returns what the meeting gave.
    std::uint64_t meet(Entry e, int array, std::int64_t index, int line, const char* file) {
        access(e, array, index, line, file);
        fiber.pause();
        return received;
    }

private:
    void append(std::uint32_t place, std::int64_t index, const char* file) {
        if (next == end) [[unlikely]]
            fiber.pause(); // comes back with an empty log
        while (flops > 0xffffu) [[unlikely]] {
                *next++ = {LaneEvent::place_of(Entry::count, 0, 0), 0xffff, 0, 0, nullptr};
                flops -= 0xffffu;
                if (next == end) fiber.pause();
            }
        *next++ = {place, static_cast<std::uint16_t>(flops), static_cast<std::uint16_t>(turns), index, file};
        flops = 0;
        turns = 0;
    }
};
// An odd number of cache lines: the logs of 32 lanes then lie in different sets of the cache.
static_assert(sizeof(Lane) / 64 % 2 == 1);

/// The lane that runs on this host thread; null outside of traced blocks.
inline constinit thread_local Lane* current_lane = nullptr;

/// An index that remembers where it was written: the default arguments are evaluated at the place of the conversion,
/// which is the kernel's own line.
struct PlacedIndex {
    std::int64_t index;
    const char* file;
    int line;
    template <std::integral I>
    PlacedIndex(I i, int source_line = __builtin_LINE(), const char* source_file = __builtin_FILE()) // NOLINT
        : index(static_cast<std::int64_t>(i)), file(source_file), line(source_line) {}
};

/// Where a helper was called: its last parameter, `CallSite site = {}`.
struct CallSite {
    int line;
    const char* file;
    CallSite(int source_line = __builtin_LINE(), const char* source_file = __builtin_FILE()) // NOLINT
        : line(source_line), file(source_file) {}
};

/// While it lives, what the lane does stands in its log as done by a helper called at `site`.
class CallFrame {
public:
    explicit CallFrame(const CallSite& site) : lane_(current_lane) {
        if (lane_ != nullptr) lane_->enter(Entry::call, site.line, 0, site.file);
    }
    ~CallFrame() {
        if (lane_ != nullptr) lane_->leave();
    }
    CallFrame(const CallFrame&) = delete;
    CallFrame& operator=(const CallFrame&) = delete;

private:
    Lane* lane_;
};

/// Stands around a loop of a traced kernel (kernels/vocabulary/traced_loops.h): says when it begins and ends.
class LoopMark {
public:
    explicit LoopMark(int number, int line = __builtin_LINE(), const char* file = __builtin_FILE())
        : lane_(current_lane) {
        if (lane_ != nullptr) lane_->enter(Entry::loop, line, number, file);
    }
    ~LoopMark() {
        if (lane_ != nullptr) lane_->leave();
    }
    LoopMark(const LoopMark&) = delete;
    LoopMark& operator=(const LoopMark&) = delete;
    bool once() { return std::exchange(first_, false); }

private:
    Lane* lane_;
    bool first_ = true;
};

/// Lives through one turn of a loop, however it ends.
struct TurnMark {
    TurnMark() = default;
    ~TurnMark() {
        if (current_lane != nullptr) current_lane->turn();
    }
    TurnMark(const TurnMark&) = delete;
    TurnMark& operator=(const TurnMark&) = delete;
};

/// A number of a traced kernel: computes as T does, bit for bit, and counts the operations of the lane.
template <class T> struct Counted {
    T value;

    Counted() = default;
    template <class N>
    requires std::is_arithmetic_v<N>
    constexpr Counted(N n) : value(static_cast<T>(n)) {} // NOLINT: it stands for a T
    template <class N>
    requires std::is_arithmetic_v<N>
    explicit operator N() const { return static_cast<N>(value); }

    friend Counted operator+(Counted a, Counted b) { return counted(a.value + b.value); }
    friend Counted operator-(Counted a, Counted b) { return counted(a.value - b.value); }
    friend Counted operator*(Counted a, Counted b) { return counted(a.value * b.value); }
    friend Counted operator/(Counted a, Counted b) { return counted(a.value / b.value); }
    friend Counted operator-(Counted a) { return Counted(-a.value); }
    Counted& operator+=(Counted b) { return *this = *this + b; }
    Counted& operator-=(Counted b) { return *this = *this - b; }
    Counted& operator*=(Counted b) { return *this = *this * b; }
    Counted& operator/=(Counted b) { return *this = *this / b; }
    friend bool operator==(Counted a, Counted b) { return a.value == b.value; }
    friend auto operator<=>(Counted a, Counted b) { return a.value <=> b.value; }

private:
    static Counted counted(T result) {
        if (current_lane != nullptr) current_lane->count_flops(1);
        return Counted(result);
    }
};
static_assert(sizeof(Counted<float>) == sizeof(float) && sizeof(Counted<double>) == sizeof(double));

} // namespace warploom::simulated
