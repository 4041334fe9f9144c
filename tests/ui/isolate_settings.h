#pragma once

#include <QCoreApplication>
#include <QSettings>
#include <QString>
#include <QTemporaryDir>

namespace ui_test {

/// Call first in initTestCase(): nothing of the user's settings and texts is read or written.
inline void isolate_settings() {
    static QTemporaryDir folder;
    QCoreApplication::setOrganizationName(QStringLiteral("warploom-test"));
    QCoreApplication::setApplicationName(QCoreApplication::applicationFilePath().section(QLatin1Char('/'), -1));
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
    qputenv("XDG_DATA_HOME", folder.path().toUtf8());
}

} // namespace ui_test
