#pragma once

#include "ui/pages/run/operations/operation_view.h"
#include "ui/pages/run/run_store.h"

#include <QWidget>

namespace warploom::ui {

class Session;

/// Choices of one operation only that are no setting of a run: the fields that the operations bring
/// (ui/pages/run/operations).
class OperationForm : public QWidget {
    Q_OBJECT
public:
    explicit OperationForm(Session& session, QWidget* parent = nullptr);

    void showFor(const QString& operation, bool is_host);
    /// Puts what stands in the fields into a plan whose kernels are chosen.
    void apply(protocol::RunPlan& plan) const;

private:
    void readChoices();
    void describeMatrix();

    struct Own {
        QString operation;
        std::unique_ptr<OperationFields> fields;
        QWidget* box; ///< that they stand in: it is shown and hidden whole, because rows of a form do not all come back
    };
    Session& session_;
    std::vector<Own> fields_;
};

} // namespace warploom::ui
