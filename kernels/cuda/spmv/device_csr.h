#pragma once

#include "kernels/formats/csr.h"

namespace warploom::kernels {

template <class T> struct DeviceCsr : EntriesSize {
    const int *row_pointer = nullptr, *column = nullptr;
    const T* value = nullptr;
};

} // namespace warploom::kernels
