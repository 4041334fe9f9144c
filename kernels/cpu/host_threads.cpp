#include "kernels/cpu/host_threads.h"

#include "engine/error.h"
#include "engine/parallel.h"
#include "engine/sentence.h"

#include <omp.h>

#include <string>

namespace warploom::kernels {

int host_threads(int wanted) {
#if defined(__SANITIZE_THREAD__)
    // the OpenMP library is not instrumented, so ThreadSanitizer would report its locks as races
    return static_cast<void>(wanted), 1;
#else
    // OpenMP has a separate thread pool for each calling thread.
    thread_local int started = 1, tried = 1;
    const int goal = wanted > 0 ? wanted : omp_get_max_threads();
    if (goal > tried) {
        tried = goal;
        const int had = started - 1 + threads_to_be_had(goal - started + 1);
        if (had > started) started = had;
#pragma omp parallel num_threads(started)
        {} // start the OpenMP threads before a library uses up the thread limit
    }
    if (started >= goal) return goal;
    if (wanted > 0)
        throw Error("run.threads",
                    sentence("A kernel cannot run with {wanted} threads: this system allows no more than {most}.",
                             {{"wanted", wanted}, {"most", started}}),
                    sentence("Use fewer threads, or raise the limits on processes and memory (ulimit -u, ulimit -v)."));
    return started;
#endif
}

} // namespace warploom::kernels
