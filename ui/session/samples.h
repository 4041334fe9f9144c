#pragma once

#include <QList>
#include <QString>

namespace warploom::ui {

/// A built-in example matrix: its menu title, and its name for load_matrix().
struct ExampleMatrix {
    QString title, name, summary = {};
};

/// Returns small example matrices with instructive sparsity patterns.
const QList<ExampleMatrix>& sampleMatrices();

} // namespace warploom::ui
