#pragma once

#include <QList>
#include <QString>

namespace warploom::ui {

/// A built-in matrix with its menu title and its name for load_matrix().
struct ExampleMatrix {
    QString title, name, summary = {};
};

/// Returns small matrices with instructive patterns.
const QList<ExampleMatrix>& sampleMatrices();

} // namespace warploom::ui
