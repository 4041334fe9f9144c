#include "app/window/platform.h"

#include <QByteArray>
#include <QtGlobal>

#include <cstdio>
#include <string>
#include <string_view>

namespace warploom {

bool choose_platform(int argc, char** argv) {
    if (!qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) return true;
    bool has_platform_option = false;
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        for (const std::string_view headless :
             {"--gallery", "--report", "--experiment-report", "--version", "--help", "-v", "-h"}) {
            if (argument != headless && argument.rfind(std::string(headless) + "=", 0) != 0) continue;
            qputenv("QT_QPA_PLATFORM", "offscreen");
            return true;
        }
        if (argument == "-platform" || argument == "--platform" || argument == "-display") has_platform_option = true;
    }
    if (has_platform_option || !qEnvironmentVariableIsEmpty("DISPLAY") ||
        !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY"))
        return true;
    std::fputs("There is no display here (DISPLAY and WAYLAND_DISPLAY are empty), so no window can be opened.\n"
               "Hint: 'warploom --report DIR' writes charts, numbers and a page that shows them without one.\n",
               stderr);
    return false;
}

} // namespace warploom
