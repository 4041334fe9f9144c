#pragma once

#include <QList>
#include <QString>

namespace warploom::ui {

/// A built-in matrix: a title for the menu, the name for load_matrix(), and one sentence about what it shows, which is
/// empty for inputs that only one page offers.
struct ExampleMatrix {
    QString title, name, summary = {};
};

/// Returns small matrices with instructive patterns.
const QList<ExampleMatrix>& sampleMatrices();

} // namespace warploom::ui
