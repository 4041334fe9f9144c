#pragma once

#include "engine/walkthrough/tridiagonal_steps.h"
#include "ui/pages/step/walkthroughs/walkthrough.h"
#include "ui/style/theme.h"

#include <QString>

namespace warploom::ui {

/// How the equations are shown.
struct EquationLook {
    bool letters = false; ///< coefficients as letters instead of numbers
    walkthrough::SharedLayout layout;
    QString system; ///< the solved system, for titles and captions
};

/// Thomas, CR or PCR on one system, or two of them beside each other on one time line.
class TridiagonalWalkthrough : public Walkthrough {
public:
    TridiagonalWalkthrough(std::vector<walkthrough::Method> methods, const TridiagonalSystem& system,
                           const EquationLook& look);

    QString name() const override;
    QString title() const override;
    int steps() const override;
    bool hasOpening() const override { return true; }
    QString openingSentence() const override;
    QString openingWords() const override;
    void paintOpening(QPainter& painter, const QRectF& area, const PictureStyle& style) const override;
    QList<WalkthroughChapter> chapters() const override;
    QString sentence(int step) const override;
    QString formula(int step, int chosen, const Colours& colours) const override;
    std::vector<walkthrough::KernelLine> lines(int step) const override;
    std::optional<WalkthroughBanks> banks(int step) const override;
    std::optional<StepQuestion> question(int step) const override;
    Table table() const override;
    void paint(QPainter& painter, const QRectF& area, int step, int chosen, const PictureStyle& style) const override;
    int items() const override { return walks_.front().n; }
    int itemAt(const QRectF& area, const QPointF& point, int step, const PictureStyle& style) const override;
    QSize leastSize() const override;
    std::optional<WalkthroughWarp> warpOf(int step, int chosen) const override;

    const std::vector<walkthrough::TridiagonalSteps>& walks() const { return walks_; }
    /// The equation that is written out: the chosen one where it takes part, else one in the middle of those that do.
    static const walkthrough::RowWork* shownWork(const walkthrough::TridiagonalSteps& walk, int step, int chosen);
    /// The row that the picture is about. Of two methods it is the same one in both, also where it rests; -1: none.
    int shownRow(int step, int chosen) const;

private:
    QRectF pictureArea(const QRectF& area, const PictureStyle& style) const; ///< the area without the legend
    void paintLegend(QPainter& painter, const QRectF& row, const PictureStyle& style) const;

    std::vector<walkthrough::TridiagonalSteps> walks_;
    EquationLook look_;
};

/// The system that a row belongs to after a step of PCR, of so many that have nothing to do with each other; none for
/// other methods, or where there are more than colours.
struct InterleavedSystems {
    int count = 0; ///< 0: not shown
    int of(int row) const { return row % count; }
};
InterleavedSystems interleavedAfter(const walkthrough::TridiagonalSteps& walk, int step);
/// The sign of such a system: a letter, and a colour that means nothing else in the picture.
void paintSystemBadge(QPainter& painter, const QRectF& badge, int system, const PictureStyle& style);

/// Where things stand in the picture of one method.
struct EquationFrame {
    QRectF grid; ///< all columns, without title and counters
    double row_height = 0;
    double label = 0;                           ///< width of "e12" at the left
    double before_left = 0, after_left = 0;     ///< of the two columns with numbers
    double column = 0;                          ///< width of such a column
    std::vector<std::pair<int, double>> narrow; ///< states drawn as a thin column, and where
    double narrow_width = 0;
    double badge = 0;     ///< width of the sign of a system beside its rows; 0: the method has none
    double time_line = 0; ///< its height
    bool is_low = false;  ///< little height: words give way to the boxes
    double y(int row) const { return grid.top() + (row + 0.5) * row_height; }
};
EquationFrame equationFrame(const QRectF& panel, const walkthrough::TridiagonalSteps& walk, int step,
                            const PictureStyle& style);

/// "2 log₂ n − 1 = 5"; the formula holds for powers of two, and between them it gives no whole number of steps:
/// "≈ 4.61".
QString costText(const char* formula, double value, int digits);

/// One method: title, columns of equations, arrows, counters. `time_line` is how many steps the time line has.
/// `shown`: the row that is written out, which may rest; -1 for none.
void paintEquations(QPainter& painter, const QRectF& panel, const walkthrough::TridiagonalSteps& walk, int step,
                    int shown, int time_line, const EquationLook& look, const PictureStyle& style);

QString methodTitle(walkthrough::Method method);
QString methodShort(walkthrough::Method method); ///< "CR"

/// Describes step `step` in a sentence; also valid after the last step.
QString methodSentence(const walkthrough::TridiagonalSteps& walk, int step);
/// The same in one line, where two methods stand beside each other.
QString methodShortSentence(const walkthrough::TridiagonalSteps& walk, int step);
/// HTML: the elementary step of one equation, with letters, or with letters and numbers.
QString methodFormula(const walkthrough::TridiagonalSteps& walk, int step, int row, bool letters,
                      const Colours& colours);

} // namespace warploom::ui
