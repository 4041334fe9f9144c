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

/// The model's results for the session's matrix, kernel, card, precision and block size. There is one store per
/// session; visible pages call `want()` and receive `changed()`. Results are cached, so returning to earlier settings
/// costs nothing.
class TraceStore : public QObject {
    Q_OBJECT
public:
    static TraceStore& of(Session& session);

    /// Of the choices as they are now; null while it is on its way or was not asked for.
    TraceHandle document() const;
    /// The same for the card as listed, without edits; `document()` itself where nothing was edited.
    TraceHandle original() const;
    /// There is a document for the choices of now, or a reason why there is none.
    bool isAnswered() const;
    /// The last document of this matrix, whatever was chosen then: what a view shows until the new one is there.
    TraceHandle latest() const { return latest_; }
    /// `trace` and the traces of other kernels with the same matrix, card, precision and block size.
    std::vector<TraceHandle> others(const TraceHandle& trace) const;
    /// Asks the worker soon, unless the answer is there. Calls in quick succession become one request.
    void want();
    bool isWaiting() const { return !request_.isEmpty() || pending_; }
    /// Why there is no document: a sentence and a hint.
    QString problem() const { return problem_; }
    /// The bytes of shared memory that a block asks for and this card does not give; 0 where that is not the problem.
    std::int64_t missingShared() const { return problem_.isEmpty() ? 0 : missing_shared_; }
    /// As if the worker had answered for the choices as they are now.
    void setDocument(const protocol::Trace& document);

signals:
    void changed(); ///< another document, another state, or other choices

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
