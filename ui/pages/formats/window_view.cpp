#include "ui/pages/formats/window_view.h"

#include "ui/charts/painted_chart.h"
#include "ui/components/spy/spy_painting.h"
#include "ui/components/spy/spy_view.h"
#include "ui/style/number_text.h"
#include "ui/widgets/painted_view.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace warploom::ui {

WindowGrid::WindowGrid(const QSizeF& size, std::int64_t rows, std::int64_t cols, double labelWidth,
                       double labelHeight) {
    if (rows <= 0 || cols <= 0) return;
    const double width = size.width() - labelWidth - 2, height = size.height() - labelHeight - 2;
    cell = std::max(4.0, std::floor(std::min(width / static_cast<double>(cols), height / static_cast<double>(rows))));
    area = QRectF(labelWidth, labelHeight, cell * static_cast<double>(cols), cell * static_cast<double>(rows));
}

QRectF WindowGrid::rect(std::int64_t row, std::int64_t col) const {
    return {area.left() + static_cast<double>(col) * cell, area.top() + static_cast<double>(row) * cell, cell, cell};
}

HoveredNonzero WindowGrid::cellAt(const QPointF& pixel, std::int64_t rows, std::int64_t cols) const {
    const auto row = static_cast<std::int64_t>(std::floor((pixel.y() - area.top()) / cell));
    const auto col = static_cast<std::int64_t>(std::floor((pixel.x() - area.left()) / cell));
    if (row < 0 || row >= rows || col < 0 || col >= cols) return {};
    return {row, col};
}

WindowView::WindowView(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Matrix window"));
    setAccessibleDescription(tr("Press the arrow keys to move the window by one row or column. Hold Ctrl to move it by "
                                "its full width or height."));
    followTheme(this);
}

QSize WindowView::sizeHint() const { return {theme().px(300), theme().px(280)}; }
QSize WindowView::minimumSizeHint() const { return {theme().px(160), theme().px(160)}; }

void WindowView::setMatrix(const MatrixHandle& matrix) {
    matrix_ = matrix;
    hovered_ = {};
    document_.reset();
    update();
}

void WindowView::setWindow(const MatrixWindow& window) {
    window_ = window;
    document_.reset();
    update();
}

void WindowView::setDocument(std::shared_ptr<const protocol::Layout> document) {
    document_ = std::move(document);
    update();
}

void WindowView::setHovered(const HoveredNonzero& hovered) {
    if (hovered == hovered_) return;
    hovered_ = hovered;
    update();
}

WindowGrid WindowView::grid() const {
    const QFontMetricsF metrics(theme().font(0.9));
    const double label =
        std::max(metrics.horizontalAdvance(shortCount(window_.row_end)), metrics.averageCharWidth() * 2);
    return {QSizeF(size()), rows(), cols(), label + theme().px(6), metrics.height() + theme().px(4)};
}

void WindowView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintWindow(painter, theme().colours());
}

void WindowView::paintWindow(QPainter& painter, const Colours& colours) const {
    if (!matrix_ || rows() <= 0 || matrix_->matrix.is_oversize()) return;
    const WindowGrid cells = grid();
    painter.fillRect(cells.area, colours.canvas);
    const QFont plain = theme().font(0.9);
    const QFontMetricsF metrics(plain);
    painter.setFont(plain);
    painter.setPen(colours.text);
    const auto every = static_cast<std::int64_t>(std::ceil(metrics.height() / cells.cell));
    for (std::int64_t row = 0; row < rows(); row += every)
        painter.drawText(QRectF(0, cells.rect(row, 0).center().y() - metrics.height() / 2,
                                cells.area.left() - theme().px(4), metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, shortCount(window_.row_begin + row));
    const double widest = metrics.horizontalAdvance(shortCount(window_.col_end)) + metrics.averageCharWidth();
    const auto across = static_cast<std::int64_t>(std::ceil(widest / cells.cell));
    for (std::int64_t col = 0; col < cols(); col += across)
        painter.drawText(
            QRectF(cells.rect(0, col).center().x() - widest, 0, widest * 2, cells.area.top() - theme().px(2)),
            Qt::AlignHCenter | Qt::AlignBottom, shortCount(window_.col_begin + col));
    painter.setPen(QPen(colours.grid, 1));
    for (std::int64_t i = 0; i <= rows(); ++i)
        painter.drawLine(QPointF(cells.area.left(), cells.area.top() + static_cast<double>(i) * cells.cell),
                         QPointF(cells.area.right(), cells.area.top() + static_cast<double>(i) * cells.cell));
    for (std::int64_t i = 0; i <= cols(); ++i)
        painter.drawLine(QPointF(cells.area.left() + static_cast<double>(i) * cells.cell, cells.area.top()),
                         QPointF(cells.area.left() + static_cast<double>(i) * cells.cell, cells.area.bottom()));

    // Use the largest number of digits for which the longest value fits in a cell. If no value fits, values are shown
    // only in the arrays.
    const auto value_at = [&](std::int64_t row, std::int64_t col) {
        return storedValue(matrix_->matrix.csr, window_.row_begin + row, window_.col_begin + col);
    };
    int digits = cells.cell >= metrics.height() * 1.1 ? 3 : 0;
    for (std::int64_t row = 0; row < rows(); ++row)
        for (std::int64_t col = 0; col < cols(); ++col)
            if (const auto value = value_at(row, col))
                while (digits > 0 && metrics.horizontalAdvance(valueText(*value, digits)) > cells.cell - 1) --digits;
    for (std::int64_t row = 0; row < rows(); ++row)
        for (std::int64_t col = 0; col < cols(); ++col) {
            const auto value = value_at(row, col);
            if (!value) continue;
            const QRectF rect = cells.rect(row, col).adjusted(1, 1, -1, -1);
            QColor fill = colours.seriesColour(0);
            const int index = document_ ? document_->nonzero_at(row, col) : -1;
            const auto owners = index >= 0 ? document_->owners_of(index) : std::vector<protocol::LayoutOwner>{};
            const bool owned = !owners.empty();
            if (owned) fill = colours.seriesColour(owners.front().warp % 7);
            // Use the full color only for the border and a lighter color for the interior, so that the value remains
            // readable.
            painter.setPen(QPen(fill, 1));
            fill.setAlphaF(0.4F);
            painter.fillRect(rect, fill);
            painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
            if (*value == 0) {
                painter.setPen(QPen(colours.wrong, 1.5));
                painter.drawRect(rect.adjusted(1, 1, -1, -1));
            }
            painter.setPen(colours.text);
            if (digits > 0) painter.drawText(cells.rect(row, col), Qt::AlignCenter, valueText(*value, digits));
        }
    paintBox(painter, cells.area,
             QPen(hasFocus() ? colours.accent : colours.outline, hasFocus() ? theme().px(2.5) : 1));
    if (hovered_.isValid() && hovered_.row >= window_.row_begin && hovered_.row < window_.row_end &&
        hovered_.col >= window_.col_begin && hovered_.col < window_.col_end) {
        painter.setPen(QPen(colours.wasted, theme().px(3)));
        painter.drawRect(cells.rect(hovered_.row - window_.row_begin, hovered_.col - window_.col_begin));
    }
}

HoveredNonzero WindowView::nonzeroAt(const QPointF& pixel) const {
    if (!matrix_) return {};
    HoveredNonzero cell = grid().cellAt(pixel, rows(), cols());
    if (!cell.isValid()) return {};
    cell = {cell.row + window_.row_begin, cell.col + window_.col_begin};
    return storedValue(matrix_->matrix.csr, cell.row, cell.col) ? cell : HoveredNonzero{};
}

void WindowView::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) emit clicked(nonzeroAt(event->position()));
    else QWidget::mousePressEvent(event);
}

