#pragma once

#include "engine/matrix/statistics.h"
#include "ui/charts/painted_chart.h"

namespace warploom::ui {

/// A histogram of the row lengths. The axis for the lengths is linear. By default, the axis for the number of rows is
/// logarithmic if one bar would be much longer than all others. A bar for a single row is always visible.
class HistogramView : public PaintedChart {
    Q_OBJECT
public:
    explicit HistogramView(QWidget* parent = nullptr);

    void setStatistics(const MatrixStatistics& statistics, const QString& matrixName);
    /// Returns the index of the histogram bar at a pixel position, or -1 if there is none.
    int barAt(const QPointF& pixel) const;
    void setLogScale(bool on);

    QString chartTitle() const override;
    QStringList shorterTitles() const override { return {tr("Row lengths")}; }
    QString chartName() const override { return QStringLiteral("matrix-row-lengths"); }
    Table chartTable() const override;

signals:
    void hoverTextChanged(const QString& text);
    void logScaleChanged(bool on);

protected:
    void paintPicture(QPainter& painter, const QRectF& all, const PictureStyle& style) const override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QRectF plotArea(const QRectF& all, const PictureStyle& style) const;
    /// Returns the height of a histogram bar as a fraction of the axis length; 0 for values below the start of the
    /// axis.
    double shareOfHeight(double rows) const;

    MatrixStatistics statistics_;
    QString matrix_name_;
    std::int64_t most_ = 0; ///< number of rows in the tallest bar
    bool is_log_ = false;
};

} // namespace warploom::ui
