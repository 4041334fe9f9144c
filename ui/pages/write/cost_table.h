#pragma once

#include "ui/pages/write/kernel_checker.h"

#include <QTableWidget>

namespace warploom::ui {

/// Shows the cost of a kernel on the card, compared with the previous version and with the built-in kernel for the same
/// format. Arrows show whether the cost went up or down, and by how much.
class CostTable : public QTableWidget {
    Q_OBJECT
public:
    explicit CostTable(QWidget* parent = nullptr);

    /// Sets the costs to show. Null pointers represent missing costs. `twin` contains the costs of the corresponding
    /// built-in kernel.
    void setCosts(const protocol::CheckCosts* now, const protocol::CheckCosts* before,
                  const protocol::CheckCosts* twin);

protected:
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

private:
    int neededWidth() const;
    void dress();
    void showOther(int row, int column, double now, const double* other);

    std::optional<protocol::CheckCosts> now_, before_, twin_;
};

} // namespace warploom::ui
