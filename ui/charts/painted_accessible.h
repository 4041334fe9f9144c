#pragma once

#include "engine/table.h"

#include <QAccessibleWidget>
#include <QElapsedTimer>

#include <vector>

namespace warploom::ui {

class Chart;

/// A painted view for a screen reader: its name, its description, and a line for each row of the table that it draws.
/// So a screen reader reads exactly the numbers of the picture.
class PaintedAccessible : public QAccessibleWidget {
public:
    /// More lines than this are not listed; the description says how many there are, and the table twin has all.
    static constexpr int mostLines = 1000;

    PaintedAccessible(QWidget* widget, const Chart& chart);
    ~PaintedAccessible() override;

    QString text(QAccessible::Text which) const override;
    int childCount() const override;
    QAccessibleInterface* child(int index) const override;
    int indexOfChild(const QAccessibleInterface* child) const override;
    /// "link P1, kind pipe, conductance 2.5 ft²/s"; empty cells are left out.
    QString line(int index) const;

private:
    const Table& table() const;

    const Chart& chart_;
    mutable Table table_; ///< as it was when a reader began to ask
    mutable QElapsedTimer age_;
    mutable std::vector<QAccessible::Id> lines_; ///< children that were asked for
};

/// Every painted view that is a Chart gets one of these from now on. Called once, by the window.
void installPaintedAccessibles();

} // namespace warploom::ui
