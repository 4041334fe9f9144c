#pragma once

#include "ui/pages/run/run_store.h"

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

/// The left column of the Run page: what to run and how. Every change is a choice of the session and can be undone.
class ChoicesPanel : public QWidget {
    Q_OBJECT
public:
    explicit ChoicesPanel(Session& session, QWidget* parent = nullptr);

    /// The plan as it is ticked now; without kernels or matrices when something is missing.
    protocol::RunPlan plan() const;
    /// Empty when it can run; otherwise a sentence that names the missing choice.
    QString whyNot() const;

    /// "spmv", "cg", "tridiagonal" or "ata".
    QString operation() const;
    QString baselineKey() const; ///< of the choice that holds this operation's baseline

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
    std::optional<MachineKind> machineKind() const; ///< empty when the machine is not known
    QStringList ticked(const QString& choice) const;
    QStringList tickedHere(const QString& choice, const QString& list_of) const;
    protocol::RunPlan planKernels() const;

    Session& session_;
    OperationForm* own_ = nullptr;
    QComboBox* operation_ = nullptr;
    QLabel* place_ = nullptr;
    QTreeWidget* kernels_ = nullptr;
    ChangeAction* change_ = nullptr; ///< the kernel that is marked in the list
    QLabel* others_ = nullptr;
    SettingRows* settings_ = nullptr;
    QComboBox* baseline_ = nullptr; ///< one of theirs
    QComboBox* sweep_ = nullptr;
    QLineEdit* orders_ = nullptr;
    QLabel* orders_label_ = nullptr;
    bool filling_ = false;
    std::pair<QString, QString> filled_for_; ///< operation and machine whose kernels the list shows
};

/// "random-rows:n=4096,seed=7" with another order: "random-rows:n=1024,seed=7". Empty when the name has no order `n`.
QString withOrder(const QString& generator, qint64 order);

} // namespace warploom::ui
