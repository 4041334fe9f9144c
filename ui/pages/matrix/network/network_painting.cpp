#include "ui/pages/matrix/network/network_painting.h"

#include "ui/charts/painted_chart.h"
#include "ui/components/spy/spy_image.h"
#include "ui/style/number_text.h"
#include "ui/style/text.h"

#include <QFontMetricsF>
#include <QLineF>

#include <algorithm>
#include <array>
#include <cmath>

namespace warploom::ui {

namespace {

constexpr std::size_t shades = 24;
constexpr int mostNames = 90;

/// Formats a conductance at an end of the color scale with two digits. Uses powers of ten only for very small or very
/// large values.
QString plainText(double value) { return value >= 1e-4 && value < 1e5 ? numberText(value, 2) : valueText(value, 2); }

/// Returns the line width of a link. It increases with the conductance, so that color is not the only indication.
double widthOf(double position, double unit) { return (1.5 + 2.0 * position) * unit; }

std::vector<QPointF> pixelsOf(const PlaneFrame& frame, const NetworkDrawing& network,
                              const NetworkDrawing::Link& link) {
    std::vector<QPointF> pixels;
    for (int i = 0; i < link.points; ++i) pixels.push_back(frame.toPixel(network.points[link.first_point + i]));
    return pixels;
}

void paintSymbol(QPainter& painter, NetworkDrawing::NodeKind kind, const QPointF& at, double size,
                 const Colours& colours) {
    painter.setPen(QPen(colours.canvas, size * 0.2));
    painter.setBrush(colours.accent);
    if (kind == NetworkDrawing::NodeKind::tank) {
        painter.drawRect(QRectF(at.x() - size / 2, at.y() - size / 2, size, size));
        return;
    }
    // Draw the symbol of a free water surface for reservoirs.
    const QPointF corners[] = {at + QPointF(-size * 0.65, -size * 0.5), at + QPointF(size * 0.65, -size * 0.5),
                               at + QPointF(0, size * 0.65)};
    painter.drawPolygon(corners, 3);
}

void paintSymbol(QPainter& painter, NetworkDrawing::LinkKind kind, const QPointF& at, const QPointF& direction,
                 double size, const Colours& colours) {
    const QPointF along = direction * size * 0.6, across = QPointF(-direction.y(), direction.x()) * size * 0.5;
    painter.setPen(QPen(colours.canvas, size * 0.15));
    painter.setBrush(colours.text);
    if (kind == NetworkDrawing::LinkKind::pump) {
        painter.drawEllipse(at, size * 0.55, size * 0.55);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colours.canvas);
        const QPointF corners[] = {at - along * 0.45 + across * 0.55, at - along * 0.45 - across * 0.55,
                                   at + along * 0.65};
        painter.drawPolygon(corners, 3);
        return;
    }
    const QPointF left[] = {at - along + across, at - along - across, at};
    const QPointF right[] = {at + along + across, at + along - across, at};
    painter.drawPolygon(left, 3);
    painter.drawPolygon(right, 3);
}

/// Paints the names of visible nodes where there is enough space. Omits names that would overlap.
void paintNames(QPainter& painter, const PlaneFrame& frame, const NetworkDrawing& network, const Colours& colours,
                double unit, double spacing) {
    const QRectF seen = frame.seen();
    const QFontMetricsF metrics(painter.font(), painter.device());
    const double room = 2.2 * metrics.height();
    std::vector<int> visible;
    for (std::size_t i = 0; i < network.nodes.size(); ++i) {
        if (!seen.contains(network.nodes[i].place)) continue;
        if (network.isJunction(static_cast<int>(i)) && spacing < room) continue;
        if (static_cast<int>(visible.size()) > mostNames) return;
        visible.push_back(static_cast<int>(i));
    }
    // Place the names of nodes with a symbol first, so that they take priority over the names of junctions.
    std::stable_sort(visible.begin(), visible.end(),
                     [&](int a, int b) { return network.isJunction(a) < network.isJunction(b); });
    std::vector<QRectF> taken;
    for (const int number : visible) {
        const NetworkDrawing::Node& node = network.nodes[number];
        const double away = (network.isJunction(number) ? 4 : 9) * unit;
        const QPointF at = frame.toPixel(node.place);
        QRectF box(at.x() + away, at.y() - away - metrics.height(), metrics.horizontalAdvance(node.id),
                   metrics.height());
        if (box.top() < 0) box.moveTop(at.y() + away);
        if (box.right() > frame.canvas().width()) box.moveRight(at.x() - away);
        if (std::any_of(taken.begin(), taken.end(), [&](const QRectF& other) { return other.intersects(box); }))
            continue;
        taken.push_back(box);
        if (!network.isJunction(number)) { // paint a background, so that the name is readable on top of thick lines
            painter.fillRect(box, pale(colours.canvas, 0.75F));
        }
        paintText(painter, network.isJunction(number) ? colours.muted : colours.text, box,
                  Qt::AlignLeft | Qt::AlignVCenter, node.id);
    }
}

} // namespace

