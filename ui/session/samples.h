#pragma once

#include <QList>
#include <QString>

namespace warploom::ui {

/// A built-in matrix, with the title for menus and the name for load_matrix().
struct ExampleMatrix {
    QString title, name, summary = {};
};

/// Returns small sample matrices with instructive patterns.
const QList<ExampleMatrix>& sampleMatrices();

} // namespace warploom::ui
