#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

// CUDA C carried out on a simulated card, for programs of others: a text and arrays go in; findings, printed lines and
// counts come out. Installed as <warploom/simt.h>, with nothing beside it (docs/library.md).

namespace warploom::embedded {

enum class Number : std::uint8_t { int32, int64, float32, float64 };

/// An array of the caller that the source's `run` refers to by name. It must outlive the call.
struct Array {
    /// `run` may write arrays that are not const.
    template <class T>
    Array(std::string called, std::vector<T>& numbers) : Array(called, numbers.data(), numbers.size(), true) {}
    template <class T>
    Array(std::string called, const std::vector<T>& numbers) : Array(called, numbers.data(), numbers.size(), false) {}
    template <class T>
    Array(std::string called, T* numbers, std::size_t count, bool writable)
        : name(std::move(called)), number(number_of<std::remove_const_t<T>>()),
          data(const_cast<std::remove_const_t<T>*>(numbers)), size(static_cast<std::int64_t>(count)),
          may_write(writable) {}

    std::string name;
    Number number;
    void* data;
    std::int64_t size; ///< elements
    bool may_write;

private:
    template <class T> static constexpr Number number_of() {
        static_assert(std::is_same_v<T, float> || std::is_same_v<T, double> ||
                      (std::is_integral_v<T> && sizeof(T) >= 4));
        if constexpr (std::is_integral_v<T>) return sizeof(T) == 8 ? Number::int64 : Number::int32;
        else return sizeof(T) == 8 ? Number::float64 : Number::float32;
    }
};

/// Why a text is not taken, or a run ended. Line and column count from 1; 0 where the sentence is of no place.
struct Refusal {
    int line = 0, column = 0;
    std::string sentence, hint;
};

/// A mistake that was found while the kernel ran.
struct Finding {
    std::string kind;     ///< "out-of-bounds", "global-race", "divergent-meeting", ...
    std::string sentence; ///< whole, with kernel, line, block and lanes
    std::string file;
    int line = 0;
    std::int64_t block = 0, times = 1; ///< of the first; how often at this line
};

/// Counts of one memory access in the source, over all launches and all traced blocks.
struct Counts {
    std::string file;
    int line = 0;
    std::string access; ///< "load", "store", "atomic", "shuffle", "ballot", "barrier", "warp_barrier"
    std::string array;  ///< empty for shuffles, ballots and barriers
    std::int64_t warp_instructions = 0, lane_accesses = 0;
    std::int64_t divergent = 0;                                       ///< warp instructions with fewer than 32 lanes
    std::int64_t transactions = 0, bytes_fetched = 0, bytes_used = 0; ///< of global memory, by the rules of the card
    std::int64_t bank_conflicts = 0;                                  ///< of shared memory: passes beyond the ideal
    std::int64_t flops = 0;                                           ///< since the last access of the same lanes
};

struct Outcome {
    std::vector<Refusal> refusals; ///< empty where the run came to its end, with findings or without
    std::vector<Finding> findings; ///< by file, line and kind
    std::string printed;           ///< output of printf in the kernel
    std::int64_t not_printed = 0;  ///< calls of printf behind the limit of a run
    std::vector<Counts> counts;    ///< in the order of the source
};

struct Options {
    std::string card = "h200"; ///< an id of datasets/cards, or the path of a card file
    /// At most so many blocks of each launch are traced, a sample of the grid; 0: all. The others run, and are not
    /// counted.
    std::int64_t sample_blocks = 0;
    int threads = 0; ///< of the host; 0: as many as it has
};

/// A text that was translated. Several threads may run it at the same time, each on arrays of its own.
class Kernel {
public:
    /// `name` stands for the text in findings and counts.
    explicit Kernel(const std::string& text, const std::string& name = "kernel.cu");
    /// In the order of the text; empty where it was taken.
    const std::vector<Refusal>& refusals() const { return refusals_; }

    /// Carries out the text's `run` once, with its parameters bound by their names. `T` of a template is double where
    /// one of the arrays holds double or none holds float. Throws std::bad_alloc alone; all else is a refusal.
    Outcome run(const std::vector<Array>& arrays, const std::map<std::string, std::int64_t>& numbers,
                const Options& options = {}) const;

private:
    std::shared_ptr<const void> program_; ///< null where the text was refused
    std::vector<Refusal> refusals_;
};

} // namespace warploom::embedded