void paintNetwork(QPainter& painter, const PlaneFrame& frame, const NetworkDrawing& network, const Colours& colours,
                  const QFont& font, double unit) {
    painter.fillRect(QRectF(QPointF(0, 0), frame.canvas()), colours.canvas);
    if (frame.isEmpty()) return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(font);
    // Approximate distance between adjacent junctions, in pixels.
    const double wide = network.bounds.width(), high = network.bounds.height(), count = std::max(network.junctions, 1);
    const double spacing = std::max(std::sqrt(wide * high / count), std::max(wide, high) / count) * frame.scale();
    // In dense networks, use thinner lines to keep the links apart.
    const double thin = std::clamp(spacing / (10 * unit), 0.6, 1.0);
    std::array<std::vector<QLineF>, shades> lines;
    std::vector<QLineF> closed;
    // Extend the visible area, so that thick lines at the edges are not clipped.
    const QRectF canvas = QRectF(QPointF(0, 0), frame.canvas()).adjusted(-9 * unit, -9 * unit, 9 * unit, 9 * unit);
    for (const NetworkDrawing::Link& link : network.links) {
        const auto shade = static_cast<std::size_t>(std::lround(network.position(link.conductance) * (shades - 1)));
        std::vector<QLineF>& into = link.closed ? closed : lines[shade];
        QPointF before = frame.toPixel(network.points[link.first_point]);
        for (int i = 1; i < link.points; ++i) {
            const QPointF after = frame.toPixel(network.points[link.first_point + i]);
            const bool outside =
                std::max(before.x(), after.x()) < canvas.left() || std::min(before.x(), after.x()) > canvas.right() ||
                std::max(before.y(), after.y()) < canvas.top() || std::min(before.y(), after.y()) > canvas.bottom();
            if (!outside) into.emplace_back(before, after);
            before = after;
        }
    }
    const DensityScale scale(colours, shades, DensityScale::Of::amount);
    for (std::size_t i = 0; i < shades; ++i) {
        if (lines[i].empty()) continue;
        const double position = static_cast<double>(i) / (shades - 1);
        painter.setPen(QPen(scale.at(position), widthOf(position, unit * thin), Qt::SolidLine, Qt::RoundCap));
        painter.drawLines(lines[i].data(), static_cast<int>(lines[i].size()));
    }
    painter.setPen(QPen(colours.outline, 1.5 * unit * thin, Qt::DotLine, Qt::FlatCap));
    if (!closed.empty()) painter.drawLines(closed.data(), static_cast<int>(closed.size()));

    // Draw junctions as dots if they are far enough apart.
    if (spacing > 9 * unit) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colours.text);
        const double radius = std::clamp(spacing / 14, 1.2 * unit, 3.2 * unit);
        for (int i = 0; i < network.junctions; ++i) {
            const QPointF at = frame.toPixel(network.nodes[i].place);
            if (canvas.contains(at)) painter.drawEllipse(at, radius, radius);
        }
    }
    const double size = std::clamp(spacing * 0.4, 8.0 * unit, 15.0 * unit);
    for (const NetworkDrawing::Link& link : network.links) {
        if (link.kind == NetworkDrawing::LinkKind::pipe) continue;
        const auto [middle, direction] = network.middle(link);
        const QPointF at = frame.toPixel(middle);
        if (canvas.contains(at))
            paintSymbol(painter, link.kind, at, QPointF(direction.x(), -direction.y()), size, colours);
    }
    for (std::size_t i = static_cast<std::size_t>(network.junctions); i < network.nodes.size(); ++i) {
        const QPointF at = frame.toPixel(network.nodes[i].place);
        if (canvas.contains(at)) paintSymbol(painter, network.nodes[i].kind, at, size * 1.1, colours);
    }
    paintNames(painter, frame, network, colours, unit, spacing);
    painter.restore();
}

