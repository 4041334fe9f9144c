#include "ui/pages/write/kernel_checker.h"

#include "engine/protocol/messages/requests.h"
#include "ui/session/kernel_texts.h"
#include "ui/session/session.h"
#include "ui/style/qt_text.h"

namespace warploom::ui {

namespace {

constexpr int patience_ms = 2000;

/// Returns the name of the open matrix if it is small enough. Otherwise, returns an empty string, so that the worker
/// uses only random test inputs.
QString smallMatrix(const Session& session) {
    const MatrixHandle& matrix = session.matrix();
    const bool fits = matrix && matrix->matrix.why_not_runnable().empty() &&
                      matrix->statistics.nonzeros <= KernelChecker::most_nonzeros;
    return fits ? matrix->name() : QString();
}

} // namespace

KernelChecker::KernelChecker(Session& session, QObject* parent) : QObject(parent), session_(session) {
    worker_.setCompletion([this](Json& fields) { session_.texts().complete(fields); });
    patience_.setSingleShot(true);
    patience_.setInterval(patience_ms);
    connect(&patience_, &QTimer::timeout, this, [this] {
        const QString name = asked_;
        request_.clear(); // clear the ID, so that the result of the previous request is ignored
        worker_.stop();
        if (!name.isEmpty()) send(name);
    });
}

void KernelChecker::ask(const QString& name) {
    if (!request_.isEmpty()) {
        worker_.cancel(request_);
        if (!patience_.isActive()) patience_.start();
    }
    send(name);
}

void KernelChecker::send(const QString& name) {
    worker_.setCommand(session_.worker().command());
    const int revision = session_.texts().revision(name);
    protocol::CheckRequest request;
    request.kernel = name.toStdString();
    request.matrix = smallMatrix(session_).toStdString();
    request.card = session_.cardJson();
    request.precision = session_.precisionValue();
    request.block = session_.block();
    if (const KernelText* const text = session_.texts().find(name)) request.from = text->from;
    const auto id = std::make_shared<QString>();
    const auto over = [this, id] { // returns whether the request is still the latest one
        if (request_ != *id) return false;
        request_.clear();
        asked_.clear();
        patience_.stop();
        return true;
    };
    RequestHandlers handlers;
    handlers.done = [this, over, revision](const Json& result) {
        const auto check = std::make_shared<const protocol::Check>(protocol::read_check(result));
        if (!over()) return;
        emit busyChanged();
        emit answered(check, revision);
    };
    handlers.error = [this, over](const WorkerError& error) {
        if (!over()) return;
        emit busyChanged();
        if (error.code != "cancelled" && error.code != "worker.stopped")
            emit failed(toQString(error.message), toQString(error.hint));
    };
    asked_ = name;
    request_ = *id = worker_.request(request, handlers, this);
    emit busyChanged();
}

void KernelChecker::stop() {
    if (request_.isEmpty()) return;
    request_.clear();
    asked_.clear();
    patience_.stop();
    worker_.stop();
    emit busyChanged();
}

} // namespace warploom::ui
