#pragma once

#include <QList>
#include <QString>

namespace warploom::ui {

/// A paper whose tables and figures are reproduced, or whose research question is studied on other machines.
struct PaperSource {
    QString id;     ///< ID used by experiments, such as "prata2010"
    QString who;    ///< authors and year of the paper
    QString about;  ///< topic of the paper in a few words
    QString detail; ///< title and publication of the paper, and the hardware that it used
};

const QList<PaperSource>& sources();
/// Returns the paper with the given ID, or null for the user's own experiments.
const PaperSource* findSource(const QString& id);

} // namespace warploom::ui
