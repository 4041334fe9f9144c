#pragma once

#include "ui/pages/reproduce/experiment_store.h"

#include <QTreeWidget>

#include <variant>

namespace warploom::ui {

class ResultLibrary;

/// Index of a result in ResultLibrary::opened().
struct OpenedNumber {
    int number = 0;
    bool operator==(const OpenedNumber&) const = default;
};
/// Index of a pair in ResultLibrary::compared().
struct PairNumber {
    int number = 0;
    bool operator==(const PairNumber&) const = default;
};
/// The contents that the page shows: nothing, an experiment, a result from a file, or a comparison of two results.
using ShownResult = std::variant<std::monostate, ExperimentKey, OpenedNumber, PairNumber>;

/// The list of the Reproduce page: papers, the user's experiments, results from files, and comparisons.
class ResultTree : public QTreeWidget {
    Q_OBJECT
public:
    ResultTree(ExperimentStore& store, const ResultLibrary& files, QWidget* parent = nullptr);

    void fill();
    bool contains(const ShownResult& shown) const { return itemOf(shown) != nullptr; }
    /// Selects an entry without emitting chosen().
    void select(const ShownResult& shown);
    /// Selects the first experiment of the first group that has published values.
    void chooseFirst();
    void showStates(); ///< Updates the progress of each experiment.

signals:
    /// Emitted when the user has selected an entry. An experiment has one entry for all of its forms.
    void chosen(const warploom::ui::ShownResult& shown);

private:
    void addExperiments(QTreeWidgetItem* group, const QString& source);
    QTreeWidgetItem* firstToShow(const QTreeWidgetItem& group) const;
    QTreeWidgetItem* itemOf(const ShownResult& shown) const;
    void choose(const QTreeWidgetItem* item);

    ExperimentStore& store_;
    const ResultLibrary& files_;
};

} // namespace warploom::ui
