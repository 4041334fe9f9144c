// No include guard: the last lines hold for what is included after them.

/// The words a kernel is written in. One text, three targets: the file that includes a kernel says which
/// by defining WARPLOOM_TARGET, and everything a kernel needs then lives in that namespace.
///
///   cuda       nvcc, a real GPU: `In<T>` is a pointer, `Thread` is empty
///   simulated  the host compiler, numbers only: `In<T>` is a pointer too, threads that meet are fibers
///   traced     the host compiler, every access written down with array, index, thread and line
///
/// | word | meaning |
/// | --- | --- |
/// | `In<T>`, `Out<T>` | arrays in global memory, read only or written; `a[i]`; `a.stream(i)` reads what is used only once |
/// | `t.global_id()`, `t.thread()`, `t.block()`, `t.block_size()`, `t.lane()`, `t.warp()` | who am I |
/// | `SHARED(T, name, n)` | an array of n elements that the threads of a block share |
/// | `t.barrier()` | waits for all threads of the block |
/// | `t.warp_barrier()` | waits for the 32 lanes of the warp |
/// | `t.shuffle(v, lane)`, `t.shuffle_down(v, d, width)`, `t.shuffle_up`, `t.shuffle_xor` | another lane's value |
/// | `t.ballot(p)` | one bit per lane |
/// | `highest_bit(bits)` | position of the highest set bit, -1 for none |
/// | `UNROLL(n)` | before a loop: lay n rounds side by side, so that their loads are in flight together |
/// | `atomic_add(y, i, v)` | y[i] += v, whoever else does it too |
/// | `atomic_min(y, i, v)` | y[i] = the smaller of y[i] and v (int) |
/// | `wait_until_set(flags, i)`, `set_flag(flags, i)` | waits until another block sets flags[i], which was 0; what was written before that is there then |
///
/// | `CallSite site = {}`, `CALLED_FROM(site);` | last parameter and first line of a helper that reads memory or meets: a trace then shows where it was called |
///
/// Loops are `for` and `while`; a traced kernel cannot have `do ... while`.
/// A phase whose threads meet (barrier, shuffle, ballot) says `static constexpr bool meets = true;`.
/// A phase that waits for other blocks says `static constexpr bool waits = true;`; what it waits for is done by an earlier
/// warp or block, never by its own warp.
/// A phase whose blocks hand out places to each other, or of which the last one adds up, says `static constexpr bool
/// in_order = true;`: then its trace is the same each time.
/// Every thread of a block must reach every meeting point: guard the work, not the meeting.

#ifndef WARPLOOM_TARGET
#error "Define WARPLOOM_TARGET (cuda, simulated or traced) before including a kernel"
#endif

#if defined(__CUDACC__)
#include "kernels/vocabulary/vocabulary_cuda.h"
#elif defined(WARPLOOM_TRACED)
#include "kernels/vocabulary/vocabulary_traced.h"
#else
#include "kernels/vocabulary/vocabulary_host.h"
#endif

#ifdef WARPLOOM_TRACED
#include "kernels/vocabulary/traced_loops.h"
#endif
