#pragma once

#include "ui/look/theme.h"

namespace warploom::ui {

// How estimates look, everywhere: hatched (or hollow), in violets that no measured series has, with the word "modelled".

inline QColor modelledColour(int index, const Colours& colours) {
    static const QVector<QColor> light{"#6a3d9a", "#a0488f", "#4b5aa8", "#8a5a2b", "#3b6e8f", "#6d6d1f"};
    static const QVector<QColor> dark{"#b79ae0", "#e29acb", "#93a5ee", "#d3a878", "#8fc1de", "#cdcd7a"};
    const QVector<QColor>& all = colours.dark ? dark : light;
    return all[index % all.size()];
}

inline Qt::BrushStyle modelledHatch(int index) {
    static constexpr Qt::BrushStyle styles[] = {Qt::BDiagPattern, Qt::FDiagPattern, Qt::DiagCrossPattern,
                                                Qt::HorPattern,   Qt::VerPattern,   Qt::Dense6Pattern};
    return styles[index % 6];
}

} // namespace warploom::ui
