#include "kernels/cpu/host_threads.h"

#include "engine/parallel.h"

#include <omp.h>

namespace warploom::kernels {

int host_threads(int wanted) {
#if defined(__SANITIZE_THREAD__)
    return static_cast<void>(wanted), 1; // the OpenMP library is not instrumented: its own locks would look like races
#else
    static const int all = threads_to_be_had(omp_get_max_threads());
    return wanted > 0 ? wanted : all;
#endif
}

} // namespace warploom::kernels
