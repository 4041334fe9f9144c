// Paints the memory segments that a step fetches, and the addresses of the lanes within them. The segments are sorted
// by address and have equal heights, so the arrows do not cross if lanes read adjacent elements.
#include "ui/components/warp/access_view.h"
#include "ui/style/text.h"

#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <map>

namespace warploom::ui {

using simulated::Coalescing;
using simulated::Transaction;
using simulated::warp_size;

namespace {

struct Segment {
    Transaction transaction;
    QRectF box;
    bool neighbours_last = true; ///< whether this segment starts at the end of the previous one
};

/// An array element and the lanes that access it.
struct Element {
    std::uint64_t address = 0;
    std::uint32_t lanes = 0;
};

std::vector<Element> elementsOf(const protocol::WarpDocument& trace, int step, const Transaction& transaction) {
    const auto addresses = trace.addresses(step);
    std::map<std::uint64_t, std::uint32_t> found;
    for (std::size_t l = 0; l < warp_size; ++l)
        if ((transaction.lanes >> l & 1U) != 0) found[addresses[l]] |= 1U << l;
    std::vector<Element> elements;
    for (const auto& [address, lanes] : found) elements.push_back({address, lanes});
    return elements;
}

void paintSegment(QPainter& painter, const Segment& segment, const std::vector<Element>& elements, int elementBytes,
                  const PictureStyle& style) {
    const QFontMetricsF metrics(style.font);
    const Colours& colours = style.colours;
    painter.fillRect(segment.box, pale(colours.wasted, 0.22F));
    painter.fillRect(segment.box, QBrush(colours.wasted, Qt::BDiagPattern));
    const double byte = segment.box.width() / segment.transaction.bytes;
    for (const Element& element : elements) {
        const double offset = static_cast<double>(element.address - segment.transaction.address);
        const QRectF cell(segment.box.left() + offset * byte, segment.box.top(), elementBytes * byte,
                          segment.box.height());
        painter.fillRect(cell, colours.used);
        int lane = 0, more = -1;
        for (int l = warp_size - 1; l >= 0; --l)
            if ((element.lanes >> l & 1U) != 0) {
                lane = l;
                ++more;
            }
        const QString text = more > 0 ? QStringLiteral("%1+%2").arg(lane).arg(more) : QString::number(lane);
        painter.setPen(QPen(colours.canvas, 1));
        if (cell.width() > 4) painter.drawLine(cell.topRight(), cell.bottomRight());
        if (metrics.horizontalAdvance(text) < cell.width() - 1 && metrics.ascent() * 0.9 < cell.height()) {
            paintText(painter, Qt::white, cell, Qt::AlignCenter, text);
        }
    }
    paintBox(painter, segment.box, QPen(colours.outline, 1));
}

} // namespace

void paintAddresses(QPainter& painter, const QRectF& area, const WarpAnalysis& analysis, int s,
                    const PictureStyle& style) {
    const protocol::WarpDocument& trace = analysis.trace();
    const protocol::WarpStep& step = trace.steps[s];
    const protocol::WarpSite& site = trace.site_of(s);
    const QFontMetricsF metrics(style.font);
    const double line = metrics.height(), unit = style.unit;

    std::vector<Segment> segments;
    for (const Transaction& transaction : analysis.transactions(s)) segments.push_back({transaction, {}, true});
    std::stable_sort(segments.begin(), segments.end(),
                     [](const Segment& a, const Segment& b) { return a.transaction.address < b.transaction.address; });
    double rows = static_cast<double>(segments.size());
    for (std::size_t i = 1; i < segments.size(); ++i) {
        const Transaction& last = segments[i - 1].transaction;
        segments[i].neighbours_last =
            segments[i].transaction.address == last.address + static_cast<std::uint64_t>(last.bytes);
        if (!segments[i].neighbours_last) rows += 0.3;
    }
    if (segments.empty()) return;

    // The legend below the plot explains the colors and shows the number of bytes.
    const StepCost& cost = analysis.cost(s);
    const QRectF legend(area.left(), area.bottom() - line, area.width(), line);
    const QRectF picture = area.adjusted(0, line * 0.4, 0, -line - 6 * unit);
    const double lanes_width = metrics.horizontalAdvance(QStringLiteral("31")) + 14 * unit;
    const LaneColumn lanes{QRectF(picture.left(), picture.top(), lanes_width, picture.height())};
    const std::uint64_t base = trace.arrays[site.array].base;
    const auto range = [&](const Transaction& transaction) {
        const auto bytes = static_cast<std::int64_t>(site.element_bytes);
        const auto first = static_cast<std::int64_t>(transaction.address - base);
        const std::int64_t begin = first >= 0 ? first / bytes : -((-first + bytes - 1) / bytes);
        return QStringLiteral("%1 … %2").arg(begin).arg(begin + std::max<std::int64_t>(1, transaction.bytes / bytes) -
                                                        1);
    };
    double label = 0;
    for (const Segment& segment : segments)
        label = std::max(label, metrics.horizontalAdvance(range(segment.transaction)));
    label += 8 * unit;
    const double most_bytes = analysis.card().coalescing == Coalescing::sectors_32 ? 32 : 128;
    const double room = picture.width() - lanes_width - label;
    const double arrows = std::clamp(room * 0.4, 40 * unit, 160 * unit);
    const double left = lanes.area.right() + arrows, width = std::max(30.0, room - arrows);

    double y = picture.top();
    const double height = picture.height() / rows;
    for (Segment& segment : segments) {
        if (!segment.neighbours_last) y += 0.3 * height;
        const double inset = std::min(1.0, height * 0.1);
        segment.box = QRectF(left, y + inset, std::min(width, width * segment.transaction.bytes / most_bytes),
                             height - 2 * inset);
        y += height;
    }
    const double x = paintLaneColumn(painter, lanes, step, true, style);
    const bool has_halves = analysis.card().coalescing == Coalescing::half_warp_segments;
    const QPen halves(style.colours.text, 1.5 * unit, Qt::DashLine);
    if (has_halves) {
        painter.setPen(halves);
        const double y_halves = lanes.area.center().y();
        // Start next to the lane numbers, so that the line does not cross them.
        painter.drawLine(QPointF(x - 5 * unit, y_halves), QPointF(x + 0.6 * arrows, y_halves));
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Segment& segment : segments) {
        const auto places = static_cast<double>(std::max(1, segment.transaction.bytes / site.element_bytes));
        for (const Element& element : elementsOf(trace, s, segment.transaction)) {
            const double slot = static_cast<double>(element.address - segment.transaction.address) / site.element_bytes;
            const QPointF end(segment.box.left(), segment.box.top() + (slot + 0.5) / places * segment.box.height());
            for (int lane = 0; lane < warp_size; ++lane) {
                if ((element.lanes >> lane & 1U) == 0) continue;
                const QPointF begin(x + 5 * unit, lanes.y(lane));
                painter.setPen(QPen(style.colours.active_lane, 1.5 * unit));
                painter.drawLine(begin, end);
                painter.drawLine(end, end + QPointF(-5 * unit, -2.5 * unit));
                painter.drawLine(end, end + QPointF(-5 * unit, 2.5 * unit));
            }
        }
    }
    painter.restore();
    double last_label = -1e9;
    for (const Segment& segment : segments) {
        paintSegment(painter, segment, elementsOf(trace, s, segment.transaction), site.element_bytes, style);
        const double middle = segment.box.center().y();
        // skip labels that would overlap; the table contains all values
        if (middle - last_label < line * 0.95) continue;
        last_label = middle;
        paintText(painter, style.colours.muted,
                  QRectF(segment.box.right() + 4 * unit, middle - line / 2, label + width, line),
                  Qt::AlignLeft | Qt::AlignVCenter, range(segment.transaction));
    }

    const QLocale locale;
    const auto for_nothing = std::max<std::int64_t>(0, cost.bytes_fetched - cost.bytes_used);
    const QString used = locale.toString(static_cast<qlonglong>(cost.bytes_used)),
                  wasted = locale.toString(static_cast<qlonglong>(for_nothing));
    QString used_words = AccessView::tr("%1 bytes used", nullptr, pluralOf(cost.bytes_used)).arg(used),
            wasted_words = AccessView::tr("%1 unused").arg(wasted);
    const QString halves_words = AccessView::tr("half-warps");
    const double boxes = (has_halves ? 90 : 50) * unit + (has_halves ? metrics.horizontalAdvance(halves_words) : 0);
    if (metrics.horizontalAdvance(used_words + wasted_words) + boxes > legend.width()) {
        used_words = AccessView::tr("%1 used").arg(used);
        wasted_words = AccessView::tr("%1 unused").arg(wasted);
    }
    double at = paintLegendEntry(painter, legend.left(), legend, style.colours.used, used_words, style);
    at = paintLegendEntry(painter, at, legend, QBrush(style.colours.wasted, Qt::BDiagPattern), wasted_words, style);
    if (!has_halves) return;
    paintStroke(painter, halves, QPointF(at, legend.center().y()), QPointF(at + 14 * unit, legend.center().y()));
    painter.drawText(QPointF(at + 18 * unit, legend.top() + metrics.ascent()), halves_words);
}

} // namespace warploom::ui
