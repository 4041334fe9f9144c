#include "ui/pages/formats/arrays_view.h"

#include "ui/look/number_text.h"
#include "ui/look/qt_text.h"
#include "ui/look/words.h"
#include "ui/pages/matrix/spy/axis_ticks.h"
#include "ui/widgets/painted_view.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace warploom::ui {

const Slot* SlotLayout::slotAt(const QPointF& pixel) const {
    for (const Slot& slot : cells)
        if (slot.rect.contains(pixel)) return &slot;
    return nullptr;
}

std::vector<const Slot*> SlotLayout::slotsOf(int nonzero) const {
    std::vector<const Slot*> found;
    if (nonzero < 0) return found;
    for (const Slot& slot : cells)
        if (slot.nonzero == nonzero) found.push_back(&slot);
    return found;
}

QString slotText(const wire::LayoutArray& array, int index) {
    const auto& value = array.values[index];
    if (!value) return array.holds_entries() && array.nonzero[index] >= 0 ? QStringLiteral("n/a") : QString();
    if (array.element.starts_with("int")) return QString::number(static_cast<qlonglong>(*value));
    return valueText(*value, 3);
}

SlotLayout layOut(const wire::Layout& document, double width, const SlotMetrics& metrics, int only) {
    SlotLayout result;
    double label_width = 0;
    for (const wire::FormatLayout& format : document.formats)
        for (const wire::LayoutArray& array : format.arrays)
            label_width = std::max(label_width, metrics.textWidth(qt(array.name)));
    label_width += metrics.gap;

    double y = metrics.gap / 2, widest = width;
    for (int f = 0; f < static_cast<int>(document.formats.size()); ++f) {
        if (only >= 0 && f != only) continue;
        const wire::FormatLayout& format = document.formats[f];
        result.headings.push_back(
            {f, QRectF(metrics.gap, y, std::max(1.0, width - 2 * metrics.gap), metrics.lineHeight)});
        y += metrics.lineHeight + metrics.gap / 2;
        // Arrays that share slots get slots of one width, so that what belongs together stands over one another.
        double slot_width = metrics.slotWidth;
        for (const wire::LayoutArray& array : format.arrays)
            for (int i = 0; i < static_cast<int>(array.values.size()); ++i)
                slot_width = std::max(slot_width, std::ceil(metrics.textWidth(slotText(array, i)) + 6));
        const double left = metrics.gap + label_width;
        for (int a = 0; a < static_cast<int>(format.arrays.size()); ++a) {
            const wire::LayoutArray& array = format.arrays[a];
            const int fitting = std::max(1, static_cast<int>((width - left - metrics.gap) / slot_width));
            const int columns =
                array.columns > 0 ? static_cast<int>(std::min<std::int64_t>(array.columns, 1 << 20)) : fitting;
            const int count = static_cast<int>(array.values.size());
            const int lines = std::max(1, (count + columns - 1) / columns);
            result.labels.push_back({f, a, QRectF(metrics.gap, y, label_width, metrics.slotHeight)});
            for (int i = 0; i < count; ++i) {
                Slot slot{f, a, i, -1, false, {}};
                if (array.holds_entries()) {
                    slot.nonzero = array.nonzero[i];
                    slot.padding = slot.nonzero < 0;
                } else {
                    slot.padding = !array.values[i].has_value();
                }
                slot.rect = QRectF(left + (i % columns) * slot_width, y + (i / columns) * metrics.slotHeight,
                                   slot_width, metrics.slotHeight);
                widest = std::max(widest, slot.rect.right() + metrics.gap);
                result.cells.push_back(slot);
            }
            y += lines * metrics.slotHeight + metrics.gap / 2;
        }
        y += metrics.gap;
    }
    result.size = QSizeF(widest, y);
    return result;
}

Table footprintTable(const wire::Footprints& footprints) {
    Table table;
    table.title = "Bytes and padding of each format";
    table.columns = {{"format", ""},          {"status", ""},      {"reason", ""},  {"footprint", "bytes"},
                     {"relative_to_csr", ""}, {"value_slots", ""}, {"padding", ""}, {"padding_share", "percent"},
                     {"conversion", "ns"}};
    const auto csr_bytes = static_cast<double>(footprints.csr_bytes);
    for (const wire::Footprint& f : footprints.formats) {
        if (!f.reason.empty()) {
            table.add_row({f.format, std::string("skipped"), f.reason, {}, {}, {}, {}, {}, {}});
            continue;
        }
        const std::int64_t bytes = f.bytes.value_or(wire::Wide{}), all = f.value_slots.value_or(0),
                           padding = f.padding.value_or(0);
        table.add_row({f.format, std::string("ok"), std::string(), bytes,
                       csr_bytes > 0 ? static_cast<double>(bytes) / csr_bytes : 0.0, all, padding,
                       all > 0 ? 100.0 * static_cast<double>(padding) / static_cast<double>(all) : 0.0,
                       f.conversion_ns.value_or(0)});
    }
    return table;
}

QString ownerText(const std::vector<wire::LayoutOwner>& owners) {
    QStringList parts;
    for (const wire::LayoutOwner& owner : owners) {
        if (parts.size() == 12) {
            parts << words("and %1 more").arg(owners.size() - 12);
            break;
        }
        parts << words("thread %1 of block %2: warp %3, lane %4")
                     .arg(owner.thread)
                     .arg(owner.block)
                     .arg(owner.warp)
                     .arg(owner.lane);
    }
    return parts.join(QStringLiteral("; "));
}

