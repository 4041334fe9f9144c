#pragma once

// A launch that follows another one waits until that one has ended; then its blocks come, and its first reads begin: some
// microseconds in which nothing happens. A kernel that the line `// early: NAME` of a text names comes while the one before
// still runs (programmatic dependent launch, from compute capability 9.0 on). Elsewhere, and on simulated cards, it comes
// behind as ever, and these words do nothing.

/// From here on all that the launches before have written is there. A kernel that starts early calls it before it reads what
/// one of them writes, and before it writes anything.
__device__ inline void wait_for_launch_before() {
#if !defined(__WARPLOOM__) && __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/// How often a kernel that comes early may run what it is about to run on numbers that do not count, before it waits. Else
/// its instructions, which the launch before has driven from the cache, are fetched one after another while all threads
/// wait for it. It must be the same instructions, so a loop of rehearsals() + 1 turns, of which the last one waits and
/// counts. 0 where kernels do not come early.
#if defined(__WARPLOOM__) || !defined(__CUDA_ARCH__) || __CUDA_ARCH__ < 900
__device__ int rehearsals() { return 0; }
#else
__device__ int rehearsals() { return 1; }
#endif
