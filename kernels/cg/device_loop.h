#pragma once

#include "kernels/cg/requirements.h"
#include "kernels/headers/cg_vectors.cuh"
#include "kernels/operations/cg.h"
#include "kernels/preconditioners/incomplete_cholesky.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace warploom::kernels {

/// Tracks the iterations and residuals of a solver whose vectors and scalars stay on one or more GPUs. The GPUs also
/// decide when to stop. T is float or double.
template <class T> class DeviceLoop : public BoundCg {
public:
    void set_right_side(const std::vector<double>& b) override {
        require_length(b, n_, "b");
        send(&CgVectors<T>::b, b);
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
        send(&CgVectors<T>::x, state.x);
        send(&CgVectors<T>::r, state.r);
        iteration_ = state.iteration;
        if (std::isnan(state.rz)) return begin_from_residual();
        require_length(state.p, n_, "p");
        double rr = 0;
        for (const double value : state.r) rr += value * value;
        send(&CgVectors<T>::p, state.p);
        CgScalars<T> scalar{};
        scalar.rz = static_cast<T>(state.rz);
        scalar.rr = static_cast<T>(rr);
        set_scalars(scalar);
    }
    CgState state() const override {
        return {iteration_, fetch(&CgVectors<T>::x), fetch(&CgVectors<T>::r), fetch(&CgVectors<T>::p), scalars().rz};
    }
    std::vector<double> x() const override { return fetch(&CgVectors<T>::x); }

    IterationBatch iterate(std::int64_t count, double tolerance) override {
        IterationBatch stretch;
        const double limit_of_norm = tolerance * scale_;
        const auto threshold = static_cast<T>(tolerance < 0 ? -1 : limit_of_norm * limit_of_norm);
        while (count > 0) {
            const std::int64_t wanted = std::min({count, chunk(), std::int64_t{cg_history_size}});
            launch_ready(static_cast<int>(wanted), threshold);
            run_watched(wanted);
            const CgFlags flag = flags();
            for (const double rr : history(flag.done)) stretch.residuals.push_back(std::sqrt(rr) / scale_);
            iteration_ += flag.done;
            count -= flag.done;
            if (flag.broken != 0) {
                stretch.breakdown = iteration_ + 1;
                stretch.p_ap = scalars().p_ap;
            }
            // If the last iteration of a chunk reaches the tolerance, the loop continues, but the next chunk stops
            // immediately.
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

protected:
    explicit DeviceLoop(const CgInput& input)
        : n_(require_cg_input(input)), scaling_(input.preconditioner == Preconditioner::none     ? cg_unscaled
                                                : input.preconditioner == Preconditioner::jacobi ? cg_diagonal
                                                                                                 : cg_solved) {}

    using Vector = const T* const CgVectors<T>::*; ///< pointer to member that selects a vector of the solver
    virtual void send(Vector to, const std::vector<double>& from) = 0;
    virtual std::vector<double> fetch(Vector from) const = 0;
    virtual void set_scalars(const CgScalars<T>& scalar) = 0;
    virtual CgScalars<T> scalars() const = 0;
    virtual CgFlags flags() = 0; ///< waits for all launched work and returns the solver's flags
    virtual std::vector<double> history(int count) const = 0;

    virtual void start_from_zero() = 0;
    /// Restarts the solver from x and r.
    virtual void begin_from_residual() = 0;
    virtual double residual_norm(bool sets_residual) = 0;
    virtual void launch_ready(int limit, T threshold) = 0;
    /// Returns the number of iterations to launch between two checks of the flags.
    virtual std::int64_t chunk() const = 0;
    virtual void run_iterations(std::int64_t count) = 0;
    virtual void run_watched(std::int64_t count) { run_iterations(count); }

    /// Sets all elements of the right-hand side to 1, which is the default.
    void start_with_ones() { DeviceLoop::set_right_side(std::vector<double>(static_cast<std::size_t>(n_), 1.0)); }
    /// Returns 1 / a_ii for the Jacobi preconditioner, or an empty vector for any other one.
    static std::vector<double> scaling_numbers(const CgInput& input) {
        if (input.preconditioner != Preconditioner::jacobi) return {};
        return inverse_diagonal(*input.matrix, input.precision == Precision::float32);
    }

    std::int64_t n_;
    int scaling_; ///< type of preconditioner: cg_unscaled, cg_diagonal or cg_solved

private:
    double scale_ = 1; ///< norm of b, or 1 if b = 0
    std::int64_t iteration_ = 0;
};

} // namespace warploom::kernels
