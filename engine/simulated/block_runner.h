#pragma once

#include "engine/simulated/fiber.h"
#include "engine/simulated/trace.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <vector>

namespace warploom::simulated {

constexpr int max_block_size = 1024;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::size_t fiber_stack_bytes = 128 * 1024; // instrumented frames are far larger
#else
constexpr std::size_t fiber_stack_bytes = 16 * 1024;
#endif

/// Runs the threads of one block as fibers, so that they can meet: at a barrier (all threads of the
/// block) or at a warp operation (the 32 lanes of a warp: shuffle, ballot, warp barrier).
///
/// Stricter than a GPU on purpose: a meeting point that some threads never reach, or that lanes of one
/// warp reach at different lines, ends the block with Error("simulated.divergent") that names kernel,
/// block and lines. On hardware the same program hangs or reads garbage.
///
/// One runner serves one host thread; it is reused from block to block.
class BlockRunner {
public:
    BlockRunner();
    ~BlockRunner();

    /// Calls body(argument, thread) for thread = 0 .. block_size - 1, each on its own fiber.
    void run(const char* kernel, std::int64_t block, int block_size, void (*body)(void*, int), void* argument);

    /// From inside a body: waits for every thread of the block.
    void barrier(int thread, int line);
    /// From inside a body: gives `value` to the warp and returns what `source_lane` (0..31) gave. Every lane takes part.
    std::uint64_t exchange(int thread, std::uint64_t value, int source_lane, int line);
    /// From inside a body: one bit per lane, set where `predicate` holds. Every lane takes part.
    std::uint32_t ballot(int thread, bool predicate, int line);

    /// Shared memory of the current block: the same `key` gives every thread of the block the same bytes.
    /// Fresh bytes are 0xFF (NaN, -1), so that a read before a write shows.
    void* shared(int key, std::size_t bytes);

private:
    enum class Wait { running, warp, block, done };
    struct ThreadState {
        Fiber fiber;
        BlockRunner* runner = nullptr;
        int index = 0;
        Wait wait = Wait::running;
        int line = 0;
        unsigned meetings = 0; // warp meetings so far: picks the exchange buffer
        std::exception_ptr error;
    };
    struct Warp {
        std::array<std::array<std::uint64_t, warp_size>, 2>
            slot{}; // two buffers, used in turn: a fast lane may be one meeting ahead
        std::array<std::uint32_t, 2> vote{};
    };
    struct SharedArray {
        int key = 0;
        std::vector<std::max_align_t> bytes;
        bool live = false;
    };

    static void enter(void* state);
    void wait(ThreadState& thread, Wait why, int line);
    void advance_warp(int warp);
    void release_barrier();
    [[noreturn]] void report_divergence(int first_thread, int last_thread) const;

    StackPool stacks_;
    std::unique_ptr<ThreadState[]> threads_;
    std::vector<Warp> warps_;
    std::vector<SharedArray> shared_;
    void (*body_)(void*, int) = nullptr;
    void* argument_ = nullptr;
    const char* kernel_ = "";
    std::int64_t block_ = 0;
    int block_size_ = 0;
};

/// Throws Error("simulated.undeclared"): the kernel met at `line` without saying that it would.
[[noreturn]] void report_undeclared_meeting(int line);

/// Throws Error("simulated.waiting"): the kernel waits at `line` for a flag that nothing before it has set.
[[noreturn]] void report_endless_wait(int line);

/// A runner is costly to make (stacks for 1024 threads), so they are kept and lent. Thread-safe.
std::shared_ptr<BlockRunner> borrow_block_runner();

} // namespace warploom::simulated
