#pragma once

#include "kernels/plans/row_lengths.h"

#include <cuda_runtime.h>

#include <cstdint>
#include <memory>

namespace warploom::kernels {

/// A CSR matrix in the memory of the current device: rows + 1 row pointers, and the column of each nonzero.
struct FormatOnGpu {
    const int *row_pointer, *column;
    std::int64_t rows, nonzeros;
};

/// Returns an object that counts entries and rows of `csr` on the GPU. The arrays must outlive it, and the device must
/// remain current. Errors: "device.fault", "memory.limit".
std::unique_ptr<RowsOnGpu> rows_on_gpu(const FormatOnGpu& csr, cudaStream_t stream);

} // namespace warploom::kernels
