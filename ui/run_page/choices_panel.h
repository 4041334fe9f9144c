#pragma once

#include "ui/run_page/run_store.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace warploom::ui {

class Session;

/// The left column of the Run page: what to run and how. Every change is a choice of the session and can be undone.
class ChoicesPanel : public QWidget {
    Q_OBJECT
public:
    explicit ChoicesPanel(Session& session, QWidget* parent = nullptr);

    /// The plan as it is ticked now; without kernels or matrices when something is missing.
    RunPlan plan() const;
    /// Empty when it can run; otherwise the sentence that says what is missing.
    QString whyNot() const;

    /// The kernels that are ticked at the first start.
    static QStringList usualKernels();

signals:
    void planChanged();

private:
    void fillMachines();
    void fillKernels();
    void readChoices();
    void kernelTicked(QTreeWidgetItem* item);
    QStringList tickedKernels() const;

    Session& session_;
    QComboBox* machine_ = nullptr;
    QTreeWidget* kernels_ = nullptr;
    QLabel* others_ = nullptr;
    QComboBox* precision_ = nullptr;
    QLineEdit* blocks_ = nullptr;
    QComboBox* cache_ = nullptr;
    QComboBox* x_ = nullptr;
    QComboBox* baseline_ = nullptr;
    QComboBox* sweep_ = nullptr;
    QLineEdit* orders_ = nullptr;
    QLabel* orders_label_ = nullptr;
    QCheckBox* quick_ = nullptr;
    bool filling_ = false;
};

/// "random-rows:n=4096,seed=7" with another order: "random-rows:n=1024,seed=7". Empty when the name has no order `n`.
QString withOrder(const QString& generator, qint64 order);

} // namespace warploom::ui