void WindowView::mouseMoveEvent(QMouseEvent* event) {
    const HoveredNonzero cell = nonzeroAt(event->position());
    if (cell == hovered_) return;
    setHovered(cell);
    emit hoveredChanged(cell);
}

void WindowView::leaveEvent(QEvent*) {
    setHovered({});
    emit hoveredChanged({});
}

void WindowView::keyPressEvent(QKeyEvent* event) {
    const bool far = event->modifiers() & Qt::ControlModifier;
    const std::int64_t down = far ? rows() : 1, right = far ? cols() : 1;
    std::int64_t dy = 0, dx = 0;
    switch (event->key()) {
    case Qt::Key_Up: dy = -down; break;
    case Qt::Key_Down: dy = down; break;
    case Qt::Key_Left: dx = -right; break;
    case Qt::Key_Right: dx = right; break;
    case Qt::Key_Escape: emit clicked({}); return event->accept();
    case Qt::Key_PageUp: dy = -rows(); break;
    case Qt::Key_PageDown: dy = rows(); break;
    default: QWidget::keyPressEvent(event); return;
    }
    event->accept();
    if (matrix_) emit windowMoved(movedWindow(window_, dy, dx, matrix_->matrix.rows(), matrix_->matrix.cols()));
}

OwnerConnector::OwnerConnector(WindowView* window, QWidget* words, QWidget* over)
    : QWidget(over), window_(window), words_(words) {
    setObjectName(QStringLiteral("ownerConnector"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    for (QWidget* each : {over, static_cast<QWidget*>(window), words}) each->installEventFilter(this);
    hide();
}

void OwnerConnector::connectFrom(std::int64_t row, std::int64_t col, int warp) {
    row_ = row;
    col_ = col;
    warp_ = warp;
    setGeometry(parentWidget()->rect());
    raise();
    show();
    update();
}

void OwnerConnector::disconnectAll() {
    row_ = col_ = -1;
    hide();
}

QLineF OwnerConnector::line() const {
    if (row_ < 0 || !window_->isVisible() || !words_->isVisible()) return {};
    const QRectF cell = window_->grid().rect(row_, col_);
    const QPointF from(cell.right(), cell.center().y());
    // At a large font scale, the label may be outside the visible area. In this case, the line ends at the edge of the
    // area.
    const QPointF to = words_->mapTo(parentWidget(), QPointF(-2, words_->height() / 2.0));
    return {window_->mapTo(parentWidget(), from), to};
}

void OwnerConnector::paintEvent(QPaintEvent*) {
    const QLineF way = line();
    if (way.isNull()) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colours& colours = theme().colours();
    // Route the line through the gap between the window and the arrays, so that it crosses few cells.
    const double gap = window_->mapTo(parentWidget(), QPointF(window_->width(), 0)).x();
    const double turn = way.x2() > gap ? (gap + way.x2()) / 2 : way.x1();
    const QPointF corners[] = {way.p1(), QPointF(turn, way.y1()), QPointF(turn, way.y2()), way.p2()};
    painter.setPen(QPen(colours.canvas, theme().px(5)));
    painter.drawPolyline(corners, 4);
    const QColor colour = colours.strokeColour(warp_ % 7);
    painter.setPen(QPen(colour, theme().px(2)));
    painter.drawPolyline(corners, 4);
    painter.setBrush(colour);
    painter.drawEllipse(way.p1(), theme().px(3), theme().px(3));
    painter.drawEllipse(way.p2(), theme().px(3), theme().px(3));
}

bool OwnerConnector::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::Resize:
    case QEvent::Move:
    case QEvent::LayoutRequest:
        if (isVisible()) {
            setGeometry(parentWidget()->rect());
            update();
        }
        break;
    default: break;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace warploom::ui
