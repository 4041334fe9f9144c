#pragma once

#include "engine/generators/tridiagonal_system.h"
#include "engine/matrix/csr_matrix.h"
#include "engine/table.h"
#include "engine/walkthrough/kernel_lines.h"
#include "engine/walkthrough/tridiagonal_steps.h"
#include "ui/charts/painted_chart.h"
#include "ui/pages/warp/step_question.h"
#include "ui/pages/warp/walkthrough_warp.h"
#include "ui/session/row_selection.h"

#include <QList>
#include <QPainter>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace warploom::walkthrough {
struct PaneSteps;
}

namespace warploom::ui {

/// The shared memory bank accesses of one step.
struct WalkthroughBanks {
    QString title;
    std::vector<walkthrough::SharedAccess> accesses; ///< one a warp; the first is drawn
    int element_bytes = 8;
    QString note; ///< an additional remark of one line
};

/// A part of an algorithm: it begins with a step.
struct WalkthroughChapter {
    int first = 0;
    QString title;
};

/// An algorithm that the page steps through: its pictures, its words, its numbers. Steps are counted from 0.
class Walkthrough {
public:
    virtual ~Walkthrough() = default;

    virtual QString name() const = 0; ///< stem of file names: "cr-beside-pcr"
    virtual QString title() const = 0;
    virtual int steps() const = 0;
    virtual QString source() const { return {}; } ///< paper and place in it
    /// Whether something stands before the first step: the given, and the wanted.
    virtual bool hasOpening() const { return false; }
    virtual QString openingSentence() const { return {}; } ///< in plain words, two lines at most
    virtual QString openingWords() const { return {}; }    ///< HTML: the goal and the way there
    virtual void paintOpening(QPainter& /*painter*/, const QRectF& /*area*/, const PictureStyle& /*style*/) const {}
    /// Parts of the way, ascending; the first begins with step 0. None: it has one part.
    virtual QList<WalkthroughChapter> chapters() const { return {}; }
    /// Returns the caption of the last picture when it is shown alone, on a poster.
    virtual QString caption() const { return sentence(steps() - 1); }
    /// The same: what its colours and arrows mean, in one line. Nothing where the picture says it itself.
    virtual void paintPosterLegend(QPainter& /*painter*/, const QRectF& /*line*/, const PictureStyle& /*style*/) const {
    }
    /// The step in plain words, two lines at most.
    virtual QString sentence(int step) const = 0;
    /// HTML: the step written out with its numbers, for the item that is chosen (-1: the walkthrough chooses).
    virtual QString formula(int step, int chosen, const Colours& colours) const = 0;
    virtual std::vector<walkthrough::KernelLine> lines(int step) const = 0;
    virtual std::optional<WalkthroughBanks> banks(int step) const = 0;
    virtual std::optional<StepQuestion> question(int step) const = 0;
    /// All steps, a row for each thing that is done.
    virtual Table table() const = 0;
    virtual void paint(QPainter& painter, const QRectF& area, int step, int chosen,
                       const PictureStyle& style) const = 0;
    /// Things in the picture that can be chosen: equations, threads, lanes.
    virtual int items() const = 0;
    /// Which of them is at a point of the picture; -1 for none.
    virtual int itemAt(const QRectF& area, const QPointF& point, int step, const PictureStyle& style) const = 0;
    /// How wide and high the picture should be at least, in pixels at 100 %.
    virtual QSize leastSize() const = 0;
    /// Which warp does the step, for the chosen item; nothing where no kernel does it so.
    virtual std::optional<WalkthroughWarp> warpOf(int /*step*/, int /*chosen*/) const { return std::nullopt; }
};

using WalkthroughHandle = std::shared_ptr<const Walkthrough>;
/// Steps whose picture is panes of cells with arrows between them (engine/walkthrough/pane_steps.h).
WalkthroughHandle paneWalkthrough(walkthrough::PaneSteps all);

/// The settings in the page's controls; a walkthrough uses those that it needs.
struct WalkthroughChoices {
    bool letters = false, real_tile = false, padding = false, prefetch = true, symmetric = true;
    int bytes = 8; ///< size of an element in shared memory
    TridiagonalSystem system;
    QString system_name;
    std::optional<CsrMatrix> corner; ///< of the open matrix, to make formats of; absent: the built-in example
    QString corner_name;
    bool is_poster = false; ///< read without the window: everything stands in the picture
};

/// Something that the page steps through. One more walkthrough is one more entry in walkthrough.cpp.
struct WalkthroughEntry {
    enum class Boxes { equations, tiles, sums, formats, none }; ///< which choices are offered
    QString name;                                               ///< of the choice "step/topic"
    QString title;
    Boxes boxes = Boxes::equations;
    WalkthroughHandle (*make)(const WalkthroughChoices&) = nullptr;
    bool is_wide = false;      ///< its picture leaves no room for the written step beside it
    bool has_banks = true;     ///< uses shared memory
    bool shares_steps = false; ///< stands on one line of time with the others that do: changing keeps the step
    int quoted_lines = 1;      ///< of kernels, in each step
};
const QList<WalkthroughEntry>& walkthroughEntries();

} // namespace warploom::ui
