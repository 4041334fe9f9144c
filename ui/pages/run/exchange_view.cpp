#include "ui/pages/run/exchange_view.h"

#include "ui/style/number_text.h"

#include <QHelpEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace warploom::ui {

ExchangeView::ExchangeView(QWidget* parent)
    : PaintedChart(tr("Bytes sent between GPUs"), {360, 320}, {200, 100}, parent) {
    setObjectName(QStringLiteral("runExchange"));
    setAir({12, 8, 12, 8});
}

void ExchangeView::setExchange(const QString& title, const std::optional<protocol::Exchange>& exchange) {
    title_ = title;
    exchange_ = exchange;
    QStringList pairs;
    if (exchange_)
        for (int from = 0; from < exchange_->gpus; ++from)
            for (int to = 0; to < exchange_->gpus; ++to)
                if (bytes(from, to) > 0)
                    pairs.append(
                        tr("GPU %1 to GPU %2: %3").arg(from).arg(to).arg(quantityText(bytes(from, to), "bytes")));
    setAccessibleDescription(pairs.join(QStringLiteral("; ")));
    update();
}

double ExchangeView::bytes(int from, int to) const {
    return exchange_->bytes[static_cast<std::size_t>(from) * static_cast<std::size_t>(exchange_->gpus) +
                            static_cast<std::size_t>(to)];
}

Table ExchangeView::chartTable() const {
    Table table;
    table.columns = {{"from", ""}, {"to", ""}, {"sent", "bytes"}};
    if (!exchange_) return table;
    for (int from = 0; from < exchange_->gpus; ++from)
        for (int to = 0; to < exchange_->gpus; ++to)
            if (bytes(from, to) > 0) table.add_row({std::int64_t{from}, std::int64_t{to}, bytes(from, to)});
    return table;
}

QRectF ExchangeView::cell(const QRectF& room, const QFont& font, int from, int to) const {
    const QFontMetricsF metrics(font);
    const double left = metrics.horizontalAdvance(tr("from GPU %1").arg(0)) + metrics.averageCharWidth();
    const double top = 1.3 * metrics.height();
    const double gpus = exchange_->gpus;
    const double width = std::min((room.width() - left) / gpus, 11 * metrics.height());
    const double height = std::min({(room.height() - top) / gpus, 0.7 * width, 6 * metrics.height()});
    return {room.left() + left + to * width, room.top() + top + from * height, width, height};
}

void ExchangeView::paintPicture(QPainter& painter, const QRectF& room, const PictureStyle& style) const {
    if (!exchange_) return;
    const Colours& colours = style.colours;
    const QFontMetricsF metrics(style.font);
    double most = 0;
    for (const double each : exchange_->bytes) most = std::max(most, each);
    for (int gpu = 0; gpu < exchange_->gpus; ++gpu) {
        const QRectF column = cell(room, style.font, 0, gpu), row = cell(room, style.font, gpu, 0);
        const QString to = tr("to GPU %1").arg(gpu);
        paintText(painter, colours.text, QRectF(column.left(), room.top(), column.width(), 1.2 * metrics.height()),
                  Qt::AlignCenter, metrics.horizontalAdvance(to) < column.width() ? to : QString::number(gpu));
        paintText(painter, colours.text,
                  QRectF(room.left(), row.top(), row.left() - room.left() - metrics.averageCharWidth(), row.height()),
                  Qt::AlignRight | Qt::AlignVCenter, tr("from GPU %1").arg(gpu));
    }
    for (int from = 0; from < exchange_->gpus; ++from)
        for (int to = 0; to < exchange_->gpus; ++to) {
            const double gap = 2 * style.unit;
            const QRectF square = cell(room, style.font, from, to).adjusted(gap, gap, -gap, -gap);
            const double sent = bytes(from, to);
            if (from == to || sent <= 0) {
                paintBox(painter, square, QPen(colours.grid, 1), pale(colours.grid, from == to ? 0.6F : 0.0F));
                continue;
            }
            // A square-root scale keeps small amounts visible: for example, 1 % of the maximum is at a tenth of the
            // color range.
            const QColor fill = mixed(colours.seriesColour(0), colours.canvas, 0.25 + 0.75 * std::sqrt(sent / most));
            paintBox(painter, square, QPen(colours.strokeColour(0), 1), fill);
            const QString text = quantityText(sent, "bytes");
            if (metrics.horizontalAdvance(text) < square.width() && metrics.height() < square.height())
                paintText(painter, inkOn(fill), square, Qt::AlignCenter, text);
        }
}

bool ExchangeView::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || !exchange_) return PaintedChart::event(event);
    const auto* const help = static_cast<QHelpEvent*>(event);
    for (int from = 0; from < exchange_->gpus; ++from)
        for (int to = 0; to < exchange_->gpus; ++to)
            if (from != to && cell(room(), screenStyle().font, from, to).contains(help->pos())) {
                QToolTip::showText(
                    help->globalPos(),
                    tr("GPU %1 sends %3 to GPU %2.").arg(from).arg(to).arg(quantityText(bytes(from, to), "bytes")),
                    this);
                return true;
            }
    QToolTip::hideText();
    return true;
}

} // namespace warploom::ui
