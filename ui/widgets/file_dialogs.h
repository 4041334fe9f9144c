#pragma once

#include <QString>

class QWidget;

namespace warploom::ui {

// Dialogs for selecting files and folders. They return an empty string if the user cancels. `folder_key` is the setting
// for the most recently used folder.

/// Asks the user to select a file to open. For `kinds`, see askToSave().
QString askToOpen(QWidget* parent, const QString& title, const QString& folder_key, const QString& kinds);
QString askForFolder(QWidget* parent, const QString& title, const QString& folder_key);
/// Asks the user to select a file to save. `kinds` is a list of name filters such as "Picture (*.png);;Page (*.pdf)".
/// The extension of the selected filter is added before the dialog asks whether to replace an existing file. If
/// `replaces` is false, the dialog does not ask.
QString askToSave(QWidget* parent, const QString& title, const QString& folder_key, const QString& name,
                  const QString& kinds, bool replaces = true);

} // namespace warploom::ui
