#pragma once

#include <QString>

#include <cstdint>

namespace warploom::ui {

// Functions for matrix names. A matrix name is a generator expression or a file. It can also be a water network file,
// followed by a colon and the name of a matrix derived from the network.

/// If a matrix name contains the path of an existing file, makes this path absolute. Returns other names unchanged.
QString wholeName(const QString& name);
/// Returns the matrix title for display, such as "Random rows, 4096 × 4096, seed 7" for a generator or
/// `town.inp:step=1` for a file. Parameters with default values are omitted. If `rows` is negative, the
/// parameters that determine the size are shown instead of the size, as in "Random rows, n = 4096, seed 7".
/// Tooltips and the inspector show the full name, from which the matrix can be recreated.
QString matrixTitle(const QString& name, std::int64_t rows = -1, std::int64_t columns = -1);
/// Returns a matrix name without its folders, such as `town.inp:step=1`.
QString shortName(const QString& name);
/// Escapes each & in a name, because it would otherwise mark a mnemonic in menus and buttons.
QString menuName(QString name);
/// Returns whether a matrix name can be opened. This is the case for generators, built-in networks, and existing files.
bool canBeOpened(const QString& name);
/// Returns whether a dropped file can be opened as a matrix, based on its suffix.
bool looksLikeMatrixFile(const QString& file);
/// Returns the name filter for file dialogs that open matrices.
QString matrixFileFilter();

} // namespace warploom::ui
