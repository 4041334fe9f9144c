#pragma once

namespace warploom::kernels {

/// A function of the host's BLAS or LAPACK, or null where that library has none of this name. They lie in a library of
/// their own, which is loaded when it is first asked for: OpenBLAS starts its threads as soon as it is loaded, and
/// where it gets none it ends the program, or keeps it from ending. Error: "kernel.missing-library" where it cannot be
/// loaded.
void* host_blas(const char* name);

template <class Function> Function* host_blas_function(const char* name) {
    return reinterpret_cast<Function*>(host_blas(name));
}

/// Tells OpenBLAS to use `wanted` threads, 0 for all cores, or as many of them as the system gives and has memory for;
/// returns how many those are. Another library is told nothing. Errors: as host_blas(), "memory.limit".
int blas_threads(int wanted);

} // namespace warploom::kernels
