// Paints shared memory accesses with the lanes at the top, the banks at the bottom, and the words that each bank serves
// one after another.
#include "ui/components/warp/access_view.h"

#include <QPainter>

#include <algorithm>
#include <bit>
#include <cmath>

namespace warploom::ui {

using simulated::warp_size;

namespace {

using Addresses = std::array<std::uint64_t, warp_size>;

/// Serves each distinct word of a bank in a separate pass, which broadcasts the word to all lanes that request it.
void serveWords(BankGroup& group, const Addresses& addresses, std::uint32_t lanes, int elementBytes) {
    for (int lane = 0; lane < warp_size; ++lane) {
        if ((lanes >> lane & 1U) == 0) continue;
        const std::uint64_t address = addresses[lane];
        const std::uint64_t last = (address + static_cast<std::uint64_t>(elementBytes) - 1) / 4;
        for (std::uint64_t word = address / 4; word <= last; ++word) {
            auto& words = group.banks[word % group.banks.size()];
            const auto at = std::find_if(words.begin(), words.end(), [&](const auto& w) { return w.word == word; });
            if (at != words.end()) at->lanes |= 1U << lane;
            else words.push_back({word, 1U << lane, static_cast<int>(words.size())});
            group.passes = std::max(group.passes, static_cast<int>(words.size()));
        }
    }
}

/// Serves the lanes in passes. Each pass broadcasts one word, which is the word that the lowest waiting lane requests,
/// to all lanes that request it. In the same pass, each of the other banks serves one lane.
void serveWithOneBroadcast(BankGroup& group, const Addresses& addresses, std::uint32_t lanes, int wordOffset) {
    for (; lanes != 0; ++group.passes) {
        const auto word_of = [&](int lane) { return addresses[lane] / 4 + static_cast<std::uint64_t>(wordOffset); };
        const std::uint64_t broadcast = word_of(std::countr_zero(lanes));
        std::uint32_t served = 0;
        for (int lane = 0; lane < warp_size; ++lane) {
            if ((lanes >> lane & 1U) == 0) continue;
            const std::uint64_t word = word_of(lane);
            auto& words = group.banks[word % group.banks.size()];
            const bool busy = !words.empty() && words.back().pass == group.passes;
            if (busy && (word != broadcast || words.back().word != broadcast)) continue;
            if (!busy && word != broadcast && word % group.banks.size() == broadcast % group.banks.size()) continue;
            if (busy) words.back().lanes |= 1U << lane;
            else words.push_back({word, 1U << lane, group.passes});
            served |= 1U << lane;
        }
        lanes &= ~served;
    }
}

} // namespace

std::vector<BankGroup> bankGroups(int banks, const Addresses& addresses, std::uint32_t active, int elementBytes) {
    banks = std::max(1, banks);
    const int words = std::max(1, (elementBytes + 3) / 4);
    const int together = banks == 16 ? 16 : words == 1 ? 32 : words == 2 ? 16 : 8;
    std::vector<BankGroup> groups;
    for (int first = 0; first < warp_size; first += together)
        for (int request = 0; request < (banks == 16 ? words : 1); ++request) {
            BankGroup group;
            group.first_lane = first;
            group.lanes = together;
            group.banks.resize(static_cast<std::size_t>(banks));
            const std::uint32_t mask = together == 32 ? ~0U : ((1U << together) - 1U) << first;
            if (banks == 16) serveWithOneBroadcast(group, addresses, active & mask, request);
            else serveWords(group, addresses, active & mask, elementBytes);
            groups.push_back(std::move(group));
        }
    return groups;
}

namespace {

void paintGroup(QPainter& painter, const QRectF& area, const BankGroup& group, int most, std::uint32_t all_active,
                std::uint32_t all_waiting, const PictureStyle& style) {
    const QFontMetricsF metrics(style.font);
    const Colours& colours = style.colours;
    const double line = metrics.height(), unit = style.unit;
    const auto banks = static_cast<double>(group.banks.size());
    const double label = metrics.horizontalAdvance(QStringLiteral("lanes ")) + 4 * unit;
    const double left = area.left() + label, width = area.width() - label;
    const double lane_width = width / group.lanes, bank_width = width / banks;
    const double lane_height = std::min(line, area.height() * 0.16);
    const double cells_top = area.top() + area.height() * 0.45;
    const double cell = std::min((area.bottom() - line - cells_top) / std::max(1, most), line * 1.6);
    const double number = metrics.horizontalAdvance(QStringLiteral("31")) + 2;
    const auto text = [&](const QRectF& room, int value, double room_for) {
        const auto stride = static_cast<int>(std::ceil(number / room_for));
        if (value % std::max(1, stride) == 0)
            painter.drawText(room.adjusted(-number, 0, number, 0), Qt::AlignCenter, QString::number(value));
    };
    paintText(painter, colours.muted, QRectF(area.left(), area.top() + (lane_height - line) / 2, label, line),
              Qt::AlignLeft | Qt::AlignVCenter, AccessView::tr("lanes"));
    painter.drawText(QRectF(area.left(), area.bottom() - line, label, line), Qt::AlignLeft | Qt::AlignVCenter,
                     AccessView::tr("banks"));
    const auto lane_box = [&](int lane) {
        return QRectF(left + (lane - group.first_lane) * lane_width, area.top(), lane_width, lane_height);
    };
    for (int lane = group.first_lane; lane < group.first_lane + group.lanes; ++lane) {
        const bool active = (all_active >> lane & 1U) != 0, waiting = (all_waiting >> lane & 1U) != 0;
        const QRectF box = lane_box(lane).adjusted(0.5, 0.5, -0.5, -0.5);
        paintBox(painter, box, QPen(colours.outline, 1),
                 active    ? QBrush(colours.active_lane)
                 : waiting ? QBrush(colours.waiting_lane)
                           : QBrush(Qt::NoBrush));
        painter.setPen(active ? (colours.dark ? Qt::black : Qt::white) : colours.muted);
        // Omit the lane number if the box is not high enough for a line of text.
        if (lane_height >= 0.8 * line) text(box, lane, lane_width);
    }
    for (std::size_t b = 0; b < group.banks.size(); ++b) {
        const auto& words = group.banks[b];
        const QColor fill = words.size() > 1 ? colours.wasted : colours.used;
        const double x = left + static_cast<double>(b) * bank_width;
        paintBox(painter, QRectF(x, cells_top, bank_width, std::max(1, most) * cell), QPen(colours.grid, 1));
        for (std::size_t w = 0; w < words.size(); ++w) {
            const QRectF box = QRectF(x, cells_top + words[w].pass * cell, bank_width, cell).adjusted(1, 1, -1, -1);
            painter.setRenderHint(QPainter::Antialiasing, true);
            painter.setPen(QPen(words.size() > 1 ? colours.strokeColour(3) : colours.strokeColour(2), 1.2 * unit));
            for (int lane = group.first_lane; lane < group.first_lane + group.lanes; ++lane)
                if ((words[w].lanes >> lane & 1U) != 0)
                    painter.drawLine(QPointF(lane_box(lane).center().x(), lane_box(lane).bottom()),
                                     QPointF(box.center().x(), cells_top));
            painter.setRenderHint(QPainter::Antialiasing, false);
            painter.fillRect(box, fill);
            if (words.size() > 1) painter.fillRect(box, QBrush(colours.canvas, Qt::BDiagPattern));
            const QString lane = QString::number(std::countr_zero(words[w].lanes));
            if (metrics.horizontalAdvance(lane) < box.width() && metrics.ascent() < box.height()) {
                painter.setPen(Qt::white);
                painter.fillRect(
                    QRectF(box.center().x() - number / 2, box.center().y() - line / 2 + 1, number, line - 2)
                        .intersected(box),
                    fill);
                painter.drawText(box, Qt::AlignCenter, lane);
            }
        }
        painter.setPen(words.size() > 1 ? colours.text : colours.muted);
        text(QRectF(x, area.bottom() - line, bank_width, line), static_cast<int>(b), bank_width);
    }
}

} // namespace

void paintBanks(QPainter& painter, const QRectF& area, const WarpAnalysis& analysis, int s, const PictureStyle& style) {
    const protocol::WarpDocument& trace = analysis.trace();
    const protocol::WarpStep& step = trace.steps[s];
    paintBankGroups(painter, area,
                    bankGroups(static_cast<int>(analysis.card().shared_banks), trace.addresses(s), step.active,
                               trace.site_of(s).element_bytes),
                    analysis.cost(s).banks, step.active, step.waiting, style);
}

void paintBankGroups(QPainter& painter, const QRectF& area, const std::vector<BankGroup>& groups,
                     const simulated::BankUse& use, std::uint32_t active, std::uint32_t waiting,
                     const PictureStyle& style) {
    if (groups.empty()) return;
    const double line = QFontMetricsF(style.font).height(), gap = 8 * style.unit;
    paintText(painter, style.colours.text, QRectF(area.left(), area.top(), area.width(), line),
              Qt::AlignLeft | Qt::AlignVCenter,
              use.passes > use.ideal
                  ? AccessView::tr("%n wavefronts (%1 without conflicts)", nullptr, use.passes).arg(use.ideal)
                  : AccessView::tr("%n wavefronts, no conflicts", nullptr, use.passes));
    const double height = (area.height() - 2 * line - gap) / static_cast<double>(groups.size());
    const QRectF legend(area.left(), area.bottom() - line, area.width(), line);
    const double next =
        paintLegendEntry(painter, legend.left(), legend, style.colours.used, AccessView::tr("no bank conflict"), style);
    if (use.passes > use.ideal)
        paintLegendEntry(painter, next, legend, style.colours.wasted, AccessView::tr("serialized"), style);
    int most = 1;
    for (const BankGroup& group : groups) most = std::max(most, group.passes);
    for (std::size_t g = 0; g < groups.size(); ++g)
        paintGroup(
            painter,
            QRectF(area.left(), area.top() + line + gap + static_cast<double>(g) * height, area.width(), height - gap),
            groups[g], most, active, waiting, style);
}

} // namespace warploom::ui
