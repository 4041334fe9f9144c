#include "kernels/cg/bicgstab.h"
#include "kernels/cg/host_difference.h"
#include "kernels/cg/requirements.h"
#include "kernels/preconditioners/incomplete_cholesky.h"
#include "kernels/preconditioners/incomplete_lu.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>

namespace warploom::kernels {

namespace {

/// The textbook's loop (Saad 2003, algorithm 7.7, preconditioned from the right) on one core but for the product, whose x
/// is p and whose y is q.
template <class T> class HostBicgstab final : public BoundCg {
public:
    HostBicgstab(std::unique_ptr<BoundSpmv> product, const CgInput& input)
        : product_(std::move(product)), n_(require_cg_input(input)), b_(n_), x_(n_), r_(n_), d_(n_), v_(n_),
          shadow_(n_) {
        require_bicgstab_input(input);
        preprocess_ns = product_->preprocess_ns;
        detail = product_->detail;
        p_ = static_cast<T*>(product_->places().x);
        q_ = static_cast<const T*>(product_->places().y);
        const auto start = std::chrono::steady_clock::now();
        if (input.preconditioner == Preconditioner::jacobi) {
            const auto inverse = inverse_diagonal(*input.matrix, input.precision == Precision::float32);
            inverse_diagonal_.assign(inverse.begin(), inverse.end());
        }
        if (input.preconditioner == Preconditioner::ilu0) solves_.emplace(incomplete_lu(*input.matrix));
        preprocess_ns += std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
        set_right_side(std::vector<double>(static_cast<std::size_t>(n_), 1.0));
    }

    void set_right_side(const std::vector<double>& b) override {
        require_length(b, n_, "b");
        b_.assign(b.begin(), b.end());
        const double norm = std::sqrt(static_cast<double>(dot(b_, b_.data())));
        scale_ = norm > 0 ? norm : 1;
        start_from_zero();
        iteration_ = 0;
    }
    void set_state(const CgState& state) override {
        require_length(state.x, n_, "x");
        require_length(state.r, n_, "r");
        x_.assign(state.x.begin(), state.x.end());
        r_.assign(state.r.begin(), state.r.end());
        iteration_ = state.iteration;
        begin_from_residual();
    }
    CgState state() const override {
        const std::vector<double> r(r_.begin(), r_.end());
        return {iteration_, {x_.begin(), x_.end()}, r, r, std::numeric_limits<double>::quiet_NaN()};
    }
    std::vector<double> x() const override { return {x_.begin(), x_.end()}; }

    CgStretch iterate(std::int64_t count, double tolerance) override {
        CgStretch stretch;
        while (static_cast<std::int64_t>(stretch.residuals.size()) < count &&
               !(tolerance >= 0 && residual() <= tolerance)) {
            const Step step = iterate_once();
            if (step.is_done) {
                ++iteration_;
                ++since_begin_;
                stretch.residuals.push_back(residual());
            }
            if (step.goes_on || rr_ == 0) {
                if (rr_ == 0) break;
                continue;
            }
            if (!std::isfinite(rr_) || since_begin_ == 0) {
                stretch.breakdown = iteration_ + 1;
                stretch.p_ap = shadow_v_;
                if (std::isfinite(rr_)) stretch.why = bicgstab_breakdown();
                break;
            }
            restart(); // with r̂ = r
        }
        return stretch;
    }

    double true_residual() override { return norm_of_difference(nullptr) / scale_; }
    void restart() override {
        norm_of_difference(r_.data());
        begin_from_residual();
    }

    void enqueue() override {
        start_from_zero();
        for (int i = 0; i < iterations_per_launch; ++i)
            if (!iterate_once().goes_on) break;
    }
    void finish() override {}
    CgParts parts(int) override { return {}; }

private:
    struct Step {
        bool is_done = false; ///< x and r have moved
        bool goes_on = false; ///< and there is a next direction
    };

    static T dot(const std::vector<T>& a, const T* b) {
        T sum = 0;
        for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
        return sum;
    }
    double residual() const { return std::sqrt(static_cast<double>(rr_)) / scale_; }

    /// p = M⁻¹ of a vector.
    void precondition(const std::vector<T>& from) {
        if (solves_) solves_->solve(from.data(), p_);
        else if (!inverse_diagonal_.empty())
            for (std::int64_t i = 0; i < n_; ++i) p_[i] = inverse_diagonal_[i] * from[i];
        else std::copy(from.begin(), from.end(), p_);
    }

    Step iterate_once() {
        product_->enqueue();
        std::copy(q_, q_ + n_, v_.begin());
        const T shadow_v = dot(shadow_, v_.data());
        shadow_v_ = static_cast<double>(shadow_v);
        if (shadow_v == 0 || !std::isfinite(shadow_v)) return {};
        const T alpha = rho_ / shadow_v;
        for (std::int64_t i = 0; i < n_; ++i) {
            x_[i] += alpha * p_[i];
            r_[i] -= alpha * v_[i];
        }
        precondition(r_);
        product_->enqueue();
        T tt = 0, tr = 0;
        for (std::int64_t i = 0; i < n_; ++i) {
            tt += q_[i] * q_[i];
            tr += q_[i] * r_[i];
        }
        const T omega = tt > 0 && std::isfinite(tt) && std::isfinite(tr) ? tr / tt : T(0);
        for (std::int64_t i = 0; i < n_; ++i) {
            x_[i] += omega * p_[i];
            r_[i] -= omega * q_[i];
        }
        rr_ = dot(r_, r_.data());
        const T rho = dot(shadow_, r_.data());
        const T beta = omega != 0 && rho_ != 0 ? (rho / rho_) * (alpha / omega) : T(0);
        if (!std::isfinite(rr_) || !std::isfinite(rho) || !std::isfinite(beta)) return {};
        rho_ = rho;
        if (omega == 0 || rho == 0) return {true, false};
        for (std::int64_t i = 0; i < n_; ++i) d_[i] = r_[i] + beta * (d_[i] - omega * v_[i]);
        precondition(d_);
        return {true, true};
    }

    void begin_from_residual() {
        shadow_ = d_ = r_;
        rr_ = rho_ = dot(r_, r_.data());
        since_begin_ = 0;
        precondition(d_);
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
    std::vector<T> b_, x_, r_, d_, v_, shadow_, inverse_diagonal_;
    T* p_ = nullptr;       ///< the product's x: M⁻¹ d, then M⁻¹ r
    const T* q_ = nullptr; ///< the product's y
    std::optional<LuSolves<T>> solves_;
    T rho_ = 0, rr_ = 0;
    double shadow_v_ = 0;
    double scale_ = 1; ///< ‖b‖, or 1 where b = 0
    std::int64_t iteration_ = 0, since_begin_ = 0;
};

} // namespace

std::unique_ptr<BoundCg> bind_host_bicgstab(std::unique_ptr<BoundSpmv> product, const CgInput& input) {
    return made_in<BoundCg, HostBicgstab>(input.precision, std::move(product), input);
}

} // namespace warploom::kernels
