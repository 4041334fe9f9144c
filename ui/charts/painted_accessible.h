#pragma once

#include "engine/table.h"

#include <QAccessibleWidget>
#include <QElapsedTimer>

#include <vector>

namespace warploom::ui {

class Chart;

/// Accessible interface of a painted chart: name, description, and one line per row of the chart's table. A screen
/// reader reads exactly the values that are shown.
class PaintedAccessible : public QAccessibleWidget {
public:
    /// Maximum number of lines. The description states the total number, and the table view shows all rows.
    static constexpr int mostLines = 1000;

    PaintedAccessible(QWidget* widget, const Chart& chart);
    ~PaintedAccessible() override;

    QString text(QAccessible::Text which) const override;
    int childCount() const override;
    QAccessibleInterface* child(int index) const override;
    int indexOfChild(const QAccessibleInterface* child) const override;
    /// Returns the nonempty cells as text, such as "link P1, kind pipe, conductance 2.5 ft²/s".
    QString line(int index) const;

private:
    const Table& table() const;

    const Chart& chart_;
    mutable Table table_; ///< snapshot of the data, taken when the screen reader starts reading
    mutable QElapsedTimer age_;
    mutable std::vector<QAccessible::Id> lines_; ///< child interfaces requested so far
};

/// Registers this interface for all painted charts. Called once by the main window.
void installPaintedAccessibles();

} // namespace warploom::ui
