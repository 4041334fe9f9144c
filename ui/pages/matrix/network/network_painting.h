#pragma once

#include "ui/components/spy/plane_frame.h"
#include "ui/pages/matrix/network/network_drawing.h"
#include "ui/session/session.h"
#include "ui/style/theme.h"

#include <QFont>
#include <QPainter>

namespace warploom::ui {

// Paints a water network without a widget. The screen, print output and tests share this code. `unit` is the size of
// one pixel at a font scale of 100 %.

/// Fills the canvas and paints the network. Links have the color of their conductance. Tanks, reservoirs, pumps and
/// valves have symbols. Names are painted where there is enough space. Thread-safe.
void paintNetwork(QPainter& painter, const PlaneFrame& frame, const NetworkDrawing& network, const Colours& colours,
                  const QFont& font, double unit);

/// Paints highlights on top of the network map: the junctions of the selected rows, and the items that correspond to a
/// nonzero. If no link connects the junctions of an entry (i, j), the entry is fill-in, and a dashed line is drawn.
void paintNetworkLights(QPainter& painter, const PlaneFrame& frame, const NetworkDrawing& network,
                        const HoveredNonzero& hovered, const NetworkSpot& spot, const RowSelection& rows,
                        const Colours& colours, double unit);

/// Paints the legend of the network map on as many lines as necessary and returns its height in pixels. If `painter` is
/// null, only computes the height.
double paintNetworkLegend(QPainter* painter, const QRectF& area, const NetworkDrawing& network, const Colours& colours,
                          const QFont& font);

/// Returns a conductance with the unit "ft²/s", or without a unit if all conductances are set to 1.
QString conductanceText(const NetworkDrawing& network, double conductance);

} // namespace warploom::ui
