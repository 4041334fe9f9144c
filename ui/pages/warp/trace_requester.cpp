#include "ui/pages/warp/trace_requester.h"

#include "ui/components/operations/traced_choice.h"
#include "ui/session/kernel_texts.h"

#include <algorithm>
#include <utility>

namespace warploom::ui {

TraceRequester::TraceRequester(Session& session, QObject* parent) : QObject(parent), session_(session) {}

TraceRequester::TraceKey TraceRequester::wanted() const {
    const TracedChoice traced = tracedChoice(session_);
    // For a CG method, use the name of its SpMV kernel.
    const QString text = traced.kernel.section(QLatin1Char(':'), -1);
    return {{session_.matrix() ? session_.matrix()->name() : QString(), traced.operation, traced.kernel,
             session_.precision(), session_.block(), session_.warp()},
            session_.texts().revision(text)};
}

void TraceRequester::settingsChanged() {
    if (!hasTarget() && (session_.warp() == WarpChoice{} || !shown_)) row_ = -1;
    failed_.reset();
}

void TraceRequester::forgetPlace() {
    shown_.reset();
    failed_.reset();
    if (std::holds_alternative<WarpPlace>(next_)) next_ = {};
    relocating_ = false;
    row_ = -1;
}

bool TraceRequester::forgetFailure() { return std::exchange(failed_, std::nullopt).has_value(); }

void TraceRequester::pauseUntilChange() {
    shown_.reset();
    failed_ = wanted();
}

void TraceRequester::goTo(const NavigationTarget& target) {
    next_ = target;
    if (session_.matrix() && session_.matrix()->name() == target.matrix) follow(target);
    else session_.openMatrix(target.matrix);
}

void TraceRequester::goToLongestRow() {
    const MatrixHandle& matrix = session_.matrix();
    if (!matrix || matrix->matrix.csr.rows == 0) return;
    const CsrMatrix& csr = matrix->matrix.csr;
    NavigationTarget target;
    for (std::int64_t row = 0; row < csr.rows; ++row)
        if (target.row < 0 || csr.row_length(row) > csr.row_length(target.row)) target.row = row;
    const TracedChoice traced = tracedChoice(session_);
    target.matrix = matrix->name();
    target.operation = traced.operation;
    target.kernel = traced.kernel;
    target.block = session_.block();
    target.step = 0;
    goTo(target);
}

void TraceRequester::matrixOpened() {
    const auto* const target = std::get_if<NavigationTarget>(&next_);
    if (target != nullptr && session_.matrix() && target->matrix == session_.matrix()->name())
        follow(NavigationTarget(*target)); // a copy, because changes of the settings may replace the target
}

void TraceRequester::follow(const NavigationTarget& target) {
    forgetPlace();
    chooseTraced(session_, target.operation, target.kernel);
    session_.setChoice(QStringLiteral("block"), target.block, tr("%1 threads per block").arg(target.block));
    session_.setWarp(target.warp.value_or(WarpChoice{}));
    row_ = target.row;
    emit targetChanged();
}

void TraceRequester::goToStep(int step) {
    forgetPlace();
    next_ = step; // replaces a target, because a saved state specifies the warp explicitly
    emit targetChanged();
}

int TraceRequester::firstStep(const protocol::WarpDocument& trace) {
    relocating_ = false;
    failed_.reset();
    const auto next = std::exchange(next_, {});
    const int last = std::max(0, trace.step_count() - 1);
    if (const auto* const step = std::get_if<int>(&next)) return std::min(*step, last);
    if (const auto* const place = std::get_if<WarpPlace>(&next)) return stepAt(trace, *place);
    const auto* const target = std::get_if<NavigationTarget>(&next);
    if (target == nullptr) return 0;
    if (target->step) return std::clamp(*target->step, 0, last);
    for (int step = 0; target->line > 0 && step < trace.step_count(); ++step)
        if (trace.site_of(step).line == target->line) return step;
    if (target->section < 0 && target->row < 0) return 0;
    return std::max(0, stepOf(trace, target->row, target->section, target->array));
}

void TraceRequester::ask(const WarpTraceHandle& shown, int step) {
    if (isBusy() || !session_.matrix() || session_.isLoading() || !whyNotTraced(session_).isEmpty()) return;
    const TraceKey now = wanted();
    if (failed_ && *failed_ == now) return;
    // If a selection has failed, the user may have returned to the settings of the displayed trace.
    if (shown_ && *shown_ == now) return emit returned();
    const WarpQuestion& question = now.question;
    // Other kernels assign rows to blocks in different ways. Trace the first warp to find out which warp processes the
    // same rows.
    const bool other = shown_ &&
                       (shown_->question.kernel != question.kernel || shown_->question.block != question.block) &&
                       shown_->question.matrix == question.matrix && shown_->question.operation == question.operation;
    const auto* const target = std::get_if<NavigationTarget>(&next_);
    std::optional<int> probed_block;
    if ((other && !(question.warp == WarpChoice{})) || (target != nullptr && !target->warp && target->row >= 0))
        probed_block = shown ? shown->block_size : question.block;
    if (shown && shown_ && !relocating_) {
        if (target == nullptr && !std::holds_alternative<int>(next_)) next_ = placeOf(*shown, step);
        if (other) row_ = firstRow(*shown);
    }
    WarpQuestion sent = question;
    if (probed_block) sent.warp = {};
    RequestHandlers handlers;
    handlers.done = [this, now, probed_block](const Json& result) {
        request_.clear();
        if (!(now == wanted())) return emit outdated();
        answer(now, probed_block, std::make_shared<const protocol::WarpDocument>(protocol::read_warp(result)));
    };
    handlers.error = [this, now](const WorkerError& error) {
        request_.clear();
        relocating_ = false;
        if (!(now == wanted())) return emit outdated();
        failed_ = now;
        emit failed(error);
    };
    emit started();
    request_ = session_.worker().request(warpRequest(session_, sent), handlers, this);
}

void TraceRequester::answer(const TraceKey& asked, std::optional<int> probed_block, const WarpTraceHandle& trace) {
    shown_ = asked;
    if (probed_block) {
        const WarpChoice& warp = asked.question.warp;
        // Store the warp in the target, so that the search for the warp that processes the row is not repeated.
        if (auto* const target = std::get_if<NavigationTarget>(&next_)) target->warp = warp;
        const WarpChoice found = warpOfRow(*trace, row_, warp, *probed_block);
        shown_->question.warp = {trace->launch, trace->block_index, trace->warp};
        if (!(found == shown_->question.warp)) {
            relocating_ = true; // keep showing the current trace until the requested warp has been traced
            session_.setWarp(found);
            return emit outdated();
        }
        session_.setWarp(found);
    }
    emit answered(trace);
}

} // namespace warploom::ui
