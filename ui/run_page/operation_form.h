#pragma once

#include "ui/run_page/run_store.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace warploom::ui {

class Session;

/// What is asked for one operation only: preconditioner and tolerance of CG, the switches of AᵀA, the kind of a
/// tridiagonal system. Each field is a choice of the session and can be undone.
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
    void buildCg(QFormLayout& form);
    void buildTridiagonal(QFormLayout& form);
    void buildAta(QFormLayout& form);
    void readChoices();
    void describeSystem();

    Session& session_;
    QComboBox *preconditioner_ = nullptr, *kind_ = nullptr;
    QLineEdit *tolerance_ = nullptr, *limit_ = nullptr, *unknowns_ = nullptr, *threads_ = nullptr;
    QLabel* system_ = nullptr;
    QPushButton *open_ = nullptr, *ladder_ = nullptr;
    QWidget* switches_box_ = nullptr;
    QList<QCheckBox*> switches_;
    QFormLayout* form_ = nullptr;
};

/// "32, 64 64" -> {32, 64}: whole numbers from `least` on, each once.
QVector<int> numbersIn(const QString& text, int least = 1);

} // namespace warploom::ui
