#pragma once

#include "ui/pages/step/tridiagonal_lesson.h"

#include <optional>
#include <vector>

namespace warploom::ui {

/// What one step does, by row.
struct RowsOfStep {
    std::vector<const steps::RowWork*> work;
    std::vector<bool> used;
};
RowsOfStep rowsOfStep(const steps::TridiagonalSteps& walk, int step); ///< nothing after the last step

/// Equations as rows of boxes a b c | h, a column of them for each state of the system.
class EquationBoxes {
public:
    EquationBoxes(QPainter& painter, const EquationFrame& frame, const EquationLook& look, const PictureStyle& style)
        : painter_(painter), frame_(frame), look_(look), style_(style) {}

    /// One font for all cells of the picture, so that it does not jump between the steps.
    void chooseFont(const steps::TridiagonalSteps& walk);
    void column(const steps::Equations& rows, const RowsOfStep& now, double left, bool after);
    void outline(int i, double left, const QPen& pen);
    /// A state that is not in question: a small box a row.
    void thin(const steps::Equations& rows, double left, int state, const steps::TridiagonalSteps& walk);

private:
    enum class Look { plain, idle, used, working, solved };
    QColor fillOf(Look look) const;
    QStringList numbersOf(const steps::TridiagonalSteps& walk) const;
    QRectF box(int i, double left) const;
    void row(const steps::Equation& row, int i, double left, Look look, bool now);

    QPainter& painter_;
    const EquationFrame& frame_;
    const EquationLook& look_;
    const PictureStyle& style_;
    std::optional<QFont> font_, solution_font_;
    int shortness_ = 0; ///< of numbers, where boxes are narrow
};

} // namespace warploom::ui
