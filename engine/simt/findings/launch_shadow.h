#pragma once

#include "engine/simt/code/memory.h"
#include "engine/simt/findings/block_order.h"
#include "engine/simt/findings/guesses.h"

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

/// The places of elements' records: side by side for elements that are 2^shift apart, as those of a step are.
struct Arrangement {
    int shift = 0, bits = 0; ///< bits: of a place among such elements

    std::int64_t place_of(std::int64_t element) const {
        return (element & ((std::int64_t{1} << shift) - 1)) << bits | element >> shift;
    }
};

/// For an array of `size` elements, of which a step touches these.
Arrangement arrangement_for(std::int64_t size, const std::int64_t* elements, std::uint32_t lanes);

/// Which blocks of a launch wrote and read the elements of arrays that may change, or changed them by atomic
/// operations. Atomic operations do not race with each other; with plain reads and writes they do. Blocks run on
/// several threads of the host and in no certain order; the record of an element, the least and the greatest of those
/// that touched it, comes out the same whatever the order was.
class LaunchShadow {
public:
    enum class Use : std::uint8_t {
        read,
        write,
        atomic, ///< or a volatile store
        look    ///< a volatile load: races with plain writes only
    };
    struct Touch {
        std::int64_t block = 0;
        std::uint32_t pc = 0;
        int thread = 0;
    };
    struct Race {
        std::size_t object = 0;
        std::int64_t element = 0;
        Touch writer, other;
        Use by_writer = Use::write, by_other = Use::read; ///< a writer writes or changes by an atomic operation
    };
    /// Facts about a launch before it begins.
    struct Extent {
        std::int64_t blocks = 0;
        int block_size = 0;
        std::vector<std::uint32_t> accesses; ///< the instructions that access memory, ascending
        bool has_atomics = false;            ///< one thread of the host runs all blocks then
        BlockOrder* order = nullptr;         ///< where fences may put blocks in order; with atomics only
    };

    explicit LaunchShadow(const std::vector<Object>& objects);
    ~LaunchShadow();

    /// Sets the number of separately tracked pieces of an object; initially these are its elements. Call this between
    /// launches.
    void set_size(std::size_t object, std::int64_t size);
    /// Returns false if the launch exceeds the range of a mark; it is then not checked. `is_alone`: one host thread
    /// runs all blocks, so marks need no atomic operations.
    bool begin_launch(const Extent& extent, bool is_alone);
    /// Returns the arrangement of an object's marks in this launch, which the first step that accesses it determines,
    /// with `elements` for each of the lanes. Thread-safe.
    Arrangement arrangement(std::size_t object, const std::int64_t* elements, std::uint32_t lanes);
    /// A warp's access to elements of an object with `may_change`, at places[lane] for each of the lanes; `first`: its
    /// lane 0. From any thread.
    void mark(std::size_t object, const std::int64_t* places, std::uint32_t lanes, Use use, Touch first);
    /// Which of the lanes reach elements that another block has written in this launch, by plain writes. One thread at
    /// a time.
    std::uint32_t written_by_others(std::size_t object, const std::int64_t* places, std::uint32_t lanes,
                                    const Touch& now) const;
    /// Neighboring places that one instruction let neighboring threads of a block touch, one each.
    struct Run {
        std::size_t object = 0;
        Use use = Use::read;
        std::int64_t place = 0, count = 0;
        Touch first;
    };
    /// Returns whether accesses to this object may be recorded as runs: not if races depend on their order, nor once it
    /// has marks in this launch, with which all runs would have to be compared. Thread-safe.
    bool takes_runs(std::size_t object) const;
    /// Runs of one block, instead of marks. From any thread.
    void take(const std::vector<Run>& runs);
    /// The first element of the first array, of those from `first_object` on, that blocks disagree on. After the
    /// launch.
    std::optional<Race> first_race(std::size_t first_object = 0, const Guesses& guesses = {});

    /// The number of the launch goes ahead of all else in a mark, so that a new launch begins afresh.
    static constexpr int launch_bits = 8;

private:
    /// A touch as a number: block, instruction, thread. The fields are as wide as the launch needs.
    struct Fields {
        int pc_bits = 0, thread_bits = 0, bits = 0; ///< bits: of all
        std::uint64_t span = 0;                     ///< size of the fields below the block number
    };
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };
    /// Marks of all elements: zeros that take memory where they are touched.
    template <class Marks> using Many = std::unique_ptr<Marks[], Free>;
    struct Small;
    struct Large;
    struct SmallAtomics;
    struct LargeAtomics;
    /// A run whose access is encoded as a number.
    struct KeptRun {
        std::int64_t place = 0, count = 0;
        std::uint64_t touch = 0;
        Use use = Use::read;
    };
    struct Array {
        Many<Small> small;
        Many<Large> large; ///< made when the first launch needs them
        Many<SmallAtomics> small_atomics;
        Many<LargeAtomics> large_atomics;
        std::int64_t size = 0;
        std::atomic<std::uint64_t> race{0};        ///< number of the last launch that had one
        std::atomic<std::uint64_t> arrangement{0}; ///< number of a launch, and its shift
        std::atomic<std::uint64_t> marked{0};      ///< number of the last launch whose accesses are marked per element
        std::vector<KeptRun> runs;                 ///< of this launch
        /// Races of a launch with atomics, keyed by the instruction of a plain read that conflicts with atomic
        /// operations; -1: all other races.
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
                             std::uint32_t lanes, Use use, std::uint64_t first);
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
    bool is_alone_ = false, is_large_ = false, has_atomics_ = false;
    BlockOrder* order_ = nullptr;
    Fields fields_;
    std::vector<std::uint32_t> pcs_, ranks_;     ///< of accesses, and the other way round
    std::vector<std::unique_ptr<Array>> arrays_; ///< by object; null for read-only ones
    std::mutex taking_;
};

} // namespace warploom::simt
