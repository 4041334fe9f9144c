#pragma once

#include "engine/table.h"

#include <QAccessibleWidget>
#include <QElapsedTimer>

#include <vector>

namespace warploom::ui {

class Chart;

/// Accessible interface of a painted chart. Provides the name and a description of the chart. Also provides one line of
/// text per row of the chart's table, so that a screen reader reads exactly the values that are shown.
class PaintedAccessible : public QAccessibleWidget {
public:
    /// Maximum number of lines for the screen reader. The description states the total number of rows, and the table
    /// view shows all of them.
    static constexpr int mostLines = 1000;

    PaintedAccessible(QWidget* widget, const Chart& chart);
    ~PaintedAccessible() override;

    QString text(QAccessible::Text which) const override;
    int childCount() const override;
    QAccessibleInterface* child(int index) const override;
    int indexOfChild(const QAccessibleInterface* child) const override;
    /// Returns the nonempty cells of a table row as text, such as "link P1, kind pipe, conductance 2.5 ft²/s".
    QString line(int index) const;

private:
    const Table& table() const;

    const Chart& chart_;
    mutable Table table_; ///< snapshot of the data, created when the screen reader starts reading
    mutable QElapsedTimer age_;
    mutable std::vector<QAccessible::Id> lines_; ///< accessible interfaces of the lines requested so far
};

/// Registers the accessible interface for all painted charts. The main window calls this function once.
void installPaintedAccessibles();

} // namespace warploom::ui
