#pragma once

#include <QFrame>

class QLabel;
class QPushButton;

namespace warploom::ui {

/// A bar above the editor that offers to add the missing function `run` to a pasted source, and the declarations of its
/// problem. The button's tooltip lists the guesses that the proposed lines are based on.
class ProposalBar : public QFrame {
    Q_OBJECT
public:
    explicit ProposalBar(QWidget* parent = nullptr);

    /// Shows the bar if the source has kernels but no function `run`; otherwise hides it.
    void setSource(const QString& text);

signals:
    void accepted(const QString& text); ///< Emitted with the completed source when the user accepts the proposal.

private:
    QLabel* words_;
    QPushButton* add_;
    QString proposed_;
};

} // namespace warploom::ui
