#include "kernels/cpu/host_blas.h"

#include "engine/error.h"
#include "engine/memory.h"
#include "engine/parallel.h"
#include "kernels/machine/library_places.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>

namespace warploom::kernels {

namespace {

/// OpenBLAS asks for so much at once for each of its threads, and asks again without end where it is refused.
constexpr std::int64_t blas_bytes_a_thread = std::int64_t{160} << 20;

struct LoadedBlas {
    void* handle = nullptr;
    std::string why_not = "it does not lie beside this program";
};

LoadedBlas load_blas() {
    // All threads but the first are started when it is told how many, after asking whether they can be had.
    ::setenv("OPENBLAS_NUM_THREADS", "1", 1);
    LoadedBlas loaded;
    for (const auto& path : library_places("libwarploom_blas.so")) {
        std::error_code none;
        if (!std::filesystem::exists(path, none)) continue;
        loaded.handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (loaded.handle != nullptr) break;
        if (const char* const reason = dlerror()) loaded.why_not = reason;
    }
    return loaded;
}

} // namespace

void* host_blas(const char* name) {
    static const LoadedBlas loaded = load_blas();
    if (loaded.handle == nullptr)
        throw Error("kernel.missing-library", "The host's BLAS and LAPACK cannot be loaded: " + loaded.why_not + ".",
                    "Install OpenBLAS, or leave its kernels out.");
    return dlsym(loaded.handle, name);
}

int blas_threads(int wanted) {
    require_memory(static_cast<double>(blas_bytes_a_thread), "The host's BLAS");
    auto* const set = host_blas_function<void(int)>("openblas_set_num_threads");
    auto* const get = host_blas_function<int()>("openblas_get_num_threads");
    if (set == nullptr || get == nullptr) return 1;
#if defined(__SANITIZE_THREAD__)
    static_cast<void>(wanted);
    set(1); // the library is not instrumented: its own locks would look like races
#else
    const auto room = std::min<std::int64_t>(available_memory() / blas_bytes_a_thread, resolve_threads(wanted));
    set(threads_to_be_had(std::max(1, static_cast<int>(room))));
#endif
    return get();
}

} // namespace warploom::kernels
