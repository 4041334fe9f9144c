#pragma once

#include "kernels/vocabulary/vocabulary.h"

namespace warploom::kernels::WARPLOOM_TARGET {

// A launch that follows another one waits until that one has ended; then its blocks come, and its first reads begin: some
// microseconds in which nothing happens. A phase that says `static constexpr bool starts_early = true;` comes while the one
// before still runs (programmatic dependent launch, from compute capability 9.0 on; elsewhere, and on simulated cards, it
// comes behind as ever, and these words do nothing).
//
// | word | meaning |
// | --- | --- |
// | `wait_for_launch_before(t)` | from here on all that the launches before have written is there. Every phase that starts early says it, before it reads what one of them writes, and before it writes anything |
// | `let_next_launch_start(t)` | once every block has said so, or is done, a launch behind that starts early may come. What this launch writes is there for it only behind its own wait |
// | `rehearsals()` | how often a phase that comes early may run what it is about to run on numbers that do not count, before it waits: else its instructions, which the launch before has driven from the cache, are fetched one after another while everybody waits for it. 1 where a phase comes early, 0 elsewhere. It must be the same instructions, so a loop of `rehearsals() + 1` turns, of which the last one waits and counts |

#if defined(__CUDACC__)
KERNEL_FN void wait_for_launch_before(Thread) {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
KERNEL_FN void let_next_launch_start(Thread) {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}
KERNEL_FN constexpr int rehearsals() {
#if __CUDA_ARCH__ >= 900
    return 1;
#else
    return 0;
#endif
}
#else
constexpr int rehearsals() { return 0; }
inline void wait_for_launch_before(const Thread&) {}
inline void let_next_launch_start(const Thread&) {}
#endif

} // namespace warploom::kernels::WARPLOOM_TARGET
