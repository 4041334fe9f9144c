#pragma once

#include <QString>

namespace warploom::ui {

// Functions for the names of matrices. A name is a generator, a file, or the file of a water network followed by a
// colon and the requested matrix.

/// Makes the file path in a name absolute if the file exists. Other names are returned unchanged.
QString wholeName(const QString& name);
/// Returns the name without folders, such as `town.inp:step=1`.
QString shortName(const QString& name);
/// Escapes & in a name for menus and buttons, in which it marks a mnemonic.
QString menuName(QString name);
/// Returns true for generators, built-in networks, and existing files.
bool canBeOpened(const QString& name);
/// Returns whether a file can be dropped on the window, according to its suffix.
bool looksLikeMatrixFile(const QString& file);
/// Returns the name filter for file dialogs.
QString matrixFileFilter();

} // namespace warploom::ui
