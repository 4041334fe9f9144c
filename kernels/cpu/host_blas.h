#pragma once

namespace warploom::kernels {

/// Returns the address of a function in the host's BLAS or LAPACK library, or null if it does not exist. The library is
/// loaded on first use, because OpenBLAS starts its threads when it is loaded. If it cannot start them, the program
/// terminates or cannot exit. Error: "kernel.missing-library" if the library cannot be loaded.
void* host_blas(const char* name);

template <class Function> Function* host_blas_function(const char* name) {
    return reinterpret_cast<Function*>(host_blas(name));
}

/// Sets the number of OpenBLAS threads to `wanted` (0 for all cores), or fewer if the system or memory limits them.
/// Returns the actual number. Has no effect on other libraries. Errors: see host_blas(); "memory.limit".
int blas_threads(int wanted);

} // namespace warploom::kernels
