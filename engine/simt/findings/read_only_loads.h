#pragma once

#include "engine/simt/code/memory.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace warploom::simt {

/// Detects elements that a launch reads with __ldg() and also writes. CUDA permits __ldg() only for data that is
/// read-only throughout the kernel, because the read-only cache is not coherent with writes. All functions except
/// found() are thread-safe. The result does not depend on the order of calls.
class ReadOnlyLoads {
public:
    struct Touch {
        std::int64_t block = 0;
        std::uint32_t pc = 0;
        int thread = 0; ///< index of the thread in lane 0 within its block
    };
    struct Found {
        std::size_t object = 0;
        std::int64_t element = 0; ///< index of the element, in units of Object::grain bytes
        Touch reader;
    };

    /// Creates a tracker for all writable arrays. Elements are units of Object::grain bytes.
    explicit ReadOnlyLoads(const std::vector<Object>& objects);
    void read(std::size_t object, const std::int64_t* elements, std::uint32_t lanes, const Touch& touch);
    void write(std::size_t object, const std::int64_t* elements, std::uint32_t lanes);
    /// Returns, for each array, the first element that was both read with __ldg() and written. Call it after the
    /// launch.
    std::vector<Found> found() const;

private:
    /// Number of bits for the thread, and for the instruction, in the encoding of a reader. They are sufficient for
    /// kernels with up to 200,000 instructions.
    static constexpr int thread_bits = 10, pc_bits = 18;

    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };
    template <class T> using Zeros = std::unique_ptr<std::atomic<T>[], Free>;
    struct Array {
        std::int64_t size = 0;
        std::once_flag first_read, first_write;
        /// For each element, the bitwise complement of its encoded first reader; 0 if there is none.
        Zeros<std::uint64_t> readers;
        Zeros<std::uint8_t> written;
    };

    std::vector<std::unique_ptr<Array>> arrays_;
};

} // namespace warploom::simt
