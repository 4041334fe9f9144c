#pragma once

#include "ui/components/warp/navigation_target.h"
#include "ui/pages/page.h"
#include "ui/pages/step/step_view.h"

#include <QSet>

class QLabel;
class QScrollArea;
class QSplitter;
class QTabWidget;
class QTextBrowser;
class QToolButton;

namespace warploom::ui {

class AnnotationTools;
class ChartFrame;
class Player;
class QuestionStrip;
class StepChoices;

/// The Step page, with walkthroughs of the Thomas algorithm, cyclic reduction, AᵀA, the segmented sums of COO, and
/// more. All steps are computed without the worker, from built-in examples or from the open matrix if it is small
/// enough.
class StepPage : public Page {
    Q_OBJECT
public:
    explicit StepPage(Session& session, QWidget* parent = nullptr);

    QList<Chart*> charts() const override;
    QWidgetList choiceFields() const override;
    QAbstractButton* mainButton() const override;
    QString inspectorText() const override;
    int shownStep() const override;
    void goToStep(int step) override;
    QHash<QString, QVariant> shownChoices() const override;

    StepChoices& choices() const { return *choices_; }
    void setTopic(const QString& name);
    const WalkthroughHandle& walkthrough() const { return walkthrough_; }
    QString sentence() const;
    Player* player() const { return player_; }
    StepView* view() const { return view_; }
    /// Sets whether steps with a question stay hidden until the user makes a prediction.
    void setPredicting(bool on);
    /// Returns whether a step stays hidden until the user answers a question about it.
    bool isHidden(int step) const;

    /// Opens the Warp page at the warp that executes the current step. If there is no such warp, reports the reason.
    void showInWarp();
    /// Shows the walkthrough step that corresponds to a step of a warp. For tridiagonal methods, `unknowns` is the size
    /// of the system.
    void showWalkthrough(const WalkthroughWarp& done, int unknowns);

    /// Exports each step as a numbered image and returns the file names. Reports errors to the session.
    QStringList exportStepsTo(const QString& folder);
    /// Exports the complete algorithm as an A4 page and an A3 page if the topic has a suitable figure, and returns the
    /// file names. Reports errors to the session.
    QStringList exportSheetsTo(const QString& folder);

signals:
    /// Emitted to show the warp step that corresponds to the current step.
    void warpRequested(const warploom::ui::NavigationTarget& target);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* buildViews();
    QWidget* buildFoot();
    void arrange();
    QString tabName() const;
    void showTab();
    void themeChanged();
    void rebuild();
    void stepChanged(int step);
    void predicted(const QString& said);
    void addExports();
    int stepNow() const; ///< Returns the current step, or the first step while the introduction is shown.
    void showWords();
    QString codeHtml() const;

    WalkthroughHandle walkthrough_;
    const WalkthroughEntry* shown_ = nullptr;
    QSet<QString> seen_; ///< keys of the answered questions (walkthrough title and step number)

    StepChoices* choices_ = nullptr;
    AnnotationTools* annotations_ = nullptr;
    QToolButton *export_ = nullptr, *predict_ = nullptr, *warp_ = nullptr, *sheet_ = nullptr;
    QuestionStrip* question_ = nullptr;
    QScrollArea* scroll_ = nullptr;
    QSplitter* beside_ = nullptr;
    QTabWidget* tabs_ = nullptr;
    /// `is_tab_wanted_` is set when a saved state is applied, and cleared when the user selects a tab.
    bool arranging_ = false, is_tab_wanted_ = false;
    StepView* view_ = nullptr;
    StepBankView* banks_ = nullptr;
    QTextBrowser* formula_ = nullptr;
    ChartFrame *view_frame_ = nullptr, *banks_frame_ = nullptr;
    QLabel *sentence_ = nullptr, *code_ = nullptr;
    Player* player_ = nullptr;
};

} // namespace warploom::ui
