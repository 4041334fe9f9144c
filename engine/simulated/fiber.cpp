#include "engine/simulated/fiber.h"

#include "engine/error.h"

#include <boost/context/detail/fcontext.hpp>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace warploom::simulated {

namespace context = boost::context::detail;

StackPool::StackPool(int count, std::size_t bytes_each) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    bytes_ = (bytes_each + page - 1) / page * page;
    // An odd number of pages between stacks keeps their tops from sharing the same cache sets.
    stride_ = bytes_ + page;
    if (stride_ / page % 2 == 0) stride_ += page;
    mapped_ = stride_ * static_cast<std::size_t>(count);
    void* memory = mmap(nullptr, mapped_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        throw Error("memory.limit",
                    "There is no memory for the stacks of " + std::to_string(count) + " simulated threads.",
                    "Choose a smaller block size.");
    memory_ = static_cast<char*>(memory);
    for (int i = 0; i < count; ++i) mprotect(bottom(i), bytes_, PROT_READ | PROT_WRITE);
}

StackPool::~StackPool() { munmap(memory_, mapped_); }

void* StackPool::bottom(int index) const {
    return memory_ + static_cast<std::size_t>(index) * stride_ + (stride_ - bytes_);
}

/// The switches themselves, with what the sanitizers need to know before and after.
struct FiberSwitch {
    static void into(Fiber& fiber) {
#if defined(__SANITIZE_THREAD__)
        fiber.tsan_outside_ = __tsan_get_current_fiber();
        __tsan_switch_to_fiber(fiber.tsan_inside_, 0);
#endif
#if defined(__SANITIZE_ADDRESS__)
        __sanitizer_start_switch_fiber(&fiber.fake_outside_, fiber.stack_bottom_, fiber.stack_bytes_);
#endif
        const context::transfer_t back = context::jump_fcontext(fiber.inside_, &fiber);
        fiber.inside_ = back.fctx;
#if defined(__SANITIZE_ADDRESS__)
        __sanitizer_finish_switch_fiber(fiber.fake_outside_, nullptr, nullptr);
#endif
    }

    static void out_of(Fiber& fiber) {
#if defined(__SANITIZE_THREAD__)
        __tsan_switch_to_fiber(fiber.tsan_outside_, 0);
#endif
#if defined(__SANITIZE_ADDRESS__)
        // A null slot tells the sanitizer that this stack will not be entered again.
        __sanitizer_start_switch_fiber(fiber.done_ ? nullptr : &fiber.fake_inside_, fiber.owner_stack_,
                                       fiber.owner_bytes_);
#endif
        const context::transfer_t again = context::jump_fcontext(fiber.outside_, nullptr);
        arrive(fiber, again);
    }

    static void arrive(Fiber& fiber, const context::transfer_t& from) {
        fiber.outside_ = from.fctx;
#if defined(__SANITIZE_ADDRESS__)
        __sanitizer_finish_switch_fiber(fiber.fake_inside_, &fiber.owner_stack_, &fiber.owner_bytes_);
#endif
    }

    static void enter(context::transfer_t from) {
        Fiber& fiber = *static_cast<Fiber*>(from.data);
        arrive(fiber, from);
        fiber.body_(fiber.argument_);
        fiber.done_ = true;
        out_of(fiber);
    }
};

void Fiber::start(void* stack_bottom, std::size_t stack_bytes, void (*body)(void*), void* argument) {
    body_ = body;
    argument_ = argument;
    done_ = false;
    stack_bottom_ = stack_bottom;
    stack_bytes_ = stack_bytes;
    fake_inside_ = nullptr;
#if defined(__SANITIZE_ADDRESS__)
    __asan_unpoison_memory_region(stack_bottom, stack_bytes);
#endif
#if defined(__SANITIZE_THREAD__)
    if (tsan_inside_ == nullptr) tsan_inside_ = __tsan_create_fiber(0);
#endif
    inside_ = context::make_fcontext(static_cast<char*>(stack_bottom) + stack_bytes, stack_bytes, FiberSwitch::enter);
}

void Fiber::resume() { FiberSwitch::into(*this); }

void Fiber::pause() { FiberSwitch::out_of(*this); }

} // namespace warploom::simulated
