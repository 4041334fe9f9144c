#pragma once

class QCoreApplication;

namespace warploom::ui {

/// Installs the English catalog, which has the singular and plural forms of the sentences with a count.
void installTranslations(QCoreApplication& application);

} // namespace warploom::ui
