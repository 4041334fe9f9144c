#pragma once

#include "ui/pages/matrix/network/network_drawing.h"
#include "ui/pages/matrix/spy/plane_frame.h"
#include "ui/session/session.h"
#include "ui/style/theme.h"

#include <QFont>
#include <QPainter>

namespace warploom::ui {

// Paints a water network independently of widgets, so that the screen, print and tests use the same code. `unit` is the
// size of a pixel at a scale of 100 %.

/// Paints the links colored by conductance, the symbols of tanks, reservoirs, pumps and valves, and names if there is
/// space. Fills the canvas. Can be called on any thread.
void paintNetwork(QPainter& painter, const PlaneFrame& frame, const NetworkDrawing& network, const Colours& colours,
                  const QFont& font, double unit);

/// Paints the highlights on top of the map: junctions of selected rows, and the parts that belong to a nonzero. An
/// entry (i, j) without a link between its junctions, such as fill-in, gets a dashed line.
void paintNetworkLights(QPainter& painter, const PlaneFrame& frame, const NetworkDrawing& network,
                        const HoveredNonzero& hovered, const NetworkSpot& spot, const RowSelection& rows,
                        const Colours& colours, double unit);

/// Paints the legend in as many lines as necessary and returns its height. If `painter` is null, it only measures.
double paintNetworkLegend(QPainter* painter, const QRectF& area, const NetworkDrawing& network, const Colours& colours,
                          const QFont& font);

/// Returns a conductance with its unit "ft²/s", or without a unit for unit conductances.
QString conductanceText(const NetworkDrawing& network, double conductance);

} // namespace warploom::ui
