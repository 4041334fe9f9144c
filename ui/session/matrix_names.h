#pragma once

#include <QString>

#include <cstdint>

namespace warploom::ui {

// Functions for matrix names. A name is a generator, a file, or a water network file followed by a colon and the
// requested matrix.

/// Makes the file path in a name absolute if the file exists. Returns other names unchanged.
QString wholeName(const QString& name);
/// Returns the name shown to users, such as "Random rows, 4096 × 4096, seed 7" for a generator or `town.inp:step=1` for
/// a file. Omits parameters with default values, and also the size if `rows` is negative. The full name, from which the
/// matrix can be recreated, is shown in tooltips and the inspector.
QString matrixTitle(const QString& name, std::int64_t rows = -1, std::int64_t columns = -1);
/// Returns a name without its folders, such as `town.inp:step=1`.
QString shortName(const QString& name);
/// Escapes each & in a name. Otherwise, it would mark a mnemonic in menus and buttons.
QString menuName(QString name);
/// Returns true for generators, built-in networks, and existing files.
bool canBeOpened(const QString& name);
/// Returns whether the suffix of a file indicates that it can be dropped on the window.
bool looksLikeMatrixFile(const QString& file);
/// Returns the name filter for file dialogs.
QString matrixFileFilter();

} // namespace warploom::ui
