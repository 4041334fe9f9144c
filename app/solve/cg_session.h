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

/// Settings of an interactive CG solve. All of them can be changed during the solve.
struct CgChoice {
    std::string machine, kernel; ///< IDs of a machine and a kernel, such as `cpu` and `cg:cpu-csr`
    Precision precision = Precision::float64;
    int block = 128;
    CgSettings settings;
    /// Whether to launch a user-written kernel on a real GPU even if errors were found on the simulated GPU.
    bool unchecked = false;
};

using protocol::CgStanding;

/// An interactive CG solve, which can be paused and then continued with a different kernel, machine or precision. Not
/// thread-safe.
class CgSession {
public:
    /// Called with the residuals of new iterations. `first` is the number of the first new iteration. Returns false to
    /// pause the solve.
    using Watch = std::function<bool(std::int64_t first, const std::vector<double>& residuals)>;

    /// Opens an interactive CG solve. `machines` must outlive the session. Errors: any error from find_machine or
    /// binding; "kernel.machine"; "cg.settings"; "matrix.square"; "result.wrong" if a kernel file computes a wrong
    /// product.
    CgSession(const MachineList& machines, std::shared_ptr<const Matrix> matrix, CgChoice choice,
              const Progress& progress);
    ~CgSession();

    /// Performs up to `count` CG iterations, in batches of about 40 ms. If `count` is 0, runs until the solve ends.
    const CgStanding& advance(std::int64_t count, const Watch& watch);
    /// Switches to other settings and continues the solve from its current state. If switching fails, the session does
    /// not change.
    void switch_to(CgChoice choice, const Progress& progress);
    /// Returns the times of the parts of a CG iteration, or std::nullopt if the parts cannot be timed separately. The
    /// times are measured or modeled once for each combination of settings.
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
    /// Evaluates a batch of CG iterations. Returns whether to continue.
    bool goes_on(const kernels::IterationBatch& stretch, bool reached);
    bool correct();
    bool end(kernels::CgEnd how, const std::string& sentence);
    void look();
    void begin_judging();

    const MachineList& machines_;
    std::shared_ptr<const Matrix> matrix_;
    CgChoice choice_;
    std::shared_ptr<kernels::Machine> machine_;
    /// Matrix in the format that the SpMV kernel reads; null if the method has a built-in SpMV.
    std::shared_ptr<const kernels::HostFormat> format_;
    /// The bound solver. Declared after machine_ and format_, so that it is destroyed before them.
    std::unique_ptr<kernels::BoundCg> bound_;
    DefinitenessReport definiteness_;
    std::vector<double> b_;
    double norm_b_ = 0;
    CgStanding standing_;
    /// Residuals of the recurrence since the last restart; used to detect stagnation.
    std::vector<double> since_restart_;
    int restarts_ = 0;
    double at_restart_ = 0;
    std::int64_t looked_at_ = 0; ///< iteration in which the true residual was last computed
    /// Times of the parts of an iteration; std::nullopt before the first request.
    std::optional<std::optional<kernels::CgParts>> parts_;
};

} // namespace warploom::app
