#pragma once

#include <QList>
#include <QString>

namespace warploom::ui {

/// A built-in example matrix, with its menu title and the name that load_matrix() accepts.
struct ExampleMatrix {
    QString title, name, summary = {};
};

/// Returns small example matrices with instructive sparsity patterns.
const QList<ExampleMatrix>& sampleMatrices();

} // namespace warploom::ui
