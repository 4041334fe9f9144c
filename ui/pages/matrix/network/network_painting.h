#pragma once

#include "ui/pages/matrix/network/network_drawing.h"
#include "ui/pages/matrix/spy/plane_frame.h"
#include "ui/session/session.h"
#include "ui/style/theme.h"

#include <QFont>
#include <QPainter>

namespace warploom::ui {

// How a water network is painted; nothing here knows of widgets, so that screen, paper and tests share it. `unit` is
// the size of a pixel at 100 %.

/// Links coloured by conductance, symbols of tanks, reservoirs, pumps and valves; names where there is room for them.
/// Fills the canvas. May run on any thread.
void paintNetwork(QPainter& painter, const PlaneFrame& frame, const NetworkDrawing& network, const Colours& colours,
                  const QFont& font, double unit);

/// Paints the highlights on top of the map: junctions of selected rows, and the parts that belong to a nonzero. An
/// entry (i, j) without a link between its junctions, such as fill-in, gets a dashed line.
void paintNetworkLights(QPainter& painter, const PlaneFrame& frame, const NetworkDrawing& network,
                        const HoveredNonzero& hovered, const NetworkSpot& spot, const RowSelection& rows,
                        const Colours& colours, double unit);

/// The legend, in as many lines as the width needs; returns its height. `painter` may be null: then it only measures.
double paintNetworkLegend(QPainter* painter, const QRectF& area, const NetworkDrawing& network, const Colours& colours,
                          const QFont& font);

/// Returns a conductance with its unit: "ft²/s", or no unit for unit conductances.
QString conductanceText(const NetworkDrawing& network, double conductance);

} // namespace warploom::ui
