#pragma once

#include "engine/format_number.h"
#include "kernels/cg/device_loop.h"
#include "kernels/headers/cg_vectors.cuh"
#include "kernels/machine/machine.h"
#include "kernels/machine/named_kernels.h"
#include "kernels/operations/cg.h"
#include "kernels/preconditioners/incomplete_cholesky.h"
#include "kernels/preconditioners/level_solves.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

// The host side of conjugate gradients with any matrix-vector product, for a simulated or real GPU. Launches the
// kernels in kernels/cg/cg.cu.

namespace warploom::kernels {

/// Runs conjugate gradients with GPU kernels. p is stored in the product's x and A p in its y, so nothing is copied. A
/// derived class must call allocate_vectors() and start_with_ones(), and can override the number of iterations per run.
template <class T> class LaunchedCg : public DeviceLoop<T> {
    using Base = DeviceLoop<T>;

public:
    void finish() override { product_->finish(); }
    CgParts parts(int) override { return {}; }

protected:
    LaunchedCg(std::unique_ptr<BoundSpmv> product, const CgInput& input, std::unique_ptr<NamedKernels> kernels)
        : Base(input), product_(std::move(product)), kernels_(std::move(kernels)) {
        vectors_.scaling = this->scaling_;
        this->tell_of(*product_);
    }

    /// Allocates all vectors. `inverse_diagonal` must be the result of scaling_numbers().
    void allocate_vectors(const std::vector<double>& inverse_diagonal) {
        const VectorPlaces places = product_->places();
        vectors_.n = n_;
        // Assign two elements to each thread, or more if the number of blocks would exceed its limit.
        constexpr std::int64_t per_block = 2 * cg_block_size;
        vectors_.blocks = static_cast<int>(std::min<std::int64_t>((n_ + per_block - 1) / per_block, cg_most_blocks));
        vectors_.p = static_cast<T*>(places.x);
        vectors_.q = static_cast<T*>(places.y);
        vectors_.x = array("solution", n_);
        vectors_.r = array("r", n_);
        vectors_.kept = array("kept p", n_);
        if (is_solved()) vectors_.z = array("z", n_);
        vectors_.b = array("b", n_);
        if (vectors_.scaling == cg_diagonal) {
            vectors_.inverse_diagonal = array("inverse diagonal", n_);
            send(&CgVectors<T>::inverse_diagonal, inverse_diagonal);
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
    /// Sets up the ILU(0) preconditioner after all other arrays have been allocated. If `is_timed` is set, adds the
    /// time of the factorization to `detail`.
    void make_level_solves(const CsrMatrix& a, bool is_timed) {
        level_solves_.emplace(*kernels_, a);
        this->detail += (this->detail.empty() ? "" : "; ") + level_solves_->detail();
        if (is_timed)
            this->detail += ", factorized on the GPU in " + format_number(level_solves_->factor_ns() / 1e6) + " ms";
    }
    /// Computes z from r with triangular solves (cg_solved).
    virtual void solve_preconditioner() { level_solves_->enqueue(*kernels_, vectors_.r, vectors_.z); }
    std::int64_t chunk() const override { return 1; }
    void run_iterations(std::int64_t count) override {
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
    void launch_ready(int limit, T threshold) override {
        kernels_->launch("cg_ready", 1, 32, vectors_, limit, threshold);
    }
    void start_from_zero() override {
        launch("cg_zero");
        begin_from_residual();
    }

    void begin_from_residual() override {
        if (is_solved() && n_ > 0) solve_preconditioner();
        launch("cg_begin");
        launch_totals();
    }
    void launch_totals() { kernels_->launch("cg_totals", 1, cg_block_size, vectors_); }
    bool is_scaled() const { return vectors_.scaling == cg_diagonal; }
    bool is_solved() const { return vectors_.scaling == cg_solved; }

    std::unique_ptr<BoundSpmv> product_;
    std::unique_ptr<NamedKernels> kernels_;
    using Base::n_;
    CgVectors<T> vectors_{};
    std::optional<LevelSolves<T>> level_solves_;

private:
    template <class... More> void launch(const char* kernel, const More&... more) {
        kernels_->launch(kernel, vectors_.blocks, cg_block_size, vectors_, more...);
    }
    /// Traces the CG iterations, but not the setup or the checks between iterations.
    void run_watched(std::int64_t count) override {
        kernels_->watch(true);
        run_iterations(count);
        kernels_->watch(false);
    }
    double residual_norm(bool sets_residual) override {
        launch("cg_lend_product");
        launch_product();
        launch("cg_take_back", sets_residual ? 1 : 0);
        double sum = 0;
        for (const double part : fetch(vectors_.sums_rr, vectors_.blocks)) sum += part;
        return std::sqrt(sum);
    }

    void send(typename Base::Vector to, const std::vector<double>& from) override {
        const std::vector<T> typed(from.begin(), from.end());
        if (!typed.empty()) kernels_->copy_in(const_cast<T*>(vectors_.*to), typed.data(), typed.size() * sizeof(T));
    }
    std::vector<double> fetch(const T* from, std::int64_t n) const {
        std::vector<T> typed(static_cast<std::size_t>(n));
        if (n > 0) kernels_->copy_out(typed.data(), from, typed.size() * sizeof(T));
        return {typed.begin(), typed.end()};
    }
    std::vector<double> fetch(typename Base::Vector from) const override { return fetch(vectors_.*from, n_); }
    std::vector<double> history(int count) const override { return fetch(vectors_.history, count); }
    template <class E> E figures(const E* from) const {
        E figures{};
        kernels_->copy_out(&figures, from, sizeof figures);
        return figures;
    }
    void set_scalars(const CgScalars<T>& scalar) override {
        kernels_->copy_in(vectors_.scalar, &scalar, sizeof scalar);
    }
    CgScalars<T> scalars() const override { return figures(vectors_.scalar); }
    CgFlags flags() override { return figures(vectors_.flag); }
};

} // namespace warploom::kernels
