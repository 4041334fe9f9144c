#include "ui/pages/solve/preconditioner_comparison.h"

#include "ui/look/number_text.h"
#include "ui/look/qt_text.h"
#include "ui/session/session.h"
#include "ui/session/worker_client.h"

#include <algorithm>
#include <cmath>

namespace warploom::ui {

QString preconditionerTitle(const QString& id) {
    if (id == QLatin1String("jacobi")) return PreconditionerComparison::tr("Jacobi");
    if (id == QLatin1String("ic0")) return PreconditionerComparison::tr("IC(0)");
    return id == QLatin1String("none") ? PreconditionerComparison::tr("none") : id;
}

PreconditionerComparison::PreconditionerComparison(Session& session, QObject* parent)
    : QObject(parent), session_(session) {}

void PreconditionerComparison::start(const CgSetup& setup) {
    if (running_) return;
    ++generation_;
    setup_ = setup;
    solutions_.clear();
    for (const char* id : {"none", "jacobi", "ic0"}) {
        ComparedSolution solution;
        solution.preconditioner = QLatin1String(id);
        solution.row.status = wire::RowStatus::waiting;
        solutions_.push_back(solution);
    }
    at_ = 0;
    running_ = true;
    sendNext();
}

void PreconditionerComparison::stop() {
    if (running_) session_.worker().cancel(request_);
}

void PreconditionerComparison::clear() {
    stop();
    ++generation_;
    running_ = false;
    solutions_.clear();
    emit changed();
}

void PreconditionerComparison::sendNext() {
    solutions_[at_].row.status = wire::RowStatus::running;
    wire::Json request{{"request", "run"},
                       {"operation", "cg"},
                       {"matrix", setup_.matrix},
                       {"kernels", QStringList{setup_.kernel}},
                       {"machine", setup_.machine},
                       {"precision", setup_.precision},
                       {"blocks", wire::Json::array({setup_.block})},
                       {"baseline", setup_.kernel},
                       {"cache", "cold"},
                       {"quick", true},
                       {"preconditioner", solutions_[at_].preconditioner}};
    if (setup_.tolerance) request["tolerance"] = *setup_.tolerance;
    if (setup_.given_side) request["rhs"] = "given";
    const unsigned generation = generation_;
    RequestHandlers handlers;
    handlers.done = [this, generation](const wire::Json& result) {
        if (generation != generation_) return;
        const wire::Run run = wire::read_run(result);
        if (!run.results.empty()) solutions_[at_].row = run.results.front();
        // A run that was cancelled ends well, with what it had.
        if (run.was_cancelled || run.results.empty()) {
            end(tr("stopped"));
            return;
        }
        if (++at_ < solutions_.size()) {
            sendNext();
            return;
        }
        running_ = false;
        emit changed();
    };
    handlers.error = [this, generation](const WorkerError& error) {
        if (generation != generation_) return;
        const bool stopped = error.code == "cancelled";
        if (!stopped) session_.report(qt(error.message), qt(error.hint));
        end(stopped ? tr("stopped") : qt(error.message));
    };
    request_ = session_.worker().request(request, handlers, this);
    emit changed();
}

/// What has no result yet will have none.
void PreconditionerComparison::end(const QString& reason) {
    running_ = false;
    for (ComparedSolution& solution : solutions_) {
        if (solution.row.is_settled()) continue;
        solution.row.status = wire::RowStatus::skipped;
        solution.row.reason = reason.toStdString();
    }
    emit changed();
}

namespace {

/// Of the whole solution: an iteration's times, as many of them as there were iterations.
measure::Summary solutionTime(const ComparedSolution& solution) {
    measure::Summary all = solution.row.time;
    const double iterations = solution.figures()->solve_ns / all.median;
    for (double* time : {&all.median, &all.q1, &all.q3, &all.min, &all.max}) *time *= iterations;
    return all;
}

/// By the rules that hold for every comparison of ours (docs/measuring.md).
bool isFaster(const ComparedSolution& a, const ComparedSolution& b) {
    return measure::compare(solutionTime(a), a.row.time.kind, solutionTime(b), b.row.time.kind).verdict ==
           measure::Comparison::Verdict::faster;
}

/// "Jacobi (120 iterations, 3.4 ms)"
QString shortly(const ComparedSolution& solution) {
    return PreconditionerComparison::tr("%1 (%2 iterations, %3)")
        .arg(preconditionerTitle(solution.preconditioner), countText(solution.figures()->iterations),
             timeText(solution.figures()->solve_ns));
}

} // namespace

QString PreconditionerComparison::sentence() const {
    if (solutions_.empty()) return {};
    if (running_)
        return tr("Solving with preconditioner: %1.").arg(preconditionerTitle(solutions_[at_].preconditioner));
    const auto converged = [](const ComparedSolution& s) { return s.isSolved() && s.figures()->state == "converged"; };
    const ComparedSolution& plain = solutions_.front();
    const ComparedSolution* best = nullptr;
    for (const ComparedSolution& s : solutions_)
        if (converged(s) && (best == nullptr || s.figures()->solve_ns < best->figures()->solve_ns)) best = &s;
    if (best == nullptr) {
        for (const ComparedSolution& s : solutions_)
            if (!s.row.reason.empty()) return tr("No solution reached the tolerance: %1").arg(qt(s.row.reason));
        return tr("None of the three reached the tolerance.");
    }
    const QString name = preconditionerTitle(best->preconditioner);
    const bool modelled = best->row.is_modelled();
    QString text = modelled ? tr("Modelled: ") : QString();
    QStringList as_fast;
    for (const ComparedSolution& s : solutions_)
        if (&s != best && converged(s) && !isFaster(*best, s)) as_fast.append(shortly(s));
    if (!as_fast.isEmpty())
        return text +
               tr("No preconditioner can be called the fastest: %1 and %2 differ by less than the times scatter.")
                   .arg(shortly(*best), as_fast.join(tr(", ")));
    if (best == &plain) {
        text += tr("Without a preconditioner the solution is the fastest: %1 iterations, %2.")
                    .arg(countText(plain.figures()->iterations), timeText(plain.figures()->solve_ns));
        return text;
    }
    text += tr("%1 is the fastest: %2 iterations, %3.")
                .arg(name, countText(best->figures()->iterations), timeText(best->figures()->solve_ns));
    if (!plain.isSolved()) return text;
    if (!converged(plain))
        return text + tr(" Without a preconditioner it does not get there in %1 iterations.")
                          .arg(countText(plain.figures()->iterations));
    const double fewer = static_cast<double>(plain.figures()->iterations) /
                         static_cast<double>(std::max<std::int64_t>(1, best->figures()->iterations));
    return text +
           tr(" Without one it takes %1 iterations, %2 times as many, and %3; one iteration with %4 costs %5 times "
              "as much.")
               .arg(countText(plain.figures()->iterations), numberText(fewer, 2), timeText(plain.figures()->solve_ns),
                    name, numberText(best->row.time.median / plain.row.time.median, 2));
}

} // namespace warploom::ui
