#pragma once

#include "engine/simt/code/memory.h"
#include "engine/simt/findings/flag_order.h"
#include "engine/simt/findings/guesses.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace warploom::simt {

/// The layout of per-element records. The records of elements that are 2^shift apart, as in a step, are adjacent.
struct Arrangement {
    int shift = 0, bits = 0; ///< bits: width of an index among elements that are 2^shift apart

    std::int64_t place_of(std::int64_t element) const {
        return (element & ((std::int64_t{1} << shift) - 1)) << bits | element >> shift;
    }
};

/// Returns the layout for an array of `size` elements, given the elements that the lanes of a step access.
Arrangement arrangement_for(std::int64_t size, const std::int64_t* elements, std::uint32_t lanes);

/// Detects races between the blocks of a launch: tracks which blocks read, write, or atomically modify the elements of
/// writable arrays. Atomic operations do not race with each other, but they do race with plain reads and writes. Blocks
/// run on several host threads in no particular order. The record of an element, its lowest and its highest access,
/// does not depend on this order.
class LaunchShadow {
public:
    enum class Use : std::uint8_t {
        read,
        write,
        atomic, ///< an atomic operation or a volatile store
        look    ///< a volatile load, which races only with plain writes
    };
    struct Touch {
        std::int64_t block = 0;
        std::uint32_t pc = 0;
        int thread = 0;
        std::uint32_t epoch = 0; ///< epoch of the warp (see FlagOrder)
    };
    struct Race {
        std::size_t object = 0;
        std::int64_t element = 0;
        Touch writer, other;
        Use by_writer = Use::write, by_other = Use::read; ///< by_writer: whether the access is a write or atomic
    };
    /// Properties of a launch that are known before it starts.
    struct Extent {
        std::int64_t blocks = 0;
        int block_size = 0;
        std::vector<std::uint32_t> accesses; ///< ascending indices of the instructions that access memory
        /// whether the kernel has atomics, so that a single host thread runs all blocks
        bool has_atomics = false;
        bool is_ordered = false; ///< whether fences can order blocks (only in kernels with atomics)
    };

    explicit LaunchShadow(const std::vector<Object>& objects);
    ~LaunchShadow();

    /// Sets the number of separately tracked units of an object, which is the number of its elements by default. Call
    /// only between launches.
    void set_size(std::size_t object, std::int64_t size);
    /// Starts a launch. Returns false if the launch exceeds the range of a mark and is therefore not checked.
    /// `is_alone`: whether a single host thread runs all blocks, so that updating marks requires no atomic operations.
    bool begin_launch(const Extent& extent, bool is_alone);
    /// Returns the layout of an object's marks in this launch. The first step that accesses the object determines the
    /// layout. Thread-safe.
    Arrangement arrangement(std::size_t object, const std::int64_t* elements, std::uint32_t lanes);
    /// Records an access of a warp to a writable object, at places[lane] for each active lane. `first` is the access of
    /// lane 0. `flags` is the state of its block if fences can order blocks. Thread-safe.
    void mark(std::size_t object, const std::int64_t* places, std::uint32_t lanes, Use use, Touch first,
              const BlockFlags* flags = nullptr);
    /// Returns the lanes that access elements to which another block has made plain writes in this launch. Not
    /// thread-safe.
    std::uint32_t written_by_others(std::size_t object, const std::int64_t* places, std::uint32_t lanes,
                                    const Touch& now) const;
    /// Adjacent elements that adjacent threads of a block access with the same instruction, one element per thread.
    struct Run {
        std::size_t object = 0;
        Use use = Use::read;
        std::int64_t place = 0, count = 0;
        Touch first;
    };
    /// Returns whether accesses to this object may be recorded as runs. Returns false if races depend on the order of
    /// accesses, or if the object already has marks in this launch, because all runs would have to be compared with the
    /// marks. Thread-safe.
    bool takes_runs(std::size_t object) const;
    /// Records the runs of a block, instead of marks. Thread-safe.
    void take(const std::vector<Run>& runs);
    /// Returns the first race in the first array with a race, starting at `first_object`. Call after the launch.
    std::optional<Race> first_race(std::size_t first_object = 0, const Guesses& guesses = {});

