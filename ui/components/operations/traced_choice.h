#pragma once

#include "ui/components/operations/operation_view.h"

#include <QObject>

class QComboBox;
class QToolButton;

namespace warploom::ui {

class ChangeAction;

/// The operation and the kernel on the Warp and Model pages, which are settings of the session. The session stores one
/// kernel per operation and restores it when the operation is selected again. The kernel for SpMV is the same on all
/// pages.
struct TracedChoice {
    const OperationView* view = nullptr;
    QString operation, kernel;
    bool operator==(const TracedChoice&) const = default;
};
TracedChoice tracedChoice(Session& session);
/// Selects an operation and a kernel as an undoable change. If `kernel` is empty, restores the last kernel selected for
/// the operation.
void chooseTraced(Session& session, const QString& operation, const QString& kernel = {});
/// Returns whether a session key stores the selected operation or kernel of the Warp and Model pages.
bool isTracedKey(const QString& key);
/// Returns the reason why the open matrix is not a valid input for the operation; empty if it is valid.
QString whyNotTraced(Session& session);
/// Returns the sample matrix that a page offers to open while no matrix is open, which is the first sample of the
/// selected operation.
ExampleMatrix tracedSample(Session& session);

/// The combo boxes that select the operation, its kernel, and the input (the open matrix or a sample matrix) on the
/// Warp and Model pages. Selecting a sample opens it on all pages. The combo boxes update themselves, and the page adds
/// them to its layout. There is also a button for editing the kernel.
class TracedBoxes : public QObject {
    Q_OBJECT
public:
    /// Creates the combo boxes. Their object names start with `prefix`. For example, "warp" leads to the name
    /// "warpOperation".
    TracedBoxes(Session& session, const QString& prefix, QObject* parent);

    QComboBox *operation = nullptr, *kernel = nullptr, *input = nullptr;
    QToolButton* change = nullptr; ///< button that opens the kernel on the Write page

private:
    void fillKernels();
    void fillInputs();

    Session& session_;
    ChangeAction* change_ = nullptr;
};

} // namespace warploom::ui
