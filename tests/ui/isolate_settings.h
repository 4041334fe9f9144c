#pragma once

#include <QCoreApplication>
#include <QSettings>
#include <QString>
#include <QTemporaryDir>

namespace ui_test {

/// Call first in initTestCase(). Prevents access to the user's settings and sources, and to what Qt's dialogs store.
/// Without HOME, these would write to the root folder.
inline void isolate_settings() {
    static QTemporaryDir folder;
    qputenv("XDG_CONFIG_HOME", folder.path().toUtf8()); // read when settings are first opened
    QCoreApplication::setOrganizationName(QStringLiteral("warploom-test"));
    QCoreApplication::setApplicationName(QCoreApplication::applicationFilePath().section(QLatin1Char('/'), -1));
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
    qputenv("XDG_DATA_HOME", folder.path().toUtf8());
}

} // namespace ui_test
