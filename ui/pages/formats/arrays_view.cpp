#include "ui/pages/formats/arrays_view.h"

#include "ui/charts/painted_chart.h"
#include "ui/style/qt_text.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/painted_view.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStringList>

#include <algorithm>
#include <utility>

namespace warploom::ui {

ArraysView::ArraysView(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Arrays of each format"));
    setAccessibleDescription(
        tr("Press the Left or Right arrow key to select a nonzero. Its slots are outlined in every format."));
    connect(&theme(), &Theme::changed, this, [this] { layOutAgain(); });
}

QSize ArraysView::sizeHint() const { return layout_.size.toSize(); }

void ArraysView::setDocument(std::shared_ptr<const protocol::Layout> document) {
    document_ = std::move(document);
    if (highlighted_ >= 0 && (!document_ || highlighted_ >= static_cast<int>(document_->nonzeros.size())))
        highlighted_ = -1;
    layOutAgain();
}

void ArraysView::setTitles(const std::map<QString, QString>& titles) {
    titles_ = titles;
    update();
}

void ArraysView::setOnly(int format) {
    only_ = format;
    layOutAgain();
}

void ArraysView::setCompared(ArraysView* other) {
    if (other == compared_) return;
    if (ArraysView* const before = std::exchange(compared_, other); before != nullptr) {
        before->compared_ = nullptr;
        before->layOutAgain();
    }
    if (other != nullptr) other->compared_ = this;
    layOutAgain();
}

void ArraysView::setKept(bool on) {
    if (on == is_kept_) return;
    is_kept_ = on;
    if (only_ == all_formats) layOutAgain();
}

bool ArraysView::isAround() const {
    return only_ == around_nonzero || (only_ == all_formats && is_kept_ && highlighted_ >= 0);
}

void ArraysView::setHighlighted(int nonzero) {
    if (nonzero == highlighted_) return;
    const bool was_around = isAround();
    highlighted_ = nonzero;
    // While no nonzero is highlighted, keep the previous layout.
    if ((isAround() && nonzero >= 0) || was_around != isAround()) layOutAgain();
    update();
}

void ArraysView::fitTo(const QSize& room) {
    if (room == room_) return;
    room_ = room;
    layOutAgain();
}

SlotMetrics ArraysView::lengths(double enlarged) const {
    const QFontMetricsF metrics(theme().font(0.9 * enlarged));
    SlotMetrics made;
    made.lineHeight = QFontMetricsF(theme().font(enlarged, true)).height();
    // At a large font scale, reduce the spacing to show more rows.
    made.slotHeight = metrics.height() + theme().px(theme().scale() < 1.5 ? 4 : 2);
    made.slotWidth = theme().px(22);
    made.gap = theme().px(8);
    made.textWidth = [metrics](const QString& text) { return metrics.horizontalAdvance(text); };
    return made;
}

double ArraysView::leastWidth() const { return document_ ? ui::leastWidth(*document_, lengths(1), only_) : 0; }

/// If only one format is shown, returns the largest enlargement with which it fits into the available space.
double ArraysView::bestEnlargement() const {
    if (!document_ || only_ < 0) return 1;
    const SlotLayout plain = layOut(*document_, room_.width(), lengths(1), only_);
    for (const double larger : {2.0, 1.7, 1.45, 1.2}) {
        const SlotLayout large = layOut(*document_, room_.width(), lengths(larger), only_);
        // Showing all digits is more important than a larger display.
        if (large.size.width() <= room_.width() && large.size.height() <= room_.height() &&
            large.formOf(only_).digits >= plain.formOf(only_).digits)
            return larger;
    }
    return 1;
}

void ArraysView::layOutAgain() {
    enlarged_ = 1;
    if (!document_) {
        layout_ = {};
    } else if (isAround()) {
        // Show as many neighboring slots as fit without scrolling. If even the slots of the nonzero do not fit, scroll.
        bool fits = false;
        for (const int near : {2, 1, 0}) {
            layout_ = layOutAround(*document_, highlighted_, room_.width(), lengths(1), near);
            fits = layout_.size.height() <= room_.height();
            if (fits) break;
        }
        if (!fits) layout_ = layOutAround(*document_, highlighted_, room_.width(), lengths(1));
    } else {
        enlarged_ = bestEnlargement();
        if (compared_ != nullptr) enlarged_ = std::min(enlarged_, compared_->bestEnlargement());
        layout_ = layOut(*document_, room_.width(), lengths(enlarged_), only_);
        if (compared_ != nullptr && compared_->enlarged_ != enlarged_) compared_->layOutAgain();
    }
    resize(layout_.size.toSize().expandedTo(QSize(room_.width(), 1)));
    updateGeometry();
    update();
}

QString ArraysView::headingText(int f, const QString& name) const {
    const protocol::FormatLayout& format = document_->formats[static_cast<std::size_t>(f)];
    if (!isAround() || !format.reason.empty()) return formatText(format, name);
    for (const Slot& slot : layout_.cells)
        if (slot.format == f && slot.nonzero >= 0 && slot.nonzero == highlighted_)
            return tr("%1 · %2[%3]")
                .arg(name, toQString(format.arrays[static_cast<std::size_t>(slot.array)].name))
                .arg(slot.index);
    return name;
}

/// Returns the longest variant of a format's heading that fits.
QString ArraysView::headingText(int f, const QFontMetricsF& metrics, double width) const {
    const protocol::FormatLayout& format = document_->formats[static_cast<std::size_t>(f)];
    const QString id = toQString(format.format), title = titleOf(format), name = title.isEmpty() ? id : title;
    QStringList forms{headingText(f, name)};
    if (isAround()) forms += headingText(f, id);
    else forms += shorterFormatTexts(format, title);
    for (const QString& form : qAsConst(forms))
        if (metrics.horizontalAdvance(form) <= width) return form;
    return metrics.elidedText(forms.first(), Qt::ElideRight, width);
}

QString ArraysView::titleOf(const protocol::FormatLayout& format) const {
    const auto title = titles_.find(toQString(format.format));
    return title == titles_.end() ? QString() : title->second;
}

std::vector<const Slot*> ArraysView::pointerSlots() const {
    std::vector<const Slot*> found;
    if (!document_) return found;
    for (int f = 0; f < static_cast<int>(document_->formats.size()); ++f)
        for (const PointerPlace& place : pointersOf(document_->formats[static_cast<std::size_t>(f)], highlighted_))
            for (const int index : {place.index, place.index + 1})
                if (const Slot* slot = layout_.slotOf(f, place.array, index)) found.push_back(slot);
    return found;
}

double ArraysView::labelWidth() const {
    double widest = 0;
    for (const auto& label : layout_.labels)
        if (label.rect.left() < theme().px(40)) widest = std::max(widest, label.rect.right());
    return widest;
}

void ArraysView::paintArrays(QPainter& painter, const Colours& colours, const QRectF& clip, double left) const {
    painter.fillRect(clip, colours.canvas);
    if (!document_) return;
    const QFont bold = theme().font(enlarged_, true), plain = theme().font(0.9 * enlarged_);
    for (const auto& heading : layout_.headings) {
        const QRectF room = heading.rect.translated(left, 0);
        if (!room.intersects(clip)) continue;
        const protocol::FormatLayout& format = document_->formats[heading.format];
        painter.setFont(bold);
        paintText(painter, format.reason.empty() ? colours.text : colours.muted, room, Qt::AlignLeft | Qt::AlignVCenter,
                  headingText(heading.format, QFontMetricsF(bold), room.width()));
    }
    painter.setFont(plain);
    for (const Slot& slot : layout_.cells) {
        if (!slot.rect.intersects(clip)) continue;
        const protocol::LayoutArray& array = document_->formats[slot.format].arrays[slot.array];
        if (slot.padding) painter.fillRect(slot.rect, QBrush(colours.padding, Qt::BDiagPattern));
        paintBox(painter, slot.rect, QPen(colours.grid, 1));
        painter.setPen(slot.padding ? colours.muted : colours.text);
        if (!slot.padding)
            painter.drawText(slot.rect, Qt::AlignCenter, slotText(array, slot.index, layout_.formOf(slot.format)));
    }
    // Paint outlines after the grid, so that neighboring slots do not cover them.
    for (const Slot* slot : pointerSlots()) {
        painter.fillRect(slot->rect, pale(colours.accent, 0.22F));
        painter.setPen(QPen(colours.accent, theme().px(2)));
        painter.drawRect(slot->rect);
    }
    for (const Slot* slot : layout_.slotsOf(highlighted_)) {
        painter.fillRect(slot->rect, pale(colours.wasted, 0.25F));
        painter.setPen(QPen(colours.wasted, theme().px(2)));
        painter.drawRect(slot->rect);
    }
    // Paint the array names last, so that slots scroll underneath them.
    painter.setFont(plain);
    for (const auto& label : layout_.labels) {
        const QRectF room = label.rect.translated(left, 0);
        if (!room.intersects(clip)) continue;
        const protocol::LayoutArray& array = document_->formats[label.format].arrays[label.array];
        if (left > 0) {
            const auto behind = std::find_if(layout_.labels.begin(), layout_.labels.end(),
                                             [&](const auto& other) { return other.rect.top() > label.rect.top(); });
            const double below = behind == layout_.labels.end() ? layout_.size.height() : behind->rect.top();
            const auto lines = static_cast<double>(
                (array.values.size() + std::max<std::size_t>(1, static_cast<std::size_t>(array.columns)) - 1) /
                std::max<std::size_t>(1, static_cast<std::size_t>(array.columns)));
            const double high =
                array.columns > 0 && !layout_.formOf(label.format).names_above ? lines * room.height() : room.height();
            painter.fillRect(QRectF(left, room.top() - 1, labelWidth(), std::min(high, below - room.top()) + 2),
                             colours.canvas);
        }
        paintText(painter, colours.muted, room, Qt::AlignLeft | Qt::AlignVCenter, toQString(array.name));
    }
}

void ArraysView::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    paintArrays(painter, theme().colours(), QRectF(event->rect()), seenFrom());
    if (hasFocus()) paintFocusFrame(painter, visibleRegion().boundingRect());
}

