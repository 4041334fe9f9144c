#pragma once

#include "kernels/vocabulary/vocabulary.h"

namespace warploom::kernels::WARPLOOM_TARGET {

/// Forgets that the last block is not full, and that element -1 does not exist.
struct ForgetsTheEnd {
    static void run(Thread t, In<int> in, Out<int> out) {
        const std::int64_t i = t.global_id();
        const int left = in[i - 1]; // element -1, and beyond the end
        out[i] = left + 1;          // beyond the end
    }
};

/// Adds to an element that does not exist.
struct AddsOutside {
    static void run(Thread t, Out<double> sum) {
        atomic_add(sum, t.lane() % 3, 1.0); // two elements only
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
