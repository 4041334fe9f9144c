#pragma once

#include "kernels/bicgstab/bicgstab.h"
#include "kernels/bicgstab/bicgstab_phases.h"
#include "kernels/cg/launched_cg.h"

// The host's part of BiCGSTAB, for the simulated GPU or a real one: that of the conjugate gradient method with other
// launches.

namespace warploom::kernels::WARPLOOM_TARGET {

template <class T, class N = T> class LaunchedBicgstab : public LaunchedCg<T, N> {
    using Base = LaunchedCg<T, N>;

public:
    /// What the method has beside x and r is begun anew.
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

    /// Where r̂ has lost its part of r, the method begins anew with r̂ = r; where that does not help, it breaks down.
    CgStretch iterate(std::int64_t count, double tolerance) override {
        CgStretch whole;
        while (true) {
            const CgStretch part = Base::iterate(count - static_cast<std::int64_t>(whole.residuals.size()), tolerance);
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
    LaunchedBicgstab(std::unique_ptr<BoundSpmv> product, const CgInput& input, Gpu gpu)
        : Base(std::move(product), input, std::move(gpu)) {
        require_bicgstab_input(input);
    }

    /// After allocate_vectors().
    void allocate_more() {
        more_.d = this->gpu_.template scratch<N>("d", this->n_);
        more_.v = this->gpu_.template scratch<N>("v", this->n_);
        more_.shadow = this->gpu_.template scratch<N>("shadow of r", this->n_);
        more_.sums_tt = this->gpu_.template scratch<N>("sums of t·t", cg::most_blocks);
        more_.sums_tr = this->gpu_.template scratch<N>("sums of t·r", cg::most_blocks);
        static_cast<CgVectors<N>&>(more_) = this->vectors_;
    }

    void run_iterations(std::int64_t count) override {
        for (std::int64_t i = 0; i < count; ++i) launch_bicgstab();
    }

    void begin_from_residual() override {
        since_begin_ = 0;
        launch_scaled<BicgstabBegin>();
        this->launch_totals();
        solve_from(more_.d);
    }

    void launch_bicgstab() {
        this->launch_product();
        launch<BicgstabDot>();
        launch_scaled<BicgstabHalf>();
        solve_from(this->vectors_.r);
        this->launch_product();
        launch<BicgstabStabilise>();
        launch<BicgstabResidual>();
        launch_scaled<BicgstabDirection>();
        solve_from(more_.d);
    }

private:
    template <class Phase> void launch() {
        this->gpu_.template launch_grid<Phase>(more_.blocks, cg::block_size, more_);
    }
    template <template <Scaling> class Phase> void launch_scaled() {
        if (this->scaling_ == Scaling::none) launch<Phase<Scaling::none>>();
        if (this->scaling_ == Scaling::diagonal) launch<Phase<Scaling::diagonal>>();
        if (this->scaling_ == Scaling::solved) launch<Phase<Scaling::solved>>();
    }
    /// p = M⁻¹ of a vector, where that is solved for. A stopped iteration solves too; nobody reads what comes of it.
    void solve_from(Out<N> vector) {
        if (this->scaling_ == Scaling::solved && this->n_ > 0)
            this->level_solves_->enqueue(this->gpu_, vector, this->vectors_.p);
    }

    BicgstabVectors<N> more_;
    std::int64_t since_begin_ = 0; ///< iterations since the method began anew
};

} // namespace warploom::kernels::WARPLOOM_TARGET
