#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace warploom::simulated {

/// Memory for the stacks of many fibers, mapped once and touched on demand. Each stack lies above a
/// guard page, so that a kernel that recurses too deep faults instead of writing over its neighbour.
class StackPool {
public:
    StackPool(int count, std::size_t bytes_each);
    ~StackPool();
    StackPool(const StackPool&) = delete;
    StackPool& operator=(const StackPool&) = delete;

    void* bottom(int index) const;
    std::size_t bytes() const { return bytes_; }

private:
    char* memory_ = nullptr;
    std::size_t stride_ = 0;
    std::size_t bytes_ = 0;
    std::size_t mapped_ = 0;
};

/// A function that can be left in the middle and entered again: how one CUDA thread waits for the
/// others at a barrier or a shuffle. A switch costs some 10 ns (Boost.Context, no system call).
/// Not movable: a running fiber holds its own address.
class Fiber {
public:
    Fiber() = default;
    Fiber(const Fiber&) = delete;
    Fiber& operator=(const Fiber&) = delete;

    /// Prepares `body` to run on the given stack. A fiber that was abandoned in the middle may be
    /// started anew; what lay on its stack is forgotten, so only trivially destructible locals may live there.
    void start(void* stack_bottom, std::size_t stack_bytes, void (*body)(void*), void* argument);
    /// Runs until the body calls pause() or returns. Called by the owner only.
    void resume();
    /// Gives control back to the owner's resume(). Called from inside the body only.
    void pause();
    bool is_done() const { return done_; }

private:
    void* inside_ = nullptr;  // where the body continues
    void* outside_ = nullptr; // where the owner continues
    void (*body_)(void*) = nullptr;
    void* argument_ = nullptr;
    bool done_ = true;
    // Sanitizers must be told of every switch; unused without them.
    const void* stack_bottom_ = nullptr;
    std::size_t stack_bytes_ = 0;
    const void* owner_stack_ = nullptr;
    std::size_t owner_bytes_ = 0;
    void* fake_inside_ = nullptr;
    void* fake_outside_ = nullptr;
    void* tsan_inside_ = nullptr;
    void* tsan_outside_ = nullptr;

    friend struct FiberSwitch;
};

} // namespace warploom::simulated
