#pragma once

#include <QList>
#include <QString>

namespace warploom::ui {

/// A paper with tables and figures to be reproduced, or with a question to be repeated on other machines.
struct PaperSource {
    QString id;     ///< the ID used by experiments, such as "prata2010"
    QString who;    ///< authors and year
    QString about;  ///< one line
    QString detail; ///< title, publication, and the hardware that was used
};

const QList<PaperSource>& sources();
/// Returns null for experiments of the user.
const PaperSource* findSource(const QString& id);

} // namespace warploom::ui
