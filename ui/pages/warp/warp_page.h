#pragma once

#include "ui/pages/page.h"
#include "ui/pages/warp/walkthrough_warp.h"
#include "ui/pages/warp/warp_analysis.h"
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

/// Steps through one warp of a kernel: which lanes are active, which addresses they ask for, what the card fetches for
/// them, and which line of the source does it.
class WarpPage : public Page {
    Q_OBJECT
public:
    /// A step that another page wants to be seen.
    struct NavigationTarget {
        QString matrix, kernel;
        QString operation = QStringLiteral("spmv");
        int block = 0;                  ///< threads a block
        std::optional<WarpChoice> warp; ///< nothing: the one that works on `row`
        std::int64_t row = -1;
        std::optional<int> step; ///< nothing: the first that stands in `line`
        int line = 0;
        int section = -1;  ///< with `array`: the first step behind so many barriers that touches it
        std::string array; ///< may be empty
    };

    explicit WarpPage(Session& session, QWidget* parent = nullptr);

    QList<Chart*> charts() const override;
    QWidgetList choiceFields() const override { return {choices_}; }
    bool hasPicture() const override;
    QAbstractButton* mainButton() const override;
    QString inspectorText() const override;
    bool isSettled() const override;
    int shownStep() const override { return trace_ ? stepNow() + 1 : -1; }
    void goToStep(int step) override;

    /// Sets the trace as if the worker had sent it. The views are filled only from this trace.
    void setTrace(const WarpTraceHandle& trace);
    const WarpAnalysis* analysis() const { return analysis_.get(); }
    QString sentence() const;
    /// Opens the matrix where it is another, and goes to the step as soon as it is traced.
    void show(const NavigationTarget& wish);
    using Page::show;
    /// Asks for the page Step with the step of its lesson that this warp does now.
    void showInStep();
    /// The warp that works on the longest row of the matrix, from its first step on: of a product the slowest one, as a
    /// rule.
    void showLongestRow();
    void goToWorst(); ///< the worst step; when it is on the screen, the next worst

    /// A file that `saveTrace` wrote, here or elsewhere; read beside the window. Problems are reported.
    void openTrace(const QString& file);
    bool isOpening() const { return opening_ > 0; }
    void saveTrace(const QString& file);

    Player* player() const { return player_; }
    LanesView* lanesView() const { return lanes_; }
    AccessView* accessView() const { return access_; }
    /// While on, a step that does something new is hidden until a prediction is made.
    void setPredicting(bool on);
    bool isHidden(int step) const; ///< it waits for an answer
    bool isPairHidden() const;     ///< the same of two side by side
    /// Returns the selection for comparison: "kernel:ell", "card:gtx460", or empty.
    QString besideChoice() const;
    BesideView* besideView() const { return beside_; }
    int stepNow() const; ///< of the trace, also while two are seen
    /// Two are seen side by side, and the player counts their ticks instead of steps.
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
    /// Identifies a trace. The card is not part of it, because the steps do not depend on it.
    struct TraceKey {
        QString matrix, operation, kernel, precision;
        int text = 0, block = 0; ///< revision of a kernel that is being written; threads
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
    void setAnalysis(const std::shared_ptr<const WarpAnalysis>& analysis); ///< also of the views
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

    QStackedWidget* stack_ = nullptr; ///< invitation, words, or the views
    QLabel* words_ = nullptr;
    QPushButton* again_ = nullptr;
    QString roomier_card_;         ///< the card that `again_` selects; empty: it repeats the request
    TracedBoxes* boxes_ = nullptr; ///< operation, kernel, and what it works on
    QComboBox *beside_box_ = nullptr, *launch_ = nullptr;
    QWidget* launch_field_ = nullptr;
    QSpinBox *block_ = nullptr, *warp_ = nullptr;
    QLabel* from_file_ = nullptr;
    QToolButton *save_ = nullptr, *open_ = nullptr, *lesson_ = nullptr, *longest_row_ = nullptr;
    QWidget* choices_ = nullptr;   ///< the fields over the picture
    QTabBar* view_tabs_ = nullptr; ///< for a small window, which shows one view at a time
    QSplitter *down_ = nullptr, *upper_ = nullptr, *lower_ = nullptr;
    OwnerView* owners_ = nullptr;
    LanesView* lanes_ = nullptr;
    AccessView* access_ = nullptr;
    SourceView* source_ = nullptr;
    QComboBox *file_ = nullptr, *count_ = nullptr;
    ChartFrame *owners_frame_ = nullptr, *lanes_frame_ = nullptr, *access_frame_ = nullptr, *source_frame_ = nullptr;
    QToolButton* predict_ = nullptr;
    QuestionStrip* question_ = nullptr;
    std::set<int> seen_;           ///< steps of the trace whose question is over
    std::set<QString> seen_pairs_; ///< names of pairs whose question is over
    QString asked_pair_;           ///< the one that the question on the screen is about
    QString said_of_pair_;         ///< the chosen one of the two, while the second question is open; empty before
    BesideView* beside_ = nullptr;
    SameRows* same_rows_ = nullptr;
    QLabel* sentence_ = nullptr;
    Player* player_ = nullptr;
    QTimer* pause_ = nullptr;

    WarpTraceHandle trace_;
    std::shared_ptr<const WarpAnalysis> analysis_;
    std::optional<TraceKey> shown_; ///< key of `trace_`; nothing for a trace from a file
    /// Key of the last request that failed; not repeated until something changes
    std::optional<TraceKey> failed_;
    std::optional<WarpPlace> place_;       ///< to go to in the next trace
    std::optional<NavigationTarget> wish_; ///< the same, once the matrix is there
    std::optional<int> next_step_;         ///< of the next trace, which a state has named with its warp
    std::int64_t wanted_row_ = -1;         ///< that the next trace shall be about, after another kernel was chosen
    bool relocating_ = false;              ///< the first warp of another kernel has told where the rows are
    QString request_;                      ///< the open one
    std::optional<int> worst_step_;        ///< that goToWorst() went to last
    int opening_ = 0;                      ///< files
    BackgroundPool files_{"warp files",
                          1}; ///< one thread: the last opened file is shown in the end; waits for its work
};

} // namespace warploom::ui
