#include "ui/components/spy/spy_view.h"

#include "ui/charts/painted_chart.h"
#include "ui/components/spy/axis_ticks.h"
#include "ui/components/spy/row_profile.h"
#include "ui/components/spy/spy_images.h"
#include "ui/components/spy/spy_motion.h"
#include "ui/components/spy/spy_painting.h"
#include "ui/style/number_text.h"
#include "ui/widgets/painted_view.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

// For printing and export, use a grid of fixed size. The exported table then contains exactly the values that the plot
// shows, regardless of the paper size.

namespace warploom::ui {

MatrixWindow movedWindow(const MatrixWindow& window, std::int64_t rows, std::int64_t cols, std::int64_t matrixRows,
                         std::int64_t matrixCols) {
    const std::int64_t high = window.row_end - window.row_begin, wide = window.col_end - window.col_begin;
    const std::int64_t top =
        std::clamp<std::int64_t>(window.row_begin + rows, 0, std::max<std::int64_t>(0, matrixRows - high));
    const std::int64_t left =
        std::clamp<std::int64_t>(window.col_begin + cols, 0, std::max<std::int64_t>(0, matrixCols - wide));
    return {top, top + high, left, left + wide};
}

namespace {

/// Returns the rectangle around the window in a spy plot; empty if there is no window.
QRectF rectOf(const MatrixWindow& window, const SpyFrame& frame) {
    if (frame.isEmpty() || window.row_end <= window.row_begin || window.col_end <= window.col_begin) return {};
    QRectF rect = frame.cellsRect(window.row_begin, window.row_end, window.col_begin, window.col_end);
    // Enlarge the frame around a small window, so that the user can see and drag it.
    const double least = theme().px(12);
    const double dx = std::max(0.0, least - rect.width()) / 2, dy = std::max(0.0, least - rect.height()) / 2;
    return rect.adjusted(-dx, -dy, dx, dy);
}

} // namespace

SpyView::SpyView(QWidget* parent)
    : ZoomedPicture(tr("Matrix plot"), {420, 420}, {160, 160}, parent), images_(new SpyImages(this)),
      motion_(new SpyMotion(this)) {
    setAccessibleDescription(
        tr("Shows all nonzeros in the matrix. Press the arrow keys to pan, Plus or Minus to zoom, and Home to show the "
           "whole matrix. Press Shift and an arrow key to move the window that the Formats page shows."));
    connect(images_, &SpyImages::changed, this, [this] {
        emit imageChanged();
        update();
    });
    connect(motion_, &SpyMotion::moved, this, qOverload<>(&QWidget::update));
}

bool SpyView::isMoving() const { return motion_->isRunning(); }

const SpyImage* SpyView::image() const { return images_->detail(); }

QSize SpyView::sizeHint() const {
    // At a large font scale, leave more space for the matrix window below the thumbnail.
    const int side = theme().px(!thumbnail_ ? 420 : theme().scale() < 1.5 ? 140 : 84);
    return {side, side};
}
QSize SpyView::minimumSizeHint() const { return thumbnail_ ? QSize(60, 60) : QSize(theme().px(160), theme().px(160)); }

void SpyView::setMatrix(const MatrixHandle& matrix) {
    if (matrix == matrix_) return;
    // Keep the visible part if only a generator parameter has changed and the matrix has the same size.
    const bool same_order = matrix && matrix_ && matrix->matrix.csr.rows == matrix_->matrix.csr.rows &&
                            matrix->matrix.csr.cols == matrix_->matrix.csr.cols;
    matrix_ = matrix;
    motion_->stop();
    images_->setMatrix(matrix);
    hovered_ = {};
    hover_text_.clear();
    if (!same_order) setWholeFrame();
    frameMoved();
    emit hoverTextChanged(hover_text_);
    update();
}

void SpyView::setThumbnail(bool thumbnail) {
    thumbnail_ = thumbnail;
    setAccessibleName(thumbnail ? tr("Position of the window in the matrix") : tr("Matrix plot"));
    if (thumbnail) setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    if (thumbnail)
        setAccessibleDescription(
            tr("Press the arrow keys to move the window, or Page Up and Page Down to move it by one window height."));
}

SpyFrame SpyView::wholeFrame() const {
    if (!matrix_ || !matrix_->pyramid) return {};
    return {matrix_->matrix.csr.rows, matrix_->matrix.csr.cols, QSizeF(size()), theme().scale()};
}

void SpyView::frameMoved() {
    images_->request(frame_, devicePixelRatioF());
    emit frameChanged(frame_);
}

void SpyView::setFrame(const SpyFrame& frame) {
    changeFrame([&](SpyFrame& own) {
        if (frame.rows() == own.rows() && frame.cols() == own.cols() && frame.canvas() == own.canvas()) own = frame;
    });
}

void SpyView::showWindow() {
    if (frame_.isEmpty()) return;
    constexpr std::int64_t side = 16;
    MatrixWindow wanted = window_;
    const auto around = [&](std::int64_t row, std::int64_t col) {
        wanted.row_begin = std::clamp<std::int64_t>(row - side / 2, 0, std::max<std::int64_t>(0, frame_.rows() - side));
        wanted.col_begin = std::clamp<std::int64_t>(col - side / 2, 0, std::max<std::int64_t>(0, frame_.cols() - side));
        wanted.row_end = std::min(frame_.rows(), wanted.row_begin + side);
        wanted.col_end = std::min(frame_.cols(), wanted.col_begin + side);
    };
    if (hovered_.isValid()) around(hovered_.row, hovered_.col);
    else if (!frame_.isFit() || wanted.row_end <= wanted.row_begin)
        around((frame_.firstRow() + frame_.lastRow()) / 2, (frame_.firstCol() + frame_.lastCol()) / 2);
    changeFrame([&](SpyFrame& frame) {
        frame.show(wanted.row_begin, wanted.row_end, wanted.col_begin, wanted.col_end);
        const QFontMetricsF metrics(theme().font(0.9));
        for (int i = 0; i < 40 && !valuesVisible(frame, metrics); ++i)
            frame.zoom(1.1, QPointF(frame.canvas().width() / 2, frame.canvas().height() / 2));
    });
}

void SpyView::setRowOrder(std::function<std::int64_t(std::int64_t)> own_row, const QString& words) {
    own_row_ = std::move(own_row);
    order_words_ = words;
    hover_text_.clear();
    emit hoverTextChanged(hover_text_);
}

void SpyView::moveFrom(std::vector<MovedNonzero> nonzeros, const HoveredNonzero& pinned_from,
                       const HoveredNonzero& pinned_to) {
    if (nonzeros.empty() || reducedMotion() || !isVisible()) return;
    motion_->start(std::move(nonzeros), pinned_to.isValid() ? pinned_from : HoveredNonzero{});
}

bool SpyView::isCurrent() const { return !isMoving() && images_->isCurrent(); }

void SpyView::themeChanged() {
    images_->forgetOverview();
    images_->request(frame_, devicePixelRatioF());
    PaintedChart::themeChanged();
}

void SpyView::paintScreen(QPainter& painter) const {
    if (!matrix_ || frame_.isEmpty()) return;
    if (isMoving()) return motion_->paint(painter, rect(), frame_, hovered_);
    const Colours& colours = theme().colours();
    paintSpy(painter, frame_, matrix_->matrix.csr, images_->detail(), images_->overview(), colours);

    const QRectF all = frame_.matrixRect().intersected(QRectF(rect()));
    paintRowBands(painter, selection_, frame_.rowAt(0), frame_.rowAt(height()), height(), colours.wasted,
                  [&](double at, double thick) { return QRectF(all.left(), at, all.width(), thick); });
    painter.setRenderHint(QPainter::Antialiasing, true);
    const QRectF window = rectOf(window_, frame_);
    if (window.isValid() && window.intersects(QRectF(rect()))) {
        paintBox(painter, window, QPen(colours.canvas, theme().px(5)));
        painter.setPen(QPen(colours.accent, theme().px(2.5)));
        painter.drawRect(window);
    }
    if (hovered_.isValid()) paintMark(painter, cellOf(frame_, hovered_));
}

bool SpyView::takesPress(QMouseEvent* event) {
    if (thumbnail_ || event->modifiers() & Qt::ShiftModifier) {
        const auto row = static_cast<std::int64_t>(std::floor(frame_.rowAt(event->position().y())));
        const auto col = static_cast<std::int64_t>(std::floor(frame_.colAt(event->position().x())));
        moveWindow(row - (window_.row_begin + window_.row_end) / 2, col - (window_.col_begin + window_.col_end) / 2);
    }
    const double reach = theme().px(3);
    if (!rectOf(window_, frame_).adjusted(-reach, -reach, reach, reach).contains(event->position())) return false;
    grip_ = QPointF(frame_.colAt(event->position().x()) - static_cast<double>(window_.col_begin),
                    frame_.rowAt(event->position().y()) - static_cast<double>(window_.row_begin));
    setCursor(Qt::SizeAllCursor);
    return true;
}

void SpyView::dragged(const QPointF& pixel) {
    const auto col = static_cast<std::int64_t>(std::llround(frame_.colAt(pixel.x()) - grip_.x()));
    const auto row = static_cast<std::int64_t>(std::llround(frame_.rowAt(pixel.y()) - grip_.y()));
    moveWindow(row - window_.row_begin, col - window_.col_begin);
    hover(pixel);
}

void SpyView::leaveEvent(QEvent*) {
    hover_text_.clear();
    emit hoverTextChanged(hover_text_);
    emit hoveredChanged({});
}

void SpyView::keyPressEvent(QKeyEvent* event) {
    const bool moves_window = thumbnail_ || event->modifiers() & Qt::ShiftModifier;
    const std::int64_t page = window_.row_end - window_.row_begin;
    switch (event->key()) {
    case Qt::Key_PageUp: moveWindow(-page, 0); break;
    case Qt::Key_PageDown: moveWindow(page, 0); break;
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (!moves_window) return ZoomedPicture::keyPressEvent(event);
        moveWindow(0, event->key() == Qt::Key_Left ? -1 : 1);
        break;
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (!moves_window) return ZoomedPicture::keyPressEvent(event);
        moveWindow(event->key() == Qt::Key_Up ? -1 : 1, 0);
        break;
    case Qt::Key_End:
        if (thumbnail_) return QWidget::keyPressEvent(event);
        showWindow();
        break;
    default: return ZoomedPicture::keyPressEvent(event);
    }
    event->accept();
}

void SpyView::setWindow(const MatrixWindow& window) {
    window_ = window;
    update();
}

void SpyView::moveWindow(std::int64_t rows, std::int64_t cols) {
    const MatrixWindow next = movedWindow(window_, rows, cols, frame_.rows(), frame_.cols());
    if (next.row_begin == window_.row_begin && next.col_begin == window_.col_begin) return;
    window_ = next;
    update();
    emit windowMoved(window_);
}

void SpyView::setSelection(const RowSelection& rows) {
    selection_ = rows;
    update();
}

void SpyView::setHovered(const HoveredNonzero& hovered) {
    if (hovered == hovered_) return;
    hovered_ = hovered;
    update();
}

void SpyView::hover(const QPointF& pixel) {
    if (!matrix_ || frame_.isEmpty()) return;
    QString text = describePixel(frame_, matrix_->matrix.csr, pixel, matrix_->pyramid.get());
    if (const std::int64_t row = frame_.rowUnder(pixel.y()); own_row_ && row >= 0 && !text.isEmpty())
        text = tr("position %1 in sorted order: row %2 of the matrix").arg(row).arg(own_row_(row)) +
               QStringLiteral(" · ") + text;
    if (text != hover_text_) {
        hover_text_ = text;
        emit hoverTextChanged(text);
    }
    const auto cells = cellsUnder(frame_, pixel);
    const HoveredNonzero nonzero = cells ? firstNonzeroIn(matrix_->matrix.csr, *cells) : HoveredNonzero{};
    if (!(nonzero == hovered_)) {
        setHovered(nonzero);
        emit hoveredChanged(nonzero);
    }
}

namespace {

constexpr double paperCells = 512;

SpyFrame paperFrame(const SpyFrame& screen) {
    SpyFrame frame(screen.rows(), screen.cols(), QSizeF(paperCells, paperCells));
    if (!screen.isFit()) frame.show(screen.firstRow(), screen.lastRow(), screen.firstCol(), screen.lastCol());
    return frame;
}

} // namespace

QString SpyView::chartTitle() const {
    if (!matrix_) return tr("Nonzeros in the matrix");
    return order_words_.isEmpty() ? tr("Nonzeros of %1").arg(matrix_->title())
                                  : tr("Nonzeros in %1 (%2)").arg(matrix_->title(), order_words_);
}

Table SpyView::chartTable() const {
    if (!matrix_ || !matrix_->pyramid || frame_.isEmpty()) return {};
    const GridRequest request = gridFor(paperFrame(frame_), 1.0);
    Table table = densityTable(matrix_->pyramid->count(request.window, request.height, request.width));
    table.facts = {{"matrix", matrix_->matrix.name},
                   {"rows", std::to_string(frame_.rows())},
                   {"cols", std::to_string(frame_.cols())},
                   {"nonzeros", std::to_string(matrix_->matrix.csr.nonzeros())}};
    return table;
}

void SpyView::paintPicture(QPainter& painter, const QRectF& all, const PictureStyle& style) const {
    if (!matrix_ || !matrix_->pyramid || frame_.isEmpty()) return;
    const Colours& colours = style.colours;
    const QFontMetricsF metrics(style.font);
    const double line = metrics.height(), gap = line / 2;
    const double labels = metrics.horizontalAdvance(shortCount(frame_.lastRow())) + line;
    const QRectF area(all.left() + labels + line * 1.2, all.top() + line * 2.6, all.width() - labels - line * 2,
                      all.height() - line * 5.2);
    if (area.width() < 8 || area.height() < 8) return;

    const SpyFrame grid_frame = paperFrame(frame_);
    const SpyImage image = renderSpy(*matrix_->pyramid, gridFor(grid_frame, 1.0), colours);
    SpyFrame frame(frame_.rows(), frame_.cols(), area.size(), std::max(1.0, area.width() / paperCells));
    if (!frame_.isFit()) {
        const MatrixWindow& w = image.grid.window;
        frame.show(w.row_begin, w.row_end, w.col_begin, w.col_end);
    }
    painter.save();
    painter.translate(area.topLeft());
    paintSpy(painter, frame, matrix_->matrix.csr, &image, nullptr, colours);
    painter.restore();

    const QRectF seen = (frame.matrixRect() & QRectF(QPointF(0, 0), area.size())).translated(area.topLeft());
    const auto rowAt = [&](double y) { return frame.rowAt(y - area.top()); };
    const auto colAt = [&](double x) { return frame.colAt(x - area.left()); };
    drawAxis(painter, seen, Qt::Vertical, rowAt(seen.top()), rowAt(seen.bottom()), frame.rows(), colours, line * 0.3);
    drawAxis(painter, seen, Qt::Horizontal, colAt(seen.left()), colAt(seen.right()), frame.cols(), colours, line * 0.3);
    paintText(painter, colours.text, QRectF(seen.left(), seen.top() - line * 2.6, seen.width(), line), Qt::AlignCenter,
              tr("column"));
    paintUpwards(painter, QRectF(seen.left() - labels - line * 1.4, seen.top(), line, seen.height()), tr("row"));
    paintLegend(painter, QRectF(area.left(), area.bottom() + gap, area.width(), line * 1.2), image, colours);
}

} // namespace warploom::ui
