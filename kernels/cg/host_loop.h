#pragma once

#include "engine/elapsed.h"
#include "kernels/cg/requirements.h"
#include "kernels/operations/cg.h"
#include "kernels/preconditioners/incomplete_cholesky.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace warploom::kernels {

template <class T> T dot(const std::vector<T>& a, const T* b) {
    T sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

/// Base class of iterative solvers on the host. Everything except the matrix-vector product runs on one core. The
/// search direction p is stored in the product's x, and q = A p in the product's y.
template <class T> class HostLoop : public BoundCg {
public:
    HostLoop(std::unique_ptr<BoundSpmv> product, const CgInput& input)
        : product_(std::move(product)), n_(require_cg_input(input)), b_(n_), x_(n_), r_(n_) {
        preprocess_ns = product_->preprocess_ns;
        detail = product_->detail;
        p_ = static_cast<T*>(product_->places().x);
        q_ = static_cast<const T*>(product_->places().y);
        if (input.preconditioner != Preconditioner::jacobi) return;
        preprocess_ns += elapsed_ns([&] {
            const auto inverse = inverse_diagonal(*input.matrix, input.precision == Precision::float32);
            inverse_diagonal_.assign(inverse.begin(), inverse.end());
        });
    }

    void set_right_side(const std::vector<double>& b) override {
        require_length(b, n_, "b");
        b_.assign(b.begin(), b.end());
        double sum = 0;
        for (const T value : b_) sum += static_cast<double>(value) * static_cast<double>(value);
        scale_ = sum > 0 ? std::sqrt(sum) : 1;
        start_from_zero();
        iteration_ = 0;
    }
    std::vector<double> x() const override { return {x_.begin(), x_.end()}; }
    double true_residual() override { return norm_of_difference(nullptr) / scale_; }
    void restart() override {
        norm_of_difference(r_.data());
        begin_from_residual();
    }

protected:
    virtual void begin_from_residual() = 0;

    void start_with_ones() { set_right_side(std::vector<double>(static_cast<std::size_t>(n_), 1.0)); }
    void start_from_zero() {
        std::fill(x_.begin(), x_.end(), T(0));
        r_ = b_;
        begin_from_residual();
    }
    void take(const CgState& state) {
        require_length(state.x, n_, "x");
        require_length(state.r, n_, "r");
        x_.assign(state.x.begin(), state.x.end());
        r_.assign(state.r.begin(), state.r.end());
        iteration_ = state.iteration;
    }
    double residual() const { return std::sqrt(static_cast<double>(rr_)) / scale_; }
    /// Computes ‖b - A x‖ with the matrix-vector product, which temporarily overwrites p. Stores b - A x in
    /// `difference` unless it is null.
    double norm_of_difference(T* difference) {
        const std::vector<T> kept(p_, p_ + n_);
        std::copy(x_.begin(), x_.end(), p_);
        product_->enqueue();
        double sum = 0;
        for (std::int64_t i = 0; i < n_; ++i) {
            const T d = b_[i] - q_[i];
            sum += static_cast<double>(d) * static_cast<double>(d);
            if (difference != nullptr) difference[i] = d;
        }
        std::copy(kept.begin(), kept.end(), p_);
        return std::sqrt(sum);
    }

    std::unique_ptr<BoundSpmv> product_;
    std::int64_t n_;
    /// inverse_diagonal_ is empty unless the Jacobi preconditioner is used.
    std::vector<T> b_, x_, r_, inverse_diagonal_;
    T* p_ = nullptr;       ///< search direction p, in the product's x
    const T* q_ = nullptr; ///< q = A p, in the product's y
    T rr_ = 0;
    double scale_ = 1; ///< norm of b, or 1 if b = 0
    std::int64_t iteration_ = 0;
};

} // namespace warploom::kernels
