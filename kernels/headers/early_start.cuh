#pragma once

/// Returns how many times a kernel that was launched early should run on dummy data before it waits for the previous
/// launch. The dummy run loads the instructions into the cache, so that no thread has to fetch them after the wait. It
/// must execute the same code, so kernels loop rehearsals() + 1 times, and only the last iteration waits and has an
/// effect. Returns 0 if kernels do not launch early.
#if defined(__WARPLOOM__) || !defined(__CUDA_ARCH__) || __CUDA_ARCH__ < 900
__device__ int rehearsals() { return 0; }
#else
__device__ int rehearsals() { return 1; }
#endif
