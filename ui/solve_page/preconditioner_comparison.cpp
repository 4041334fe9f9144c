#include "ui/solve_page/preconditioner_comparison.h"

#include "ui/number_text.h"
#include "ui/session.h"
#include "ui/worker_client.h"

#include <QJsonArray>

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
    solutions_[at_].status = QStringLiteral("running");
    QJsonObject request{{QStringLiteral("request"), QStringLiteral("run")},
                        {QStringLiteral("operation"), QStringLiteral("cg")},
                        {QStringLiteral("matrix"), setup_.matrix},
                        {QStringLiteral("kernels"), QJsonArray{setup_.kernel}},
                        {QStringLiteral("machine"), setup_.machine},
                        {QStringLiteral("precision"), setup_.precision},
                        {QStringLiteral("blocks"), QJsonArray{setup_.block}},
                        {QStringLiteral("baseline"), setup_.kernel},
                        {QStringLiteral("cache"), QStringLiteral("cold")},
                        {QStringLiteral("quick"), true},
                        {QStringLiteral("preconditioner"), solutions_[at_].preconditioner}};
    if (setup_.tolerance) request.insert(QStringLiteral("tolerance"), *setup_.tolerance);
    if (setup_.given_side) request.insert(QStringLiteral("rhs"), QStringLiteral("given"));
    const unsigned generation = generation_;
    RequestHandlers handlers;
    handlers.done = [this, generation](const QJsonObject& result) {
        if (generation != generation_) return;
        const QJsonArray rows = result.value(QLatin1String("results")).toArray();
        if (!rows.isEmpty()) take(rows.first().toObject());
        // A run that was cancelled ends well, with what it had.
        if (result.value(QLatin1String("cancelled")).toBool() || rows.isEmpty()) {
            end(QStringLiteral("skipped"), tr("stopped"));
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
        const bool stopped = error.code == QLatin1String("cancelled");
        if (!stopped) session_.report(error.message, error.hint);
        end(QStringLiteral("skipped"), stopped ? tr("stopped") : error.message);
    };
    request_ = session_.worker().request(request, handlers, this);
    emit changed();
}

/// What has no result yet will have none.
void PreconditionerComparison::end(const QString& status, const QString& reason) {
    running_ = false;
    for (ComparedSolution& solution : solutions_) {
        if (solution.status != QLatin1String("waiting") && solution.status != QLatin1String("running")) continue;
        solution.status = status;
        solution.reason = reason;
    }
    emit changed();
}

void PreconditionerComparison::take(const QJsonObject& row) {
    ComparedSolution& solution = solutions_[at_];
    const QJsonObject time = row.value(QLatin1String("time_ns")).toObject();
    solution.status = row.value(QLatin1String("status")).toString();
    solution.reason = row.value(QLatin1String("reason")).toString();
    solution.kind = time.value(QLatin1String("kind")).toString();
    solution.iteration = wireNumber(time.value(QLatin1String("median")));
    solution.figures = readCg(row);
}

QString PreconditionerComparison::sentence() const {
    if (solutions_.empty()) return {};
    if (running_)
        return tr("Solving with preconditioner: %1.").arg(preconditionerTitle(solutions_[at_].preconditioner));
    const auto converged = [](const ComparedSolution& s) {
        return s.isSolved() && s.figures->state == QLatin1String("converged");
    };
    const ComparedSolution& plain = solutions_.front();
    const ComparedSolution* best = nullptr;
    for (const ComparedSolution& s : solutions_)
        if (converged(s) && (best == nullptr || s.figures->solve < best->figures->solve)) best = &s;
    if (best == nullptr) {
        for (const ComparedSolution& s : solutions_)
            if (!s.reason.isEmpty()) return tr("No solution reached the tolerance: %1").arg(s.reason);
        return tr("None of the three reached the tolerance.");
    }
    const QString name = preconditionerTitle(best->preconditioner);
    const bool modelled = best->kind == QLatin1String("modelled");
    QString text = modelled ? tr("Modelled: ") : QString();
    if (best == &plain) {
        text += tr("Without a preconditioner the solution is the fastest: %1 iterations, %2.")
                    .arg(countText(plain.figures->iterations), timeText(plain.figures->solve));
        return text;
    }
    text += tr("%1 is the fastest: %2 iterations, %3.")
                .arg(name, countText(best->figures->iterations), timeText(best->figures->solve));
    if (!plain.isSolved()) return text;
    if (!converged(plain))
        return text + tr(" Without a preconditioner it does not get there in %1 iterations.")
                          .arg(countText(plain.figures->iterations));
    const double fewer = static_cast<double>(plain.figures->iterations) /
                         static_cast<double>(std::max<std::int64_t>(1, best->figures->iterations));
    return text +
           tr(" Without one it takes %1 iterations, %2 times as many, and %3; one iteration with %4 costs %5 times "
              "as much.")
               .arg(countText(plain.figures->iterations), numberText(fewer, 2), timeText(plain.figures->solve), name,
                    numberText(best->iteration / plain.iteration, 2));
}

} // namespace warploom::ui
