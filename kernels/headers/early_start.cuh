#pragma once

/// Number of dry iterations that an early-launched kernel may run on dummy data before it waits for the previous
/// launch. They bring its instructions into the cache; otherwise all threads would later wait for the fetches. It must
/// be the same code, so kernels loop rehearsals() + 1 times, and only the last iteration waits and counts. 0 if kernels
/// do not launch early.
#if defined(__WARPLOOM__) || !defined(__CUDA_ARCH__) || __CUDA_ARCH__ < 900
__device__ int rehearsals() { return 0; }
#else
__device__ int rehearsals() { return 1; }
#endif