    /// The launch number is in the highest bits of a mark, so that marks of a new launch override marks of earlier
    /// launches.
    static constexpr int launch_bits = 8;

private:
    /// The encoding of an access as a number: block, instruction, thread. Field widths depend on the launch.
    struct Fields {
        int pc_bits = 0, thread_bits = 0, bits = 0; ///< bits: total width of an encoded access
        std::uint64_t span = 0;                     ///< mask of all fields below the block number
    };
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };
    /// The marks of all elements. The memory is zero-initialized; pages are allocated on first access.
    template <class Marks> using Many = std::unique_ptr<Marks[], Free>;
    struct Small;
    struct Large;
    struct SmallAtomics;
    struct LargeAtomics;
    /// For each mark of an element, the epochs of the lowest and the highest access.
    struct Epochs {
        std::array<std::uint32_t, 2> writes{}, reads{}, changes{};
    };
    /// A run with its access encoded as a number.
    struct KeptRun {
        std::int64_t place = 0, count = 0;
        std::uint64_t touch = 0;
        Use use = Use::read;
    };
    struct Array {
        Many<Small> small;
        Many<Large> large; ///< marks, created by the first launch that needs them
        Many<SmallAtomics> small_atomics;
        Many<LargeAtomics> large_atomics;
        Many<Epochs> epochs; ///< epochs, created by the first launch in which fences can order blocks
        std::int64_t size = 0;
        std::atomic<std::uint64_t> race{0};        ///< number of the last launch with a race
        std::atomic<std::uint64_t> arrangement{0}; ///< layout of the marks: launch number and shift
        std::atomic<std::uint64_t> marked{0};      ///< number of the last launch that made marks for this array
        std::vector<KeptRun> runs;                 ///< runs recorded in this launch
        /// Races of a launch with atomics, keyed by the instruction of the plain read for races with an atomic
        /// operation; key -1 for all other races.
        std::map<std::int64_t, Race> races;
    };
    static constexpr int shift_bits = 8;

    static void forget(Array& array);
    void begin_marks(Array& array);
    template <class Marks> static Many<Marks> zeros(std::int64_t size);
    template <bool alone, class Marks>
    bool mark_lanes(Marks* marks, const std::int64_t* places, std::uint32_t lanes, bool is_write,
                    std::uint64_t first) const;
    template <class Marks, class Atomics>
    void mark_beside_atomics(std::size_t object, Marks* marks, Atomics* atomics, const std::int64_t* places,
                             std::uint32_t lanes, Use use, const Touch& now, const BlockFlags* flags);
    std::int64_t element_at(std::size_t object, std::int64_t place) const;
    void note_race(std::size_t object, std::int64_t place, const Touch& mine, Use use, const Touch& other, Use by);
    template <class Marks> std::optional<Race> race_of(const Marks& marks) const;
    template <class Marks>
    std::optional<Race> first_race_of(std::size_t object, const Marks* marks, std::int64_t size) const;
    std::optional<Race> first_race_beside_atomics(const Array& array, const Guesses& guesses) const;
    Touch touch_of(std::uint64_t bits) const;
    std::uint64_t number_of(const Touch& touch) const;
    bool may_race(std::vector<KeptRun>& runs) const;
    void mark_runs(std::size_t object);

    std::uint64_t launch_ = 0;
    bool is_alone_ = false, is_large_ = false, has_atomics_ = false, is_ordered_ = false;
    Fields fields_;
    std::vector<std::uint32_t> pcs_, ranks_;     ///< index of the access with each rank, and rank of each access
    std::vector<std::unique_ptr<Array>> arrays_; ///< marks of each object; null for read-only objects
    std::mutex taking_;
};

} // namespace warploom::simt
