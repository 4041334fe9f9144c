#pragma once

#include "ui/components/spy/plane_frame.h"
#include "ui/pages/matrix/network/network_drawing.h"
#include "ui/session/session.h"
#include "ui/style/theme.h"

#include <QFont>
#include <QPainter>

namespace warploom::ui {

// Paints a water network without a widget, so that the screen, print output and tests share the same code. `unit` is
// the size of a pixel at a scale of 100 %.

/// Fills the canvas. Then paints the links, colored by conductance, the symbols of tanks, reservoirs, pumps and valves,
/// and names where there is space. This function is thread-safe.
void paintNetwork(QPainter& painter, const PlaneFrame& frame, const NetworkDrawing& network, const Colours& colours,
                  const QFont& font, double unit);

/// Paints highlights on top of the map: the junctions of the selected rows, and the items that correspond to a nonzero.
/// If an entry (i, j) has no link between its junctions (fill-in), draws a dashed line.
void paintNetworkLights(QPainter& painter, const PlaneFrame& frame, const NetworkDrawing& network,
                        const HoveredNonzero& hovered, const NetworkSpot& spot, const RowSelection& rows,
                        const Colours& colours, double unit);

/// Paints the legend on as many lines as necessary and returns its height. If `painter` is null, only computes the
/// height.
double paintNetworkLegend(QPainter* painter, const QRectF& area, const NetworkDrawing& network, const Colours& colours,
                          const QFont& font);

/// Returns a conductance with the unit "ft²/s", or without a unit if all conductances are set to 1.
QString conductanceText(const NetworkDrawing& network, double conductance);

} // namespace warploom::ui
