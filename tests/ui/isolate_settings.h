#pragma once

#include <QCoreApplication>
#include <QSettings>
#include <QString>
#include <QTemporaryDir>

namespace ui_test {

/// Call first in initTestCase(): nothing of the user's settings and texts is read or written, and none of what Qt's own
/// dialogs remember. Without HOME they would remember it in the root folder.
inline void isolate_settings() {
    static QTemporaryDir folder;
    qputenv("XDG_CONFIG_HOME", folder.path().toUtf8()); // read when the first settings are opened
    QCoreApplication::setOrganizationName(QStringLiteral("warploom-test"));
    QCoreApplication::setApplicationName(QCoreApplication::applicationFilePath().section(QLatin1Char('/'), -1));
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
    qputenv("XDG_DATA_HOME", folder.path().toUtf8());
}

} // namespace ui_test
