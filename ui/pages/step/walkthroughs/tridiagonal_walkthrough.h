#pragma once

#include "engine/walkthrough/tridiagonal_steps.h"
#include "ui/pages/step/walkthroughs/walkthrough.h"
#include "ui/style/theme.h"

#include <QString>

namespace warploom::ui {

/// Options that control how the equations are displayed.
struct EquationLook {
    bool letters = false; ///< whether coefficients are shown as symbols instead of values
    walkthrough::SharedLayout layout;
    QString system; ///< name of the system in titles and captions
};

/// A walkthrough of Thomas, CR or PCR for one system, or of two of these methods side by side on a common timeline.
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
    /// Returns the equation whose formula is shown. This is the selected equation if it is active in this step, and
    /// otherwise an active equation in the middle.
    static const walkthrough::RowWork* shownWork(const walkthrough::TridiagonalSteps& walk, int step, int chosen);
    /// Returns the row that the figure highlights, or -1 if there is none. If the figure shows two methods, the same
    /// row is highlighted in both, even if one of the methods does not process the row in this step.
    int shownRow(int step, int chosen) const;

private:
    /// Returns the area of the figure without the legend.
    QRectF pictureArea(const QRectF& area, const PictureStyle& style) const;
    void paintLegend(QPainter& painter, const QRectF& row, const PictureStyle& style) const;

    std::vector<walkthrough::TridiagonalSteps> walks_;
    EquationLook look_;
};

/// The independent systems after a step of PCR. `count` is 0 for other methods and if there are more systems than
/// colors.
struct InterleavedSystems {
    int count = 0; ///< number of systems; 0 if the systems are not shown
    int of(int row) const { return row % count; }
};
InterleavedSystems interleavedAfter(const walkthrough::TridiagonalSteps& walk, int step);
/// Paints the badge of an independent system: a letter in a color that has no other meaning in the figure.
void paintSystemBadge(QPainter& painter, const QRectF& badge, int system, const PictureStyle& style);

/// Layout of the figure of one tridiagonal method.
struct EquationFrame {
    QRectF grid; ///< area of all columns, without the title and the counters
    double row_height = 0;
    double label = 0;                       ///< width of an equation label such as "e12" on the left
    double before_left = 0, after_left = 0; ///< positions of the two columns with values
    double column = 0;                      ///< width of each of the two columns with values
    /// States of the system that are drawn as thin columns, with their positions.
    std::vector<std::pair<int, double>> narrow;
    double narrow_width = 0;
    double badge = 0; ///< width of the badges next to the rows, which show the independent systems; 0 if there are none
    double time_line = 0;
    bool is_low = false; ///< whether the area is so short that text is omitted to leave room for the boxes
    double y(int row) const { return grid.top() + (row + 0.5) * row_height; }
};
EquationFrame equationFrame(const QRectF& panel, const walkthrough::TridiagonalSteps& walk, int step,
                            const PictureStyle& style);

/// Returns a cost formula with its value, such as "2 log₂ n − 1 = 5". If n is not a power of two, the value is not an
/// integer, and the text ends with an approximation such as "≈ 4.61".
QString costText(const char* formula, double value, int digits);

/// Paints the figure of one method: the title, the columns of equations, the arrows, and the counters. `time_line` is
/// the number of steps in the timeline. `shown` is the row whose formula is shown, or -1 if there is none. This row may
/// be idle in the step.
void paintEquations(QPainter& painter, const QRectF& panel, const walkthrough::TridiagonalSteps& walk, int step,
                    int shown, int time_line, const EquationLook& look, const PictureStyle& style);

QString methodTitle(walkthrough::Method method);
QString methodShort(walkthrough::Method method); ///< Returns the short name of a method, such as "CR".

/// Returns a sentence that describes a step or the state after the last step.
QString methodSentence(const walkthrough::TridiagonalSteps& walk, int step);
/// Returns a one-line description of a step. Used if two methods are shown side by side.
QString methodShortSentence(const walkthrough::TridiagonalSteps& walk, int step);
/// Returns the elementary step of one equation as HTML, either with symbols only or with symbols and values.
QString methodFormula(const walkthrough::TridiagonalSteps& walk, int step, int row, bool letters,
                      const Colours& colours);

} // namespace warploom::ui
