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

/// The order in which per-element records are stored. Records of elements that are 2^shift apart are adjacent, because
/// the lanes of a step access such elements.
struct Arrangement {
    int shift = 0, bits = 0; ///< bits: width of an index among elements that are 2^shift apart

    std::int64_t place_of(std::int64_t element) const {
        return (element & ((std::int64_t{1} << shift) - 1)) << bits | element >> shift;
    }
};

/// Returns the arrangement for an array of `size` elements, based on the elements that the lanes of a step access.
Arrangement arrangement_for(std::int64_t size, const std::int64_t* elements, std::uint32_t lanes);

/// Detects races between the blocks of a launch. Tracks which blocks read, write, or atomically modify the elements of
/// writable arrays. Atomic operations race with plain reads and writes, but not with each other. Blocks run on several
/// host threads in no particular order. The result does not depend on this order, because only the lowest and the
/// highest access to each element are recorded.
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
        Use by_writer = Use::write, by_other = Use::read; ///< by_writer: write or atomic
    };
    /// Properties of a launch that are known before it starts.
    struct Extent {
        std::int64_t blocks = 0;
        int block_size = 0;
        std::vector<std::uint32_t> accesses; ///< instructions that access memory, in ascending order
        /// Whether the kernel uses atomics. A single host thread then runs all blocks.
        bool has_atomics = false;
        bool is_ordered = false; ///< whether fences can order blocks (only for kernels with atomics)
    };

    explicit LaunchShadow(const std::vector<Object>& objects);
    ~LaunchShadow();

    /// Sets the number of separately tracked units of an object, which is by default its number of elements. Must not
    /// be called during a launch.
    void set_size(std::size_t object, std::int64_t size);
    /// Starts a launch. `is_alone` states whether a single host thread runs all blocks, so that marks can be updated
    /// without atomic operations. Returns false if the launch is not checked, because it has only one block or its
    /// accesses cannot be encoded in a mark.
    bool begin_launch(const Extent& extent, bool is_alone);
    /// Returns the arrangement of an object's marks in this launch. It is determined by the first step that accesses
    /// the object. Thread-safe.
    Arrangement arrangement(std::size_t object, const std::int64_t* elements, std::uint32_t lanes);
    /// Records an access of a warp to a writable object. Each active lane accesses places[lane]. `first` is the access
    /// of lane 0. `flags` is the state of the block if fences can order blocks. Thread-safe.
    void mark(std::size_t object, const std::int64_t* places, std::uint32_t lanes, Use use, Touch first,
              const BlockFlags* flags = nullptr);
    /// Returns the lanes that access elements to which another block has made a plain write in this launch. Not
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
    /// Returns whether accesses to this object can be recorded as runs. This is not possible if races depend on the
    /// order of accesses, or if the object already has marks in this launch, because all runs would have to be compared
    /// with the marks. Thread-safe.
    bool takes_runs(std::size_t object) const;
    /// Records the runs of a block. Thread-safe.
    void take(const std::vector<Run>& runs);
    /// Returns the first race of the first array that has a race, starting at object `first_object`. Must be called
    /// after the launch.
    std::optional<Race> first_race(std::size_t first_object = 0, const Guesses& guesses = {});

    /// Width of the launch number in a mark. The launch number is in the highest bits, so that marks override those of
    /// earlier launches.
    static constexpr int launch_bits = 8;

private:
    /// The field widths of an access that is encoded as a number (block, instruction, thread). They depend on the
    /// launch.
    struct Fields {
        int pc_bits = 0, thread_bits = 0, bits = 0; ///< bits: total width of an encoded access
        std::uint64_t span = 0;                     ///< mask of all fields below the block number
    };
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };
    /// The marks of all elements. The memory is zero-initialized, and pages are allocated on first access.
    template <class Marks> using Many = std::unique_ptr<Marks[], Free>;
    struct Small;
    struct Large;
    struct SmallAtomics;
    struct LargeAtomics;
    /// The epochs of the lowest and the highest access, for each mark of an element.
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
        Many<Large> large; ///< created by the first launch that requires it
        Many<SmallAtomics> small_atomics;
        Many<LargeAtomics> large_atomics;
        Many<Epochs> epochs; ///< created by the first launch in which fences can order blocks
        std::int64_t size = 0;
        std::atomic<std::uint64_t> race{0};        ///< number of the last launch with a race
        std::atomic<std::uint64_t> arrangement{0}; ///< arrangement of the marks: launch number and shift
        std::atomic<std::uint64_t> marked{0};      ///< number of the last launch in which the array has marks
        std::vector<KeptRun> runs;                 ///< runs recorded in this launch
        /// Races in a launch with atomics. If a plain read races with an atomic operation, the key is the reading
        /// instruction. For all other races, the key is -1.
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
    std::vector<std::uint32_t> pcs_, ranks_;     ///< access index for each rank, and rank of each access
    std::vector<std::unique_ptr<Array>> arrays_; ///< marks of each object; null for read-only objects
    std::mutex taking_;
};

} // namespace warploom::simt
