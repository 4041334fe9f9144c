#include "app/solve/cg_session.h"

#include "app/check/test_input_failure.h"
#include "app/operations/cg.h"
#include "app/operations/cg_checks.h"
#include "app/operations/trace_kernel.h"
#include "app/trace/trace.h"
#include "engine/elapsed.h"
#include "engine/error.h"
#include "engine/format_number.h"
#include "engine/sentence.h"
#include "kernels/multi_gpu/split_matrix.h"
#include "kernels/sources/text_gpu.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace warploom::app {

using kernels::CgEnd;

namespace {

/// Target duration of an iteration batch in nanoseconds. A solve can be paused only between batches.
constexpr double stretch_ns = 40e6;
constexpr std::int64_t longest_stretch = 4096;
constexpr std::int64_t look_every = 50; ///< number of iterations between computations of the true residual
constexpr int most_restarts = 3;
/// Maximum number of stored values to trace for the times of the parts. A larger number would delay their display.
constexpr std::int64_t slots_for_parts = 2'000'000;

} // namespace

CgSession::CgSession(const MachineList& machines, std::shared_ptr<const Matrix> matrix, CgChoice choice,
                     const Progress& progress)
    : machines_(machines), matrix_(std::move(matrix)), choice_(std::move(choice)) {
    require_cg_matrix(*matrix_);
    b_ = cg_right_side(*matrix_, choice_.settings.rhs);
    norm_b_ = norm2(b_);
    definiteness_ = examine_definiteness(matrix_->csr);
    Binding made = bind(choice_, progress);
    machine_ = std::move(made.machine);
    format_ = std::move(made.format);
    bound_ = std::move(made.bound);
    begin_judging();
    look();
    standing_.residual = standing_.true_residual;
}

CgSession::~CgSession() = default;

CgSession::Binding CgSession::bind(const CgChoice& choice, const Progress& progress) const {
    choice.settings.require_sense();
    const PlannedKernel planned = spec_of(Operation::cg).plan(choice.kernel);
    Binding made;
    made.machine = find_machine(machines_, choice.machine);
    const std::string why_not = planned.why_not_on(*made.machine);
    if (!why_not.empty()) throw Error("kernel.machine", why_not, sentence("Choose another machine or kernel."));
    if (!choice.unchecked)
        require_harmless(*made.machine, Operation::cg, choice.kernel, choice.precision, choice.block, progress);
    const auto name = kernels::parse_cg_kernel(choice.kernel);
    kernels::CgInput input = cg_input(matrix_, name.spmv, nullptr, choice.settings.preconditioner, choice.precision);
    const int ranks = made.machine->info().ranks;
    if (planned.product != nullptr && ranks > 1)
        input.split =
            kernels::split_matrix(planned.product->format, matrix_->csr, choice.precision, ranks, {}, progress);
    else if (planned.product != nullptr)
        input.format = made.format =
            kernels::make_format(planned.product->format, matrix_->csr, choice.precision, {}, progress);
    made.bound = made.machine->bind(name.method, input, choice.block);
    if (!choice.unchecked && kernels::is_kernel_file(name.spmv))
        if (const auto wrong = complaint_of_product(matrix_->csr, *made.bound, choice.kernel, choice.precision))
            throw Error(wrong->code, wrong->sentence, wrong->hint);
    made.bound->set_right_side(b_);
    return made;
}

void CgSession::switch_to(CgChoice choice, const Progress& progress) {
    const bool keeps_solver = choice.machine == choice_.machine && choice.kernel == choice_.kernel &&
                              choice.precision == choice_.precision && choice.block == choice_.block &&
                              choice.settings.preconditioner == choice_.settings.preconditioner;
    if (keeps_solver) {
        choice.settings.require_sense();
    } else {
        kernels::CgState state = bound_->state();
        Binding made = bind(choice, progress);
        if (choice.settings.preconditioner != choice_.settings.preconditioner)
            // The preconditioned residual z changes, so the sequence of search directions must be restarted.
            state.rz = std::numeric_limits<double>::quiet_NaN();
        made.bound->set_state(state);
        bound_ = std::move(made.bound); // destroy the old solver before the machine that it uses
        format_ = std::move(made.format);
        machine_ = std::move(made.machine);
        parts_.reset();
    }
    choice_ = std::move(choice);
    begin_judging();
    look();
}

void CgSession::begin_judging() {
    standing_.state = "running";
    standing_.sentence.clear();
    standing_.obstacle.clear();
    since_restart_.clear();
    restarts_ = 0;
}

void CgSession::look() {
    standing_.true_residual = bound_->true_residual();
    looked_at_ = standing_.iteration;
}

