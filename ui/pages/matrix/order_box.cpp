#include "ui/pages/matrix/order_box.h"

#include "engine/ordering/order.h"
#include "ui/session/session.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"
#include "ui/widgets/page_parts.h"

#include <QComboBox>

#include <algorithm>

namespace warploom::ui {

OrderBox::OrderBox(Session& session, QObject* parent) : QObject(parent), session_(session) {
    box_ = comboBox("matrixOrder", tr("Row and column ordering"),
                    tr("Reorder the matrix. The ordering becomes part of the matrix name and applies to all pages."),
                    {{tr("original"), QString()}});
    for (const ordering::OrderInfo& info : ordering::orders())
        box_->addItem(Text::tr(info.title), QLatin1String(to_string(info.kind)));
    for (int i = 1; i < box_->count(); ++i)
        box_->setItemData(i, Text::tr(ordering::orders()[static_cast<std::size_t>(i - 1)].summary), Qt::ToolTipRole);
    holdWidth(box_, 9);
    connect(box_, &QComboBox::activated, this, [this](int index) {
        if (!session_.matrix()) return;
        const QString plain = toQString(ordering::without_orders(session_.matrix()->matrix.name));
        const QString order = box_->itemData(index).toString();
        session_.openMatrix(order.isEmpty() ? plain : plain + QLatin1Char('|') + order);
    });
}

void OrderBox::showOrder() {
    int at = 0;
    if (session_.matrix())
        if (const auto split = ordering::split_order(session_.matrix()->matrix.name))
            at = std::max(0, box_->findData(QLatin1String(to_string(split->kind))));
    box_->setCurrentIndex(at);
}

} // namespace warploom::ui
