#pragma once

/// How often a kernel that comes early may run what it is about to run on numbers that do not count, before it waits. Else
/// its instructions, which the launch before has driven from the cache, are fetched one after another while all threads
/// wait for it. It must be the same instructions, so a loop of rehearsals() + 1 turns, of which the last one waits and
/// counts. 0 where kernels do not come early.
#if defined(__WARPLOOM__) || !defined(__CUDA_ARCH__) || __CUDA_ARCH__ < 900
__device__ int rehearsals() { return 0; }
#else
__device__ int rehearsals() { return 1; }
#endif
