#pragma once

#include "engine/lesson/lesson.h"
#include "ui/session/session.h"

#include <QByteArray>
#include <QHash>
#include <QString>
#include <QVariant>

namespace warploom::ui {

/// A snapshot of the session settings that can be restored later. Results are not included.
class KeptSession {
public:
    explicit KeptSession(const Session& session);
    /// Restores the settings without creating an undo step. Earlier undo steps remain valid.
    void putBack(Session& session) const;

private:
    QHash<QString, QVariant> choices_;
    WarpChoice warp_;
    MatrixWindow window_;
    HoveredNonzero hovered_;
};

/// Returns the current state of the main window as the state of a lesson step. `page` is the page's name in lessons,
/// such as "Warp". `shown` contains the settings that the page shows, including settings that have their default
/// values.
lesson::State stateOf(const Session& session, const QString& page, const QByteArray& layout,
                      const QHash<QString, QVariant>& shown);

/// Applies the state of a lesson step to the session. Settings that are missing from the step are not changed. The
/// matrix is loaded in the background. After loading, the warp and the nonzero are selected, unless this function has
/// been called again. Does not throw.
void applyState(Session& session, const lesson::State& state);

} // namespace warploom::ui
