#include "ui/components/traces/trace_store.h"

#include "engine/error.h"
#include "engine/protocol/messages/requests.h"
#include "ui/components/operations/traced_choice.h"
#include "ui/session/kernel_texts.h"
#include "ui/session/session.h"
#include "ui/session/worker_client.h"
#include "ui/style/qt_text.h"
#include "ui/widgets/page_parts.h"

namespace warploom::ui {
namespace {

// Delay before a request is sent, so that holding down a spin box button leads to only one request.
constexpr int pause_ms = 250;
constexpr int most_kept = 12;

} // namespace

TraceStore& TraceStore::of(Session& session) {
    auto* store = session.findChild<TraceStore*>(QString(), Qt::FindDirectChildrenOnly);
    return store != nullptr ? *store : *new TraceStore(session);
}

TraceStore::TraceStore(Session& session)
    : QObject(&session), session_(session), pause_(pauseTimer(this, pause_ms, &TraceStore::ask)) {
    connect(&session, &Session::cardChanged, this, &TraceStore::choicesChanged);
    connect(&session, &Session::matrixChanged, this, [this] {
        latest_.reset();
        choicesChanged();
    });
    connect(&session, &Session::choiceChanged, this, [this](const QString& key) {
        bool is_ours = isTracedKey(key);
        for (const char* each : {"block", "precision", "run/cache"}) is_ours = is_ours || key == QLatin1String(each);
        // Discard the latest result, because it belongs to the previous operation.
        if (key == QLatin1String("traced/operation")) latest_.reset();
        if (is_ours) choicesChanged();
    });
    connect(&session.texts(), &KernelSources::textChanged, this, [this](const QString& name) {
        if (tracedChoice(session_).kernel.endsWith(name)) choicesChanged();
    });
}

QString TraceStore::keyOf(const Json& card) const {
    if (session_.matrix() == nullptr) return {};
    const TracedChoice traced = tracedChoice(session_);
    // Use the SpMV kernel of a CG method.
    const QString text = traced.kernel.section(QLatin1Char(':'), -1);
    return QStringList{session_.matrix()->name() + QLatin1Char(' ') + traced.operation,
                       traced.kernel + QLatin1Char('@') + QString::number(session_.texts().revision(text)),
                       session_.precision(),
                       QString::number(session_.block()),
                       session_.choice(QStringLiteral("run/cache"), QStringLiteral("cold")).toString(),
                       toQString(protocol::to_line(card))}
        .join(QLatin1Char('\n'));
}

TraceHandle TraceStore::find(const QString& key) const {
    for (const auto& [kept, document] : kept_)
        if (kept == key) return document;
    return nullptr;
}

TraceHandle TraceStore::document() const { return find(keyOf(session_.cardJson())); }

Json TraceStore::originalJson() const {
    const simulated::Card* listed = session_.originalCard();
    return listed != nullptr ? simulated::card_document(*listed) : session_.cardJson();
}

bool TraceStore::isAnswered() const {
    const QString key = keyOf(session_.cardJson());
    return find(key) != nullptr || (key == problem_key_ && !problem_.isEmpty());
}

TraceHandle TraceStore::original() const { return find(keyOf(originalJson())); }

std::vector<TraceHandle> TraceStore::others(const TraceHandle& trace) const {
    const auto without_kernel = [](const QString& key) {
        QStringList parts = key.split(QLatin1Char('\n'));
        parts.removeAt(1);
        return parts;
    };
    std::vector<TraceHandle> result{trace};
    for (const auto& [key, document] : kept_) {
        if (document != trace) continue;
        for (const auto& [other_key, other] : kept_)
            if (other != trace && without_kernel(other_key) == without_kernel(key)) result.push_back(other);
    }
    return result;
}

void TraceStore::choicesChanged() {
    if (TraceHandle now = document()) latest_ = now;
    emit changed();
}

void TraceStore::want() {
    if (session_.matrix() == nullptr || session_.isLoading()) return;
    const QString key = keyOf(session_.cardJson());
    if (key == problem_key_) return; // this request has failed before and would fail again
    if (document() != nullptr && original() != nullptr) return;
    if (!request_.isEmpty() && request_key_ == key) return; // a request for these settings is pending
    // Repeated calls must not prolong the delay before the request.
    if (pending_ && key == pending_key_) return;
    pending_ = true;
    pending_key_ = key;
    pause_->start();
}

void TraceStore::ask() {
    pending_ = false;
    if (session_.matrix() == nullptr) return;
    const QString refusal = whyNotTraced(session_);
    const Json card = session_.cardJson();
    const QString key = keyOf(card);
    if (!refusal.isEmpty() || session_.card().id.empty()) {
        problem_ = refusal.isEmpty() ? tr("No card is available for modeling.") : refusal;
        missing_shared_ = 0;
        problem_key_ = key;
        emit changed();
        return;
    }
    if (key == problem_key_) return;
    // Request the result for the edited card first. The result for the original card is needed only for comparison.
    const bool have = find(key) != nullptr;
    const Json wanted = have ? originalJson() : card;
    const QString wanted_key = keyOf(wanted);
    if (find(wanted_key) != nullptr || wanted_key == request_key_) return;
    if (!request_.isEmpty()) session_.worker().cancel(request_);
    send(wanted_key, wanted);
}

void TraceStore::send(const QString& key, const Json& card) {
    const TracedChoice traced = tracedChoice(session_);
    protocol::TraceRequest request;
    request.operation = enumOf(traced.operation, Operation::spmv);
    request.matrix = session_.matrix()->name().toStdString();
    request.kernel = traced.kernel.toStdString();
    request.card = card;
    request.precision = session_.precisionValue();
    request.block = session_.block();
    request.cache = enumOf(session_.choice(QStringLiteral("run/cache")).toString(), CacheState::cold);
    RequestHandlers handlers;
    handlers.done = [this, key](const Json& result) {
        const auto trace = std::make_shared<const protocol::Trace>(protocol::read_trace(result));
        if (request_key_ == key) {
            request_.clear();
            request_key_.clear();
        }
        problem_.clear();
        problem_key_.clear();
        keep(key, trace);
        emit changed();
        // Request the result that is still missing, which is the one for the original card or for newer settings.
        if (request_.isEmpty()) ask();
    };
    handlers.error = [this, key](const WorkerError& error) {
        if (request_key_ != key) return; // a newer request has superseded this one
        request_.clear();
        request_key_.clear();
        if (error.code != "cancelled") {
            problem_ = toQString(error.message + " " + error.hint);
            missing_shared_ = error.shared_bytes;
            problem_key_ = key;
        }
        emit changed();
    };
    problem_.clear();
    problem_key_.clear();
    request_key_ = key;
    request_ = session_.worker().request(request, handlers, this);
    emit changed();
}

void TraceStore::keep(const QString& key, const TraceHandle& document) {
    for (qsizetype i = 0; i < kept_.size(); ++i)
        if (kept_[i].first == key) kept_.removeAt(i--);
    kept_.append({key, document});
    while (kept_.size() > most_kept) kept_.removeFirst();
    if (key == keyOf(session_.cardJson())) latest_ = document;
}

void TraceStore::setDocument(const protocol::Trace& document) {
    keep(keyOf(session_.cardJson()), std::make_shared<const protocol::Trace>(document));
    emit changed();
}

} // namespace warploom::ui
