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
    std::vector<walkthrough::SharedAccess> accesses; ///< one per warp, of which the first is shown
    int element_bytes = 8;
    QString note; ///< an additional remark, one line long
};

/// A phase of an algorithm, which starts at step `first`.
struct WalkthroughChapter {
    int first = 0;
    QString title;
};

/// An algorithm that the page steps through, with its pictures, texts and tables. Steps are counted from 0.
class Walkthrough {
public:
    virtual ~Walkthrough() = default;

    virtual QString name() const = 0; ///< the base name of exported files, such as "cr-beside-pcr"
    virtual QString title() const = 0;
    virtual int steps() const = 0;
    virtual QString source() const { return {}; } ///< the paper, and the location in the paper
    /// Returns whether an introduction precedes the first step. It says what is given and what is to be computed.
    virtual bool hasOpening() const { return false; }
    virtual QString openingSentence() const { return {}; } ///< at most two lines
    virtual QString openingWords() const { return {}; }    ///< HTML that describes the goal and the method
    virtual void paintOpening(QPainter& /*painter*/, const QRectF& /*area*/, const PictureStyle& /*style*/) const {}
    /// Returns the phases in ascending order. The first phase starts at step 0. Empty if there is only one.
    virtual QList<WalkthroughChapter> chapters() const { return {}; }
    /// Returns the caption of the last picture when it is shown alone, on a poster.
    virtual QString caption() const { return sentence(steps() - 1); }
    /// Paints the legend of that picture in one line. Does nothing if the picture requires no legend.
    virtual void paintPosterLegend(QPainter& /*painter*/, const QRectF& /*line*/, const PictureStyle& /*style*/) const {
    }
    /// Describes the step in at most two lines.
    virtual QString sentence(int step) const = 0;
    /// Returns the formula of the step as HTML with numbers, for the selected item. If `chosen` is -1, the walkthrough
    /// selects an item.
    virtual QString formula(int step, int chosen, const Colours& colours) const = 0;
    virtual std::vector<walkthrough::KernelLine> lines(int step) const = 0;
    virtual std::optional<WalkthroughBanks> banks(int step) const = 0;
    virtual std::optional<StepQuestion> question(int step) const = 0;
    /// Returns a table of all steps, with one row per operation.
    virtual Table table() const = 0;
    virtual void paint(QPainter& painter, const QRectF& area, int step, int chosen,
                       const PictureStyle& style) const = 0;
    /// Returns the number of items in the picture that can be selected: equations, threads or lanes.
    virtual int items() const = 0;
    /// Returns the item at a point of the picture, or -1 if there is none.
    virtual int itemAt(const QRectF& area, const QPointF& point, int step, const PictureStyle& style) const = 0;
    /// Returns the minimum size of the picture in pixels at 100 %.
    virtual QSize leastSize() const = 0;
    /// Returns the warp that executes the step for the selected item, or std::nullopt if no kernel corresponds to it.
    virtual std::optional<WalkthroughWarp> warpOf(int /*step*/, int /*chosen*/) const { return std::nullopt; }
};

using WalkthroughHandle = std::shared_ptr<const Walkthrough>;
/// Creates a walkthrough with panes of cells and arrows between them (engine/walkthrough/pane_steps.h).
WalkthroughHandle paneWalkthrough(walkthrough::PaneSteps all);

/// The settings from the controls of the page. A walkthrough uses only those that it needs.
struct WalkthroughChoices {
    bool letters = false, real_tile = false, padding = false, prefetch = true, symmetric = true;
    int bytes = 8; ///< the size of an element in shared memory
    TridiagonalSystem system;
    QString system_name;
    /// The part of the open matrix for format walkthroughs; empty for the built-in example.
    std::optional<CsrMatrix> corner;
    QString corner_name;
    bool is_poster = false; ///< whether it is printed, so that the picture must contain all information
};

/// A walkthrough that the page offers. To add one, add an entry in walkthrough.cpp.
struct WalkthroughEntry {
    enum class Boxes { equations, tiles, sums, formats, none }; ///< the options that the page offers
    QString name;                                               ///< the value of the setting "step/topic"
    QString title;
    Boxes boxes = Boxes::equations;
    WalkthroughHandle (*make)(const WalkthroughChoices&) = nullptr;
    bool is_wide = false;  ///< whether there is no space for the formula next to the picture
    bool has_banks = true; ///< uses shared memory
    /// whether it has the same steps as other entries, so that switching between them keeps the step
    bool shares_steps = false;
    int quoted_lines = 1; ///< the number of kernel lines that are quoted in each step
};
const QList<WalkthroughEntry>& walkthroughEntries();

} // namespace warploom::ui
