#pragma once

#include "ui/charts/chart.h"

#include <QFont>
#include <QPainter>
#include <QRectF>
#include <QWidget>

namespace warploom::ui {

/// Colors, font and scale for painting a chart on the screen or for export.
struct PictureStyle {
    const Colours& colours;
    QFont font;
    double unit = 1; ///< length of one pixel at a scale of 100 %, in painter coordinates
    QFont bold() const;
};
PictureStyle screenStyle();
PictureStyle paperStyle(const Colours& colours);

/// Paints the title of an exported chart and returns the area below it. Sets the painter's font to the font of the
/// style.
QRectF paintPaperTitle(QPainter& painter, const QString& title, const QSize& size, const PictureStyle& style);

/// Draws a filled rectangle with an outline. Preserves the painter's pen and brush.
template <class Box>
void paintBox(QPainter& painter, const Box& box, const QPen& edge, const QBrush& fill = Qt::NoBrush) {
    painter.setPen(edge);
    painter.setBrush(fill);
    painter.drawRect(box);
}

/// Draws a line between two points or along a QLineF. Preserves the painter's pen.
template <class... Line> void paintStroke(QPainter& painter, const QPen& pen, const Line&... line) {
    painter.setPen(pen);
    painter.drawLine(line...);
}

/// Draws text in the painter's font. Preserves the painter's pen.
template <class Room>
void paintText(QPainter& painter, const QColor& colour, const Room& room, int place, const QString& text) {
    painter.setPen(colour);
    painter.drawText(room, place, text);
}

/// Paints a legend entry (a colored square and a label) at `x`. Returns the x-coordinate of the next entry.
double paintLegendEntry(QPainter& painter, double x, const QRectF& row, const QBrush& brush, const QString& word,
                        const PictureStyle& style);

/// Paints text rotated to read upward and centered in `room`.
void paintUpwards(QPainter& painter, const QRectF& room, const QString& text);

/// Base class of custom-painted charts. Provides the background, the focus frame, size hints, repainting after theme
/// changes, and export.
class PaintedChart : public QWidget, public Chart {
    Q_OBJECT
public:
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    void drawChart(QCPPainter& painter, const QSize& size, const Colours& colours) const override;

protected:
    /// Creates a chart. `name` is the accessible name. `wanted` is the preferred size and `least` the minimum size, in
    /// pixels at a scale of 100 %.
    PaintedChart(const QString& name, const QSize& wanted, const QSize& least, QWidget* parent);

    /// Paints the chart into the rectangle `room`. The painter already has the font of the style.
    virtual void paintPicture(QPainter& painter, const QRectF& room, const PictureStyle& style) const = 0;
    /// Paints the chart on the screen. The default implementation paints it in the same way as for export.
    virtual void paintScreen(QPainter& painter) const;
    /// Returns the area available for the chart on the screen.
    QRectF room() const { return QRectF(rect()) - air_; }
    void setAir(const QMarginsF& air) { air_ = air; }
    virtual void themeChanged();
    void paintEvent(QPaintEvent* event) override;

private:
    QSize wanted_, least_;
    QMarginsF air_;
};

} // namespace warploom::ui
