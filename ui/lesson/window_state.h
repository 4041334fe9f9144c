#pragma once

#include "engine/lesson/lesson.h"
#include "ui/session/session.h"

#include <QByteArray>
#include <QHash>
#include <QString>
#include <QVariant>

namespace warploom::ui {

/// Snapshot of the session settings, which can be restored later. Does not include run results.
class KeptSession {
public:
    explicit KeptSession(const Session& session);
    /// Restores the settings without adding an undo step. Existing undo steps remain valid.
    void putBack(Session& session) const;

private:
    QHash<QString, QVariant> choices_;
    WarpChoice warp_;
    MatrixWindow window_;
    HoveredNonzero hovered_;
};

/// Returns the current state of the main window as a lesson step. `page` is the page's name in lessons, such as "Warp".
/// `shown` contains the settings that the page displays, including default values.
lesson::State stateOf(const Session& session, const QString& page, const QByteArray& layout,
                      const QHash<QString, QVariant>& shown);

/// Applies the state of a lesson step to the session. Settings that the step does not specify are not changed. The
/// matrix is loaded in the background. When it has been loaded, the warp and the nonzero are selected, unless this
/// function has been called again in the meantime. Does not throw.
void applyState(Session& session, const lesson::State& state);

} // namespace warploom::ui
