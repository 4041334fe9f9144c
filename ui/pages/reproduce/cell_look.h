#pragma once

#include <QStyledItemDelegate>

namespace warploom::ui {

/// Draws a figure in the look of its kind: published in an outline, modelled on a hatch, measured on a solid ground.
class CellLook : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

/// A little box in one of the looks, for a legend: `kind` is an int of experiment::Column.
void paintKind(QPainter& painter, const QRectF& box, int kind);

} // namespace warploom::ui
