#include "engine/simulated/block_runner.h"

#include "engine/error.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>

namespace warploom::simulated {

BlockRunner::BlockRunner()
    : stacks_(max_block_size, fiber_stack_bytes), threads_(new ThreadState[max_block_size]),
      warps_(max_block_size / warp_size) {
    for (int i = 0; i < max_block_size; ++i) {
        threads_[i].runner = this;
        threads_[i].index = i;
    }
}

BlockRunner::~BlockRunner() = default;

void BlockRunner::enter(void* state) {
    auto& thread = *static_cast<ThreadState*>(state);
    try {
        thread.runner->body_(thread.runner->argument_, thread.index);
    } catch (...) {
        // An exception must not leave its stack; the owner throws it again.
        thread.error = std::current_exception();
    }
    thread.wait = Wait::done;
}

void BlockRunner::run(const char* kernel, std::int64_t block, int block_size, void (*body)(void*, int),
                      void* argument) {
    kernel_ = kernel;
    block_ = block;
    block_size_ = block_size;
    body_ = body;
    argument_ = argument;
    for (auto& array : shared_) array.live = false;
    for (int i = 0; i < block_size; ++i) {
        ThreadState& thread = threads_[i];
        thread.wait = Wait::running;
        thread.meetings = 0;
        thread.error = nullptr;
        thread.fiber.start(stacks_.bottom(i), stacks_.bytes(), enter, &thread);
    }
    for (auto& warp : warps_) warp.vote = {};

    const int warps = (block_size + warp_size - 1) / warp_size;
    while (true) {
        for (int warp = 0; warp < warps; ++warp) advance_warp(warp);
        // Every thread is now done or waits for the block.
        int waiting = 0;
        for (int i = 0; i < block_size; ++i) waiting += threads_[i].wait == Wait::block ? 1 : 0;
        if (waiting == 0) return;
        if (waiting != block_size) report_divergence(0, block_size);
        release_barrier();
    }
}

/// Runs the lanes of a warp from meeting to meeting until all of them are done or wait for the block.
void BlockRunner::advance_warp(int warp) {
    const int first = warp * warp_size;
    const int last = std::min(first + warp_size, block_size_);
    while (true) {
        int at_warp = 0;
        for (int i = first; i < last; ++i) {
            ThreadState& thread = threads_[i];
            if (thread.wait == Wait::running) thread.fiber.resume();
            if (thread.error) std::rethrow_exception(thread.error);
            at_warp += thread.wait == Wait::warp ? 1 : 0;
        }
        if (at_warp == 0) return;
        for (int i = first; i < last; ++i)
            if (threads_[i].wait != Wait::warp || threads_[i].line != threads_[first].line)
                report_divergence(first, last);
        for (int i = first; i < last; ++i) threads_[i].wait = Wait::running;
    }
}

void BlockRunner::release_barrier() {
    for (int i = 0; i < block_size_; ++i) threads_[i].wait = Wait::running;
}

void BlockRunner::wait(ThreadState& thread, Wait why, int line) {
    thread.wait = why;
    thread.line = line;
    thread.fiber.pause();
}

void BlockRunner::barrier(int thread, int line) { wait(threads_[thread], Wait::block, line); }

std::uint64_t BlockRunner::exchange(int thread, std::uint64_t value, int source_lane, int line) {
    ThreadState& state = threads_[thread];
    Warp& warp = warps_[thread / warp_size];
    const unsigned buffer = state.meetings++ % 2;
    warp.slot[buffer][thread % warp_size] = value;
    wait(state, Wait::warp, line);
    return warp.slot[buffer][source_lane];
}

std::uint32_t BlockRunner::ballot(int thread, bool predicate, int line) {
    ThreadState& state = threads_[thread];
    Warp& warp = warps_[thread / warp_size];
    const unsigned buffer = state.meetings++ % 2;
    const std::uint32_t bit = 1u << (thread % warp_size);
    warp.vote[buffer] = predicate ? warp.vote[buffer] | bit : warp.vote[buffer] & ~bit;
    wait(state, Wait::warp, line);
    return warp.vote[buffer];
}

void* BlockRunner::shared(int key, std::size_t bytes) {
    const std::size_t units = (bytes + sizeof(std::max_align_t) - 1) / sizeof(std::max_align_t);
    for (auto& array : shared_) {
        if (array.key != key) continue;
        if (!array.live || array.bytes.size() < units) {
            if (array.bytes.size() < units) array.bytes.resize(units);
            std::memset(array.bytes.data(), 0xFF, units * sizeof(std::max_align_t));
            array.live = true;
        }
        return array.bytes.data();
    }
    shared_.push_back({key, std::vector<std::max_align_t>(units), true});
    std::memset(shared_.back().bytes.data(), 0xFF, units * sizeof(std::max_align_t));
    return shared_.back().bytes.data();
}

void BlockRunner::report_divergence(int first_thread, int last_thread) const {
    std::map<std::string, int> places; // where the threads are, and how many
    for (int i = first_thread; i < last_thread; ++i) {
        const ThreadState& thread = threads_[i];
        const std::string line = std::to_string(thread.line);
        if (thread.wait == Wait::done) ++places["have already returned"];
        else if (thread.wait == Wait::block) ++places["wait at the barrier of line " + line];
        else ++places["wait at the warp operation of line " + line];
    }
    std::string sentence = "In kernel " + std::string(kernel_) + ", block " + std::to_string(block_) +
                           ", not all threads reach the same meeting point:";
    const char* separator = " ";
    for (const auto& [place, count] : places) {
        sentence += separator + std::to_string(count) + " " + place;
        separator = ", ";
    }
    throw Error("simulated.divergent", sentence + ".",
                "Move the barrier or shuffle out of the branch, or keep every thread alive until the last one.");
}

void report_undeclared_meeting(int line) {
    throw Error("simulated.undeclared",
                "A kernel uses a barrier, a shuffle or shared memory at line " + std::to_string(line) +
                    ", but does not say that its threads meet.",
                "Add `static constexpr bool meets = true;` to that phase of the kernel.");
}

void report_endless_wait(int line) {
    throw Error("simulated.waiting",
                "A kernel waits at line " + std::to_string(line) +
                    " for a flag that no thread before it has set: on a GPU it would wait for ever.",
                "Hand out the work so that a thread needs only what earlier warps and blocks do.");
}

std::shared_ptr<BlockRunner> borrow_block_runner() {
    // Never destroyed: a worker thread may give its runner back while the program ends.
    static auto& idle = *new std::vector<std::unique_ptr<BlockRunner>>;
    static std::mutex mutex;
    std::unique_ptr<BlockRunner> runner;
    {
        const std::lock_guard lock(mutex);
        if (!idle.empty()) {
            runner = std::move(idle.back());
            idle.pop_back();
        }
    }
    if (!runner) runner = std::make_unique<BlockRunner>();
    return {runner.release(), [](BlockRunner* returned) {
                const std::lock_guard lock(mutex);
                idle.emplace_back(returned);
            }};
}

} // namespace warploom::simulated
