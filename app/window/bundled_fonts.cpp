#include "app/window/bundled_fonts.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace warploom {

void use_bundled_fonts() {
    // QCoreApplication::applicationDirPath() is not known yet.
    const QDir programs = QFileInfo(QFile::symLinkTarget("/proc/self/exe")).dir();
    const QString configuration = QDir::cleanPath(programs.filePath("../share/fonts/fonts.conf"));
    if (!qEnvironmentVariableIsSet("FONTCONFIG_FILE") && QFile::exists(configuration))
        qputenv("FONTCONFIG_FILE", QFile::encodeName(configuration));
}

} // namespace warploom
