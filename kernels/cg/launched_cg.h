#pragma once

#include "kernels/cg/cg.h"
#include "kernels/cg/requirements.h"
#include "kernels/machine/machine.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#ifndef __CUDACC__ // there the source that includes this has included its own Gpu
#include "kernels/machine/simulated_gpu.h"
#endif

#include "kernels/cg/start_phases.h"
#include "kernels/cg/vector_phases.h"
#include "kernels/preconditioners/level_solves.h"
#include "kernels/vocabulary/plain_loops.h"

// The host's part of the conjugate gradient method over any product, for the simulated GPU (plain or traced) or a real
// one.

namespace warploom::kernels::WARPLOOM_TARGET {

/// T is float or double, N what the kernels compute with. The product's x is p, its y is A p, so nothing is copied.
/// Who derives from it says how memory is reached, calls allocate_vectors() and start_with_ones(), and may run many
/// iterations in a better way.
template <class T, class N = T> class LaunchedCg : public BoundCg {
public:
    static_assert(sizeof(N) == sizeof(T));

    void set_right_side(const std::vector<double>& b) override {
        require_length(b, n_, "b");
        send(b_, b);
        double sum = 0;
        for (const double value : b)
            sum += static_cast<double>(static_cast<T>(value)) * static_cast<double>(static_cast<T>(value));
        scale_ = sum > 0 ? std::sqrt(sum) : 1;
        start_from_zero();
        iteration_ = 0;
    }

    void set_state(const CgState& state) override {
        require_length(state.x, n_, "x");
        require_length(state.r, n_, "r");
        send(vectors_.x, state.x);
        send(vectors_.r, state.r);
        iteration_ = state.iteration;
        if (std::isnan(state.rz)) {
            begin_from_residual();
            return;
        }
        require_length(state.p, n_, "p");
        double rr = 0;
        for (const double value : state.r) rr += value * value;
        send(vectors_.p, state.p);
        std::array<T, cg::scalars> scalar{};
        scalar[cg::rz] = static_cast<T>(state.rz);
        scalar[cg::rr] = static_cast<T>(rr);
        copy_in(vectors_.scalar.data, scalar.data(), sizeof(scalar));
    }

    CgState state() const override {
        CgState state;
        state.iteration = iteration_;
        state.x = fetch(vectors_.x, vectors_.n);
        state.r = fetch(vectors_.r, vectors_.n);
        state.p = fetch(vectors_.p, vectors_.n);
        state.rz = fetch(vectors_.scalar, cg::scalars)[cg::rz];
        return state;
    }
    std::vector<double> x() const override { return fetch(vectors_.x, vectors_.n); }

    CgStretch iterate(std::int64_t count, double tolerance) override {
        CgStretch stretch;
        const double limit_of_norm = tolerance * scale_;
        const auto threshold = static_cast<T>(tolerance < 0 ? -1 : limit_of_norm * limit_of_norm);
        while (count > 0) {
            const std::int64_t wanted = std::min({count, chunk(), std::int64_t{cg::history_size}});
            launch_ready(static_cast<int>(wanted), threshold);
            run_iterations(wanted);
            std::array<int, cg::flags> flag{};
            copy_out(flag.data(), vectors_.flag.data, sizeof(flag));
            for (const double rr : fetch(vectors_.history, flag[cg::done]))
                stretch.residuals.push_back(std::sqrt(rr) / scale_);
            iteration_ += flag[cg::done];
            count -= flag[cg::done];
            if (flag[cg::broken] != 0) {
                stretch.breakdown = iteration_ + 1;
                stretch.p_ap = fetch(vectors_.scalar, cg::scalars)[cg::p_ap];
            }
            // Where the last iteration of a chunk was the last of all, the next chunk sees that at once.
            if (flag[cg::broken] != 0 || flag[cg::done] < wanted) break;
        }
        return stretch;
    }

    double true_residual() override { return residual_norm<false>() / scale_; }

    void restart() override {
        residual_norm<true>();
        begin_from_residual();
    }

    void enqueue() override {
        start_from_zero();
        launch_ready(std::numeric_limits<int>::max(), T(-1));
        run_iterations(iterations_per_launch);
    }
    void finish() override { product_->finish(); }
    CgParts parts(int) override { return {}; }

protected:
    LaunchedCg(std::unique_ptr<BoundSpmv> product, const CgInput& input, Gpu gpu)
        : product_(std::move(product)), gpu_(std::move(gpu)), n_(require_cg_input(input)), scaling_(scaling_of(input)) {
        preprocess_ns = product_->preprocess_ns;
        transfer_ns = product_->transfer_ns;
        detail = product_->detail;
    }

    /// `p` and `q` are the product's x and y as this target sees them; `inverse_diagonal` has n entries for Jacobi.
    void allocate_vectors(Out<N> p, Out<N> q, const std::vector<double>& inverse_diagonal) {
        vectors_.n = n_;
        constexpr std::int64_t per_block = 2 * cg::block_size; // two entries a thread, until there are blocks enough
        vectors_.blocks = static_cast<int>(std::min<std::int64_t>((n_ + per_block - 1) / per_block, cg::most_blocks));
        vectors_.p = p;
        vectors_.q = q;
        vectors_.x = gpu_.template scratch<N>("solution", n_);
        vectors_.r = gpu_.template scratch<N>("r", n_);
        vectors_.kept = gpu_.template scratch<N>("kept p", n_);
        if (scaling_ == Scaling::solved) vectors_.z = gpu_.template scratch<N>("z", n_);
        b_ = gpu_.template scratch<N>("b", n_);
        vectors_.b = Gpu::read(b_);
        if (scaling_ == Scaling::diagonal) {
            const Out<N> d = gpu_.template scratch<N>("inverse diagonal", n_);
            send(d, inverse_diagonal);
            vectors_.inverse_diagonal = Gpu::read(d);
        }
        vectors_.sums_pq = gpu_.template scratch<N>("sums of p·Ap", cg::most_blocks);
        vectors_.sums_rr = gpu_.template scratch<N>("sums of r·r", cg::most_blocks);
        vectors_.sums_rz = gpu_.template scratch<N>("sums of r·z", cg::most_blocks);
        vectors_.scalar = gpu_.template scratch<N>("scalars", cg::scalars);
        vectors_.flag = gpu_.template scratch<int>("flags", cg::flags);
        vectors_.history = gpu_.template scratch<N>("history", cg::history_size);
        const std::array<T, cg::scalars> zeros{};
        copy_in(vectors_.scalar.data, zeros.data(), sizeof(zeros));
    }
    /// For ILU(0); after allocate_vectors().
    void make_level_solves(const CsrMatrix& a) {
        level_solves_.emplace(gpu_, incomplete_lu(a),
                              [this](void* to, const void* from, std::size_t bytes) { copy_in(to, from, bytes); });
        detail += (detail.empty() ? "" : "; ") + level_solves_->detail();
    }
    /// Until somebody sets another right side.
    void start_with_ones() { LaunchedCg::set_right_side(std::vector<double>(static_cast<std::size_t>(n_), 1.0)); }

    virtual void copy_in(void* to, const void* from, std::size_t bytes) = 0; ///< both wait until it is done
    virtual void copy_out(void* to, const void* from, std::size_t bytes) const = 0;
    /// z from r, for Scaling::solved.
    virtual void solve_preconditioner() { level_solves_->enqueue(gpu_, vectors_.r, vectors_.z); }
    /// Iterations that are started before anybody looks whether they were wanted.
    virtual std::int64_t chunk() const { return 1; }
    virtual void run_iterations(std::int64_t count) {
        for (std::int64_t i = 0; i < count; ++i) launch_iteration();
    }

    void launch_iteration() {
        launch_product();
        launch_dot();
        launch_residual();
        launch_preconditioner();
        launch_direction();
    }
    void launch_product() { product_->enqueue(); }
    void launch_dot() { launch<CgDot>(); }
    void launch_residual() {
        if (scaling_ == Scaling::none) launch<CgResidual<Scaling::none>>();
        if (scaling_ == Scaling::diagonal) launch<CgResidual<Scaling::diagonal>>();
        if (scaling_ == Scaling::solved) launch<CgResidual<Scaling::solved>>();
    }
    void launch_preconditioner() {
        if (scaling_ != Scaling::solved || n_ == 0) return;
        solve_preconditioner();
        launch<CgDotSolved>();
    }
    void launch_direction() {
        if (scaling_ == Scaling::none) launch<CgDirection<Scaling::none>>();
        if (scaling_ == Scaling::diagonal) launch<CgDirection<Scaling::diagonal>>();
        if (scaling_ == Scaling::solved) launch<CgDirection<Scaling::solved>>();
    }
    void launch_ready(int limit, T threshold) {
        gpu_.template launch_grid<CgReady>(1, 32, vectors_, limit, N(threshold));
    }
    void start_from_zero() {
        launch<CgZero>();
        begin_from_residual();
    }

    /// r, x and so on as they are now are where the method begins.
    virtual void begin_from_residual() {
        if (scaling_ == Scaling::solved && n_ > 0) solve_preconditioner();
        if (scaling_ == Scaling::none) launch<CgBegin<Scaling::none>>();
        if (scaling_ == Scaling::diagonal) launch<CgBegin<Scaling::diagonal>>();
        if (scaling_ == Scaling::solved) launch<CgBegin<Scaling::solved>>();
        launch_totals();
    }
    void launch_totals() { gpu_.template launch_grid<CgTotals>(1, cg::block_size, vectors_); }

    std::unique_ptr<BoundSpmv> product_;
    Gpu gpu_;
    std::int64_t n_;
    Scaling scaling_;
    CgVectors<N> vectors_;
    std::optional<LevelSolves<T, N>> level_solves_; ///< of ILU(0)

private:
    static Scaling scaling_of(const CgInput& input) {
        return input.preconditioner == Preconditioner::none     ? Scaling::none
               : input.preconditioner == Preconditioner::jacobi ? Scaling::diagonal
                                                                : Scaling::solved;
    }
    template <class Phase> void launch() {
        gpu_.template launch_grid<Phase>(vectors_.blocks, cg::block_size, vectors_);
    }
    template <bool sets_residual> double residual_norm() {
        launch<CgLendProduct>();
        launch_product();
        launch<CgTakeBack<sets_residual>>();
        double sum = 0;
        for (const double part : fetch(vectors_.sums_rr, vectors_.blocks)) sum += part;
        return std::sqrt(sum);
    }

    void send(Out<N> to, const std::vector<double>& from) {
        const std::vector<T> typed(from.begin(), from.end());
        if (!typed.empty()) copy_in(to.data, typed.data(), typed.size() * sizeof(T));
    }
    std::vector<double> fetch(Out<N> from, std::int64_t n) const {
        std::vector<T> typed(static_cast<std::size_t>(n));
        if (n > 0) copy_out(typed.data(), from.data, typed.size() * sizeof(T));
        return {typed.begin(), typed.end()};
    }

    Out<N> b_;
    double scale_ = 1; ///< ‖b‖, or 1 where b = 0
    std::int64_t iteration_ = 0;
};

} // namespace warploom::kernels::WARPLOOM_TARGET
