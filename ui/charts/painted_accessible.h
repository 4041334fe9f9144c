#pragma once

#include "engine/table.h"

#include <QAccessibleWidget>
#include <QElapsedTimer>

#include <vector>

namespace warploom::ui {

class Chart;

/// The accessible interface of a painted chart: its name, its description, and one line per row of its table. A screen
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
    /// Returns text such as "link P1, kind pipe, conductance 2.5 ft²/s", without empty cells.
    QString line(int index) const;

private:
    const Table& table() const;

    const Chart& chart_;
    mutable Table table_; ///< snapshot of the data from when the screen reader started reading
    mutable QElapsedTimer age_;
    mutable std::vector<QAccessible::Id> lines_; ///< children requested so far
};

/// Registers this interface for all painted charts. Called once by the main window.
void installPaintedAccessibles();

} // namespace warploom::ui
