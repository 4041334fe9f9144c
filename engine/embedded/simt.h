#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

// Runs CUDA C source code on a simulated GPU from within another program. The input consists of source code and arrays.
// The output consists of detected errors, printf output and memory access counts. Installed as <warploom/simt.h>, which
// includes no other headers of Warploom (docs/library.md).

namespace warploom::embedded {

enum class Number : std::uint8_t { int32, int64, float32, float64 };

/// An array in host memory that is passed to the `run` function by name. The memory is owned by the caller and must
/// outlive the call.
struct Array {
    /// Constructs an array from host memory. The CUDA C function `run` can write to the array unless T is const.
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
    std::int64_t size; ///< number of elements
    bool may_write;

private:
    template <class T> static constexpr Number number_of() {
        static_assert(std::is_same_v<T, float> || std::is_same_v<T, double> ||
                      (std::is_integral_v<T> && sizeof(T) >= 4));
        if constexpr (std::is_integral_v<T>) return sizeof(T) == 8 ? Number::int64 : Number::int32;
        else return sizeof(T) == 8 ? Number::float64 : Number::float32;
    }
};

/// The reason why CUDA C source code was rejected or a run was aborted. Lines and columns are one-based. Both are 0 if
/// the message has no location.
struct Refusal {
    int line = 0, column = 0;
    std::string sentence, hint;
};

/// An error detected while the kernel ran.
struct Finding {
    std::string kind;     ///< kind of error, for example, "out-of-bounds", "global-race" or "divergent-meeting"
    std::string sentence; ///< complete error message, including the kernel, line, block and lanes
    std::string file;
    int line = 0;
    /// Block in which the error first occurred, and number of occurrences of the error on the same source line.
    std::int64_t block = 0, times = 1;
};

/// Counts for one memory access in the source code, summed over all launches and all traced blocks.
struct Counts {
    std::string file;
    int line = 0;
    std::string access; ///< kind: "load", "store", "atomic", "shuffle", "ballot", "barrier" or "warp_barrier"
    std::string array;  ///< name of the array; empty for shuffles, ballots and barriers
    std::int64_t warp_instructions = 0, lane_accesses = 0;
    std::int64_t divergent = 0; ///< number of warp instructions with fewer than 32 active lanes
    /// Global memory traffic, computed with the coalescing rules of the simulated GPU.
    std::int64_t transactions = 0, bytes_fetched = 0, bytes_used = 0;
    std::int64_t bank_conflicts = 0; ///< number of extra shared memory passes caused by bank conflicts
    /// Number of floating-point operations since the previous memory access in the source.
    std::int64_t flops = 0;
};

struct Outcome {
    std::vector<Refusal> refusals; ///< reasons why the run failed; empty if it completed, even if errors were detected
    std::vector<Finding> findings; ///< detected errors, sorted by file, line and kind
    std::string printed;           ///< output of printf calls in kernels
    std::int64_t not_printed = 0;  ///< number of printf calls dropped because of the limit
    std::vector<Counts> counts;    ///< counts for each memory access, in source order
};

struct Options {
    std::string card = "h200"; ///< ID of a simulated GPU in datasets/cards, or the path of a card file
    /// Maximum number of blocks to trace per kernel launch; 0 for all blocks. The traced blocks are a sample of the
    /// grid. The remaining blocks run without being counted.
    std::int64_t sample_blocks = 0;
    int threads = 0; ///< number of host threads to use; 0 for one per core
};

/// A compiled CUDA C source file. Several threads can run it at the same time if each of them uses its own arrays.
class Kernel {
public:
    /// Compiles CUDA C source code. `name` identifies it in error messages and counts.
    explicit Kernel(const std::string& text, const std::string& name = "kernel.cu");
    /// Returns the compilation errors in source order. The list is empty if there are none.
    const std::vector<Refusal>& refusals() const { return refusals_; }

    /// Runs the source's `run` function once. Arrays are bound to its parameters by name. If the function has a
    /// template parameter `T`, it is float if there are arrays of float but none of double, and double otherwise.
    /// Throws only std::bad_alloc; all other errors are returned in the outcome.
    Outcome run(const std::vector<Array>& arrays, const std::map<std::string, std::int64_t>& numbers,
                const Options& options = {}) const;

private:
    std::shared_ptr<const void> program_; ///< compiled program, or null if the source code was rejected
    std::vector<Refusal> refusals_;
};

} // namespace warploom::embedded
