#pragma once

#include <QString>

#include <cstdint>

namespace warploom::ui {

// Functions for the names of matrices. A name is a generator, a file, or the file of a water network followed by a
// colon and the requested matrix.

/// Makes the file path in a name absolute if the file exists. Other names are returned unchanged.
QString wholeName(const QString& name);
/// Returns the name that users read: "Random rows, 4096 × 4096, seed 7" for a generator, `town.inp:step=1` for a file.
/// Parameters with their default values are left out, and so is the size if `rows` is negative. The complete recipe is
/// the name itself, which tooltips and the inspector show.
QString matrixTitle(const QString& name, std::int64_t rows = -1, std::int64_t columns = -1);
/// Returns the name without folders: `town.inp:step=1`.
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
