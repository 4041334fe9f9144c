#pragma once

#include "app/info/describe.h"
#include "app/problem/run_result.h"
#include "engine/matrix/definiteness.h"
#include "engine/protocol/messages/cg.h"
#include "kernels/cg/stopping.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace warploom::app {

/// Settings of an interactive solve. All of them may change during the solve.
struct CgChoice {
    std::string machine, kernel; ///< IDs, such as `cpu` and `cg:cpu-csr`
    Precision precision = Precision::float64;
    int block = 128;
    CgSettings settings;
    /// Whether to launch user-written kernels on a real GPU even if the simulated GPU reports errors.
    bool unchecked = false;
};

using protocol::CgStanding;

/// An interactive CG solve. It can be advanced, paused, and continued with another kernel, machine or precision. Not
/// thread-safe.
class CgSession {
public:
    /// Called with the residuals of new iterations; `first` is the number of the first of these iterations. Returns
    /// false to pause.
    using Watch = std::function<bool(std::int64_t first, const std::vector<double>& residuals)>;

    /// Opens a solve. `machines` must outlive the session. Errors: all errors of find_machine and of binding;
    /// "kernel.machine"; "cg.settings"; "matrix.square"; "result.wrong" if a kernel file computes a wrong product.
    CgSession(const MachineList& machines, std::shared_ptr<const Matrix> matrix, CgChoice choice,
              const Progress& progress);
    ~CgSession();

    /// Performs up to `count` iterations, or runs until the solve ends if `count` is 0, in batches of about 40 ms.
    const CgStanding& advance(std::int64_t count, const Watch& watch);
    /// Switches to other settings and continues from the current state. On failure, the session is unchanged.
    void switch_to(CgChoice choice, const Progress& progress);
    /// Returns the cost of each part of an iteration, measured or modeled once for each choice of settings, or
    /// std::nullopt if the parts cannot be separated.
    std::optional<kernels::CgParts> parts(const Progress& progress);

    const CgStanding& standing() const { return standing_; }
    const CgChoice& choice() const { return choice_; }
    const Matrix& matrix() const { return *matrix_; }
    double norm_b() const { return norm_b_; }
    double tolerance() const { return choice_.settings.tolerance_for(choice_.precision); }
    std::int64_t limit() const { return choice_.settings.limit_for(matrix_->csr.rows); }
    std::string detail() const { return bound_->detail; }
    bool is_modelled() const { return machine_->card() != nullptr; }
    bool is_on_gpu() const { return machine_->info().kind == MachineKind::cuda; }

private:
    struct Binding {
        std::shared_ptr<kernels::Machine> machine;
        std::unique_ptr<kernels::BoundCg> bound;
        std::shared_ptr<const kernels::HostFormat> format;
    };
    Binding bind(const CgChoice& choice, const Progress& progress) const;
    /// Evaluates a batch of iterations; returns whether to continue.
    bool goes_on(const kernels::IterationBatch& stretch, bool reached);
    bool correct();
    bool end(kernels::CgEnd how, const std::string& sentence);
    void look();
    void begin_judging();

    const MachineList& machines_;
    std::shared_ptr<const Matrix> matrix_;
    CgChoice choice_;
    std::shared_ptr<kernels::Machine> machine_;
    std::shared_ptr<const kernels::HostFormat> format_; ///< null if the method has a built-in SpMV
    std::unique_ptr<kernels::BoundCg> bound_;           ///< declared after machine_ and format_ because it uses both
    DefinitenessReport definiteness_;
    std::vector<double> b_;
    double norm_b_ = 0;
    CgStanding standing_;
    std::vector<double> since_restart_; ///< recurrence residuals, used to detect stagnation
    int restarts_ = 0;
    double at_restart_ = 0;
    std::int64_t looked_at_ = 0;                           ///< iteration at which the true residual was last computed
    std::optional<std::optional<kernels::CgParts>> parts_; ///< std::nullopt until requested
};

} // namespace warploom::app
