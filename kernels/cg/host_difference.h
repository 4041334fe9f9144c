#pragma once

#include "kernels/operations/spmv.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace warploom::kernels {

/// ‖b - A x‖₂ by a product whose x is `p` and whose y is `q`, n entries each; `p` is given back what it held.
/// b - A x goes to `difference` unless that is null.
template <class T>
double host_norm_of_difference(BoundSpmv& product, const std::vector<T>& b, const std::vector<T>& x, T* p, const T* q,
                               T* difference) {
    const std::size_t n = b.size();
    const std::vector<T> kept(p, p + n);
    std::copy(x.begin(), x.end(), p);
    product.enqueue();
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const T d = b[i] - q[i];
        sum += static_cast<double>(d) * static_cast<double>(d);
        if (difference != nullptr) difference[i] = d;
    }
    std::copy(kept.begin(), kept.end(), p);
    return std::sqrt(sum);
}

} // namespace warploom::kernels
