#include "ui/widgets/save_dialog.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QSettings>

namespace warploom::ui {
namespace {

/// "png" of "Picture (*.png)".
QString endingOf(const QString& kind) {
    return kind.section(QStringLiteral("(*."), 1).section(QLatin1Char(')'), 0, 0).section(QLatin1Char(' '), 0, 0);
}

} // namespace

QString askToSave(QWidget* parent, const QString& title, const QString& folder_key, const QString& name,
                  const QString& kinds, bool replaces) {
    QSettings settings;
    const QString folder = settings.value(folder_key, QDir::homePath()).toString();
    QFileDialog dialog(parent, title, QFileInfo(folder).isDir() ? folder : QDir::homePath(), kinds);
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
    if (QFileInfo(chosen).isWritable()) settings.setValue(folder_key, chosen);
    return file;
}

} // namespace warploom::ui
