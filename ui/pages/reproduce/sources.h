#pragma once

#include <QList>
#include <QString>

namespace warploom::ui {

/// A paper with tables and figures to reproduce, or with a question to repeat on other machines.
struct PaperSource {
    QString id;     ///< id used by experiments: "prata2010"
    QString who;    ///< authors and year
    QString about;  ///< one line
    QString detail; ///< title, publication, and hardware used
};

const QList<PaperSource>& sources();
/// Returns null for a user's own experiment.
const PaperSource* findSource(const QString& id);

} // namespace warploom::ui
