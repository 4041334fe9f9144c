#include "ui/pages/reproduce/cell_look.h"

#include "engine/experiment/cells.h"
#include "ui/charts/modelled_look.h"
#include "ui/pages/reproduce/cell_model.h"

#include <QApplication>
#include <QPainter>

namespace warploom::ui {
namespace {

QColor mixed(const QColor& over, const QColor& under, double share) {
    return QColor::fromRgbF(static_cast<float>(over.redF() * share + under.redF() * (1 - share)),
                            static_cast<float>(over.greenF() * share + under.greenF() * (1 - share)),
                            static_cast<float>(over.blueF() * share + under.blueF() * (1 - share)));
}

} // namespace

void paintKind(QPainter& painter, const QRectF& box, int kind) {
    const Colours& colours = theme().colours();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    switch (static_cast<experiment::Column>(kind)) {
    case experiment::Column::published:
        painter.setPen(QPen(colours.text, 1.5));
        painter.setBrush(Qt::NoBrush);
        break;
    case experiment::Column::modelled: {
        const QColor ink = modelledColour(0, colours);
        painter.fillRect(box, colours.canvas);
        painter.setPen(QPen(ink, 1.5));
        painter.setBrush(QBrush(mixed(ink, colours.canvas, 0.5), Qt::BDiagPattern));
        break;
    }
    case experiment::Column::measured:
        painter.setPen(QPen(colours.strokeColour(0), 1.5));
        painter.setBrush(mixed(colours.strokeColour(0), colours.canvas, 0.28));
        break;
    }
    painter.drawRect(box);
    painter.restore();
}

void CellLook::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const QVariant kind = index.data(CellModel::kind_role);
    QStyleOptionViewItem all = option;
    initStyleOption(&all, index);
    if (!kind.isValid() || all.text.isEmpty() || !index.data(CellModel::sort_role).isValid()) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    const QString text = all.text;
    all.text.clear();
    const QWidget* widget = option.widget;
    (widget != nullptr ? widget->style() : QApplication::style())
        ->drawControl(QStyle::CE_ItemViewItem, &all, painter, widget);
    const QRectF box = QRectF(option.rect).adjusted(2.5, 2.5, -2.5, -2.5);
    const Colours& colours = theme().colours();
    if (option.state & QStyle::State_Selected) painter->fillRect(box, colours.canvas);
    paintKind(*painter, box, kind.toInt());
    painter->save();
    painter->setFont(all.font);
    const QRectF room = box.adjusted(5, 0, -5, 0);
    if (kind.toInt() == static_cast<int>(experiment::Column::modelled)) {
        // The hatch runs beside the number, not through it.
        const QFontMetricsF metrics(all.font);
        const double width = metrics.horizontalAdvance(text);
        painter->fillRect(QRectF(room.right() - width - 3, box.top() + 1, width + 6, box.height() - 2), colours.canvas);
    }
    painter->setPen(colours.text);
    painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter, text);
    painter->restore();
}

QSize CellLook::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    if (index.data(CellModel::kind_role).isValid()) size += QSize(theme().px(8), theme().px(6));
    return size;
}

} // namespace warploom::ui
