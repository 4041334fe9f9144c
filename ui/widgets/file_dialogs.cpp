#include "ui/widgets/file_dialogs.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QSettings>

namespace warploom::ui {
namespace {

/// Returns the file name extension in a name filter, such as "png" in "Picture (*.png)".
QString endingOf(const QString& kind) {
    return kind.section(QStringLiteral("(*."), 1).section(QLatin1Char(')'), 0, 0).section(QLatin1Char(' '), 0, 0);
}

/// Returns the most recently used folder, which is stored under the settings key `key`. If HOME is not set, Qt uses the
/// root folder as the home folder.
QString folderOf(const QString& key) {
    const QString folder = QSettings().value(key).toString();
    if (QFileInfo(folder).isDir()) return folder;
    return QDir::homePath() == QDir::rootPath() ? QDir::currentPath() : QDir::homePath();
}

} // namespace

QString askToOpen(QWidget* parent, const QString& title, const QString& folder_key, const QString& kinds) {
    const QString file = QFileDialog::getOpenFileName(parent, title, folderOf(folder_key), kinds);
    if (!file.isEmpty()) QSettings().setValue(folder_key, QFileInfo(file).absolutePath());
    return file;
}

QString askForFolder(QWidget* parent, const QString& title, const QString& folder_key) {
    const QString folder = QFileDialog::getExistingDirectory(parent, title, folderOf(folder_key));
    if (!folder.isEmpty()) QSettings().setValue(folder_key, folder);
    return folder;
}

QString askToSave(QWidget* parent, const QString& title, const QString& folder_key, const QString& name,
                  const QString& kinds, bool replaces) {
    QFileDialog dialog(parent, title, folderOf(folder_key), kinds);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setOption(QFileDialog::DontConfirmOverwrite, !replaces);
    dialog.setDefaultSuffix(endingOf(dialog.selectedNameFilter()));
    dialog.selectFile(name);
    QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog, [&dialog](const QString& kind) {
        const QString ending = endingOf(kind);
        dialog.setDefaultSuffix(ending);
        const QStringList chosen = dialog.selectedFiles();
        if (!chosen.isEmpty() && !QFileInfo(chosen.first()).isDir())
            dialog.selectFile(QFileInfo(chosen.first()).completeBaseName() + QLatin1Char('.') + ending);
    });
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty()) return {};
    const QString file = dialog.selectedFiles().first();
    const QString chosen = QFileInfo(file).absolutePath();
    if (QFileInfo(chosen).isWritable()) QSettings().setValue(folder_key, chosen);
    return file;
}

} // namespace warploom::ui
