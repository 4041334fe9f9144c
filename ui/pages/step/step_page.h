#pragma once

#include "ui/components/warp/navigation_target.h"
#include "ui/pages/page.h"
#include "ui/pages/step/step_view.h"

#include <QSet>

#include <optional>

class QCheckBox;
class QComboBox;
class QLabel;
class QScrollArea;
class QSpinBox;
class QSplitter;
class QTabWidget;
class QTextBrowser;
class QToolButton;

namespace warploom::ui {

class ChartFrame;
class Player;
class QuestionStrip;

/// The Step page, with walkthroughs of the Thomas algorithm, cyclic reduction, AᵀA, the segmented sums of COO, and
/// more. All steps are computed without the worker, from built-in examples or from the open matrix if it is small
/// enough.
class StepPage : public Page {
    Q_OBJECT
public:
    explicit StepPage(Session& session, QWidget* parent = nullptr);

    QList<Chart*> charts() const override;
    QWidgetList choiceFields() const override { return {choices_}; }
    QAbstractButton* mainButton() const override;
    QString inspectorText() const override;
    int shownStep() const override;
    void goToStep(int step) override;
    QHash<QString, QVariant> shownChoices() const override;

    const WalkthroughEntry& topic() const;
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

    /// Uses the open matrix as the system. If this is not possible, reports the reason.
    void useOpenMatrix();
    /// Switches the format walkthroughs between a part of the open matrix, starting at the first selected row, and the
    /// built-in example.
    void useCorner();
    /// Exports a numbered image of every step and returns the file names. Reports errors to the session.
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
    QWidget* buildChoices();
    QWidget* buildViews();
    QWidget* buildFoot();
    void arrange();
    QString tabName() const;
    void showTab();
    void themeChanged();
    void fillChoices();
    void rebuild();
    void stepChanged(int step);
    void predicted(const QString& said);
    void addChalk();
    int stepNow() const; ///< Returns the current step, or the first step while the introduction is shown.
    void showWords();
    enum class System { difference, random, open };
    System system() const;
    void addSystem(const QString& title, System system);
    WalkthroughChoices choices() const;
    QString codeHtml() const;
    void choose(const char* key, const QVariant& value, const QString& text);
    QVariant chosen(const char* key, const QVariant& fallback) const;

    WalkthroughHandle walkthrough_;
    const WalkthroughEntry* shown_ = nullptr;
    /// Keys of the answered questions, which consist of a walkthrough title and a step number.
    QSet<QString> seen_;
    TridiagonalSystem open_system_; ///< the system created from the open matrix
    QString open_name_;
    std::optional<CsrMatrix> corner_; ///< part of the open matrix for the format walkthroughs
    QString corner_name_;

    QComboBox *topic_ = nullptr, *system_ = nullptr, *look_ = nullptr, *bytes_ = nullptr, *shape_ = nullptr;
    QSpinBox* size_ = nullptr;
    QWidget* size_field_ = nullptr;
    QCheckBox *padding_ = nullptr, *prefetch_ = nullptr, *symmetric_ = nullptr;
    QToolButton *open_ = nullptr, *export_ = nullptr, *predict_ = nullptr, *warp_ = nullptr, *sheet_ = nullptr;
    QToolButton *pen_ = nullptr, *spot_ = nullptr, *wipe_ = nullptr;
    QuestionStrip* question_ = nullptr;
    QWidget* choices_ = nullptr; ///< the input fields above the figure
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
