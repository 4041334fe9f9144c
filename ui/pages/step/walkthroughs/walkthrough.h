#pragma once

#include "engine/generators/tridiagonal_system.h"
#include "engine/matrix/csr_matrix.h"
#include "engine/table.h"
#include "engine/walkthrough/kernel_lines.h"
#include "engine/walkthrough/tridiagonal_steps.h"
#include "ui/charts/painted_chart.h"
#include "ui/components/warp/step_question.h"
#include "ui/components/warp/walkthrough_warp.h"
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

/// The shared memory accesses of one step and their bank conflicts.
struct WalkthroughBanks {
    QString title;
    /// Accesses of each warp. Only the accesses of the first warp are shown.
    std::vector<walkthrough::SharedAccess> accesses;
    int element_bytes = 8;
    QString note; ///< additional remark that fits on one line
};

/// A phase of an algorithm, which starts at step `first` of the walkthrough.
struct WalkthroughChapter {
    int first = 0;
    QString title;
};

/// An algorithm that the Step page shows step by step, with figures, texts and tables. Steps are numbered from 0.
class Walkthrough {
public:
    virtual ~Walkthrough() = default;

    virtual QString name() const = 0; ///< Returns the base name of exported files, such as "cr-beside-pcr".
    virtual QString title() const = 0;
    virtual int steps() const = 0;
    /// Returns the paper on which the walkthrough is based, with the section or figure.
    virtual QString source() const { return {}; }
    /// Returns whether there is an introduction before the first step, which states what is given and what to compute.
    virtual bool hasOpening() const { return false; }
    /// Returns the introductory sentence, which must fit on two lines.
    virtual QString openingSentence() const { return {}; }
    /// Returns the introduction to the goal and the method as HTML.
    virtual QString openingWords() const { return {}; }
    virtual void paintOpening(QPainter& /*painter*/, const QRectF& /*area*/, const PictureStyle& /*style*/) const {}
    /// Returns the phases of the algorithm in ascending order, starting at step 0. Returns an empty list if there is
    /// only one phase.
    virtual QList<WalkthroughChapter> chapters() const { return {}; }
    /// Returns the caption of the last figure for a poster. The poster contains only this figure.
    virtual QString caption() const { return sentence(steps() - 1); }
    /// Paints the legend of the poster on one line. Does nothing if the figure needs no legend.
    virtual void paintPosterLegend(QPainter& /*painter*/, const QRectF& /*line*/, const PictureStyle& /*style*/) const {
    }
    /// Returns a description of the step, which must fit on two lines.
    virtual QString sentence(int step) const = 0;
    /// Returns the formula of the step with values for the selected item, as HTML. If `chosen` is -1, the walkthrough
    /// selects an item.
    virtual QString formula(int step, int chosen, const Colours& colours) const = 0;
    virtual std::vector<walkthrough::KernelLine> lines(int step) const = 0;
    virtual std::optional<WalkthroughBanks> banks(int step) const = 0;
    virtual std::optional<StepQuestion> question(int step) const = 0;
    /// Returns a table of all steps of the walkthrough, with one row per operation.
    virtual Table table() const = 0;
    virtual void paint(QPainter& painter, const QRectF& area, int step, int chosen,
                       const PictureStyle& style) const = 0;
    /// Returns the number of selectable items in the figure, which are equations, threads or lanes.
    virtual int items() const = 0;
    /// Returns the item at a point in the figure, or -1 if there is none.
    virtual int itemAt(const QRectF& area, const QPointF& point, int step, const PictureStyle& style) const = 0;
    /// Returns the minimum size of the figure in pixels at a font scale of 100 %.
    virtual QSize leastSize() const = 0;
    /// Returns the warp that executes the step for the selected item, or std::nullopt if the step does not correspond
    /// to a kernel.
    virtual std::optional<WalkthroughWarp> warpOf(int /*step*/, int /*chosen*/) const { return std::nullopt; }
};

using WalkthroughHandle = std::shared_ptr<const Walkthrough>;
/// Creates a walkthrough with panes of cells and arrows between them (engine/walkthrough/pane_steps.h).
WalkthroughHandle paneWalkthrough(walkthrough::PaneSteps all);

/// Settings from the controls of the Step page. Each walkthrough uses only some of them.
struct WalkthroughChoices {
    bool letters = false, real_tile = false, padding = false, prefetch = true, symmetric = true;
    int bytes = 8; ///< size of an element in shared memory, in bytes
    TridiagonalSystem system;
    QString system_name;
    /// Part of the open matrix for the format walkthroughs, or empty for the built-in example.
    std::optional<CsrMatrix> corner;
    QString corner_name;
    bool is_poster = false; ///< whether the figure will be printed and must contain all information
};

/// A walkthrough on the Step page. To add a walkthrough, add an entry to walkthrough.cpp.
struct WalkthroughEntry {
    /// The set of options that the page shows for the walkthrough.
    enum class Boxes { equations, tiles, sums, formats, none };
    QString name; ///< value of the setting "step/topic"
    QString title;
    Boxes boxes = Boxes::equations;
    WalkthroughHandle (*make)(const WalkthroughChoices&) = nullptr;
    bool is_wide = false;  ///< whether the figure is too wide to leave room for the formula
    bool has_banks = true; ///< whether the kernel uses shared memory and can therefore have bank conflicts
    /// Whether other entries have the same steps. Switching between these entries keeps the current step.
    bool shares_steps = false;
    int quoted_lines = 1; ///< number of kernel source lines shown in each step
};
const QList<WalkthroughEntry>& walkthroughEntries();

} // namespace warploom::ui
