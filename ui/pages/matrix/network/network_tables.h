#pragma once

#include "engine/table.h"
#include "ui/pages/matrix/network/network_drawing.h"
#include "ui/session/session.h"

#include <QString>
#include <QStringList>

namespace warploom::ui {

// Texts and tables for a water network.

/// Returns one row per link: ID, kind, ends, conductance, and the two matrix rows that it connects (empty for an end
/// with a fixed head).
Table networkLinkTable(const NetworkDrawing& network, const QString& matrix_name);
/// Returns one row per node: ID, kind, matrix row, position.
Table networkNodeTable(const NetworkDrawing& network);

/// Returns text such as "48 junctions, 69 pipes, 1 pump, 1 valve.", and the effect of the conductances on the matrix.
/// The `brief` form is "48 junctions, 71 links."
QString networkReading(const NetworkDrawing& network, const LoadedMatrix& matrix, bool brief = false);
/// Describes the object under the mouse cursor and its position in the matrix.
QString networkSpotText(const NetworkDrawing& network, const NetworkSpot& spot);
/// Returns the nonzero that corresponds to an object on the map. Junctions and links to a fixed head are on the
/// diagonal, and links between junctions are off the diagonal. Tanks have no nonzero.
HoveredNonzero nonzeroOf(const NetworkDrawing& network, const NetworkSpot& spot);

/// Returns remarks about the sections that the parser skipped and the positions that the layout computed; empty if
/// there are none.
QStringList networkRemarks(const NetworkDrawing& network, const Matrix& matrix);
/// Returns HTML for the inspector: the matrix, the hovered object, and the reason for the additional entries of the
/// fill-in.
QString networkExplanation(const NetworkDrawing& network, const LoadedMatrix& matrix, const HoveredNonzero& hovered);

} // namespace warploom::ui
