#pragma once

#include <QMap>
#include <QPair>
#include <QString>
#include <QStringList>

/// Rooms: folders below engine, kernels, app and ui, and which includes which (docs/architecture.md, "Rooms").
namespace structure {

/// The room of a file, `app/run` of app/run/runner.cpp. A folder inside a room belongs to it, but for engine/simt,
/// kernels/cuda and ui/pages, whose folders are rooms of their own.
QString room_of(const QString& file);

/// One room includes another: in which lines, "app/run/runner.cpp:3".
using RoomGraph = QMap<QPair<QString, QString>, QStringList>;

/// Adds an include of `file` to the graph; `path` as it stands between the quotes. What includes a file of its own
/// room, or no file of this tree, adds nothing.
void add_include(RoomGraph& graph, const QString& file, int line, const QString& path);

/// A shortest circle of the graph as rooms, the first of them again at the end; empty where there is none.
QStringList circle_in(const RoomGraph& graph);
/// The circle as a sentence that names an include for each of its steps.
QString sentence_of(const QStringList& circle, const RoomGraph& graph);

} // namespace structure
