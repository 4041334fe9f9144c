#pragma once

#include <QString>

class QWidget;

namespace warploom::ui {

// Questions for a file or a folder. The answer is empty where they were given up. `folder_key` is the setting that
// keeps the folder for the next time.

/// Which file is to be read; `kinds` as below.
QString askToOpen(QWidget* parent, const QString& title, const QString& folder_key, const QString& kinds);
/// Which folder is to be read or written.
QString askForFolder(QWidget* parent, const QString& title, const QString& folder_key);
/// Which file is to be written. `kinds` is a list of filters such as "Picture (*.png);;Page (*.pdf)". The name always
/// has the ending of the chosen kind before the dialog asks whether a file that is there shall be replaced; it does not
/// ask where `replaces` is false.
QString askToSave(QWidget* parent, const QString& title, const QString& folder_key, const QString& name,
                  const QString& kinds, bool replaces = true);

} // namespace warploom::ui
