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

/// The results of the model for the session's matrix, kernel, card, precision and block size. There is one store per
/// session. Visible pages call `want()` and receive `changed()`. Results are cached, so returning to earlier settings
/// costs nothing.
class TraceStore : public QObject {
    Q_OBJECT
public:
    static TraceStore& of(Session& session);

    /// Returns the result for the current settings, or null if it is not available yet.
    TraceHandle document() const;
    /// Returns the result for the original card without edits. Same as document() if the card was not edited.
    TraceHandle original() const;
    /// Returns whether there is a result or an error for the current settings.
    bool isAnswered() const;
    /// Returns the last result for this matrix, regardless of the settings. Views show it until the new one is
    /// available.
    TraceHandle latest() const { return latest_; }
    /// Returns `trace` and the traces of other kernels with the same matrix, card, precision and block size.
    std::vector<TraceHandle> others(const TraceHandle& trace) const;
    /// Sends a request after a short delay unless the result is available. Several calls in quick succession cause only
    /// one request.
    void want();
    bool isWaiting() const { return !request_.isEmpty() || pending_; }
    /// Returns the error message and hint if there is no result.
    QString problem() const { return problem_; }
    /// Returns the amount of shared memory that a block requires, in bytes, if it exceeds the limit of the card;
    /// otherwise 0.
    std::int64_t missingShared() const { return problem_.isEmpty() ? 0 : missing_shared_; }
    /// Sets the result for the current settings, as if it had come from the worker.
    void setDocument(const protocol::Trace& document);

signals:
    void changed(); ///< emitted for a new result, a new state, or different settings

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
    QList<std::pair<QString, TraceHandle>> kept_; ///< newest last
    TraceHandle latest_;
    QString request_, request_key_, problem_, problem_key_, pending_key_;
    std::int64_t missing_shared_ = 0;
    bool pending_ = false;
};

} // namespace warploom::ui
