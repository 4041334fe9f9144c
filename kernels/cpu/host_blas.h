#pragma once

namespace warploom::kernels {

/// Returns a function of the host's BLAS or LAPACK, or null if the library does not have it. The library is loaded on
/// first use, because OpenBLAS starts its threads when it is loaded. If it cannot create them, it terminates the
/// program or keeps it from exiting. Error: "kernel.missing-library" if it cannot be loaded.
void* host_blas(const char* name);

template <class Function> Function* host_blas_function(const char* name) {
    return reinterpret_cast<Function*>(host_blas(name));
}

/// Sets the number of OpenBLAS threads to `wanted` (0 for all cores), or to as many as the system allows and has memory
/// for, and returns that number. Has no effect on other libraries. Errors: those of host_blas(), "memory.limit".
int blas_threads(int wanted);

} // namespace warploom::kernels
