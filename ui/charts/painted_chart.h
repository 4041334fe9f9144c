#pragma once

#include "ui/charts/chart.h"

#include <QFont>
#include <QPainter>
#include <QRectF>
#include <QWidget>

namespace warploom::ui {

/// With what a picture is painted: the same code serves the screen and paper.
struct PictureStyle {
    const Colours& colours;
    QFont font;
    double unit = 1; ///< length of a pixel at 100 %
    QFont bold() const;
};
PictureStyle screenStyle();
PictureStyle paperStyle(const Colours& colours);

/// The title of a picture on paper; returns the room below it. Leaves the painter with the style's font.
QRectF paintPaperTitle(QPainter& painter, const QString& title, const QSize& size, const PictureStyle& style);

/// A box with its edge, and what fills it; the painter keeps both.
template <class Box>
void paintBox(QPainter& painter, const Box& box, const QPen& edge, const QBrush& fill = Qt::NoBrush) {
    painter.setPen(edge);
    painter.setBrush(fill);
    painter.drawRect(box);
}

/// A line by its two ends or as a whole; the painter keeps the pen.
template <class... Line> void paintStroke(QPainter& painter, const QPen& pen, const Line&... line) {
    painter.setPen(pen);
    painter.drawLine(line...);
}

/// A text in the painter's font; the painter keeps the colour.
template <class Room>
void paintText(QPainter& painter, const QColor& colour, const Room& room, int place, const QString& text) {
    painter.setPen(colour);
    painter.drawText(room, place, text);
}

/// A square in a colour and its word, from `x` on in the row; returns where the next one begins.
double paintLegendEntry(QPainter& painter, double x, const QRectF& row, const QBrush& brush, const QString& word,
                        const PictureStyle& style);

/// A text of one line that reads upwards, in the middle of `room`.
void paintUpwards(QPainter& painter, const QRectF& room, const QString& text);

/// A chart that paints itself: it gives the picture, and has from here its ground, its focus frame, its size, its theme
/// and its sheet of paper.
class PaintedChart : public QWidget, public Chart {
    Q_OBJECT
public:
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    void drawChart(QCPPainter& painter, const QSize& size, const Colours& colours) const override;

protected:
    /// `name` is for screen readers; sizes in pixels at 100 %.
    PaintedChart(const QString& name, const QSize& wanted, const QSize& least, QWidget* parent);

    /// The picture in `room`. The painter has the style's font.
    virtual void paintPicture(QPainter& painter, const QRectF& room, const PictureStyle& style) const = 0;
    /// Paints the chart on the screen. Same as on paper unless a view overrides it.
    virtual void paintScreen(QPainter& painter) const;
    /// Where the picture stands on the screen.
    QRectF room() const { return QRectF(rect()) - air_; }
    void setAir(const QMarginsF& air) { air_ = air; }
    virtual void themeChanged();
    void paintEvent(QPaintEvent* event) override;

private:
    QSize wanted_, least_;
    QMarginsF air_;
};

} // namespace warploom::ui
