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

/// The memory layout of per-element records. Records of elements that are 2^shift apart are adjacent, because the lanes
/// of a warp access them together.
struct Arrangement {
    /// `bits` is the number of bits for the index of an element among elements that are 2^shift apart.
    int shift = 0, bits = 0;

    std::int64_t place_of(std::int64_t element) const {
        return (element & ((std::int64_t{1} << shift) - 1)) << bits | element >> shift;
    }
};

/// Returns the record layout for an array of `size` elements, based on the first access of a warp.
Arrangement arrangement_for(std::int64_t size, const std::int64_t* elements, std::uint32_t lanes);

/// Detects races between the blocks of a launch. Tracks which blocks read, write, or atomically modify the elements of
/// writable arrays. Atomic operations race with plain reads and writes, but not with each other. Blocks run on several
/// host threads in no particular order. The result is still deterministic, because only the lowest and the highest
/// access to each element (by block, instruction and thread) are recorded.
class LaunchShadow {
public:
    enum class Use : std::uint8_t {
        read,
        write,
        atomic, ///< an access by an atomic operation or a volatile store
        look    ///< a volatile load, which races only with plain writes
    };
    struct Touch {
        std::int64_t block = 0;
        std::uint32_t pc = 0;
        int thread = 0;
        /// Epoch of the warp, which increases with each barrier and fence (see FlagOrder).
        std::uint32_t epoch = 0;
    };
    struct Race {
        std::size_t object = 0;
        std::int64_t element = 0;
        Touch writer, other;
        Use by_writer = Use::write, by_other = Use::read; ///< `by_writer` is either `write` or `atomic`
    };
    /// Properties of a launch that are known in advance.
    struct Extent {
        std::int64_t blocks = 0;
        int block_size = 0;
        std::vector<std::uint32_t> accesses;
        /// Whether the kernel uses atomics. If so, a single host thread runs all blocks.
        bool has_atomics = false;
        bool is_ordered = false; ///< whether fences can order blocks (requires atomics)
    };

    explicit LaunchShadow(const std::vector<Object>& objects);
    ~LaunchShadow();

    /// Sets the number of separately tracked units in an array. The default is the number of elements. Must not be
    /// called during a launch.
    void set_size(std::size_t object, std::int64_t size);
    /// Starts a launch. `is_alone` means that a single host thread runs all blocks, so records need no atomic updates.
    /// Returns false if the launch is not checked for races, because it has only one block or its accesses do not fit
    /// in a record.
    bool begin_launch(const Extent& extent, bool is_alone);
    /// Returns the record layout of an array in this launch, which is determined by the first warp that accesses it.
    /// Thread-safe.
    Arrangement arrangement(std::size_t object, const std::int64_t* elements, std::uint32_t lanes);
    /// Records an access of a warp to a writable array. Each active lane accesses the record at places[lane]. `first`
    /// describes the access of lane 0. If fences can order blocks, `flags` contains the happens-before order of the
    /// block. Thread-safe.
    void mark(std::size_t object, const std::int64_t* places, std::uint32_t lanes, Use use, Touch first,
              const BlockFlags* flags = nullptr);
    /// Returns a mask of the lanes that access an element written by another block in this launch. Considers only plain
    /// writes. Not thread-safe.
    std::uint32_t written_by_others(std::size_t object, const std::int64_t* places, std::uint32_t lanes,
                                    const Touch& now) const;
    /// A range of adjacent elements that adjacent threads of a block access with one instruction. Each thread accesses
    /// one element.
    struct Run {
        std::size_t object = 0;
        Use use = Use::read;
        std::int64_t place = 0, count = 0;
        Touch first;
    };
    /// Returns whether accesses to an array can be recorded as runs. This is not possible if races depend on the order
    /// of accesses. It is also not possible after individual elements were recorded in this launch, because each run
    /// would have to be compared with them. Thread-safe.
    bool takes_runs(std::size_t object) const;
    /// Records the runs that a block has accessed. Thread-safe.
    void take(const std::vector<Run>& runs);
    /// Returns the first race in the first array with a race, starting at object `first_object`. Call it after the
    /// launch.
    std::optional<Race> first_race(std::size_t first_object = 0, const Guesses& guesses = {});

    /// Number of bits for the launch number in a record. They are the highest bits, so that new records override the
    /// records of earlier launches.
    static constexpr int launch_bits = 8;

private:
    /// Layout of an encoded access (block, instruction and thread). The number of bits for each part depends on the
    /// launch.
    struct Fields {
        int pc_bits = 0, thread_bits = 0, bits = 0;
        std::uint64_t span = 0;
    };
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };
    /// The records of an array. The memory is zero-initialized, and the operating system allocates pages on first
    /// access.
    template <class Marks> using Many = std::unique_ptr<Marks[], Free>;
    struct Small;
    struct Large;
    struct SmallAtomics;
    struct LargeAtomics;
    /// Epochs of the lowest and the highest recorded access to an element, for each kind of access.
    struct Epochs {
        std::array<std::uint32_t, 2> writes{}, reads{}, changes{};
    };
    /// A range of elements that have been accessed, and the encoded access to them.
    struct KeptRun {
        std::int64_t place = 0, count = 0;
        std::uint64_t touch = 0;
        Use use = Use::read;
    };
    struct Array {
        Many<Small> small;
        Many<Large> large; ///< allocated when a launch first needs two words per record
        Many<SmallAtomics> small_atomics;
        Many<LargeAtomics> large_atomics;
        Many<Epochs> epochs; ///< allocated when a launch first has fences that can order blocks
        std::int64_t size = 0;
        std::atomic<std::uint64_t> race{0}; ///< number of the last launch with a race in this array
        /// Number of the launch, and `shift` of the record layout in that launch.
        std::atomic<std::uint64_t> arrangement{0};
        /// Number of the last launch in which individual elements of this array were recorded.
        std::atomic<std::uint64_t> marked{0};
        std::vector<KeptRun> runs;
        /// Races in a launch with atomic operations. The key is the reading instruction for a plain read that races
        /// with an atomic operation, and -1 for other races.
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
    /// Tables that convert access numbers to instructions, and instructions to access numbers.
    std::vector<std::uint32_t> pcs_, ranks_;
    std::vector<std::unique_ptr<Array>> arrays_;
    std::mutex taking_;
};

} // namespace warploom::simt