/// Returns the horizontal scroll offset in pixels, or 0 if the view is not in a scroll area.
double ArraysView::seenFrom() const {
    if (isAround() || parentWidget() == nullptr) return 0;
    return std::max(0, -x());
}

void ArraysView::mouseMoveEvent(QMouseEvent* event) {
    const Slot* slot = layout_.slotAt(event->position());
    const int nonzero = slot ? slot->nonzero : -1;
    if (slot) {
        const protocol::FormatLayout& format = document_->formats[slot->format];
        const protocol::LayoutArray& array = format.arrays[slot->array];
        const QString pattern = slot->padding ? tr("%1.%2[%3] · padding") : tr("%1.%2[%3]");
        emit hoverTextChanged(
            pattern.arg(toQString(format.format), toQString(array.name), QString::number(slot->index)));
    } else {
        emit hoverTextChanged({});
    }
    // Select only on click. Selecting on hover would rearrange the slots under the mouse pointer.
    if (nonzero == highlighted_ || isAround()) return;
    setHighlighted(nonzero);
    emit passed(nonzero);
}

void ArraysView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return QWidget::mousePressEvent(event);
    const Slot* slot = layout_.slotAt(event->position());
    emit clicked(slot ? slot->nonzero : -1);
}

void ArraysView::leaveEvent(QEvent*) {
    emit hoverTextChanged({});
    if (isAround()) return;
    setHighlighted(-1);
    emit passed(-1);
}

