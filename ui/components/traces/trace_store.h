#pragma once

#include "engine/protocol/messages/trace.h"

#include <QList>
#include <QObject>

#include <memory>
#include <utility>

class QTimer;

namespace warploom::ui {

class Session;
using TraceHandle = std::shared_ptr<const protocol::Trace>;

/// Caches modeled results for the session's matrix, kernel, card, precision and block size. There is one store per
/// session. A visible page calls want() to request a result, and updates when changed() is emitted. Because of the
/// cache, the user can return to earlier settings without waiting.
class TraceStore : public QObject {
    Q_OBJECT
public:
    static TraceStore& of(Session& session);

    /// Returns the result for the current settings, or null if it is not available yet.
    TraceHandle document() const;
    /// Returns the result for the original card, ignoring the user's edits. If the card has not been edited, this is
    /// the same as document().
    TraceHandle original() const;
    /// Returns whether the worker's result or error for the current settings is available.
    bool isAnswered() const;
    /// Returns the latest result for the current matrix, regardless of the settings. It is shown until the result for
    /// the current settings is available.
    TraceHandle latest() const { return latest_; }
    /// Returns `trace` and the traces of other kernels with the same matrix, card, precision and block size.
    std::vector<TraceHandle> others(const TraceHandle& trace) const;
    /// Requests the result after a short delay unless it is available. Several calls in quick succession cause only one
    /// request.
    void want();
    bool isWaiting() const { return !request_.isEmpty() || pending_; }
    /// Returns the error message and hint; empty if there was no error.
    QString problem() const { return problem_; }
    /// Returns the shared memory that a block requires, in bytes, if it exceeds the shared memory of the card;
    /// otherwise, returns 0.
    std::int64_t missingShared() const { return problem_.isEmpty() ? 0 : missing_shared_; }
    /// Stores a result for the current settings as if it came from the worker.
    void setDocument(const protocol::Trace& document);

signals:
    void changed();

private:
    explicit TraceStore(Session& session);
    QString keyOf(const Json& card) const;
    TraceHandle find(const QString& key) const;
    Json originalJson() const;
    void choicesChanged();
    void ask();
    void send(const QString& key, const Json& card);
    void keep(const QString& key, const TraceHandle& document);

    Session& session_;
    QTimer* pause_ = nullptr;
    QList<std::pair<QString, TraceHandle>> kept_; ///< cached results with their keys; the most recent one is last
    TraceHandle latest_;
    QString request_, request_key_, problem_, problem_key_, pending_key_;
    std::int64_t missing_shared_ = 0;
    bool pending_ = false;
};

} // namespace warploom::ui
