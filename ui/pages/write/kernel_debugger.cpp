#include "ui/pages/write/kernel_debugger.h"

#include "ui/session/kernel_texts.h"
#include "ui/session/session.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"

#include <utility>

namespace warploom::ui {

namespace {

/// Maximum number of queued requests, so that holding down a key does not fill the queue.
constexpr std::size_t most_waiting = 64;

bool isRecordingLost(const WorkerError& error) {
    return error.code.rfind("worker.", 0) == 0 || error.code == "debug.closed";
}

} // namespace

KernelDebugger::KernelDebugger(Session& session, QObject* parent) : QObject(parent), session_(session) {
    worker_.setCompletion([this](Json& fields) { session_.texts().complete(fields); });
    connect(&worker_, &WorkerClient::failedIdle, this, [this](const QString& sentence) {
        if (isOpen()) lose(sentence, tr("Choose Restart to record the block again. Breakpoints and watches are kept."));
    });
}

void KernelDebugger::open(const DebugTarget& target) {
    forget();
    target_ = target;
    worker_.setCommand(session_.worker().command());
    protocol::DebugOpenRequest request;
    request.operation = target.operation;
    request.kernel = target.kernel.toStdString();
    request.matrix = target.matrix.toStdString();
    request.card = session_.cardJson();
    request.precision = target.precision;
    request.block_size = target.block_size;
    request.x = target.change.x;
    request.power = target.change.power;
    request.row_power = target.change.row_power;
    request.column_power = target.change.column_power;
    request.launch = target.launch;
    request.block_index = target.block;
    Json fields = protocol::request_json(request);
    is_opening_ = true;
    send(
        std::move(fields),
        [this](const Json& result) {
            is_opening_ = false;
            session_document_ = std::make_shared<const protocol::DebugSession>(protocol::read_debug_session(result));
            emit opened(session_document_);
            sendNext();
        },
        [this](const WorkerError& error) {
            is_opening_ = false;
            if (error.code == "cancelled" || error.code == "worker.stopped") return;
            lose(toQString(error.message),
                 error.hint.empty() ? tr("Edit the source, then choose Restart.") : toQString(error.hint));
        });
}

void KernelDebugger::close() {
    const bool was_opening = is_opening_, was_open = isOpen();
    forget();
    if (was_opening) worker_.stop();
    else if (was_open && worker_.processId() != 0) worker_.request(protocol::DebugCloseRequest(), {}, this);
    emit busyChanged();
}

void KernelDebugger::forget() {
    ++generation_;
    waiting_.clear();
    session_document_.reset();
    state_.reset();
    is_opening_ = is_moving_ = false;
    pending_ = 0;
}

void KernelDebugger::lose(const QString& sentence, const QString& hint) {
    forget();
    emit busyChanged();
    emit failed(sentence, hint);
}

protocol::DebugStepRequest KernelDebugger::stepRequest(protocol::DebugStep step, bool is_backward) const {
    protocol::DebugStepRequest request;
    request.position = state_ == nullptr ? 0 : state_->position;
    request.warp = state_ == nullptr ? 0 : state_->warp;
    request.watches = textsOf(watches_);
    request.step = step;
    request.is_backward = is_backward;
    if (step == protocol::DebugStep::run) request.breakpoints = breakpoints_;
    return request;
}

void KernelDebugger::step(protocol::DebugStep step, bool is_backward) {
    enqueue([this, step, is_backward] { return protocol::request_json(stepRequest(step, is_backward)); });
}

void KernelDebugger::runToLine(int line, bool is_backward) {
    enqueue([this, line, is_backward] {
        protocol::DebugStepRequest request = stepRequest(protocol::DebugStep::line, is_backward);
        request.to_line = line;
        return protocol::request_json(request);
    });
}

void KernelDebugger::runToFinding(int line) {
    enqueue([this, line] {
        protocol::DebugStepRequest request = stepRequest(protocol::DebugStep::run, false);
        request.stops_at_findings = true;
        if (session_document_->findings.empty() && line > 0) request.breakpoints.push_back({line, {}, 0});
        return protocol::request_json(request);
    });
}

void KernelDebugger::showAt(std::int64_t position, int warp) {
    enqueue([this, position, warp] {
        protocol::DebugStateRequest request;
        request.position = position;
        request.warp = warp;
        request.watches = textsOf(watches_);
        return protocol::request_json(request);
    });
}

void KernelDebugger::showLineBefore(std::int64_t position) {
    enqueue([this, position] {
        protocol::DebugStepRequest request = stepRequest(protocol::DebugStep::into, true);
        request.position = position;
        return protocol::request_json(request);
    });
}

void KernelDebugger::setWatches(const QStringList& watches) {
    if (watches == watches_) return;
    watches_ = watches;
    if (state_ != nullptr) showAt(state_->position, state_->warp);
}

void KernelDebugger::enqueue(std::function<Json()> make) {
    if ((!isOpen() && !is_opening_) || waiting_.size() >= most_waiting) return;
    waiting_.push_back(std::move(make));
    sendNext();
}

void KernelDebugger::sendNext() {
    if (!isOpen() || is_moving_ || waiting_.empty()) return;
    const std::function<Json()> make = std::move(waiting_.front());
    waiting_.pop_front();
    is_moving_ = true;
    send(
        make(),
        [this](const Json& result) {
            is_moving_ = false;
            state_ = std::make_shared<const protocol::DebugState>(protocol::read_debug_state(result));
            emit stopped(state_);
            sendNext();
        },
        [this](const WorkerError& error) {
            is_moving_ = false;
            if (isRecordingLost(error)) {
                return lose(toQString(error.message),
                            tr("Choose Restart to record the block again. Breakpoints and watches are kept."));
            }
            waiting_.clear();
            emit refused(toQString(error.message), toQString(error.hint));
        });
}

int KernelDebugger::why(const protocol::DebugValue& value) {
    const int number = ++questions_;
    if (!isOpen()) return number;
    Json fields = protocol::request_json(protocol::DebugWhyRequest{value});
    // The worker runs the kernel again to find the writes of other blocks, and forgets sources between requests.
    Json opened{{"kernel", target_.kernel.toStdString()}};
    session_.texts().complete(opened);
    if (opened.contains("texts")) fields["texts"] = opened["texts"];
    send(
        std::move(fields),
        [this, number](const Json& result) { emit explained(number, protocol::read_debug_origin(result)); },
        [this, number](const WorkerError& error) {
            if (isRecordingLost(error))
                return lose(toQString(error.message),
                            tr("Choose Restart to record the block again. Breakpoints and watches are kept."));
            emit notExplained(number, paragraph({toQString(error.message), toQString(error.hint)}));
        });
    return number;
}

void KernelDebugger::send(Json fields, std::function<void(const Json&)> done,
                          std::function<void(const WorkerError&)> error) {
    const auto over = [this, generation = generation_] {
        if (generation != generation_) return false;
        --pending_;
        return true;
    };
    RequestHandlers handlers;
    // If the worker's response is malformed, `done` throws and the client calls `error`.
    const auto counted = std::make_shared<bool>(false);
    handlers.done = [this, over, counted, done = std::move(done)](const Json& result) {
        if (!over()) return;
        *counted = true;
        done(result);
        emit busyChanged();
    };
    handlers.error = [this, over, counted, error = std::move(error)](const WorkerError& why) {
        if (!*counted && !over()) return;
        error(why);
        emit busyChanged();
    };
    ++pending_;
    worker_.request(std::move(fields), handlers, this);
    emit busyChanged();
}

} // namespace warploom::ui