void ArraysView::keyPressEvent(QKeyEvent* event) {
    const int count = document_ ? static_cast<int>(document_->nonzeros.size()) : 0;
    int next = highlighted_;
    switch (event->key()) {
    case Qt::Key_Right: next = highlighted_ + 1; break;
    case Qt::Key_Left: next = highlighted_ < 0 ? count - 1 : highlighted_ - 1; break;
    case Qt::Key_Home: next = 0; break;
    case Qt::Key_End: next = count - 1; break;
    case Qt::Key_Escape: next = -1; break;
    default: QWidget::keyPressEvent(event); return;
    }
    event->accept();
    if (count == 0) return;
    next = event->key() == Qt::Key_Escape ? -1 : std::clamp(next, 0, count - 1);
    if (next == highlighted_) return;
    setHighlighted(next);
    emit picked(next);
}

ArraysScroll::ArraysScroll(ArraysView* view, QWidget* parent) : QScrollArea(parent), view_(view) {
    setWidget(view);
    setFocusProxy(view);
    setFrameShape(QFrame::NoFrame);
    // The array names are painted at the left edge of the viewport, so scrolling requires a repaint.
    connect(horizontalScrollBar(), &QScrollBar::valueChanged, view, qOverload<>(&QWidget::update));
    onTheme(this, [this] { setMinimumHeight(theme().px(90)); });
}

