#pragma once

#include "ui/components/warp/navigation_target.h"
#include "ui/components/warp/walkthrough_warp.h"
#include "ui/components/warp/warp_analysis.h"
#include "ui/pages/page.h"
#include "ui/pages/warp/warp_place.h"
#include "ui/session/background.h"

#include <memory>
#include <optional>
#include <set>

class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;
class QSplitter;
class QStackedWidget;
class QTabBar;
class QTimer;
class QToolButton;

namespace warploom::ui {

class AccessView;
class BesideView;
class ChartFrame;
class LanesView;
struct JoinedWarps;
class OwnerView;
class Player;
class QuestionStrip;
class SameRows;
class SourceView;
class TracedBoxes;

/// The Warp page, which steps through the trace of one warp and shows the active lanes, their addresses, the memory
/// transactions, and the source line.
class WarpPage : public Page {
    Q_OBJECT
public:
    explicit WarpPage(Session& session, QWidget* parent = nullptr);

    QList<Chart*> charts() const override;
    QWidgetList choiceFields() const override { return {choices_}; }
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
    void show(const NavigationTarget& wish);
    using Page::show;
    /// Asks the Step page to show the walkthrough step that corresponds to the current step of the warp.
    void showInStep();
    /// Goes to the first step of the warp that processes the longest row of the matrix. In SpMV, this warp is usually
    /// the slowest.
    void showLongestRow();
    /// Goes to the worst step of the warp or, if it is already shown, to the next-worst step.
    void goToWorst();

    /// Opens a trace file written by saveTrace(). Reads the file in the background and reports errors to the session.
    void openTrace(const QString& file);
    bool isOpening() const { return opening_ > 0; }
    void saveTrace(const QString& file);

    Player* player() const { return player_; }
    LanesView* lanesView() const { return lanes_; }
    AccessView* accessView() const { return access_; }
    /// Sets whether steps that show something new stay hidden until the user makes a prediction.
    void setPredicting(bool on);
    /// Returns whether a step stays hidden until the user answers the question about it.
    bool isHidden(int step) const;
    /// Returns whether the comparison stays hidden until the user answers the question about it.
    bool isPairHidden() const;
    /// Returns the kernel or card with which the warp is compared, such as "kernel:ell" or "card:gtx460"; empty if
    /// there is no comparison.
    QString besideChoice() const;
    BesideView* besideView() const { return beside_; }
    int stepNow() const; ///< Returns the current step in the trace of the page's warp, even during a comparison.
    /// Returns whether a comparison is shown. In a comparison, the player counts positions on the common timeline
    /// instead of steps.
    bool isBeside() const;

signals:
    void walkthroughRequested(const warploom::ui::WalkthroughWarp& done, int unknowns);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// Identifies a trace. The steps do not depend on the card, so the card is not part of the key.
    struct TraceKey {
        QString matrix, operation, kernel, precision;
        int text = 0, block = 0; ///< revision of the kernel source, and number of threads per block
        WarpChoice warp;
        bool operator==(const TraceKey&) const = default;
    };
    TraceKey wanted() const;

    bool stepByKey(const QKeyEvent& event);
    QWidget* buildChoices();
    QWidget* buildViews();
    QWidget* buildFoot();
    void arrange();
    void showTab();
    void themeChanged();
    void matrixChanged();
    void choicesChanged();
    void clearTrace();
    void sayWhatIsMissing();
    void fillChoices();
    void fillSpins();
    void askSoon();
    void follow(const NavigationTarget& wish);
    int stepToShow();
    void ask();
    void answered(const TraceKey& asked, bool probe, const WarpTraceHandle& trace);
    void sayInstead(const QString& words, const QString& button);
    void cardChanged();
    void forgetPlace();
    /// Sets the analysis of the trace and updates the views.
    void setAnalysis(const std::shared_ptr<const WarpAnalysis>& analysis);
    void judgeBy(const simulated::Card& card);
    void stepChanged(int step);
    void buildBeside();
    void fillBesideBox();
    void besideChanged();
    bool wantsBeside() const;
    void startBeside();
    void showBeside();
    void endBeside();
    void tickChanged(int tick);
    int firstStepOfOwn(const JoinedWarps& joined) const;
    QString besideInspector() const;
    void buildPrediction();
    void hideUntilPredicted(int step);
    void predicted(const QString& said);
    bool veilPair();
    void pairPredicted(const QString& said);
    QString pairName() const;
    void askForFile(bool save);
    struct OpenedTrace;
    void showOpened(const QString& file, const OpenedTrace& opened);

    QStackedWidget* stack_ = nullptr; ///< shows a prompt to open a matrix, a message or the views
    QLabel* words_ = nullptr;
    QPushButton* again_ = nullptr;
    /// Card selected by the button `again_`; if empty, the button repeats the request.
    QString roomier_card_;
    TracedBoxes* boxes_ = nullptr; ///< combo boxes for the operation, the kernel and the input
    QComboBox *beside_box_ = nullptr, *launch_ = nullptr;
    QWidget* launch_field_ = nullptr;
    QSpinBox *block_ = nullptr, *warp_ = nullptr;
    QLabel* from_file_ = nullptr;
    QToolButton *save_ = nullptr, *open_ = nullptr, *lesson_ = nullptr, *longest_row_ = nullptr;
    QWidget* choices_ = nullptr;
    QTabBar* view_tabs_ = nullptr; ///< selects the view in a small window, which shows one view at a time
    QSplitter *down_ = nullptr, *upper_ = nullptr, *lower_ = nullptr;
    OwnerView* owners_ = nullptr;
    LanesView* lanes_ = nullptr;
    AccessView* access_ = nullptr;
    SourceView* source_ = nullptr;
    QComboBox *file_ = nullptr, *count_ = nullptr;
    ChartFrame *owners_frame_ = nullptr, *lanes_frame_ = nullptr, *access_frame_ = nullptr, *source_frame_ = nullptr;
    QToolButton* predict_ = nullptr;
    QuestionStrip* question_ = nullptr;
    std::set<int> seen_;           ///< steps whose question has been answered
    std::set<QString> seen_pairs_; ///< names of the comparisons whose question has been answered
    QString asked_pair_;           ///< name of the comparison in the current question
    /// Answer to the first question about a comparison; empty unless the second question is open.
    QString said_of_pair_;
    BesideView* beside_ = nullptr;
    SameRows* same_rows_ = nullptr;
    QLabel* sentence_ = nullptr;
    Player* player_ = nullptr;
    QTimer* pause_ = nullptr;

    WarpTraceHandle trace_;
    std::shared_ptr<const WarpAnalysis> analysis_;
    std::optional<TraceKey> shown_; ///< key of the trace `trace_`; empty for a trace from a file
    /// Key of the last trace request that failed. It is not repeated until something changes.
    std::optional<TraceKey> failed_;
    std::optional<WarpPlace> place_;       ///< position to restore in the next trace
    std::optional<NavigationTarget> wish_; ///< step to show once the matrix is open
    std::optional<int> next_step_;         ///< step to show in the next trace, from a saved state
    std::int64_t wanted_row_ = -1;         ///< row to show in the next trace after a change of the kernel
    /// Whether the page is waiting for a trace of the warp that processes the wanted row, after it has traced the first
    /// warp of another kernel.
    bool relocating_ = false;
    QString request_;
    std::optional<int> worst_step_; ///< step that goToWorst() selected most recently
    int opening_ = 0;               ///< number of trace files being read
    /// A single thread, so that the last opened trace file is the one that is shown. The destructor waits for the
    /// thread.
    BackgroundPool files_{"warp files", 1};
};

} // namespace warploom::ui
