#pragma once

#include <QApplication>
#include <QSettings>
#include <QStyle>

namespace warploom::ui {

/// True when pictures change at once instead of moving: by *View > Reduce motion*, or where the desktop's style has no
/// animations.
inline bool reducedMotion() {
    if (QSettings().value(QStringLiteral("view/reducedMotion"), false).toBool()) return true;
    return QApplication::style()->styleHint(QStyle::SH_Widget_Animation_Duration) == 0;
}

} // namespace warploom::ui
