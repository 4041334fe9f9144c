#pragma once

#include "engine/lesson/lesson.h"
#include "ui/session/session.h"

#include <QByteArray>
#include <QHash>
#include <QString>
#include <QVariant>

namespace warploom::ui {

/// A snapshot of the session's settings, to be restored later. Does not include results.
class KeptSession {
public:
    explicit KeptSession(const Session& session);
    /// No undo step: what the user did before can be undone as if nothing had been between.
    void putBack(Session& session) const;

private:
    QHash<QString, QVariant> choices_;
    WarpChoice warp_;
    MatrixWindow window_;
    HoveredNonzero hovered_;
};

/// Returns the current state of the window as a step of a lesson describes it. `page` is the name in lessons: "Warp".
/// `shown`: settings that the page shows, including unchanged ones.
lesson::State stateOf(const Session& session, const QString& page, const QByteArray& layout,
                      const QHash<QString, QVariant>& shown);

/// Makes the session show what a step names; what it does not name stays. A matrix comes in the background, and what
/// belongs to it (warp, nonzero) when it is there; a later call takes the place of one that still waits. Throws
/// nothing.
void applyState(Session& session, const lesson::State& state);

} // namespace warploom::ui
