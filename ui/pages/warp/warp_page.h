#pragma once

#include "ui/components/warp/navigation_target.h"
#include "ui/components/warp/walkthrough_warp.h"
#include "ui/components/warp/warp_analysis.h"
#include "ui/pages/page.h"

#include <memory>
#include <optional>

class QLabel;
class QStackedWidget;
class QTabBar;
class QTimer;

namespace warploom::ui {

class Player;
struct SavedWarp;
class TraceFiles;
class TracePrompt;
class TraceRequester;
class WarpChoices;
class WarpComparison;
class WarpPanes;
class WarpPredictions;

/// The Warp page, which steps through the trace of one warp and shows the active lanes, their addresses, the memory
/// transactions, and the source line. In a comparison, the player counts positions on the common timeline of two warps
/// instead of steps.
class WarpPage : public Page {
    Q_OBJECT
public:
    explicit WarpPage(Session& session, QWidget* parent = nullptr);

    QList<Chart*> charts() const override;
    QWidgetList choiceFields() const override;
    bool hasPicture() const override;
    QAbstractButton* mainButton() const override;
    QString inspectorText() const override;
    bool isSettled() const override;
    int shownStep() const override { return trace_ ? stepNow() + 1 : -1; }
    void goToStep(int step) override;

    /// Shows a trace in all views as if it came from the worker.
    void setTrace(const WarpTraceHandle& trace);
    const WarpAnalysis* analysis() const { return analysis_.get(); }
    QString sentence() const;
    /// Goes to a step as soon as it has been traced. If necessary, first opens the matrix.
    void show(const NavigationTarget& target);
    using Page::show;
    /// Goes to the worst step of the warp or, if it is already shown, to the next-worst step.
    void goToWorst();

    TraceFiles& files() const { return *files_; }
    Player* player() const { return player_; }
    WarpPanes& panes() const { return *panes_; }
    WarpComparison& comparison() const { return *comparison_; }
    WarpPredictions& predictions() const { return *predictions_; }
    /// Returns whether a step stays hidden until the user answers the question about it.
    bool isHidden(int step) const;
    /// Returns whether the comparison stays hidden until the user answers the question about it.
    bool isPairHidden() const;
    int stepNow() const; ///< Returns the current step in the trace of the page's warp, also during a comparison.

signals:
    /// Emitted to show the walkthrough step that corresponds to the current step of the warp.
    void walkthroughRequested(const warploom::ui::WalkthroughWarp& done, int unknowns);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool stepByKey(const QKeyEvent& event);
    void arrange();
    void matrixChanged();
    void choicesChanged();
    void clearTrace();
    void showOpened(const QString& file, const SavedWarp& saved);
    void judgeBy(const simulated::Card& card);
    void stepChanged(int step);
    void tickChanged(int tick);
    void comparisonChanged();
    void showComparison();
    void endComparison();

    TraceRequester* requester_ = nullptr;
    TraceFiles* files_ = nullptr;
    WarpPredictions* predictions_ = nullptr;
    WarpComparison* comparison_ = nullptr;
    WarpChoices* choices_ = nullptr;
    WarpPanes* panes_ = nullptr;
    Player* player_ = nullptr;
    TracePrompt* prompt_ = nullptr;
    QStackedWidget* stack_ = nullptr; ///< shows the prompt, the views, or the comparison
    /// Selects the visible view in a small window, in which only one view is visible at a time.
    QTabBar* view_tabs_ = nullptr;
    QLabel* sentence_ = nullptr;
    QTimer* pause_ = nullptr;

    WarpTraceHandle trace_;
    std::shared_ptr<const WarpAnalysis> analysis_;
    std::optional<int> worst_step_; ///< the step that goToWorst() selected last
};

} // namespace warploom::ui
