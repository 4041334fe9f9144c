#pragma once

#include <QString>

namespace warploom::ui {

// Functions for matrix names. A name is a generator, a file, or the file of a water network followed by a colon and the
// requested matrix.

/// The name with its file's path made whole, if the file exists; generators and the rest stay as they are.
QString wholeName(const QString& name);
/// A name without its folders: `town.inp:step=1`.
QString shortName(const QString& name);
/// A name as menus and buttons show it, which take an & for the mark of a key.
QString menuName(QString name);
/// True for generators, for networks that the program brings along, and for files that exist.
bool canBeOpened(const QString& name);
/// By its ending: a file that may be dropped on the window.
bool looksLikeMatrixFile(const QString& file);
/// For file dialogs.
QString matrixFileFilter();

} // namespace warploom::ui
