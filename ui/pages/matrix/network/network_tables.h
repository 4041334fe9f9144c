#pragma once

#include "engine/table.h"
#include "ui/pages/matrix/network/network_drawing.h"
#include "ui/session/session.h"

#include <QString>
#include <QStringList>

namespace warploom::ui {

// Functions that return sentences and tables about a water network.

/// Returns a table with one row per link. The columns are ID, kind, ends, conductance, and the matrix rows of both
/// ends. The row of an end with a fixed head is empty.
Table networkLinkTable(const NetworkDrawing& network, const QString& matrix_name);
/// Returns a table with one row per node. The columns are ID, kind, matrix row and position.
Table networkNodeTable(const NetworkDrawing& network);

/// Returns a sentence such as "48 junctions, 69 pipes, 1 pump, 1 valve.", followed by a sentence about the
/// conductances. If `brief` is true, combines pipes, pumps and valves, as in "48 junctions, 71 links."
QString networkReading(const NetworkDrawing& network, const LoadedMatrix& matrix, bool brief = false);
/// Returns a description of an item on the network map and of its position in the matrix.
QString networkSpotText(const NetworkDrawing& network, const NetworkSpot& spot);
/// Returns the nonzero that corresponds to an item on the network map. For a junction, this is its diagonal entry. For
/// a link between two junctions, it is an off-diagonal entry. For a link to a node with a fixed head, it is the
/// diagonal entry of the junction. A tank has no nonzero.
HoveredNonzero nonzeroOf(const NetworkDrawing& network, const NetworkSpot& spot);

/// Returns notes about the network file, if any. They mention skipped sections and computed positions.
QStringList networkRemarks(const NetworkDrawing& network, const Matrix& matrix);
/// Returns HTML for the inspector, which describes the matrix, the hovered item, and the reason for fill-in.
QString networkExplanation(const NetworkDrawing& network, const LoadedMatrix& matrix, const HoveredNonzero& hovered);

} // namespace warploom::ui
