#pragma once

#include "ui/components/operations/operation_view.h"
#include "ui/components/runs/run_store.h"

#include <QWidget>

namespace warploom::ui {

class Session;

/// Form for the options of a single operation, which complement the run settings. Each operation provides its own
/// fields (ui/components/operations).
class OperationForm : public QWidget {
    Q_OBJECT
public:
    explicit OperationForm(Session& session, QWidget* parent = nullptr);

    void showFor(const QString& operation, bool is_host);
    /// Copies the field values to a run plan, which already contains the kernels.
    void apply(protocol::RunPlan& plan) const;

private:
    void readChoices();
    void describeMatrix();

    struct Own {
        QString operation;
        std::unique_ptr<OperationFields> fields;
        /// Container of the fields. It is hidden as a whole, because QFormLayout does not restore all hidden rows.
        QWidget* box;
    };
    Session& session_;
    std::vector<Own> fields_;
};

} // namespace warploom::ui