const CgStanding& CgSession::advance(std::int64_t count, const Watch& watch) {
    if (standing_.state != "running") return standing_;
    if (standing_.iteration == 0 && standing_.true_residual <= tolerance()) {
        end(CgEnd::converged, sentence("The initial x is a solution: its true residual is {residual}.",
                                       {{"residual", format_number(standing_.true_residual)}}));
        return standing_;
    }
    std::int64_t left = count > 0 ? count : std::numeric_limits<std::int64_t>::max();
    std::int64_t length = 1;
    bool wants_more = true;
    while (wants_more && left > 0) {
        const std::int64_t allowed = limit() - standing_.iteration;
        if (allowed <= 0) {
            look();
            end(CgEnd::limit,
                sentence("Not converged within {n} {n:iteration|iterations}: the true residual is {residual}.",
                         {{"n", standing_.iteration}, {"residual", format_number(standing_.true_residual)}}));
            return standing_;
        }
        const std::int64_t wanted = std::min({length, left, allowed});
        kernels::IterationBatch stretch;
        const double taken = elapsed_ns([&] { stretch = bound_->iterate(wanted, tolerance()); });
        const auto made = static_cast<std::int64_t>(stretch.residuals.size());
        const std::int64_t first = standing_.iteration + 1;
        standing_.iteration += made;
        left -= made;
        if (made > 0) standing_.residual = stretch.residuals.back();
        wants_more = made == 0 || watch(first, stretch.residuals);
        const bool reached = made < wanted || (made > 0 && standing_.residual <= tolerance());
        if (!goes_on(stretch, reached)) return standing_;
        const double each = taken / static_cast<double>(std::max<std::int64_t>(1, made));
        const double fits = stretch_ns / std::max(each, 1.0);
        length = std::clamp<std::int64_t>(static_cast<std::int64_t>(std::min(fits, 1e9)), 1,
                                          std::min(2 * length, longest_stretch));
    }
    if (looked_at_ != standing_.iteration) look();
    standing_.sentence = sentence("Paused after {n} {n:iteration|iterations}: the true residual is {residual}.",
                                  {{"n", standing_.iteration}, {"residual", format_number(standing_.true_residual)}});
    return standing_;
}

bool CgSession::goes_on(const kernels::IterationBatch& stretch, bool reached) {
    since_restart_.insert(since_restart_.end(), stretch.residuals.begin(), stretch.residuals.end());
    if (stretch.breakdown) {
        look();
        if (standing_.true_residual <= tolerance()) return correct();
        const std::string ended =
            stretch.why.empty() ? sentence("Overflow or an invalid value at iteration {iteration} in this precision.",
                                           {{"iteration", *stretch.breakdown}})
                                : sentence("The method broke down at iteration {iteration}: {reason}",
                                           {{"iteration", *stretch.breakdown}, {"reason", stretch.why}});
        return end(CgEnd::breakdown,
                   breakdown_sentence(matrix_->csr, bound_->state().p, choice_.precision,
                                      {*stretch.breakdown, stretch.why.empty() ? stretch.p_ap : not_known,
                                       standing_.true_residual, ended}));
    }
    if (reached) {
        look();
        return correct();
    }
    if (standing_.iteration - looked_at_ >= look_every) {
        look();
        if (standing_.true_residual <= tolerance()) return correct();
    }
    kernels::StagnationRule rule;
    rule.window = std::max<std::int64_t>(rule.window, matrix_->csr.rows);
    if (!kernels::has_stagnated(since_restart_, rule)) return true;
    look();
    return end(CgEnd::stagnated,
               sentence("Stagnated at a true residual of {residual} after {n} {n:iteration|iterations}.",
                        {{"residual", format_number(standing_.true_residual)}, {"n", standing_.iteration}}));
}

/// Restarts the solve if the residual computed by the recurrence has reached the tolerance but the true residual is
/// still too large.
bool CgSession::correct() {
    if (standing_.true_residual <= tolerance())
        return end(CgEnd::converged,
                   sentence("Converged after {n} {n:iteration|iterations}: the true residual is {residual}.",
                            {{"n", standing_.iteration}, {"residual", format_number(standing_.true_residual)}}));
    if (restarts_ >= most_restarts || (restarts_ > 0 && standing_.true_residual > 0.5 * at_restart_))
        return end(CgEnd::stagnated,
                   sentence("Stagnated at a true residual of {residual} after {n} {n:iteration|iterations}. A smaller "
                            "residual cannot be "
                            "reached in this precision.",
                            {{"residual", format_number(standing_.true_residual)}, {"n", standing_.iteration}}));
    ++restarts_;
    at_restart_ = standing_.true_residual;
    since_restart_.clear();
    bound_->restart();
    return true;
}

bool CgSession::end(CgEnd how, const std::string& message) {
    standing_.state = kernels::to_string(how);
    standing_.sentence = message;
    const bool needs_definite = kernels::parse_cg_kernel(choice_.kernel).method != "bicgstab";
    const bool has_obstacle = needs_definite && definiteness_.obstacle != Obstacle::none;
    standing_.obstacle = has_obstacle ? sentence("{obstacle} {hint}",
                                                 {{"obstacle", definiteness_.sentence}, {"hint", definiteness_.hint}})
                                      : std::string();
    return false;
}

std::optional<kernels::CgParts> CgSession::parts(const Progress& progress) {
    if (parts_) return *parts_;
    std::optional<kernels::CgParts> found;
    if (is_modelled()) {
        TraceSettings settings{{choice_.kernel, *machine_->card(), choice_.precision, choice_.block}};
        settings.cache = CacheState::warm;
        settings.slots_traced_whole = slots_for_parts;
        const auto name = kernels::parse_cg_kernel(choice_.kernel);
        const auto input = cg_input(matrix_, name.spmv, format_, choice_.settings.preconditioner, choice_.precision);
        found = parts_of(trace_kernel(cg_subject(input, name.method), settings, progress));
    } else {
        const kernels::CgState state = bound_->state();
        const kernels::CgParts p = bound_->parts(5);
        bound_->set_state(state);
        if (p.spmv + p.dots + p.updates + p.preconditioner + p.gaps > 0) found = p;
    }
    parts_ = found;
    return found;
}

} // namespace warploom::app
