#pragma once

namespace warploom::kernels {

/// Returns the address of a function in the host's BLAS or LAPACK library, or null if the library does not have it. The
/// library is loaded on first use, because OpenBLAS starts its threads when it is loaded. If OpenBLAS cannot create its
/// threads, it terminates the program or prevents the program from exiting. Error: "kernel.missing-library" if the
/// library cannot be loaded.
void* host_blas(const char* name);

template <class Function> Function* host_blas_function(const char* name) {
    return reinterpret_cast<Function*>(host_blas(name));
}

/// Sets the number of OpenBLAS threads to `wanted` (0 for all cores), or to the number that the system allows and has
/// memory for, and returns the actual number. Has no effect on other libraries. Errors: see host_blas();
/// "memory.limit".
int blas_threads(int wanted);

} // namespace warploom::kernels