void ArraysScroll::showLit() {
    std::vector<const Slot*> lit = view_->pointerSlots();
    const auto slots_lit = view_->slotLayout().slotsOf(view_->highlighted());
    lit.insert(lit.end(), slots_lit.begin(), slots_lit.end());
    std::sort(lit.begin(), lit.end(), [](const Slot* a, const Slot* b) {
        return std::pair(a->rect.top(), a->rect.left()) < std::pair(b->rect.top(), b->rect.left());
    });
    if (lit.empty()) return;
    QRectF all;
    for (const Slot* slot : lit) all = all.united(slot->rect);
    const bool fits = all.height() <= viewport()->height() && all.width() <= viewport()->width();
    // The slots of all formats rarely fit in the view, so prefer a format that is already visible.
    const QRectF seen(horizontalScrollBar()->value(), verticalScrollBar()->value(), viewport()->width(),
                      viewport()->height());
    const auto at = std::find_if(lit.begin(), lit.end(), [&](const Slot* slot) { return seen.contains(slot->rect); });
    const int format = (at == lit.end() ? lit.front() : *at)->format;
    QRectF shown = fits ? all : QRectF();
    for (const Slot* slot : lit) {
        if (fits || slot->format != format) continue;
        const QRectF more = shown.united(slot->rect);
        if (!shown.isNull() && (more.height() > viewport()->height() || more.width() > viewport()->width())) break;
        shown = more;
    }
    const auto bring = [](QScrollBar* bar, double first, double last, int room) {
        if (first < bar->value() || last > bar->value() + room)
            bar->setValue(static_cast<int>((first + last - room) / 2));
    };
    bring(verticalScrollBar(), shown.top(), shown.bottom(), viewport()->height());
    // Exclude the left part of the viewport, which the array names cover.
    const double names = view_->isAround() || view_->slotLayout().formOf(format).names_above ? 0 : view_->labelWidth();
    bring(horizontalScrollBar(), std::max(0.0, shown.left() - names), shown.right(), viewport()->width());
}

void ArraysScroll::showFormat(int format) {
    const auto& headings = view_->slotLayout().headings;
    const auto its = std::find_if(headings.begin(), headings.end(),
                                  [format](const SlotLayout::Heading& heading) { return heading.format == format; });
    if (its != headings.end()) verticalScrollBar()->setValue(static_cast<int>(its->rect.top()));
}

void ArraysScroll::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    view_->fitTo(viewport()->size());
    // Scroll to the pinned nonzero, which may have moved because the window size or font size has changed.
    if (view_->isKept()) QMetaObject::invokeMethod(this, &ArraysScroll::showLit, Qt::QueuedConnection);
}

} // namespace warploom::ui
