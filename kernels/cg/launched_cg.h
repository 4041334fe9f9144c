#pragma once

#include "engine/figure.h"
#include "kernels/cg/requirements.h"
#include "kernels/machine/machine.h"
#include "kernels/machine/named_kernels.h"
#include "kernels/operations/cg.h"
#include "kernels/parts/cg_vectors.cuh"
#include "kernels/preconditioners/incomplete_cholesky.h"
#include "kernels/preconditioners/level_solves.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

// The host's part of the conjugate gradient method over any product, for the simulated GPU or a real one. The kernels are
// those of kernels/cg/cg.cu.

namespace warploom::kernels {

/// T is float or double. The product's x is p, its y is A p, so nothing is copied. A derived class calls
/// allocate_vectors() and start_with_ones(), and may run many iterations in a better way.
template <class T> class LaunchedCg : public BoundCg {
public:
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
        CgScalars<T> scalar{};
        scalar.rz = static_cast<T>(state.rz);
        scalar.rr = static_cast<T>(rr);
        kernels_->copy_in(vectors_.scalar, &scalar, sizeof scalar);
    }

    CgState state() const override {
        CgState state;
        state.iteration = iteration_;
        state.x = fetch(vectors_.x, vectors_.n);
        state.r = fetch(vectors_.r, vectors_.n);
        state.p = fetch(vectors_.p, vectors_.n);
        state.rz = scalars().rz;
        return state;
    }
    std::vector<double> x() const override { return fetch(vectors_.x, vectors_.n); }

    CgStretch iterate(std::int64_t count, double tolerance) override {
        CgStretch stretch;
        const double limit_of_norm = tolerance * scale_;
        const auto threshold = static_cast<T>(tolerance < 0 ? -1 : limit_of_norm * limit_of_norm);
        while (count > 0) {
            const std::int64_t wanted = std::min({count, chunk(), std::int64_t{cg_history_size}});
            launch_ready(static_cast<int>(wanted), threshold);
            run_watched(wanted);
            CgFlags flag{};
            kernels_->copy_out(&flag, vectors_.flag, sizeof flag);
            for (const double rr : fetch(vectors_.history, flag.done))
                stretch.residuals.push_back(std::sqrt(rr) / scale_);
            iteration_ += flag.done;
            count -= flag.done;
            if (flag.broken != 0) {
                stretch.breakdown = iteration_ + 1;
                stretch.p_ap = scalars().p_ap;
            }
            // Where the last iteration of a chunk was the last of all, the next chunk sees that at once.
            if (flag.broken != 0 || flag.done < wanted) break;
        }
        return stretch;
    }

    double true_residual() override { return residual_norm(false) / scale_; }

    void restart() override {
        residual_norm(true);
        begin_from_residual();
    }

    void enqueue() override {
        start_from_zero();
        launch_ready(std::numeric_limits<int>::max(), T(-1));
        run_watched(iterations_per_launch);
    }
    void finish() override { product_->finish(); }
    CgParts parts(int) override { return {}; }

protected:
    LaunchedCg(std::unique_ptr<BoundSpmv> product, const CgInput& input, std::unique_ptr<NamedKernels> kernels)
        : product_(std::move(product)), kernels_(std::move(kernels)), n_(require_cg_input(input)) {
        vectors_.scaling = scaling_of(input);
        preprocess_ns = product_->preprocess_ns;
        transfer_ns = product_->transfer_ns;
        detail = product_->detail;
    }

