#pragma once

#include "engine/protocol/messages/exchange.h"
#include "ui/charts/painted_chart.h"

#include <optional>

namespace warploom::ui {

/// A heat map of the data that GPUs exchange if a sparse matrix is distributed across them. Darker squares represent
/// more bytes.
class ExchangeView : public PaintedChart {
    Q_OBJECT
public:
    explicit ExchangeView(QWidget* parent = nullptr);

    /// Shows a data exchange with a title, or nothing if `exchange` is empty.
    void setExchange(const QString& title, const std::optional<protocol::Exchange>& exchange);

    QString chartTitle() const override { return title_.isEmpty() ? accessibleName() : title_; }
    QString chartName() const override { return QStringLiteral("run-exchange"); }
    /// Returns a table with one row per pair of GPUs that exchange data. The columns are `from`, `to` and `sent_bytes`.
    Table chartTable() const override;

protected:
    void paintPicture(QPainter& painter, const QRectF& room, const PictureStyle& style) const override;
    bool event(QEvent* event) override;

private:
    double bytes(int from, int to) const;
    /// Returns the rectangle of a pair of GPUs in the heat map.
    QRectF cell(const QRectF& room, const QFont& font, int from, int to) const;

    QString title_;
    std::optional<protocol::Exchange> exchange_;
};

} // namespace warploom::ui
