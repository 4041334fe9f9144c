#include "ui/charts/painted_chart.h"

#include "ui/widgets/painted_view.h"

#include <QApplication>
#include <qcustomplot.h>

namespace warploom::ui {

PictureStyle screenStyle() { return {theme().colours(), theme().font(0.9), theme().scale()}; }

PictureStyle paperStyle(const Colours& colours) {
    QFont font = QApplication::font();
    font.setPixelSize(12);
    return {colours, font, 1.0};
}

QRectF paintPaperTitle(QPainter& painter, const QString& title, const QSize& size, const PictureStyle& style) {
    QFont bold = style.bold();
    bold.setPixelSize(16);
    const double width = size.width() - 24;
    painter.setFont(bold);
    paintText(painter, style.colours.text, QRectF(12, 6, width, 24), Qt::AlignLeft | Qt::AlignVCenter,
              QFontMetricsF(bold).elidedText(title, Qt::ElideMiddle, width));
    painter.setFont(style.font);
    return {12, 34, width, size.height() - 40.0};
}

QFont PictureStyle::bold() const {
    QFont made = font;
    made.setBold(true);
    return made;
}

double paintLegendEntry(QPainter& painter, double x, const QRectF& row, const QBrush& brush, const QString& word,
                        const PictureStyle& style) {
    const QFontMetricsF metrics(style.font);
    const double box = metrics.height() * 0.65;
    const QRectF square(x, row.center().y() - box / 2, box, box);
    painter.fillRect(square, brush);
    paintBox(painter, square, QPen(style.colours.outline, 1));
    painter.setPen(style.colours.text);
    painter.drawText(QPointF(square.right() + 4 * style.unit, row.top() + metrics.ascent()), word);
    return square.right() + metrics.horizontalAdvance(word) + 14 * style.unit;
}

void paintUpwards(QPainter& painter, const QRectF& room, const QString& text) {
    painter.save();
    painter.translate(room.center());
    painter.rotate(-90);
    // Make the text rectangle longer than the available space, so that the text is not clipped.
    painter.drawText(QRectF(-room.height(), -room.width() / 2, room.height() * 2, room.width()), Qt::AlignCenter, text);
    painter.restore();
}

PaintedChart::PaintedChart(const QString& name, const QSize& wanted, const QSize& least, QWidget* parent)
    : QWidget(parent), wanted_(wanted), least_(least) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(name);
    connect(&theme(), &Theme::changed, this, &PaintedChart::themeChanged);
}

QSize PaintedChart::sizeHint() const { return {theme().px(wanted_.width()), theme().px(wanted_.height())}; }
QSize PaintedChart::minimumSizeHint() const {
    // At a large font scale, reduce the white space so that the chart fits on a small projector screen.
    const double air = theme().scale() < 1.5 ? 1.0 : 0.8;
    return {theme().px(least_.width()), theme().px(air * least_.height())};
}

void PaintedChart::themeChanged() {
    updateGeometry();
    update();
}

void PaintedChart::paintScreen(QPainter& painter) const { paintPicture(painter, room(), screenStyle()); }

void PaintedChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const PictureStyle style = screenStyle();
    painter.fillRect(rect(), style.colours.canvas);
    painter.setFont(style.font);
    paintScreen(painter);
    if (hasFocus()) paintFocusFrame(painter, rect());
}

void PaintedChart::drawChart(QCPPainter& painter, const QSize& size, const Colours& colours) const {
    const PictureStyle style = paperStyle(colours);
    painter.fillRect(QRect(QPoint(), size), colours.canvas);
    const QRectF room = paintPaperTitle(painter, chartTitle(), size, style);
    paintPicture(painter, room, style);
}

} // namespace warploom::ui
