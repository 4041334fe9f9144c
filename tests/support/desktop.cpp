#include "support/desktop.h"

#include <QFile>
#include <QLocale>
#include <QtGlobal>

#include <clocale>

namespace warploom::runner {
namespace {

/// Environment variables with which a desktop or its user changes the size or look of Qt's widgets.
constexpr const char* desktop_variables[] = {"FONTCONFIG_PATH",
                                             "FONTCONFIG_SYSROOT",
                                             "QT_AUTO_SCREEN_SCALE_FACTOR",
                                             "QT_DEVICE_PIXEL_RATIO",
                                             "QT_ENABLE_HIGHDPI_SCALING",
                                             "QT_FONT_DPI",
                                             "QT_QPA_FONTDIR",
                                             "QT_QPA_PLATFORMTHEME",
                                             "QT_SCALE_FACTOR",
                                             "QT_SCALE_FACTOR_ROUNDING_POLICY",
                                             "QT_SCREEN_SCALE_FACTORS",
                                             "QT_STYLE_OVERRIDE",
                                             "QT_USE_PHYSICAL_DPI"};

} // namespace

std::string set_up_desktop() {
    for (const char* name : desktop_variables) qunsetenv(name);
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    const QString standard = QStringLiteral("DejaVu Sans");
    const QString family = qEnvironmentVariable("WARPLOOM_TEST_FONT", standard);
    const QString file = QStringLiteral(WARPLOOM_BINARY_DIR "/tests/fonts/%1.conf").arg(family);
    if (QFile::exists(file)) {
        qputenv("FONTCONFIG_FILE", QFile::encodeName(file));
        return {};
    }
    if (family == standard) return {}; // CMake has warned
    return "the font " + family.toStdString() + " was not installed when CMake ran";
}

void set_up_locale() {
    if (std::setlocale(LC_ALL, "C.UTF-8") == nullptr) std::setlocale(LC_NUMERIC, "C");
    QLocale::setDefault(QLocale::c());
}

} // namespace warploom::runner
