#pragma once

#include "engine/lesson/lesson.h"
#include "ui/session/session.h"

#include <QByteArray>
#include <QHash>
#include <QString>
#include <QVariant>

namespace warploom::ui {

/// What the session shows, to be put back as it was. Keeps no results.
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

/// What the window shows now, as a step of a lesson names it. `page` is the name of lessons: "Warp". `shown`: choices that its page
/// shows, also the untouched ones.
lesson::State stateOf(const Session& session, const QString& page, const QByteArray& layout,
                      const QHash<QString, QVariant>& shown);

/// Makes the session show what a step names; what it does not name stays. A matrix comes in the background, and what belongs to
/// it (warp, nonzero) when it is there; a later call takes the place of one that still waits. Throws nothing.
void applyState(Session& session, const lesson::State& state);

} // namespace warploom::ui