void paintNetworkLights(QPainter& painter, const PlaneFrame& frame, const NetworkDrawing& network,
                        const HoveredNonzero& hovered, const NetworkSpot& spot, const RowSelection& rows,
                        const Colours& colours, double unit) {
    if (frame.isEmpty()) return;
    painter.save();
    const QRectF canvas(QPointF(0, 0), frame.canvas());
    if (!rows.isEmpty()) {
        std::vector<QRectF> marks;
        const double half = 3 * unit;
        for (const RowSelection::Stretch& stretch : rows.stretches)
            for (auto row = std::max<std::int64_t>(stretch.begin, 0);
                 row < std::min<std::int64_t>(stretch.end, network.junctions); ++row) {
                const QPointF at = frame.toPixel(network.nodes[row].place);
                if (canvas.contains(at)) marks.emplace_back(at.x() - half, at.y() - half, 2 * half, 2 * half);
            }
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colours.wasted);
        painter.drawRects(marks.data(), static_cast<int>(marks.size()));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    const auto stroke = [&](const std::vector<QPointF>& line, Qt::PenStyle style) {
        painter.setPen(QPen(colours.canvas, 8 * unit, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPolyline(line.data(), static_cast<int>(line.size()));
        painter.setPen(QPen(colours.wasted, 4 * unit, style, Qt::FlatCap, Qt::RoundJoin));
        painter.drawPolyline(line.data(), static_cast<int>(line.size()));
    };
    const auto ring = [&](int node) {
        const QPointF at = frame.toPixel(network.nodes[node].place);
        painter.setPen(QPen(colours.canvas, 5 * unit));
        painter.drawEllipse(at, 7 * unit, 7 * unit);
        painter.setPen(QPen(colours.wasted, 2.5 * unit));
        painter.drawEllipse(at, 7 * unit, 7 * unit);
    };
    if (spot.link >= 0) stroke(pixelsOf(frame, network, network.links[spot.link]), Qt::SolidLine);
    if (hovered.isValid() && hovered.row < network.junctions && hovered.col < network.junctions) {
        const int from = static_cast<int>(hovered.row), to = static_cast<int>(hovered.col);
        if (from != to) {
            const std::vector<int> between = network.linksBetween(from, to);
            for (const int link : between)
                if (link != spot.link) stroke(pixelsOf(frame, network, network.links[link]), Qt::SolidLine);
            if (between.empty())
                stroke({frame.toPixel(network.nodes[from].place), frame.toPixel(network.nodes[to].place)},
                       Qt::DashLine);
        }
        ring(from);
        if (from != to) ring(to);
    } else if (spot.node >= 0) {
        ring(spot.node);
    }
    painter.restore();
}

QString conductanceText(const NetworkDrawing& network, double conductance) {
    const QString number = valueText(conductance, 3);
    return network.unit_conductances ? number : Text::tr("%1 ft²/s").arg(number);
}

double paintNetworkLegend(QPainter* painter, const QRectF& area, const NetworkDrawing& network, const Colours& colours,
                          const QFont& font) {
    const QFontMetricsF metrics(font);
    const double line = metrics.height() * 1.25, gap = metrics.averageCharWidth(), side = metrics.height() * 0.72;
    double x = area.left(), y = area.top();
    if (painter != nullptr) {
        painter->save();
        painter->setFont(font);
        painter->setRenderHint(QPainter::Antialiasing);
    }
    // A legend entry consists of a symbol and a label. Entries that do not fit continue on a new line.
    const auto entry = [&](double picture, const QString& label, auto&& paint) {
        const double wide = picture + gap + metrics.horizontalAdvance(label);
        if (x > area.left() && x + wide > area.right()) {
            x = area.left();
            y += line;
        }
        if (painter != nullptr) {
            paint(QRectF(x, y + (line - side) / 2, picture, side));
            painter->setPen(colours.text);
            painter->drawText(QRectF(x + picture + gap, y, wide, line), Qt::AlignLeft | Qt::AlignVCenter, label);
        }
        x += wide + 2.5 * gap;
    };
    const DensityScale scale(colours, shades, DensityScale::Of::amount);
    if (network.highest > network.lowest) {
        const QString label =
            network.unit_conductances
                ? Text::tr("conductance: %1 to %2").arg(plainText(network.lowest), plainText(network.highest))
                : Text::tr("conductance: %1 to %2 ft²/s").arg(plainText(network.lowest), plainText(network.highest));
        entry(side * 5, label, [&](const QRectF& box) {
            for (int i = 0; i < 20; ++i) {
                const double t = i / 19.0, thick = box.height() * (0.3 + 0.7 * t);
                painter->fillRect(QRectF(box.left() + box.width() * i / 20, box.center().y() - thick / 2,
                                         box.width() / 20 + 0.6, thick),
                                  scale.at(t));
            }
        });
    } else if (network.highest > 0) {
        entry(side * 1.5, Text::tr("conductance of all open pipes: %1").arg(conductanceText(network, network.highest)),
              [&](const QRectF& box) { painter->fillRect(box, scale.at(1)); });
    }
    const auto any_node = [&](NetworkDrawing::NodeKind kind) {
        return std::any_of(network.nodes.begin() + network.junctions, network.nodes.end(),
                           [&](const auto& node) { return node.kind == kind; });
    };
    const auto any_link = [&](auto&& is) { return std::any_of(network.links.begin(), network.links.end(), is); };
    using NodeKind = NetworkDrawing::NodeKind;
    using LinkKind = NetworkDrawing::LinkKind;
    for (const auto& [kind, label] :
         {std::pair{NodeKind::reservoir, Text::tr("reservoir")}, {NodeKind::tank, Text::tr("tank")}})
        if (any_node(kind))
            entry(side, label,
                  [&, kind = kind](const QRectF& box) { paintSymbol(*painter, kind, box.center(), side, colours); });
    for (const auto& [kind, label] :
         {std::pair{LinkKind::pump, Text::tr("pump")}, {LinkKind::valve, Text::tr("valve")}})
        if (any_link([kind = kind](const auto& link) { return link.kind == kind; }))
            entry(side, label, [&, kind = kind](const QRectF& box) {
                paintSymbol(*painter, kind, box.center(), QPointF(1, 0), side, colours);
            });
    if (any_link([](const auto& link) { return link.closed; }))
        entry(side * 2, Text::tr("closed"), [&](const QRectF& box) {
            painter->setPen(QPen(colours.outline, side * 0.14, Qt::DotLine, Qt::FlatCap));
            painter->drawLine(QPointF(box.left(), box.center().y()), QPointF(box.right(), box.center().y()));
        });
    if (painter != nullptr) painter->restore();
    return y + line - area.top();
}

} // namespace warploom::ui
