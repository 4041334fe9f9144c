#pragma once

class QCoreApplication;

namespace warploom::ui {

/// Installs the English catalog, which contains the singular and plural forms of sentences with a count.
void installTranslations(QCoreApplication& application);

} // namespace warploom::ui
