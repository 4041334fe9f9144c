#pragma once

#include <QList>
#include <QString>

namespace warploom::ui {

/// A matrix that is always there: a title for the menu and the name that load_matrix() takes.
struct ExampleMatrix {
    QString title, name;
};

/// Small enough for a class, each with something to see.
const QList<ExampleMatrix>& sampleMatrices();

} // namespace warploom::ui
