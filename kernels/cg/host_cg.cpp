#include "kernels/cg/host_loop.h"
#include "kernels/cg/methods.h"
#include "kernels/preconditioners/incomplete_cholesky.h"
#include "kernels/preconditioners/incomplete_lu.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace warploom::kernels {

namespace {

/// Conjugate gradients on the host as a textbook loop with one operation per pass over the vectors. q is A p.
template <class T> class HostCg final : public HostLoop<T> {
    using Base = HostLoop<T>;
    using Base::product_, Base::n_, Base::x_, Base::r_, Base::inverse_diagonal_, Base::p_, Base::q_, Base::rr_,
        Base::iteration_, Base::residual;

public:
    HostCg(std::unique_ptr<BoundSpmv> product, const CgInput& input) : Base(std::move(product), input) {
        this->preprocess_ns += elapsed_ns([&] {
            if (input.preconditioner == Preconditioner::ic0) solves_.emplace(incomplete_cholesky(*input.matrix));
            if (input.preconditioner == Preconditioner::ilu0) lu_solves_.emplace(incomplete_lu(*input.matrix));
        });
        if (is_preconditioned()) z_.resize(n_);
        this->start_with_ones();
    }

    void set_state(const CgState& state) override {
        this->take(state);
        if (std::isnan(state.rz)) return begin_from_residual();
        rr_ = dot(r_, r_.data());
        require_length(state.p, n_, "p");
        std::transform(state.p.begin(), state.p.end(), p_, [](double value) { return static_cast<T>(value); });
        rz_ = static_cast<T>(state.rz);
    }
    CgState state() const override {
        return {iteration_, {x_.begin(), x_.end()}, {r_.begin(), r_.end()}, {p_, p_ + n_}, static_cast<double>(rz_)};
    }

    IterationBatch iterate(std::int64_t count, double tolerance) override {
        IterationBatch stretch;
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

    void enqueue() override {
        this->start_from_zero();
        for (int i = 0; i < this->iterations_per_launch; ++i) static_cast<void>(iterate_once());
    }

    CgParts parts(int count) override {
        CgParts parts;
        if (count <= 0) return parts;
        const CgState kept = state();
        const auto time = [&](double& part, const auto& work) {
            part = elapsed_ns([&] {
                       for (int i = 0; i < count; ++i) work();
                   }) /
                   count;
        };
        volatile T sink = 0; // volatile, to keep the compiler from removing the sums
        time(parts.spmv, [&] { product_->enqueue(); });
        time(parts.dots, [&] { sink = dot_pq() + dot(r_, r_.data()); });
        time(parts.updates, [&] {
            update_x(T(0));
            update_r(T(0));
            update_p(T(1));
            // Restore p, which grows without bound when p = z + p is repeated.
            std::copy(kept.p.begin(), kept.p.end(), p_);
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
    bool is_preconditioned() const {
        return !inverse_diagonal_.empty() || solves_.has_value() || lu_solves_.has_value();
    }

    /// Runs one CG iteration and returns p·Ap. If it is not positive, the vectors remain unchanged.
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
        if (!inverse_diagonal_.empty())
            for (std::int64_t i = 0; i < n_; ++i) z_[i] = inverse_diagonal_[i] * r_[i];
    }
    void begin_from_residual() override {
        solve_preconditioner();
        const std::vector<T>& z = is_preconditioned() ? z_ : r_;
        std::copy(z.begin(), z.end(), p_);
        rr_ = dot(r_, r_.data());
        rz_ = dot(r_, z.data());
    }

    std::vector<T> z_;
    std::optional<TriangularSolves<T>> solves_;
    std::optional<LuSolves<T>> lu_solves_;
    T rz_ = 0;
};

} // namespace

std::unique_ptr<BoundCg> bind_host_cg(std::unique_ptr<BoundSpmv> product, const CgInput& input) {
    return made_in<BoundCg, HostCg>(input.precision, std::move(product), input);
}

} // namespace warploom::kernels