    /// 1 / a_ii for Jacobi, else nothing.
    static std::vector<double> scaling_numbers(const CgInput& input) {
        if (input.preconditioner != Preconditioner::jacobi) return {};
        return inverse_diagonal(*input.matrix, input.precision == Precision::float32);
    }
    /// `inverse_diagonal`: scaling_numbers().
    void allocate_vectors(const std::vector<double>& inverse_diagonal) {
        const VectorPlaces places = product_->places();
        vectors_.n = n_;
        constexpr std::int64_t per_block = 2 * cg_block_size; // two entries a thread, until there are blocks enough
        vectors_.blocks = static_cast<int>(std::min<std::int64_t>((n_ + per_block - 1) / per_block, cg_most_blocks));
        vectors_.p = static_cast<T*>(places.x);
        vectors_.q = static_cast<T*>(places.y);
        vectors_.x = array("solution", n_);
        vectors_.r = array("r", n_);
        vectors_.kept = array("kept p", n_);
        if (is_solved()) vectors_.z = array("z", n_);
        vectors_.b = b_ = array("b", n_);
        if (vectors_.scaling == cg_diagonal) {
            T* const d = array("inverse diagonal", n_);
            send(d, inverse_diagonal);
            vectors_.inverse_diagonal = d;
        }
        vectors_.sums_pq = array("sums of p·Ap", cg_most_blocks);
        vectors_.sums_rr = array("sums of r·r", cg_most_blocks);
        vectors_.sums_rz = array("sums of r·z", cg_most_blocks);
        vectors_.scalar = reinterpret_cast<CgScalars<T>*>(array("scalars", sizeof(CgScalars<T>) / sizeof(T)));
        vectors_.flag =
            reinterpret_cast<CgFlags*>(kernels_->template array<int>("flags", sizeof(CgFlags) / sizeof(int)));
        vectors_.history = array("history", cg_history_size);
    }
    T* array(const char* name, std::int64_t n) { return kernels_->template array<T>(name, n); }
    /// For ILU(0); when all other arrays are made. `is_timed`: where the clock of the host means something.
    void make_level_solves(const CsrMatrix& a, bool is_timed) {
        level_solves_.emplace(*kernels_, a);
        detail += (detail.empty() ? "" : "; ") + level_solves_->detail();
        if (is_timed) detail += ", factorized on the GPU in " + figure(level_solves_->factor_ns() / 1e6) + " ms";
    }
    /// Until another right side is set.
    void start_with_ones() { LaunchedCg::set_right_side(std::vector<double>(static_cast<std::size_t>(n_), 1.0)); }

    /// z from r, for cg_solved.
    virtual void solve_preconditioner() { level_solves_->enqueue(*kernels_, vectors_.r, vectors_.z); }
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
    void launch_dot() { launch("cg_dot"); }
    void launch_residual() { launch(is_scaled() ? "cg_residual_scaled" : "cg_residual"); }
    void launch_preconditioner() {
        if (!is_solved() || n_ == 0) return;
        solve_preconditioner();
        launch("cg_dot_solved");
    }
    void launch_direction() {
        launch(is_scaled() ? "cg_direction_scaled" : is_solved() ? "cg_direction_solved" : "cg_direction");
    }
    void launch_ready(int limit, T threshold) { kernels_->launch("cg_ready", 1, 32, vectors_, limit, threshold); }
    void start_from_zero() {
        launch("cg_zero");
        begin_from_residual();
    }

    /// r, x and so on as they are now are where the method begins.
    virtual void begin_from_residual() {
        if (is_solved() && n_ > 0) solve_preconditioner();
        launch("cg_begin");
        launch_totals();
    }
    void launch_totals() { kernels_->launch("cg_totals", 1, cg_block_size, vectors_); }
    bool is_scaled() const { return vectors_.scaling == cg_diagonal; }
    bool is_solved() const { return vectors_.scaling == cg_solved; }

    std::unique_ptr<BoundSpmv> product_;
    std::unique_ptr<NamedKernels> kernels_;
    std::int64_t n_;
    CgVectors<T> vectors_{};
    std::optional<LevelSolves<T>> level_solves_; ///< of ILU(0)

private:
    static int scaling_of(const CgInput& input) {
        return input.preconditioner == Preconditioner::none     ? cg_unscaled
               : input.preconditioner == Preconditioner::jacobi ? cg_diagonal
                                                                : cg_solved;
    }
    template <class... More> void launch(const char* kernel, const More&... more) {
        kernels_->launch(kernel, vectors_.blocks, cg_block_size, vectors_, more...);
    }
    /// Only iterations are traced, not what happens before and between.
    void run_watched(std::int64_t count) {
        kernels_->watch(true);
        run_iterations(count);
        kernels_->watch(false);
    }
    double residual_norm(bool sets_residual) {
        launch("cg_lend_product");
        launch_product();
        launch("cg_take_back", sets_residual ? 1 : 0);
        double sum = 0;
        for (const double part : fetch(vectors_.sums_rr, vectors_.blocks)) sum += part;
        return std::sqrt(sum);
    }

    void send(T* to, const std::vector<double>& from) {
        const std::vector<T> typed(from.begin(), from.end());
        if (!typed.empty()) kernels_->copy_in(to, typed.data(), typed.size() * sizeof(T));
    }
    std::vector<double> fetch(const T* from, std::int64_t n) const {
        std::vector<T> typed(static_cast<std::size_t>(n));
        if (n > 0) kernels_->copy_out(typed.data(), from, typed.size() * sizeof(T));
        return {typed.begin(), typed.end()};
    }
    CgScalars<T> scalars() const {
        CgScalars<T> scalar{};
        kernels_->copy_out(&scalar, vectors_.scalar, sizeof scalar);
        return scalar;
    }

    T* b_ = nullptr;
    double scale_ = 1; ///< ‖b‖, or 1 where b = 0
    std::int64_t iteration_ = 0;
};

} // namespace warploom::kernels
