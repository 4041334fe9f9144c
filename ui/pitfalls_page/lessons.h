#pragma once

#include <QList>
#include <QString>

namespace warploom::ui {

/// One of the ways in which a measurement misleads (cerny2011, appendix).
struct Pitfall {
    QString id; ///< of the wire: "clock", "first-run", "precision", "cache-end", "copies"
    QString title;
    QString text;   ///< what goes wrong, in a few sentences
    QString expect; ///< what one should have seen
};
const QList<Pitfall>& pitfalls();

} // namespace warploom::ui
