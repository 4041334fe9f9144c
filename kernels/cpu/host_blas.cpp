#include "kernels/cpu/host_blas.h"

#include "engine/memory.h"
#include "engine/parallel.h"
#include "engine/sentence.h"
#include "kernels/machine/dynamic_library.h"

#include <algorithm>
#include <cstdlib>

namespace warploom::kernels {

namespace {

/// Memory in bytes that OpenBLAS allocates per thread. If the allocation fails, OpenBLAS retries forever.
constexpr std::int64_t blas_bytes_a_thread = std::int64_t{160} << 20;

DynamicLibrary load_blas() {
    // Load OpenBLAS with a single thread. set() starts more threads after checking that the system allows them.
    ::setenv("OPENBLAS_NUM_THREADS", "1", 1);
    return DynamicLibrary::of_program("libwarploom_blas.so");
}

} // namespace

void* host_blas(const char* name) {
    static const DynamicLibrary blas = load_blas();
    if (!blas.is_open()) {
        throw Error("kernel.missing-library",
                    blas.why_not().empty()
                        ? sentence("BLAS and LAPACK cannot be loaded: the library was not found next to this program.")
                        : sentence("BLAS and LAPACK cannot be loaded: {reason}.", {{"reason", blas.why_not()}}),
                    sentence("Install OpenBLAS, or choose other kernels."));
    }
    return reinterpret_cast<void*>(blas.function<void()>(name));
}

int blas_threads(int wanted) {
    require_memory(static_cast<double>(blas_bytes_a_thread), sentence("The BLAS library"));
    auto* const set = host_blas_function<void(int)>("openblas_set_num_threads");
    auto* const get = host_blas_function<int()>("openblas_get_num_threads");
    if (set == nullptr || get == nullptr) return 1;
#if defined(__SANITIZE_THREAD__)
    static_cast<void>(wanted);
    // OpenBLAS is not instrumented, so with several threads, ThreadSanitizer would report its locks as races.
    set(1);
#else
    const auto room = std::min<std::int64_t>(available_memory() / blas_bytes_a_thread, resolve_threads(wanted));
    set(threads_to_be_had(std::max(1, static_cast<int>(room))));
#endif
    return get();
}

} // namespace warploom::kernels
