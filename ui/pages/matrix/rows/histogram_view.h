#pragma once

#include "engine/matrix/statistics.h"
#include "ui/charts/painted_chart.h"

#include <vector>

namespace warploom::ui {

/// How many rows have which length: bars on a true axis of lengths. A bar of a single row is still seen.
class HistogramView : public PaintedChart {
    Q_OBJECT
public:
    explicit HistogramView(QWidget* parent = nullptr);

    void setStatistics(const MatrixStatistics& statistics, const QString& matrixName);
    /// The bar under a pixel, or -1.
    int barAt(const QPointF& pixel) const;

    QString chartTitle() const override;
    QStringList shorterTitles() const override { return {tr("Row lengths")}; }
    QString chartName() const override { return QStringLiteral("matrix-row-lengths"); }
    Table chartTable() const override;

signals:
    void hoverTextChanged(const QString& text);

protected:
    void paintPicture(QPainter& painter, const QRectF& all, const PictureStyle& style) const override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QRectF plotArea(const QRectF& all, const PictureStyle& style) const;

    MatrixStatistics statistics_;
    QString matrix_name_;
    std::int64_t most_ = 0; ///< rows of the highest bar
};

} // namespace warploom::ui
