#pragma once

#include "kernels/operations/spmv.h"

#include <memory>
#include <utility>
#include <vector>

namespace warploom::kernels {

/// Provides a matrix-vector product on the GPU to a solver on the host. Copies x to the GPU before each product, and y
/// back afterward. According to prata2010, section 3.2, the kernels "parallelise the product in each iteration"; the
/// paper does not say how the vectors are copied. `Copies` copies bytes and waits for completion.
template <class T, class Copies> class HostResidentSpmv final : public BoundSpmv {
public:
    HostResidentSpmv(std::unique_ptr<BoundSpmv> product, std::int64_t rows, std::int64_t cols, Copies copies)
        : product_(std::move(product)), copies_(std::move(copies)), x_(static_cast<std::size_t>(cols)),
          y_(static_cast<std::size_t>(rows)) {
        tell_of(*product_);
    }

    void set_x(const std::vector<double>& x) override { x_.assign(x.begin(), x.end()); }
    void poison() override { product_->poison(); }
    std::vector<double> y() const override { return {y_.begin(), y_.end()}; }
    VectorPlaces places() override { return {x_.data(), y_.data()}; }

    void enqueue() override {
        const VectorPlaces there = product_->places();
        if (!x_.empty()) copies_.in(there.x, x_.data(), x_.size() * sizeof(T));
        product_->enqueue();
        if (!y_.empty()) copies_.out(y_.data(), there.y, y_.size() * sizeof(T));
    }
    void finish() override { product_->finish(); }

private:
    std::unique_ptr<BoundSpmv> product_;
    Copies copies_;
    std::vector<T> x_, y_;
};

} // namespace warploom::kernels
