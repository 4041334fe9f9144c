#pragma once

#include "kernels/cg/bicgstab.h"
#include "kernels/cg/launched_cg.h"
#include "kernels/headers/bicgstab_vectors.cuh"

// The host side of BiCGSTAB, for a simulated or real GPU. Only the kernels differ from conjugate gradients.

namespace warploom::kernels {

template <class T> class LaunchedBicgstab : public LaunchedCg<T> {
    using Base = LaunchedCg<T>;

public:
    /// Restarts BiCGSTAB from x and r.
    void set_state(const CgState& state) override {
        CgState begun = state;
        begun.rz = std::numeric_limits<double>::quiet_NaN();
        begun.p.clear();
        Base::set_state(begun);
    }
    CgState state() const override {
        CgState state = Base::state();
        state.p = state.r;
        state.rz = std::numeric_limits<double>::quiet_NaN();
        return state;
    }

    /// If r̂·r becomes 0, restarts BiCGSTAB with r̂ = r. In the first iteration after a restart, this is a breakdown.
    IterationBatch iterate(std::int64_t count, double tolerance) override {
        IterationBatch whole;
        while (true) {
            const IterationBatch part =
                Base::iterate(count - static_cast<std::int64_t>(whole.residuals.size()), tolerance);
            whole.residuals.insert(whole.residuals.end(), part.residuals.begin(), part.residuals.end());
            if (!part.breakdown) {
                since_begin_ += static_cast<std::int64_t>(part.residuals.size());
                return whole;
            }
            const bool is_sound = std::isfinite(this->true_residual());
            since_begin_ += static_cast<std::int64_t>(part.residuals.size());
            if (since_begin_ == 0 || !is_sound) {
                whole.breakdown = part.breakdown;
                whole.p_ap = part.p_ap;
                if (is_sound) whole.why = bicgstab_breakdown();
                return whole;
            }
            this->restart();
            if (static_cast<std::int64_t>(whole.residuals.size()) >= count) return whole;
        }
    }

protected:
    LaunchedBicgstab(std::unique_ptr<BoundSpmv> product, const CgInput& input, std::unique_ptr<NamedKernels> kernels)
        : Base(std::move(product), input, std::move(kernels)) {
        require_bicgstab_input(input);
    }

    /// Allocates the additional vectors of BiCGSTAB. Call it after allocate_vectors().
    void allocate_more() {
        more_.d = this->array("d", this->n_);
        more_.v = this->array("v", this->n_);
        more_.shadow = this->array("shadow of r", this->n_);
        more_.sums_tt = this->array("sums of t·t", cg_most_blocks);
        more_.sums_tr = this->array("sums of t·r", cg_most_blocks);
    }

    void run_iterations(std::int64_t count) override {
        for (std::int64_t i = 0; i < count; ++i) launch_bicgstab();
    }

    void begin_from_residual() override {
        since_begin_ = 0;
        launch("bicgstab_begin");
        this->launch_totals();
        solve_from(more_.d);
    }

    void launch_bicgstab() {
        this->launch_product();
        launch("bicgstab_dot");
        launch("bicgstab_half");
        solve_from(this->vectors_.r);
        this->launch_product();
        launch("bicgstab_stabilise");
        launch("bicgstab_residual");
        launch("bicgstab_direction");
        solve_from(more_.d);
    }

private:
    void launch(const char* kernel) {
        this->kernels_->launch(kernel, this->vectors_.blocks, cg_block_size, this->vectors_, more_);
    }
    /// Computes p = M⁻¹ `vector` for preconditioners with triangular solves. The function also runs after the last
    /// iteration, although p is no longer needed then.
    void solve_from(const T* vector) {
        if (this->is_solved() && this->n_ > 0) this->level_solves_->enqueue(*this->kernels_, vector, this->vectors_.p);
    }

    BicgstabVectors<T> more_{};
    std::int64_t since_begin_ = 0;
};

} // namespace warploom::kernels
