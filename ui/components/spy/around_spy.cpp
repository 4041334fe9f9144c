#include "ui/components/spy/around_spy.h"

#include "ui/components/spy/axis_ticks.h"
#include "ui/components/spy/spy_painting.h"
#include "ui/components/spy/spy_view.h"
#include "ui/style/number_text.h"
#include "ui/widgets/painted_view.h"

#include <QEvent>
#include <QFontMetrics>
#include <QPainter>

#include <algorithm>

namespace warploom::ui {

AxisRuler::AxisRuler(Qt::Orientation orientation, QWidget* parent) : QWidget(parent), orientation_(orientation) {
    if (orientation == Qt::Vertical) setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Ignored);
    else setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    followTheme(this);
}

void AxisRuler::setFrame(const SpyFrame& frame) {
    const bool other_matrix = frame.rows() != frame_.rows() || frame.cols() != frame_.cols();
    frame_ = frame;
    if (other_matrix) updateGeometry();
    update();
}

QSize AxisRuler::sizeHint() const {
    const QFontMetrics metrics(theme().font(0.9));
    const int tick = theme().px(5);
    // Reserve space for the longest label, so that the plot does not move when the user zooms. The last label is not
    // always the longest one: "1.25 M" is longer than "2 M".
    const std::int64_t rows = std::max<std::int64_t>(frame_.rows(), 100);
    int label = metrics.horizontalAdvance(shortCount(rows));
    if (rows >= 1'000'000)
        for (const std::int64_t between : {888'888, 88'880'000})
            label = std::max(label, metrics.horizontalAdvance(shortCount(between)));
    return orientation_ == Qt::Vertical ? QSize(label + tick + theme().px(4), 0) : QSize(0, metrics.height() + tick);
}

void AxisRuler::paintEvent(QPaintEvent*) {
    if (frame_.isEmpty()) return;
    QPainter painter(this);
    painter.setFont(theme().font(0.9));
    const Colours& colours = theme().colours();
    if (orientation_ == Qt::Vertical)
        drawAxis(painter, QRectF(width(), 0, 1, height()), Qt::Vertical, frame_.rowAt(0), frame_.rowAt(height()),
                 frame_.rows(), colours, theme().px(4));
    else
        drawAxis(painter, QRectF(0, height(), width(), 1), Qt::Horizontal, frame_.colAt(0), frame_.colAt(width()),
                 frame_.cols(), colours, theme().px(4));
}

SpyGrid::SpyGrid(const Parts& parts, QWidget* parent) : QWidget(parent), parts_(parts) {
    for (QWidget* each : {parts.columnRuler, parts.rowsTitle, parts.rowRuler, parts.spy, parts.rows, parts.columns,
                          parts.columnsTitle}) {
        each->setParent(this);
        each->show();
    }
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void SpyGrid::setShape(std::int64_t rows, std::int64_t cols) {
    rows_ = rows;
    cols_ = cols;
    arrange();
}

int SpyGrid::above() const {
    return std::max(parts_.columnRuler->sizeHint().height(), parts_.rowsTitle->sizeHint().height());
}

QSize SpyGrid::minimumSizeHint() const {
    const QSize spy = parts_.spy->minimumSizeHint();
    return {parts_.rowRuler->sizeHint().width() + spy.width() + theme().px(110),
            above() + spy.height() + theme().px(50)};
}

QSize SpyGrid::sizeHint() const {
    const QSize spy = parts_.spy->sizeHint();
    return {parts_.rowRuler->sizeHint().width() + spy.width() + theme().px(200),
            above() + spy.height() + theme().px(80)};
}

bool SpyGrid::event(QEvent* event) {
    if (event->type() == QEvent::LayoutRequest) arrange(); // the labels or the font may have become larger
    return QWidget::event(event);
}

void SpyGrid::resizeEvent(QResizeEvent*) { arrange(); }

void SpyGrid::arrange() {
    const int gap = theme().px(2), ruler = parts_.rowRuler->sizeHint().width(), top = above();
    const int least = theme().px(60);
    const int beside = std::max(theme().px(110), width() / 5), below = std::max(theme().px(50), height() / 8);
    double wide = std::max(least, width() - ruler - beside - 2 * gap);
    double high = std::max(least, height() - top - below - 2 * gap);
    const auto rows = static_cast<double>(rows_), cols = static_cast<double>(cols_);
    constexpr double most_square = 4; // maximum aspect ratio of a matrix that is drawn with square cells
    if (rows_ > 0 && cols_ > 0 && rows <= most_square * cols && cols <= most_square * rows) {
        const double cell = std::min(wide / cols, high / rows);
        wide = std::max<double>(least, cell * cols);
        high = std::max<double>(least, cell * rows);
    }
    const QRect spy(ruler + gap, top + gap, static_cast<int>(wide), static_cast<int>(high));
    parts_.spy->setGeometry(spy);
    parts_.rowRuler->setGeometry(0, spy.top(), ruler, spy.height());
    parts_.columnRuler->setGeometry(spy.left(), top - parts_.columnRuler->sizeHint().height(), spy.width(),
                                    parts_.columnRuler->sizeHint().height());
    const int right = spy.right() + 1 + 2 * gap, under = spy.bottom() + 1 + gap;
    parts_.rows->setGeometry(right, spy.top(), std::max(0, width() - right), spy.height());
    parts_.rowsTitle->setGeometry(right, 0, std::max(0, width() - right), top);
    const int left_over = std::clamp(height() - under, 0, theme().px(120));
    parts_.columns->setGeometry(spy.left(), under, spy.width(), left_over);
    parts_.columnsTitle->setGeometry(right, under, std::max(0, width() - right), left_over);
}

LegendStrip::LegendStrip(SpyView* spy, QWidget* parent) : QWidget(parent), spy_(spy) {
    setAccessibleName(tr("Legend"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(spy_, &SpyView::imageChanged, this, [this] { update(); });
    connect(spy_, &SpyView::frameChanged, this, [this] { update(); });
    followTheme(this);
}

QSize LegendStrip::sizeHint() const {
    const QFontMetrics metrics(theme().font(0.9));
    return {metrics.averageCharWidth() * 46, metrics.height() + theme().px(4)};
}

QSize LegendStrip::minimumSizeHint() const { return {theme().px(120), sizeHint().height()}; }

void LegendStrip::paintEvent(QPaintEvent*) {
    if (!spy_->matrix()) return;
    QPainter painter(this);
    painter.setFont(theme().font(0.9));
    const Colours& colours = theme().colours();
    if (!cellsVisible(spy_->frame())) {
        if (spy_->image()) paintLegend(painter, QRectF(rect()), *spy_->image(), colours);
        return;
    }
    const QFontMetrics metrics(painter.font());
    const double side = metrics.height() * 0.7, middle = height() / 2.0;
    double x = 0;
    const auto entry = [&](bool zero, const QString& text) {
        const QRectF box(x + 1, middle - side / 2, side, side);
        if (zero) {
            painter.setPen(QPen(colours.wrong, 1.5));
            painter.drawRect(box);
            painter.drawLine(box.bottomLeft(), box.topRight());
        } else {
            painter.fillRect(box, DensityScale(colours, 1).at(0));
        }
        x += side + metrics.averageCharWidth();
        paintText(painter, colours.text, QRectF(x, 0, width() - x, height()), Qt::AlignVCenter, text);
        x += metrics.horizontalAdvance(text) + 2 * metrics.averageCharWidth();
    };
    entry(false, tr("nonzero"));
    if (spy_->matrix()->matrix.explicit_zeros > 0) entry(true, tr("explicit zero (stored)"));
}

} // namespace warploom::ui