QString formatText(const wire::FormatLayout& format, const QString& title) {
    const QString name = title.isEmpty() ? qt(format.format) : title;
    if (!format.reason.empty()) return words("%1 · refused: %2").arg(name, qt(format.reason));
    return words("%1 · %2 bytes · %3 of %4 slots padding")
        .arg(name, shortCount(format.bytes.value_or(wire::Wide{})), shortCount(format.padding.value_or(0)),
             shortCount(format.value_slots.value_or(0)));
}

QString nonzeroText(const wire::Layout& document, int nonzero, std::int64_t row, std::int64_t col) {
    const wire::LayoutNonzero& entry = document.nonzeros[nonzero];
    const QString place =
        words("row %1, column %2, value %3").arg(shortCount(row), shortCount(col), valueText(entry.value, 5));
    const auto owners = document.owners_of(nonzero);
    const QString kernel = qt(document.owner.kernel);
    if (kernel.isEmpty()) return words("%1 · choose a kernel to see who reads it").arg(place);
    return owners.empty() ? words("%1 · %2 tells no owner. %3").arg(place, kernel, qt(document.owner.reason))
                          : words("%1 · %2: %3").arg(place, kernel, ownerText(owners));
}

ArraysView::ArraysView(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Arrays of each format"));
    setAccessibleDescription(tr("Left and right pick a nonzero; its slots are outlined in every format."));
    connect(&theme(), &Theme::changed, this, [this] { layOutAgain(); });
}

QSize ArraysView::sizeHint() const { return layout_.size.toSize(); }

void ArraysView::setDocument(std::shared_ptr<const wire::Layout> document) {
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

void ArraysView::setHighlighted(int nonzero) {
    if (nonzero == highlighted_) return;
    highlighted_ = nonzero;
    update();
}

void ArraysView::fitTo(int width) {
    if (width == width_) return;
    width_ = width;
    layOutAgain();
}

void ArraysView::layOutAgain() {
    const QFontMetricsF metrics(theme().font(0.9));
    SlotMetrics lengths;
    lengths.lineHeight = QFontMetricsF(theme().font(1.0, true)).height();
    lengths.slotHeight = metrics.height() + theme().px(4);
    lengths.slotWidth = theme().px(22);
    lengths.gap = theme().px(8);
    lengths.textWidth = [&](const QString& text) { return metrics.horizontalAdvance(text); };
    layout_ = document_ ? layOut(*document_, width_, lengths, only_) : SlotLayout{};
    resize(layout_.size.toSize().expandedTo(QSize(width_, 1)));
    updateGeometry();
    update();
}

QString ArraysView::titleOf(const wire::FormatLayout& format) const {
    const auto title = titles_.find(qt(format.format));
    return title == titles_.end() ? QString() : title->second;
}

void ArraysView::paintArrays(QPainter& painter, const Colours& colours, const QRectF& clip) const {
    painter.fillRect(clip, colours.canvas);
    if (!document_) return;
    const QFont bold = theme().font(1.0, true), plain = theme().font(0.9);
    for (const auto& heading : layout_.headings) {
        if (!heading.rect.intersects(clip)) continue;
        const wire::FormatLayout& format = document_->formats[heading.format];
        painter.setFont(bold);
        painter.setPen(format.reason.empty() ? colours.text : colours.muted);
        painter.drawText(
            heading.rect, Qt::AlignLeft | Qt::AlignVCenter,
            QFontMetricsF(bold).elidedText(formatText(format, titleOf(format)), Qt::ElideRight, heading.rect.width()));
    }
    painter.setFont(plain);
    for (const auto& label : layout_.labels) {
        if (!label.rect.intersects(clip)) continue;
        const wire::LayoutArray& array = document_->formats[label.format].arrays[label.array];
        painter.setPen(colours.muted);
        painter.drawText(label.rect, Qt::AlignLeft | Qt::AlignVCenter, qt(array.name));
    }
    for (const Slot& slot : layout_.cells) {
        if (!slot.rect.intersects(clip)) continue;
        const wire::LayoutArray& array = document_->formats[slot.format].arrays[slot.array];
        if (slot.padding) painter.fillRect(slot.rect, QBrush(colours.padding, Qt::BDiagPattern));
        painter.setPen(QPen(colours.grid, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(slot.rect);
        painter.setPen(slot.padding ? colours.muted : colours.text);
        if (!slot.padding) painter.drawText(slot.rect, Qt::AlignCenter, slotText(array, slot.index));
    }
    // Over the grid, so that no neighbour cuts the outline.
    for (const Slot* slot : layout_.slotsOf(highlighted_)) {
        QColor fill = colours.wasted;
        fill.setAlphaF(0.25F);
        painter.fillRect(slot->rect, fill);
        painter.setPen(QPen(colours.wasted, theme().px(2)));
        painter.drawRect(slot->rect);
    }
}

void ArraysView::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    paintArrays(painter, theme().colours(), QRectF(event->rect()));
    if (hasFocus()) paintFocusFrame(painter, visibleRegion().boundingRect());
}

void ArraysView::mouseMoveEvent(QMouseEvent* event) {
    const Slot* slot = layout_.slotAt(event->position());
    const int nonzero = slot ? slot->nonzero : -1;
    if (slot) {
        const wire::FormatLayout& format = document_->formats[slot->format];
        const wire::LayoutArray& array = format.arrays[slot->array];
        emit hoverTextChanged(tr("%1.%2[%3]%4")
                                  .arg(qt(format.format), qt(array.name), QString::number(slot->index),
                                       slot->padding ? tr(" · padding") : QString()));
    } else {
        emit hoverTextChanged({});
    }
    if (nonzero == highlighted_) return;
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
    setMinimumHeight(theme().px(150));
    connect(&theme(), &Theme::changed, this, [this] { setMinimumHeight(theme().px(150)); });
}

void ArraysScroll::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    view_->fitTo(viewport()->width());
}

} // namespace warploom::ui
