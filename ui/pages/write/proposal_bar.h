#pragma once

#include <QFrame>

class QLabel;
class QPushButton;

namespace warploom::ui {

/// A bar above the editor that offers to complete a pasted kernel source: it adds the missing function `run` and the
/// declarations of the problem. The button's tooltip lists the guesses on which the proposed lines are based.
class ProposalBar : public QFrame {
    Q_OBJECT
public:
    explicit ProposalBar(QWidget* parent = nullptr);

    /// Shows the bar if the source code has kernels but no function `run`; otherwise hides it.
    void setSource(const QString& text);

signals:
    void accepted(const QString& text); ///< Emitted with the completed source code when the user accepts the proposal.

private:
    QLabel* words_;
    QPushButton* add_;
    QString proposed_;
};

} // namespace warploom::ui
