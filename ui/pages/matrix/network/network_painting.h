#pragma once

#include "ui/components/spy/plane_frame.h"
#include "ui/pages/matrix/network/network_drawing.h"
#include "ui/session/session.h"
#include "ui/style/theme.h"

#include <QFont>
#include <QPainter>

namespace warploom::ui {

// Functions that paint a water network without a widget. They are used for the screen, for printing, and in tests.
// `unit` is the size of one pixel at a font scale of 100 %.

/// Fills the canvas and paints the network. Links have the color of their conductance. Tanks, reservoirs, pumps and
/// valves have symbols. Names are painted where there is enough space. Thread-safe.
void paintNetwork(QPainter& painter, const PlaneFrame& frame, const NetworkDrawing& network, const Colours& colours,
                  const QFont& font, double unit);

/// Paints highlights on top of the network map: the junctions of the selected rows, and the items that correspond to a
/// nonzero. If the nonzero connects two junctions that have no link, it is fill-in and is drawn as a dashed line.
void paintNetworkLights(QPainter& painter, const PlaneFrame& frame, const NetworkDrawing& network,
                        const HoveredNonzero& hovered, const NetworkSpot& spot, const RowSelection& rows,
                        const Colours& colours, double unit);

/// Paints the legend of the network map on as many lines as necessary and returns its height in pixels. If `painter` is
/// null, only computes the height.
double paintNetworkLegend(QPainter* painter, const QRectF& area, const NetworkDrawing& network, const Colours& colours,
                          const QFont& font);

/// Returns a conductance as text with the unit "ft²/s". If all conductances are set to 1, omits the unit.
QString conductanceText(const NetworkDrawing& network, double conductance);

} // namespace warploom::ui
