#pragma once

#include "kernels/formats/arrays.h"
#include "kernels/machine/machine.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <type_traits>
#include <vector>

namespace warploom::kernels {

/// Base class of host kernels for C = AᵀA. Stores C, and copies A only if it has a different precision.
template <class T> class HostAta : public BoundAta {
public:
    explicit HostAta(const AtaInput& input)
        : m_(checked_int(input.a->rows, "rows")), n_(checked_int(input.a->cols, "columns")), input_(input.a) {
        require_ata_memory(input, !std::is_same_v<T, double>);
        if constexpr (!std::is_same_v<T, double>) rounded_.assign(input.a->value.begin(), input.a->value.end());
        c_.resize(static_cast<std::size_t>(n_) * static_cast<std::size_t>(n_));
    }

    void poison() override { std::fill(c_.begin(), c_.end(), std::numeric_limits<T>::quiet_NaN()); }
    std::vector<double> c() const override { return {c_.begin(), c_.end()}; }

protected:
    const T* a() const {
        if constexpr (std::is_same_v<T, double>) return input_->value.data();
        else return rounded_.data();
    }

    /// Copies the upper triangle of C (column >= row) to the lower triangle, tile by tile to avoid striding down
    /// columns.
    void mirror() {
        constexpr std::int64_t tile = 32;
        const std::int64_t n = n_;
        T* const c = c_.data();
        for_each_range((n + tile - 1) / tile, n * n, [&](std::int64_t first, std::int64_t last) {
            for (std::int64_t block_row = first; block_row < last; ++block_row)
                for (std::int64_t block_column = 0; block_column <= block_row; ++block_column)
                    for (std::int64_t i = block_row * tile; i < std::min(n, (block_row + 1) * tile); ++i)
                        for (std::int64_t j = block_column * tile; j < std::min(i, (block_column + 1) * tile); ++j)
                            c[i * n + j] = c[j * n + i];
        });
    }

    int m_, n_;
    std::vector<T> c_;

private:
    std::shared_ptr<const DenseMatrix> input_;
    std::vector<T> rounded_;
};

/// Binds the host kernel Kernel<T>(input) in the precision T of the input.
template <template <class> class Kernel> std::unique_ptr<Bound> bind_host_ata(const BindRequest& request, Machine&) {
    const auto& input = request.as<AtaInput>();
    return made_in<Bound, Kernel>(input.precision, input);
}

} // namespace warploom::kernels
