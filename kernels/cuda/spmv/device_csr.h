#pragma once

#include "kernels/formats/csr.h"

namespace warploom::kernels {

/// A matrix in CSR, its arrays on a GPU.
template <class T> struct DeviceCsr : EntriesSize {
    const int *row_pointer = nullptr, *column = nullptr;
    const T* value = nullptr;
};

} // namespace warploom::kernels
