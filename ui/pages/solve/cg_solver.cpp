#include "ui/pages/solve/cg_solver.h"

#include "engine/protocol/messages/requests.h"
#include "ui/session/session.h"
#include "ui/session/worker_client.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"

#include <algorithm>
#include <cmath>

namespace warploom::ui {
namespace {

constexpr int most_at_once = 4096; // maximum number of iterations per request; a pause interrupts the request
constexpr qint64 short_ms = 250, long_ms = 1000;

} // namespace

CgSolver::CgSolver(Session& session, QObject* parent) : QObject(parent), session_(session) {}

void CgSolver::setState(State state) {
    state_ = state;
    emit changed();
}

void CgSolver::setWanted(const CgSetup& setup) {
    if (setup == wanted_) return;
    const bool other_system = setup.matrix != wanted_.matrix || setup.rhs != wanted_.rhs;
    wanted_ = setup;
    if (other_system) {
        reset();
        return;
    }
    queue_.clear();
    // Canceling ends the current batch of iterations early. settle() then continues with the new settings.
    if (isBusy() && run_) session_.worker().cancel(request_);
    emit changed();
}

void CgSolver::goOn() {
    run_ = true;
    steps_ = 0;
    proceed();
}

void CgSolver::startAnew() {
    if (isBusy()) return;
    open_ = false;
    goOn();
}

void CgSolver::stepOne() {
    if (open_ && state_ == State::ended && !wouldSwitch()) return;
    run_ = false;
    ++steps_;
    proceed();
}

void CgSolver::pause() {
    run_ = false;
    steps_ = 0;
    queue_.clear();
    if (!isBusy()) return;
    setState(State::pausing);
    session_.worker().cancel(request_);
}

void CgSolver::reset() {
    if (isBusy()) session_.worker().cancel(request_);
    if (open_) session_.worker().request(protocol::CgCloseRequest(), {}, this);
    ++generation_;
    request_.clear();
    queue_.clear();
    stretches_.clear();
    open_ = run_ = compares_ = false;
    steps_ = attempt_ = 0;
    iteration_ = 0;
    residual_ = true_residual_ = no_figure;
    ending_.clear();
    loss_.clear();
    setState(State::idle);
}

void CgSolver::compareFloatAndDouble() {
    const CgSetup before = wanted_;
    reset();
    CgSetup first = before, second = before;
    first.precision = QStringLiteral("float");
    second.precision = QStringLiteral("double");
    // If no tolerance is set, each precision has a default of its own. Use the same tolerance for both, so that the
    // results are comparable.
    if (!first.tolerance) first.tolerance = second.tolerance = 1e-10;
    wanted_ = first;
    queue_ = {second};
    compares_ = true;
    goOn();
}

void CgSolver::proceed() {
    if (isBusy()) return;
    if (!open_) {
        open();
    } else if (wouldSwitch()) {
        switchOver();
    } else {
        advance();
    }
}

template <class Request, class Answer>
void CgSolver::send(const Request& request, void (CgSolver::*done)(const Answer&)) {
    const unsigned generation = generation_;
    RequestHandlers handlers;
    handlers.event = [this, generation](const std::string& name, const Json& event) {
        if (generation == generation_ && name == "iterations")
            taken(protocol::read_cg<protocol::IterationsEvent>(event));
    };
    handlers.done = [this, generation, done](const Json& result) {
        if (generation != generation_) return;
        request_.clear();
        (this->*done)(protocol::read_cg<Answer>(result));
    };
    handlers.error = [this, generation](const WorkerError& error) {
        if (generation != generation_) return;
        request_.clear();
        failed(toQString(error.code), toQString(error.message), toQString(error.hint));
    };
    request_ = session_.worker().request(request, handlers, this);
}

void CgSolver::open() {
    current_ = wanted_;
    iteration_ = 0;
    residual_ = true_residual_ = no_figure;
    ending_.clear();
    loss_.clear();
    chunk_ = 8;
    setState(State::opening);
    protocol::CgOpenRequest request;
    request.matrix = current_.matrix.toStdString();
    request.machine = current_.machine.toStdString();
    request.kernel = current_.kernel.toStdString();
    request.precision = enumOf(current_.precision, Precision::float64);
    request.block = current_.block;
    request.tolerance = current_.tolerance;
    request.preconditioner = enumOf(current_.preconditioner, Preconditioner::none);
    request.rhs = current_.rhs.toStdString();
    send(request, &CgSolver::opened);
}

void CgSolver::opened(const protocol::CgOpened& result) {
    open_ = true;
    ++attempt_;
    tolerance_ = result.tolerance;
    beginStretch();
    settle();
}

void CgSolver::switchOver() {
    protocol::CgSwitchRequest request;
    if (wanted_.machine != current_.machine) request.machine = wanted_.machine.toStdString();
    if (wanted_.kernel != current_.kernel) request.kernel = wanted_.kernel.toStdString();
    if (wanted_.precision != current_.precision) request.precision = enumOf(wanted_.precision, Precision::float64);
    if (wanted_.preconditioner != current_.preconditioner)
        request.preconditioner = enumOf(wanted_.preconditioner, Preconditioner::none);
    if (wanted_.block != current_.block) request.block = wanted_.block;
    if (wanted_.tolerance != current_.tolerance) request.tolerance = wanted_.tolerance;
    current_ = wanted_;
    setState(State::opening);
    send(request, &CgSolver::switched);
}

void CgSolver::switched(const protocol::CgSwitched& result) {
    if (std::isfinite(result.tolerance)) tolerance_ = result.tolerance;
    ending_.clear();
    beginStretch();
    settle();
}

void CgSolver::beginStretch() {
    CgStretchRecord stretch;
    stretch.number = static_cast<int>(stretches_.size()) + 1;
    stretch.attempt = attempt_;
    stretch.setup = current_;
    // Start the new curve at the last point of the previous one to avoid a gap.
    if (iteration_ > 0 && !stretches_.empty() && std::isfinite(residual_)) {
        stretch.iteration.push_back(static_cast<double>(iteration_));
        stretch.residual.push_back(residual_);
    }
    stretches_.push_back(std::move(stretch));
}

void CgSolver::advance() {
    const int count = steps_ > 0 ? steps_ : chunk_;
    clock_.start();
    setState(State::running);
    send(protocol::CgAdvanceRequest{count}, &CgSolver::advanced);
}

void CgSolver::taken(const protocol::IterationsEvent& news) {
    if (stretches_.empty()) return;
    CgStretchRecord& stretch = stretches_.back();
    std::int64_t at = news.first;
    for (const double residual : news.residuals) {
        if (residual_ <= tolerance_ && iteration_ > 0 && residual > tolerance_)
            stretch.restarts.push_back(static_cast<double>(iteration_));
        stretch.iteration.push_back(static_cast<double>(at));
        stretch.residual.push_back(residual);
        iteration_ = at++;
        residual_ = residual;
    }
    emit changed();
}

void CgSolver::advanced(const protocol::CgStanding& result) {
    steps_ = 0;
    iteration_ = result.iteration;
    if (std::isfinite(result.residual)) residual_ = result.residual;
    true_residual_ = result.true_residual;
    CgStretchRecord& stretch = stretches_.back();
    if (std::isfinite(true_residual_))
        stretch.true_residuals.emplace_back(static_cast<double>(iteration_), true_residual_);
    if (result.parts) {
        stretch.parts = result.parts;
        stretch.modelled = result.is_modelled;
    }
    ending_ = result.state == "running" ? QString() : toQString(result.state);
    worker_sentence_ = toQString(result.sentence);
    obstacle_ = toQString(result.obstacle);
    const qint64 took = clock_.elapsed();
    if (took < short_ms) chunk_ = std::min(chunk_ * 2, most_at_once);
    if (took > long_ms) chunk_ = std::max(chunk_ / 2, 1);
    settle();
}

void CgSolver::settle() {
    if (!ending_.isEmpty() && !wouldSwitch()) {
        if (!stretches_.empty()) stretches_.back().verdict = verdict();
        run_ = false;
        if (!queue_.isEmpty()) {
            wanted_ = queue_.takeFirst();
            open_ = false;
            run_ = true;
            proceed();
            return;
        }
        setState(State::ended);
    } else if (run_ || steps_ > 0) {
        proceed();
    } else {
        setState(State::paused);
    }
}

void CgSolver::failed(const QString& code, const QString& message, const QString& hint) {
    const bool cancelled = code == QLatin1String("cancelled");
    run_ = false;
    steps_ = 0;
    queue_.clear();
    if (cancelled) { // the user canceled the solve while it was being prepared
        setState(open_ ? State::paused : State::idle);
        return;
    }
    const bool gone = code.startsWith(QLatin1String("worker.")) || code == QLatin1String("cg.closed");
    session_.report(message, hint);
    loss_ = message;
    if (gone) open_ = false;
    // If the worker rejects a change of the settings, the solver keeps its previous state.
    if (!gone && open_ && !stretches_.empty()) current_ = stretches_.back().setup;
    setState(State::lost);
}

QString CgSolver::sentence() const {
    const QString at = tr("iteration %1, residual %2").arg(countText(iteration_), numberText(residual_, 3));
    switch (state_) {
    case State::idle: return {};
    case State::opening: return tr("Preparing %1 on %2.").arg(current_.kernel, current_.machine);
    case State::running: return iteration_ == 0 ? tr("Running.") : tr("Running: %1.").arg(at);
    case State::pausing: return tr("Pausing after %1.").arg(at);
    case State::paused:
        return tr("Paused at %1. You can change the SpMV kernel, the machine or the precision before you continue.")
            .arg(at);
    case State::lost:
        return stretches_.empty() ? loss_
               : open_            ? tr("%1 The solver is paused at %2.").arg(loss_, at)
                                  : tr("%1 The curve up to %2 is kept. Press Start to start over.").arg(loss_, at);
    case State::ended: break;
    }
    if (!compares_) return paragraph({verdict(), obstacle_, restartSentence()});
    QStringList both;
    for (const CgStretchRecord& stretch : stretches_)
        if (!stretch.verdict.isEmpty()) both << QStringLiteral("%1: %2").arg(stretch.setup.precision, stretch.verdict);
    return paragraph(both << obstacle_ << restartSentence());
}

QString CgSolver::restartSentence() const {
    QStringList places;
    for (const CgStretchRecord& stretch : stretches_)
        for (const double at : stretch.restarts)
            places << (compares_ ? tr("%1 in %2").arg(countText(static_cast<qint64>(at)), stretch.setup.precision)
                                 : countText(static_cast<qint64>(at)));
    if (places.isEmpty()) return {};
    return tr("The curve jumps after iteration %1: the recurrence residual reached the tolerance but the true residual "
              "‖b - A x‖ did not, so the method restarted from x.")
        .arg(places.join(QStringLiteral(", ")));
}

QString CgSolver::verdict() const {
    const double error = std::isfinite(true_residual_) ? true_residual_ : residual_;
    if (ending_ == QLatin1String("converged"))
        return tr("Converged after %n iterations: true residual ‖b - A x‖ / ‖b‖ = %1, tolerance %2.", nullptr,
                  pluralOf(iteration_))
            .arg(numberText(error, 3), numberText(tolerance_, 3));
    QString said = worker_sentence_;
    if (!said.isEmpty() && !said.endsWith(QLatin1Char('.'))) said += QLatin1Char('.');
    if (ending_ == QLatin1String("breakdown")) {
        return said.isEmpty() ? tr("The method broke down at iteration %1.").arg(countText(iteration_)) : said;
    }
    if (ending_ == QLatin1String("stagnated")) {
        if (said.isEmpty()) said = tr("The residual has stagnated at %1.").arg(numberText(error, 3));
        return current_.precision == QLatin1String("float") && !compares_
                   ? paragraph({said, tr("This is the limit of float precision. Select double, then continue.")})
                   : said;
    }
    return said.isEmpty()
               ? tr("Stopped at the limit of %n iterations with a residual of %1.", nullptr, pluralOf(iteration_))
                     .arg(numberText(error, 3))
               : said;
}

} // namespace warploom::ui
