#pragma once

#include "ui/pages/run/operations/operation_view.h"

#include <QObject>

class QComboBox;
class QToolButton;

namespace warploom::ui {

class ChangeAction;

/// The selection that the Warp and Model pages show: a kernel of one operation. Operation and kernel are settings of
/// the session, with one kernel per operation, so that the kernel is restored when the operation is selected again; the
/// one for SpMV is shared by all pages.
struct TracedChoice {
    const OperationView* view = nullptr;
    QString operation, kernel;
    bool operator==(const TracedChoice&) const = default;
};
TracedChoice tracedChoice(Session& session);
/// Undoable. An empty kernel: the one that was chosen for the operation last.
void chooseTraced(Session& session, const QString& operation, const QString& kernel = {});
/// Whether a choice of the session is one of these.
bool isTracedKey(const QString& key);
/// Empty, or why the open matrix is no input of the shown operation, for a page that says so instead.
QString whyNotTraced(Session& session);
/// Returns the sample to open: the first one of the operation.
ExampleMatrix tracedSample(Session& session);

/// The boxes that choose it: the operation, its kernel, and what it works on, the open matrix or a sample of the
/// operation, which becomes the matrix of all pages; and the button that changes the kernel. They keep themselves
/// filled; the page owns them.
class TracedBoxes : public QObject {
    Q_OBJECT
public:
    /// `prefix` begins the names that the boxes are found by: "warp" makes "warpOperation".
    TracedBoxes(Session& session, const QString& prefix, QObject* parent);

    QComboBox *operation = nullptr, *kernel = nullptr, *input = nullptr;
    QToolButton* change = nullptr; ///< opens the kernel on the page Write

private:
    void fillKernels();
    void fillInputs();

    Session& session_;
    ChangeAction* change_ = nullptr;
};

} // namespace warploom::ui
