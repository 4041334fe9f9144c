#pragma once

#include <QCoreApplication>
#include <QString>

namespace warploom::ui {

/// A text of the window in the user's language, for whatever is not a member of a QObject (there it is `tr`).
inline QString words(const char* text) { return QCoreApplication::translate("Warploom", text); }

} // namespace warploom::ui
