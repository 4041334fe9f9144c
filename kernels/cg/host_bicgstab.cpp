#include "kernels/cg/bicgstab.h"
#include "kernels/cg/host_loop.h"
#include "kernels/preconditioners/incomplete_lu.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace warploom::kernels {

namespace {

/// BiCGSTAB on the host as a textbook loop (Saad 2003, algorithm 7.7, right-preconditioned). During an iteration, p
/// contains first M⁻¹ d and then M⁻¹ r.
template <class T> class HostBicgstab final : public HostLoop<T> {
    using Base = HostLoop<T>;
    using Base::product_, Base::n_, Base::x_, Base::r_, Base::inverse_diagonal_, Base::p_, Base::q_, Base::rr_,
        Base::iteration_, Base::residual;

public:
    HostBicgstab(std::unique_ptr<BoundSpmv> product, const CgInput& input)
        : Base(std::move(product), input), d_(n_), v_(n_), shadow_(n_) {
        require_bicgstab_input(input);
        this->preprocess_ns += elapsed_ns([&] {
            if (input.preconditioner == Preconditioner::ilu0) solves_.emplace(incomplete_lu(*input.matrix));
        });
        this->start_with_ones();
    }

    void set_state(const CgState& state) override {
        this->take(state);
        begin_from_residual();
    }
    CgState state() const override {
        const std::vector<double> r(r_.begin(), r_.end());
        return {iteration_, {x_.begin(), x_.end()}, r, r, std::numeric_limits<double>::quiet_NaN()};
    }

    IterationBatch iterate(std::int64_t count, double tolerance) override {
        IterationBatch stretch;
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
            this->restart(); // restart() also sets the shadow residual, r̂ = r
        }
        return stretch;
    }

    void enqueue() override {
        this->start_from_zero();
        for (int i = 0; i < this->iterations_per_launch; ++i)
            if (!iterate_once().goes_on) break;
    }
    CgParts parts(int) override { return {}; }

private:
    struct Step {
        bool is_done = false; ///< whether x and r have been updated in this iteration
        bool goes_on = false; ///< whether there is another search direction
    };

    /// Applies the preconditioner: p = M⁻¹ `from`.
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

    void begin_from_residual() override {
        shadow_ = d_ = r_;
        rr_ = rho_ = dot(r_, r_.data());
        since_begin_ = 0;
        precondition(d_);
    }

    std::vector<T> d_, v_, shadow_;
    std::optional<LuSolves<T>> solves_;
    T rho_ = 0;
    double shadow_v_ = 0;
    std::int64_t since_begin_ = 0;
};

} // namespace

std::unique_ptr<BoundCg> bind_host_bicgstab(std::unique_ptr<BoundSpmv> product, const CgInput& input) {
    return made_in<BoundCg, HostBicgstab>(input.precision, std::move(product), input);
}

} // namespace warploom::kernels
