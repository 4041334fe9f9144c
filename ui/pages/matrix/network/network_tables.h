#pragma once

#include "engine/table.h"
#include "ui/pages/matrix/network/network_drawing.h"
#include "ui/session/session.h"

#include <QString>
#include <QStringList>

namespace warploom::ui {

// A water network in words and numbers.

/// A row for each link: id, kind, ends, what it conducts, and the two rows of the matrix that it joins (empty where an
/// end has a fixed head).
Table networkLinkTable(const NetworkDrawing& network, const QString& matrix_name);
/// A row for each node: id, kind, row of the matrix, place.
Table networkNodeTable(const NetworkDrawing& network);

/// "48 junctions, 69 pipes, 1 pump, 1 valve." and what the conductances do to the matrix; `brief` where there is little
/// room: "48 junctions, 71 links."
QString networkReading(const NetworkDrawing& network, const LoadedMatrix& matrix, bool brief = false);
/// The object under the mouse, and its place in the matrix.
QString networkSpotText(const NetworkDrawing& network, const NetworkSpot& spot);
/// The nonzero that a spot stands for: a junction and a link to a fixed head are on the diagonal, a link between
/// junctions beside it, a tank nowhere.
HoveredNonzero nonzeroOf(const NetworkDrawing& network, const NetworkSpot& spot);

/// Returns remarks about sections that the reader skipped and positions that the layout made up; empty if there are
/// none.
QStringList networkRemarks(const NetworkDrawing& network, const Matrix& matrix);
/// HTML for the inspector: the matrix, the hovered object, and why with fill there are more entries.
QString networkExplanation(const NetworkDrawing& network, const LoadedMatrix& matrix, const HoveredNonzero& hovered);

} // namespace warploom::ui
