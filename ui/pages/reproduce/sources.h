#pragma once

#include <QList>
#include <QString>

namespace warploom::ui {

/// One of the texts whose tables and figures are done again here, or whose question is asked of other machines.
struct PaperSource {
    QString id;     ///< as experiments name it: "prata2010"
    QString who;    ///< authors and year
    QString about;  ///< one line
    QString detail; ///< title, where it appeared, on what it was measured
};

const QList<PaperSource>& sources();
/// Null for a user's own.
const PaperSource* findSource(const QString& id);

} // namespace warploom::ui
