#pragma once

#include "ui/components/runs/run_store.h"

#include <QWidget>

#include <utility>

class QComboBox;
class QLabel;
class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace warploom::ui {

class ChangeAction;
class OperationForm;
class Session;
class SettingRows;

/// The left column of the Run page, which contains all run settings. Every change is stored in the session and can be
/// undone.
class ChoicesPanel : public QWidget {
    Q_OBJECT
public:
    explicit ChoicesPanel(Session& session, QWidget* parent = nullptr);

    /// Returns the run plan for the current settings. If a setting is missing, the plan has no kernels or no matrices.
    protocol::RunPlan plan() const;
    /// Returns a sentence that tells the user what is missing; empty if the plan can run.
    QString whyNot() const;

    /// Returns the ID of the operation: "spmv", "cg", "tridiagonal" or "ata".
    QString operation() const;
    QString baselineKey() const; ///< Returns the session key of this operation's baseline.

signals:
    void planChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fillKernels();
    void fitKernels();
    void addKernels(const std::vector<protocol::KernelEntry>& kernels, const QString& choice, const QString& one_group,
                    int& elsewhere);
    void fillBaselines();
    void readChoices();
    void showTicks();
    void kernelTicked(QTreeWidgetItem* item);
    void tickAll(bool on);
    void kernelPicked(const QTreeWidgetItem* item);
    /// Returns the kind of the selected machine, or no value if the machine is unknown.
    std::optional<MachineKind> machineKind() const;
    QStringList ticked(const QString& choice) const;
    QStringList tickedHere(const QString& choice, const QString& list_of) const;
    protocol::RunPlan planKernels() const;

    Session& session_;
    OperationForm* own_ = nullptr;
    QComboBox* operation_ = nullptr;
    QLabel* place_ = nullptr;
    QTreeWidget* kernels_ = nullptr;
    ChangeAction* change_ = nullptr;
    QLabel* others_ = nullptr;
    SettingRows* settings_ = nullptr;
    QComboBox* baseline_ = nullptr;
    QComboBox* sweep_ = nullptr;
    QLineEdit* orders_ = nullptr;
    QLabel* orders_label_ = nullptr;
    bool filling_ = false;
    std::pair<QString, QString> filled_for_; ///< operation and machine of the current kernel list
};

/// Replaces the matrix size n in a generator expression. For example, changes "random-rows:n=4096,seed=7" to
/// "random-rows:n=1024,seed=7". Returns an empty string if the expression has no parameter `n`.
QString withOrder(const QString& generator, qint64 order);

} // namespace warploom::ui
