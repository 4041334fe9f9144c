#pragma once

#include "ui/pages/run/operations/operation_view.h"
#include "ui/pages/run/run_store.h"

#include <QWidget>

class QLineEdit;

namespace warploom::ui {

class Session;

/// What is asked for one operation only: the fields that the operations bring (ui/pages/run/operations).
class OperationForm : public QWidget {
    Q_OBJECT
public:
    explicit OperationForm(Session& session, QWidget* parent = nullptr);

    /// Shows the fields of one operation; host kernels may be given a number of threads.
    void showFor(const QString& operation, bool is_host);
    /// Puts what stands in the fields into a plan whose kernels are chosen.
    void apply(RunPlan& plan) const;
    /// Empty when the open matrix can be run; otherwise the sentence.
    QString whyNot(const QString& operation) const;

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
    QLineEdit* threads_ = nullptr; ///< of the host's kernels, whatever the operation
    QWidget* threads_box_ = nullptr;
};

/// "32, 64 64" -> {32, 64}: whole numbers from `least` on, each once.
QVector<int> numbersIn(const QString& text, int least = 1);

} // namespace warploom::ui
