#include "ui/widgets/flow_layout.h"

#include "ui/style/theme.h"

#include <QWidget>

#include <algorithm>

namespace warploom::ui {

FlowLayout::FlowLayout(QWidget* parent) : QLayout(parent) { setContentsMargins(0, 0, 0, 0); }

FlowLayout::~FlowLayout() { qDeleteAll(items_); }

QLayoutItem* FlowLayout::takeAt(int index) {
    return index >= 0 && index < items_.size() ? items_.takeAt(index) : nullptr;
}

int FlowLayout::arrange(const QRect& rect, bool move) const {
    const int gap = theme().px(8);
    // Break the items into lines before positioning them, because items are centered vertically within their line.
    int y = rect.top();
    for (qsizetype i = 0; i < items_.size();) {
        int x = rect.left(), height = 0;
        qsizetype end = i;
        for (; end < items_.size(); ++end) {
            const QSize size = items_[end]->isEmpty() ? QSize(0, 0) : items_[end]->sizeHint();
            if (size.isEmpty()) continue;
            if (x > rect.left() && x + size.width() > rect.right() + 1) break;
            x += size.width() + gap;
            height = std::max(height, size.height());
        }
        if (move) {
            x = rect.left();
            for (qsizetype k = i; k < end; ++k) {
                const QSize size = items_[k]->isEmpty() ? QSize(0, 0) : items_[k]->sizeHint();
                if (size.isEmpty()) continue;
                items_[k]->setGeometry(QRect(QPoint(x, y + (height - size.height()) / 2), size));
                x += size.width() + gap;
            }
        }
        y += height + (end < items_.size() ? gap : 0);
        i = end;
    }
    return y - rect.top();
}

int FlowLayout::heightForWidth(int width) const { return arrange(QRect(0, 0, width, 0), false); }

void FlowLayout::setGeometry(const QRect& rect) {
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

QSize FlowLayout::sizeHint() const { return minimumSize(); }

QSize FlowLayout::minimumSize() const {
    QSize size;
    for (const QLayoutItem* item : items_)
        if (!item->isEmpty()) size = size.expandedTo(item->minimumSize());
    return size;
}

} // namespace warploom::ui
