#include "kernels/cg/host_difference.h"
#include "kernels/cg/methods.h"
#include "kernels/cg/requirements.h"
#include "kernels/preconditioners/incomplete_cholesky.h"
#include "kernels/preconditioners/incomplete_lu.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

namespace warploom::kernels {

namespace {

using Clock = std::chrono::steady_clock;

template <class T> T dot(const std::vector<T>& a, const T* b) {
    T sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

/// The textbook's loop, one step after the other, on one core but for the product (which may use several).
/// The product's x is p, its y is A p.
template <class T> class HostCg final : public BoundCg {
public:
    HostCg(std::unique_ptr<BoundSpmv> product, const CgInput& input)
        : product_(std::move(product)), n_(require_cg_input(input)), b_(n_), x_(n_), r_(n_) {
        preprocess_ns = product_->preprocess_ns;
        detail = product_->detail;
        p_ = static_cast<T*>(product_->places().x);
        q_ = static_cast<const T*>(product_->places().y);
        const auto start = Clock::now();
        if (input.preconditioner == Preconditioner::jacobi) {
            const auto inverse = inverse_diagonal(*input.matrix, input.precision == Precision::float32);
            inverse_diagonal_.assign(inverse.begin(), inverse.end());
            is_jacobi_ = true;
        }
        if (input.preconditioner == Preconditioner::ic0) solves_.emplace(incomplete_cholesky(*input.matrix));
        if (input.preconditioner == Preconditioner::ilu0) lu_solves_.emplace(incomplete_lu(*input.matrix));
        preprocess_ns += std::chrono::duration<double, std::nano>(Clock::now() - start).count();
        if (is_preconditioned()) z_.resize(n_);
        set_right_side(std::vector<double>(static_cast<std::size_t>(n_), 1.0));
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
    void set_state(const CgState& state) override {
        require_length(state.x, n_, "x");
        require_length(state.r, n_, "r");
        x_.assign(state.x.begin(), state.x.end());
        r_.assign(state.r.begin(), state.r.end());
        rr_ = dot(r_, r_.data());
        iteration_ = state.iteration;
        if (std::isnan(state.rz)) return begin_from_residual();
        require_length(state.p, n_, "p");
        std::transform(state.p.begin(), state.p.end(), p_, [](double value) { return static_cast<T>(value); });
        rz_ = static_cast<T>(state.rz);
    }
    CgState state() const override {
        return {iteration_, {x_.begin(), x_.end()}, {r_.begin(), r_.end()}, {p_, p_ + n_}, static_cast<double>(rz_)};
    }
    std::vector<double> x() const override { return {x_.begin(), x_.end()}; }

    CgStretch iterate(std::int64_t count, double tolerance) override {
        CgStretch stretch;
        while (count-- > 0 && !(tolerance >= 0 && residual() <= tolerance)) {
            const T p_ap = iterate_once();
            if (!(p_ap > 0) || !std::isfinite(p_ap) || !std::isfinite(rr_)) {
                stretch.breakdown = iteration_ + 1;
                stretch.p_ap = p_ap;
                break;
            }
            ++iteration_;
            stretch.residuals.push_back(residual());
        }
        return stretch;
    }

    double true_residual() override { return norm_of_difference(nullptr) / scale_; }
    void restart() override {
        norm_of_difference(r_.data());
        rr_ = dot(r_, r_.data());
        begin_from_residual();
    }

    void enqueue() override {
        start_from_zero();
        for (int i = 0; i < iterations_per_launch; ++i) static_cast<void>(iterate_once());
    }
    void finish() override {}

    CgParts parts(int count) override {
        CgParts parts;
        if (count <= 0) return parts;
        const CgState kept = state();
        const auto time = [&](double& part, const auto& work) {
            const auto start = Clock::now();
            for (int i = 0; i < count; ++i) work();
            part = std::chrono::duration<double, std::nano>(Clock::now() - start).count() / count;
        };
        volatile T sink = 0; // so that no compiler finds the sums useless
        time(parts.spmv, [&] { product_->enqueue(); });
        time(parts.dots, [&] { sink = dot_pq() + dot(r_, r_.data()); });
        time(parts.updates, [&] {
            update_x(T(0));
            update_r(T(0));
            update_p(T(1));
            std::copy(kept.p.begin(), kept.p.end(), p_); // p = z + p grows otherwise
        });
        double copies = 0;
        time(copies, [&] { std::copy(kept.p.begin(), kept.p.end(), p_); });
        parts.updates = std::max(0.0, parts.updates - copies);
        if (is_preconditioned()) {
            time(parts.preconditioner, [&] { solve_preconditioner(); });
            double dot_rz = 0;
            time(dot_rz, [&] { sink = dot(r_, z_.data()); });
            parts.dots += dot_rz;
        }
        set_state(kept);
        return parts;
    }

private:
    bool is_preconditioned() const { return is_jacobi_ || solves_.has_value() || lu_solves_.has_value(); }
    double residual() const { return std::sqrt(static_cast<double>(rr_)) / scale_; }

    /// p·Ap; nothing is changed where it is not positive.
    T iterate_once() {
        product_->enqueue();
        const T p_ap = dot_pq();
        if (!(p_ap > 0) || !std::isfinite(p_ap)) return p_ap;
        const T alpha = rz_ / p_ap;
        update_r(alpha);
        rr_ = dot(r_, r_.data());
        if (!std::isfinite(rr_)) return p_ap;
        update_x(alpha);
        solve_preconditioner();
        const T rz = is_preconditioned() ? dot(r_, z_.data()) : rr_;
        update_p(rz / rz_);
        rz_ = rz;
        return p_ap;
    }
    T dot_pq() const {
        T sum = 0;
        for (std::int64_t i = 0; i < n_; ++i) sum += p_[i] * q_[i];
        return sum;
    }
    void update_x(T alpha) {
        for (std::int64_t i = 0; i < n_; ++i) x_[i] += alpha * p_[i];
    }
    void update_r(T alpha) {
        for (std::int64_t i = 0; i < n_; ++i) r_[i] -= alpha * q_[i];
    }
    void update_p(T beta) {
        const T* const z = is_preconditioned() ? z_.data() : r_.data();
        for (std::int64_t i = 0; i < n_; ++i) p_[i] = z[i] + beta * p_[i];
    }
    void solve_preconditioner() {
        if (solves_) solves_->solve(r_.data(), z_.data());
        if (lu_solves_) lu_solves_->solve(r_.data(), z_.data());
        if (is_jacobi_)
            for (std::int64_t i = 0; i < n_; ++i) z_[i] = inverse_diagonal_[i] * r_[i];
    }
    void begin_from_residual() {
        solve_preconditioner();
        const std::vector<T>& z = is_preconditioned() ? z_ : r_;
        std::copy(z.begin(), z.end(), p_);
        rr_ = dot(r_, r_.data());
        rz_ = dot(r_, z.data());
    }
    void start_from_zero() {
        std::fill(x_.begin(), x_.end(), T(0));
        r_ = b_;
        begin_from_residual();
    }
    /// ‖b - A x‖ with the product, which is given its p back. b - A x goes to `difference` unless that is null.
    double norm_of_difference(T* difference) { return host_norm_of_difference(*product_, b_, x_, p_, q_, difference); }

    std::unique_ptr<BoundSpmv> product_;
    std::int64_t n_;
    std::vector<T> b_, x_, r_, z_, inverse_diagonal_;
    T* p_ = nullptr;       ///< the product's x
    const T* q_ = nullptr; ///< the product's y
    bool is_jacobi_ = false;
    std::optional<TriangularSolves<T>> solves_; ///< of IC(0)
    std::optional<LuSolves<T>> lu_solves_;      ///< of ILU(0)
    T rz_ = 0, rr_ = 0;
    double scale_ = 1; ///< ‖b‖, or 1 where b = 0
    std::int64_t iteration_ = 0;
};

} // namespace

std::unique_ptr<BoundCg> bind_host_cg(std::unique_ptr<BoundSpmv> product, const CgInput& input) {
    return made_in<BoundCg, HostCg>(input.precision, std::move(product), input);
}

} // namespace warploom::kernels
