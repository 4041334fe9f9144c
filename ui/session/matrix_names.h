#pragma once

#include <QString>

#include <cstdint>

namespace warploom::ui {

// Functions for matrix names. A name is a generator, a file, or a water network file followed by a colon and the
// requested matrix.

/// Makes the file path in a name absolute if the file exists. Returns other names unchanged.
QString wholeName(const QString& name);
/// Returns the name that users see, such as "Random rows, 4096 × 4096, seed 7" for a generator or `town.inp:step=1` for
/// a file. Omits parameters with default values, and the size if `rows` is negative. Tooltips and the inspector show
/// the full name, from which the matrix can be recreated.
QString matrixTitle(const QString& name, std::int64_t rows = -1, std::int64_t columns = -1);
/// Returns the name without its folders, such as `town.inp:step=1`.
QString shortName(const QString& name);
/// Escapes each & in a name, which would mark a mnemonic in menus and buttons.
QString menuName(QString name);
/// Returns true for generators, built-in networks, and existing files.
bool canBeOpened(const QString& name);
/// Returns whether a file with this suffix can be dropped on the window.
bool looksLikeMatrixFile(const QString& file);
/// Returns the name filter for file dialogs.
QString matrixFileFilter();

} // namespace warploom::ui
