#pragma once

#include <QMap>
#include <QPair>
#include <QString>
#include <QStringList>

/// Modules ("rooms"): folders below engine, kernels, app and ui, and which of them include which
/// (docs/architecture.md).
namespace structure {

/// Returns the module of a file, such as `app/run` for app/run/runner.cpp. Subfolders belong to the module, except in
/// engine/simt, kernels/cuda and ui/pages, where each subfolder is a separate module.
QString room_of(const QString& file);

/// Which module includes which, with the lines: "app/run/runner.cpp:3".
using RoomGraph = QMap<QPair<QString, QString>, QStringList>;

/// Adds an include of `file` to the graph; `path` is the text between the quotes. Includes within a module or of files
/// outside this tree are ignored.
void add_include(RoomGraph& graph, const QString& file, int line, const QString& path);

/// Returns a shortest cycle of the graph, with its first module repeated at the end; empty if there is none.
QStringList circle_in(const RoomGraph& graph);
/// Returns a sentence that names an include for each step of the cycle.
QString sentence_of(const QStringList& circle, const RoomGraph& graph);

} // namespace structure
