#pragma once

#include <QList>
#include <QString>

namespace warploom::ui {

/// A paper whose tables and figures are reproduced, or whose question is studied on other machines.
struct PaperSource {
    QString id;     ///< ID used by experiments, such as "prata2010"
    QString who;    ///< authors and year
    QString about;  ///< topic, in a few words
    QString detail; ///< title, publication, and the hardware used
};

const QList<PaperSource>& sources();
/// Returns null for the user's own experiments.
const PaperSource* findSource(const QString& id);

} // namespace warploom::ui
