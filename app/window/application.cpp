#include "app/window/application.h"

#include "engine/terminal_text.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QtGlobal>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>

namespace warploom {

void use_bundled_fonts() {
    // Read the link in /proc, because QCoreApplication::applicationDirPath() requires an application object.
    const QDir programs = QFileInfo(QFile::symLinkTarget("/proc/self/exe")).dir();
    const QString configuration = QDir::cleanPath(programs.filePath("../share/fonts/fonts.conf"));
    if (!qEnvironmentVariableIsSet("FONTCONFIG_FILE") && QFile::exists(configuration))
        qputenv("FONTCONFIG_FILE", QFile::encodeName(configuration));
}

bool choose_platform(int argc, char** argv) {
    if (!qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) return true;
    bool has_platform_option = false;
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        for (const std::string_view headless : {"--gallery", "--report", "--experiment-report", "--lesson-page",
                                                "--page", "--version", "--help", "-v", "-h"}) {
            if (argument != headless && argument.rfind(std::string(headless) + "=", 0) != 0) continue;
            qputenv("QT_QPA_PLATFORM", "offscreen");
            return true;
        }
        if (argument == "-platform" || argument == "--platform" || argument == "-display") has_platform_option = true;
    }
    if (has_platform_option || !qEnvironmentVariableIsEmpty("DISPLAY") ||
        !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY"))
        return true;
    std::fputs("Cannot open a window because there is no display (DISPLAY and WAYLAND_DISPLAY are empty).\nHint: Use "
               "'warploom --report DIR' to export charts, data and an HTML page without a display.\n",
               stderr);
    return false;
}

bool Application::notify(QObject* receiver, QEvent* event) {
    try {
        return QApplication::notify(receiver, event);
    } catch (const std::exception& failure) {
        tell(std::string("warploom: ") + failure.what());
        if (!session_) std::_Exit(1);
        session_->reportFailure(failure);
    }
    return true;
}

} // namespace warploom
